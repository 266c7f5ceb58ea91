// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes names of hosts as cluster tools do: {@code gpu[01-18,20-22],login1}. */
public final class NodeRanges {
    /** A name with a number: what stands before it, the number, what follows. */
    private static final Pattern NUMBERED = Pattern.compile("(.*?)(\\d{1,9})(\\D*)");

    /** What names have in common: text around the number, and its width where it has leading zeros. */
    private record Frame(String before, String after, int width) implements Comparable<Frame> {
        @Override
        public int compareTo(Frame other) {
            int order = before.compareTo(other.before);
            order = order != 0 ? order : after.compareTo(other.after);
            return order != 0 ? order : Integer.compare(width, other.width);
        }

        String number(int number) {
            String digits = Integer.toString(number);
            return "0".repeat(Math.max(0, width - digits.length())) + digits;
        }
    }

    private NodeRanges() {}

    /** Returns the names, each once, folded where only a number differs. */
    public static String of(Collection<String> names) {
        Map<Frame, TreeSet<Integer>> numbered = new TreeMap<>();
        TreeSet<String> plain = new TreeSet<>();
        for (String name : names) {
            Matcher m = NUMBERED.matcher(name);
            // A bracket or comma in a name would be read back as part of the notation.
            if (m.matches() && "[],".chars().allMatch(sign -> name.indexOf(sign) < 0)) {
                String digits = m.group(2);
                int width = digits.startsWith("0") || digits.length() > 1 ? digits.length() : 0;
                numbered.computeIfAbsent(new Frame(m.group(1), m.group(3), width), f -> new TreeSet<>())
                        .add(Integer.parseInt(digits));
            } else {
                plain.add(name);
            }
        }
        List<String> parts = new ArrayList<>();
        numbered.forEach((frame, numbers) -> parts.add(folded(frame, numbers)));
        parts.addAll(plain);
        return String.join(",", parts);
    }

    private static String folded(Frame frame, SortedSet<Integer> numbers) {
        if (numbers.size() == 1) {
            return frame.before() + frame.number(numbers.first()) + frame.after();
        }
        List<String> ranges = new ArrayList<>();
        int from = numbers.first();
        int last = from;
        for (int number : numbers) {
            if (number > last + 1) {
                ranges.add(range(frame, from, last));
                from = number;
            }
            last = number;
        }
        ranges.add(range(frame, from, last));
        return frame.before() + "[" + String.join(",", ranges) + "]" + frame.after();
    }

    private static String range(Frame frame, int from, int to) {
        return from == to ? frame.number(from) : frame.number(from) + "-" + frame.number(to);
    }
}
