// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

import java.util.Locale;

/**
 * What the ACS Control register of a port must hold: seven places in the order DT EC UF CR RR TB SV, each 1, 0 or x for
 * either.
 *
 * @param text the seven places
 */
record AcsMask(String text) {
    /** What the kernel sets by itself: SV, RR, CR and UF. */
    static final AcsMask ISOLATED = new AcsMask("xx111x1");
    /** The same at a port whose Completion Redirect cannot be set. */
    static final AcsMask ISOLATED_WITHOUT_CR = new AcsMask("xx101x1");
    /** Direct Translated P2P beside it: the port of a NIC that is used in a VM. */
    static final AcsMask ISOLATED_DIRECT = new AcsMask("1x111x1");
    /** Nothing redirected, validated or forwarded. */
    static final AcsMask OPEN = new AcsMask("xx000x0");

    static final AcsMask DATA_DIRECT_SENDER = new AcsMask("xx110x1");
    static final AcsMask DATA_DIRECT_GPU = new AcsMask("xx101x1");
    static final AcsMask DATA_DIRECT_ROOT = new AcsMask("xx111x0");

    /** Returns the register with this mask laid over it. */
    int over(int control) {
        int result = control;
        for (int i = 0; i < text.length(); i++) {
            int bit = 1 << (text.length() - 1 - i);
            switch (text.charAt(i)) {
                case '1' -> result |= bit;
                case '0' -> result &= ~bit;
                default -> {}
            }
        }
        return result;
    }

    /** Returns whether the register is as the mask asks. */
    boolean holds(int control) {
        return over(control) == control;
    }

    /** Returns the register's lowest seven bits in the same order. */
    static String bits(int control) {
        return String.format(Locale.ROOT, "%7s", Integer.toBinaryString(control))
                .replace(' ', '0');
    }
}
