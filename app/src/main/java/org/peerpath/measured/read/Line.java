// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * One line of a benchmark's output, without what launchers, log collectors and Markdown put around it.
 *
 * @param number from 1
 * @param text cleaned, no blanks at its ends
 * @param cut whether it is the file's last and has no end, so that its last value may be short
 */
record Line(int number, String text, boolean cut) {
    /** No tool prints longer ones; the list of a host's RDMA devices is the longest. */
    private static final int LONGEST = 4096;

    private static final Pattern BLANKS = Pattern.compile("\\s+");
    /** Open MPI's {@code --tag-output}, srun's {@code --label}, quotes of mails. */
    private static final Pattern LABEL =
            Pattern.compile("^\\s*(?:\\[\\d+,\\d+]<std(?:out|err)>:|\\d{1,6}:(?=\\s)|>\\s)");
    /** pdsh and clush: {@code node01: }; kubectl: {@code [pod/a/b] }; CRI: a time and {@code stdout F}. */
    private static final Pattern LAUNCHER = Pattern.compile(
            "^(?:\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\S+\\s+(?:std(?:out|err)\\s+[FP]\\s+|INFO\\s+|DEBUG\\s+)?|\\[[^\\]]{1,200}]\\s+|[\\w.-]{1,100}:\\s+)");

    private static final Pattern ESCAPED = Pattern.compile("\\\\([\\\\`*_{}\\[\\]()#+.!<>|~-])");

    static Line of(int number, String raw, boolean cut) {
        String text = LABEL.matcher(raw.length() > LONGEST ? raw.substring(0, LONGEST) : raw)
                .replaceFirst("");
        if (text.indexOf('\\') >= 0) {
            text = ESCAPED.matcher(text).replaceAll("$1");
        }
        String plain = text.strip();
        // A row of a Markdown table.
        boolean row = plain.length() > 2 && plain.startsWith("|") && plain.endsWith("|");
        return new Line(number, row ? plain.replace('|', ' ').strip() : plain, cut);
    }

    /** Returns the line without a launcher's prefix; empty where it has none. */
    Optional<Line> withoutLauncher() {
        var prefix = LAUNCHER.matcher(text);
        return prefix.find()
                ? Optional.of(new Line(number, text.substring(prefix.end()).strip(), cut))
                : Optional.empty();
    }

    /** Returns the words between blanks. */
    List<String> words() {
        return text.isEmpty() ? List.of() : List.of(BLANKS.split(text));
    }

    /**
     * Returns the words of a row of figures, less the last one where the file may end in the middle of it: unless it has as
     * many digits behind its point as another one.
     */
    List<String> wholeWords() {
        List<String> words = words();
        if (!cut || words.isEmpty()) {
            return words;
        }
        int most = words.stream()
                .limit(words.size() - 1L)
                .mapToInt(Numbers::decimals)
                .max()
                .orElse(0);
        boolean whole = most > 0 && Numbers.decimals(words.getLast()) >= most;
        return whole ? words : words.subList(0, words.size() - 1);
    }
}
