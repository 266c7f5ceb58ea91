// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.host.Hosts;

/**
 * Reads the names of one or many hosts as people write them: separated by blanks, commas or line ends; with ranges as
 * pdsh and Slurm have them ({@code gpu-[01-40,44]}); with {@code *} and {@code ?} for names that are known.
 */
public final class HostNames {
    /** More are a slip of the finger: each is a connection. */
    public static final int MOST = 1_000;

    private static final Pattern RANGE = Pattern.compile("\\[([0-9][0-9,-]*)\\]");
    private static final Pattern SPAN = Pattern.compile("([0-9]{1,9})-([0-9]{1,9})");
    private static final Pattern NAME = Pattern.compile("[\\p{L}\\p{N}._@:%\\[\\]-]+");

    private HostNames() {}

    /**
     * What was typed.
     *
     * @param sources each host once, in the order in which they were named
     * @param refused words that cannot be hosts, patterns that no known name fits, and what goes beyond {@link #MOST}
     */
    public record Named(List<String> sources, List<String> refused) {
        public Named {
            sources = List.copyOf(sources);
            refused = List.copyOf(refused);
        }
    }

    /**
     * Reads a text.
     *
     * @param known names that a pattern may mean
     */
    public static Named of(String text, Collection<String> known) {
        Set<String> sources = new LinkedHashSet<>();
        List<String> refused = new ArrayList<>();
        for (String word : words(text)) {
            List<String> meant = new ArrayList<>();
            boolean sound = (word.contains("*") || word.contains("?"))
                    ? meant.addAll(known.stream().filter(fits(word)).toList())
                    : spread(word, meant);
            List<String> found = meant.stream().map(HostNames::source).toList();
            if (!sound || found.contains("") || sources.size() + found.size() > MOST) {
                refused.add(word);
            } else {
                sources.addAll(found);
            }
        }
        return new Named(List.copyOf(sources), refused);
    }

    /** The source that a typed name means; empty for what cannot be a host: never something ssh takes for an option. */
    public static String source(String typed) {
        String name = typed.strip();
        if (name.startsWith(Hosts.SSH)) {
            name = name.substring(Hosts.SSH.length());
        }
        boolean sound = !name.isEmpty()
                && !name.startsWith("-")
                && NAME.matcher(name).matches()
                && !RANGE.matcher(name).find();
        return sound ? Hosts.SSH + name : "";
    }

    /** Commas separate words, but not within brackets. */
    private static List<String> words(String text) {
        List<String> words = new ArrayList<>();
        StringBuilder word = new StringBuilder();
        int depth = 0;
        for (char c : (text + " ").toCharArray()) {
            depth += c == '[' ? 1 : c == ']' ? -1 : 0;
            if (Character.isWhitespace(c) || c == ';' || (c == ',' && depth <= 0)) {
                if (!word.isEmpty()) {
                    words.add(word.toString());
                    word.setLength(0);
                }
                depth = 0;
            } else {
                word.append(c);
            }
        }
        return words;
    }

    /** What a shell would expand a name to; false where a range counts down or has no end. */
    private static boolean spread(String word, List<String> into) {
        Matcher range = RANGE.matcher(word);
        if (!range.find()) {
            into.add(word);
            return true;
        }
        String before = word.substring(0, range.start());
        String after = word.substring(range.end());
        for (String part : range.group(1).split(",", -1)) {
            Matcher span = SPAN.matcher(part);
            if (!span.matches()) {
                if (part.isEmpty() || part.contains("-") || !spread(before + part + after, into)) {
                    return false;
                }
                continue;
            }
            int from = Integer.parseInt(span.group(1));
            int to = Integer.parseInt(span.group(2));
            if (from > to || to - from >= MOST) {
                return false;
            }
            for (int number = from; number <= to; number++) {
                // As many digits as were written: gpu-[01-40] means gpu-01.
                String digits = "0"
                                .repeat(Math.max(
                                        0,
                                        span.group(1).length()
                                                - Integer.toString(number).length()))
                        + number;
                if (into.size() > MOST || !spread(before + digits + after, into)) {
                    return false;
                }
            }
        }
        return true;
    }

    private static Predicate<String> fits(String glob) {
        return Pattern.compile(Pattern.quote(glob).replace("*", "\\E.*\\Q").replace("?", "\\E.\\Q"))
                .asMatchPredicate();
    }
}
