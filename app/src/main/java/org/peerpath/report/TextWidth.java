// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.regex.Pattern;

/** How many terminal columns a text takes: East Asian wide characters take two, colour codes none. */
final class TextWidth {
    private static final Pattern COLOUR = Pattern.compile("\033\\[[0-9;]*m");

    private TextWidth() {}

    static int of(String text) {
        return COLOUR.matcher(text)
                .replaceAll("")
                .codePoints()
                .map(c -> isWide(c) ? 2 : 1)
                .sum();
    }

    private static boolean isWide(int c) {
        return (c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) || (c >= 0xac00 && c <= 0xd7a3);
    }
}
