// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** What stands inside a {@link Card}, above its verdict. */
abstract sealed class CardBody extends Block permits CardOfPort, CardOfDevices {
    CardBody(double width, double height) {
        super(width, height);
    }

    /**
     * Places and draws it.
     *
     * @param inner the card without its margins; it may be larger than what was measured
     */
    abstract void place(Rect inner, Sheet sheet);
}
