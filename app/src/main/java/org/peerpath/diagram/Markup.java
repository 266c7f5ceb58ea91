// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Writing XML and HTML: escapes, and numbers in the same few digits everywhere. */
public final class Markup {
    private Markup() {}

    /**
     * Text or an attribute's value. Characters that XML 1.0 forbids even as references become U+FFFD; hosts' text was
     * cleaned where it was read, so this is the second lock.
     */
    public static String escape(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        for (int at = 0; at < text.length(); ) {
            int c = text.codePointAt(at);
            at += Character.charCount(c);
            switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isAllowed(c) ? c : 0xfffd);
            }
        }
        return out.toString();
    }

    /** The Char production of XML 1.0, without the control characters it discourages. */
    private static boolean isAllowed(int c) {
        return c == '\t'
                || c == '\n'
                || (c >= 0x20 && c <= 0x7e)
                || (c >= 0xa0 && c <= 0xd7ff)
                || (c >= 0xe000 && c <= 0xfffd)
                || c >= 0x10000;
    }

    /** At most two decimals, no trailing zeros, always with a point. */
    static String number(double value) {
        BigDecimal rounded =
                BigDecimal.valueOf(value).setScale(2, RoundingMode.HALF_UP).stripTrailingZeros();
        return rounded.signum() == 0 ? "0" : rounded.toPlainString();
    }
}
