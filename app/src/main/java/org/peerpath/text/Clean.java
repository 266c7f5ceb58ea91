// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import java.nio.charset.StandardCharsets;

/**
 * Makes text that came from a host or a file fit to be shown. Such text is hostile: terminal escape sequences (ECMA-48),
 * null bytes, other control characters, marks that turn the direction of writing around. All of them go; what is left is
 * what a person sees. Every reader passes what it keeps through here once; nothing after it cleans again.
 */
public final class Clean {
    /** What one line may hold; the rest is cut off and replaced by an ellipsis. */
    public static final int LONGEST_LINE = 64 * 1024;

    private static final char ESC = 0x1b;
    private static final char BEL = 0x07;

    private Clean() {}

    /** One line: as {@link #text(String)}, with every line break and tab turned into a blank, and cut if it is too long. */
    public static String line(String raw) {
        String cut = raw.length() > LONGEST_LINE ? raw.substring(0, LONGEST_LINE) + '…' : raw;
        return isPlain(cut, false) ? cut : strip(cut, false);
    }

    /** Text of several lines: keeps tabs and line feeds, makes CR LF and single CR line feeds. */
    public static String text(String raw) {
        return isPlain(raw, true) ? raw : strip(raw, true);
    }

    /** Bytes as UTF-8, what is not UTF-8 as U+FFFD, then as {@link #text(String)}. */
    public static String text(byte[] raw) {
        return text(new String(raw, StandardCharsets.UTF_8));
    }

    /** Nearly all text is; it is returned as it is. */
    private static boolean isPlain(String raw, boolean breaks) {
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if ((c < ' ' || c > '~') && !(breaks && (c == '\n' || c == '\t'))) {
                return false;
            }
        }
        return true;
    }

    private static String strip(String raw, boolean breaks) {
        StringBuilder out = new StringBuilder(raw.length());
        int at = 0;
        while (at < raw.length()) {
            int c = raw.codePointAt(at);
            int next = at + Character.charCount(c);
            if (c == ESC || c == 0x9b || c == 0x9d || c == 0x90) {
                at = afterEscape(raw, at);
                continue;
            }
            if (c == '\r' && next < raw.length() && raw.charAt(next) == '\n') {
                next++;
            }
            if (c == '\n' || c == '\r' || c == '\t') {
                out.append(breaks ? (c == '\t' ? '\t' : '\n') : ' ');
            } else if (isVisible(c)) {
                out.appendCodePoint(c);
            }
            at = next;
        }
        return out.toString();
    }

    private static boolean isVisible(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    /** Where the escape sequence that starts here ends; an unfinished one loses only its introducer. */
    private static int afterEscape(String raw, int start) {
        int at = start + 1;
        char kind = raw.charAt(start);
        if (kind == ESC) {
            if (at == raw.length()) {
                return at;
            }
            kind = raw.charAt(at++);
        }
        return switch (kind) {
            case '[', 0x9b -> afterControlSequence(raw, at);
            case ']', 'P', 'X', '^', '_', 0x9d, 0x90 -> afterString(raw, at);
            default -> kind >= ' ' && kind <= '/' ? Math.min(at + 1, raw.length()) : kind < ' ' ? at - 1 : at;
        };
    }

    private static int afterControlSequence(String raw, int from) {
        int at = from;
        while (at < raw.length() && raw.charAt(at) >= ' ' && raw.charAt(at) <= '?') {
            at++;
        }
        return at < raw.length() && raw.charAt(at) >= '@' && raw.charAt(at) <= '~' ? at + 1 : from;
    }

    /** Operating system commands and the like run to BEL or ESC \, and never over a line's end. */
    private static int afterString(String raw, int from) {
        for (int at = from; at < raw.length() && raw.charAt(at) != '\n'; at++) {
            char c = raw.charAt(at);
            if (c == BEL || c == 0x9c) {
                return at + 1;
            }
            if (c == ESC && at + 1 < raw.length() && raw.charAt(at + 1) == '\\') {
                return at + 2;
            }
        }
        return from;
    }
}
