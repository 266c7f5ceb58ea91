// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.Locale;

/** Figures as sentences show them. */
public final class Amounts {
    private static final int HUNDRED = 100;

    private Amounts() {}

    /** Returns GB/s with as many digits as mean something. */
    public static String gigabytes(double value) {
        String format = value >= HUNDRED ? "%.0f" : value >= 1 ? "%.1f" : "%.3f";
        return String.format(Locale.ROOT, format, value);
    }

    /** Returns a share in whole percent. */
    public static String percent(double share) {
        return Long.toString(Math.round(share * HUNDRED));
    }
}
