// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;

/** Cuts a text where it must change fonts because the shipped one lacks a character. */
final class FontRuns {
    /**
     * A piece of text in one font.
     *
     * @param shipped whether in the typeface asked for, else in the other font
     */
    record FontRun(String text, boolean shipped) {}

    private FontRuns() {}

    /**
     * The pieces in order.
     *
     * @param other whether there is another font at all; without one all stays in the typeface, with its sign for
     *     missing characters
     */
    static List<FontRun> of(String text, Typeface face, Fonts fonts, boolean other) {
        if (!other) {
            return List.of(new FontRun(text, true));
        }
        List<FontRun> runs = new ArrayList<>();
        int start = 0;
        int at = 0;
        boolean current = true;
        while (at < text.length()) {
            int codePoint = text.codePointAt(at);
            boolean shipped = fonts.has(face, codePoint);
            if (at > start && shipped != current) {
                runs.add(new FontRun(text.substring(start, at), current));
                start = at;
            }
            current = shipped;
            at += Character.charCount(codePoint);
        }
        if (start < text.length()) {
            runs.add(new FontRun(text.substring(start), current));
        }
        return runs;
    }
}
