// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.text.Secrets;

/**
 * A command line as words. It comes as {@code /proc/PID/cmdline} with NULs, as a shell would read it (quotes, backslashes,
 * continued lines), or joined by blanks without any quotes, where JSON stands as it is.
 */
final class CommandWords {
    private static final int MOST_WORDS = 20_000;

    private final String text;
    private final List<String> words = new ArrayList<>();
    private int at;

    private CommandWords(String text) {
        this.text = text;
    }

    static List<String> of(String text) {
        if (text.indexOf('\0') >= 0) {
            return List.of(text.split("\0", MOST_WORDS)).stream()
                    .filter(word -> !word.isEmpty())
                    .map(Secrets::masked)
                    .toList();
        }
        return new CommandWords(text).split();
    }

    private List<String> split() {
        while (words.size() < MOST_WORDS) {
            skipBlanks();
            if (at == text.length()) {
                break;
            }
            words.add(Secrets.masked(text.charAt(at) == '{' ? json() : word()));
        }
        return words;
    }

    private void skipBlanks() {
        while (at < text.length()) {
            char c = text.charAt(at);
            boolean continued = c == '\\' && at + 1 < text.length() && "\r\n".indexOf(text.charAt(at + 1)) >= 0;
            if (!Character.isWhitespace(c) && !continued) {
                return;
            }
            at++;
        }
    }

    /** To the brace that closes it; quotes inside stay. */
    private String json() {
        int start = at;
        int depth = 0;
        boolean quoted = false;
        for (; at < text.length(); at++) {
            char c = text.charAt(at);
            if (quoted) {
                at += c == '\\' ? 1 : 0;
                quoted = c != '"';
            } else if (c == '"') {
                quoted = true;
            } else if (c == '{' || c == '[') {
                depth++;
            } else if ((c == '}' || c == ']') && --depth == 0) {
                at++;
                break;
            }
        }
        at = Math.min(at, text.length());
        return text.substring(start, at);
    }

    private String word() {
        StringBuilder word = new StringBuilder();
        while (at < text.length() && !Character.isWhitespace(text.charAt(at))) {
            char c = text.charAt(at++);
            switch (c) {
                case '\'' -> quoted(word, '\'');
                case '"' -> quoted(word, '"');
                case '\\' -> {
                    if (at < text.length() && "\r\n".indexOf(text.charAt(at)) >= 0) {
                        return word.toString();
                    }
                    word.append(at < text.length() ? text.charAt(at++) : c);
                }
                default -> word.append(c);
            }
        }
        return word.toString();
    }

    private void quoted(StringBuilder word, char quote) {
        while (at < text.length() && text.charAt(at) != quote) {
            char c = text.charAt(at++);
            boolean escaped = quote == '"' && c == '\\' && at < text.length() && "\"\\$`".indexOf(text.charAt(at)) >= 0;
            word.append(escaped ? text.charAt(at++) : c);
        }
        at++;
        at = Math.min(at, text.length());
    }
}
