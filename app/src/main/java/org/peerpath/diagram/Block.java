// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** A part of a layout: measured when it is made, placed and drawn afterwards. */
abstract class Block {
    private final double width;
    private final double height;

    Block(double width, double height) {
        this.width = width;
        this.height = height;
    }

    /** The least width. */
    double width() {
        return width;
    }

    double height() {
        return height;
    }

    /** On which side of a port its lines pass. */
    enum Side {
        LEFT,
        RIGHT
    }
}
