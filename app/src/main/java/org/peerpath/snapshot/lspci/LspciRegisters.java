// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Disagreements;
import org.peerpath.snapshot.Reading;

/**
 * Two listings of one function, as before and after a change: where the registers that routes depend on differ, the first
 * counts, and the other opinion is kept beside it ({@link Disagreements}).
 */
public final class LspciRegisters {
    private static final Pattern LINE =
            Pattern.compile("\\s*(Bus|ACSCap|ACSCtl|ATSCap|ATSCtl|IOVCtl|DevCtl):\\s+(\\S.*)");
    private static final String KEY = "lspci/";

    private LspciRegisters() {}

    /**
     * The text to keep of the two: the longer one, unless they differ.
     *
     * @param attributes where differences are put
     */
    public static List<String> merge(List<String> first, List<String> second, SortedMap<String, Reading> attributes) {
        if (first.isEmpty() || second.isEmpty()) {
            return first.isEmpty() ? second : first;
        }
        boolean differ = false;
        SortedMap<String, String> kept = registers(first);
        for (Map.Entry<String, String> other : registers(second).entrySet()) {
            String had = kept.get(other.getKey());
            if (had != null && !had.equals(other.getValue())) {
                String key = KEY + other.getKey();
                attributes.putIfAbsent(key, new Reading.Text(had, LspciHeader.SOURCE));
                Disagreements.keep(attributes, key, new Reading.Text(other.getValue(), LspciHeader.SOURCE));
                differ = true;
            }
        }
        return differ || first.size() >= second.size() ? first : second;
    }

    /** As printed, blanks made alike. */
    private static SortedMap<String, String> registers(List<String> text) {
        SortedMap<String, String> found = new TreeMap<>();
        for (String line : text) {
            Matcher register = LINE.matcher(line);
            if (register.matches()) {
                found.putIfAbsent(register.group(1), register.group(2).strip().replaceAll("\\s+", " "));
            }
        }
        return found;
    }
}
