// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * XML as people paste it: after a prompt, in a fence, quoted, or with its end cut off.
 *
 * @param before the text in front of it
 * @param xml the XML itself, with its open elements closed where it was cut
 * @param after the text behind it
 * @param cut whether its end was missing
 */
record PastedXml(String before, String xml, String after, boolean cut) {
    /** What stands first in the XML that is read here; a word in angle brackets alone is no XML. */
    private static final Pattern BEGIN =
            Pattern.compile("(?m)^[ \\t>|]*(<\\?xml\\b|<(system|topology|domain|device|graphs?)(?=[\\s>]))");

    private static final Pattern TAG = Pattern.compile(
            "<!--.*?-->|<\\?.*?\\?>|<(/?)([A-Za-z][\\w.-]{0,64})((?:[^<>\"']|\"[^\"<]*\"|'[^'<]*')*+)>",
            Pattern.DOTALL);
    private static final Pattern QUOTED = Pattern.compile("(?m)^[ \\t]*(?:>[ \\t]?|\\|[ \\t])+");
    private static final int DEEPEST = 300;

    /** Whether XML of a kind that is read begins on one of the lines. */
    static boolean isIn(String beginning) {
        return BEGIN.matcher(beginning).find();
    }

    /** Takes a text apart. */
    static PastedXml of(String text) {
        Matcher begin = BEGIN.matcher(text);
        if (!begin.find()) {
            return new PastedXml("", text, "", false);
        }
        String before = text.substring(0, begin.start());
        boolean quoted = text.substring(begin.start(), begin.start(1)).contains(">");
        String rest = text.substring(begin.start(1));
        String plain = quoted ? QUOTED.matcher(rest).replaceAll("") : rest;
        Deque<String> open = new ArrayDeque<>();
        int whole = 0;
        Matcher tag = TAG.matcher(plain);
        while (tag.find() && open.size() < DEEPEST) {
            whole = tag.end();
            if (tag.group(2) == null || tag.group(3).endsWith("/")) {
                continue;
            }
            if (tag.group(1).isEmpty()) {
                open.push(tag.group(2));
            } else if (tag.group(2).equals(open.peek())) {
                open.pop();
            } else {
                // No XML after all, or a broken one: the parser says where.
                return new PastedXml(before, plain, "", false);
            }
            if (open.isEmpty()) {
                return new PastedXml(before, plain.substring(0, whole), plain.substring(whole), false);
            }
        }
        StringBuilder closed = new StringBuilder(plain.substring(0, whole));
        open.forEach(element -> closed.append("</").append(element).append('>'));
        return new PastedXml(before, closed.toString(), "", !open.isEmpty());
    }
}
