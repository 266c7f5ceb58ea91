// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * What two sources of one snapshot say differently. Both are kept: the one that came first under its own name, the other
 * as {@code disagrees/N/NAME}. Neither is chosen for being right; the finding {@code sources-disagree} reports them.
 */
public final class Disagreements {
    private static final String PREFIX = "disagrees/";
    /** More than so many opinions about one thing help nobody. */
    private static final int MOST = 8;

    private Disagreements() {}

    /**
     * One of them.
     *
     * @param function the function it is about; empty for the whole host
     * @param what the attribute or host file
     * @param kept what is answered from
     * @param other what another source says
     */
    public record Disagreement(Optional<Address> function, String what, Reading kept, Reading other) {}

    /**
     * Keeps a second opinion beside the first.
     *
     * @return false if that opinion is known already, or there are too many
     */
    public static boolean keep(SortedMap<String, Reading> readings, String key, Reading other) {
        for (int i = 1; i <= MOST; i++) {
            String name = PREFIX + i + "/" + key;
            Reading had = readings.get(name);
            if (had == null) {
                readings.put(name, other);
                return true;
            }
            if (said(had).equals(said(other))) {
                return false;
            }
        }
        return false;
    }

    /** All of a snapshot, those of the host first, then by function. */
    public static List<Disagreement> of(Snapshot snapshot) {
        List<Disagreement> found = new ArrayList<>();
        collect(Optional.empty(), snapshot.host(), found);
        snapshot.functions().forEach((address, facts) -> collect(Optional.of(address), facts.attributes(), found));
        return found;
    }

    private static void collect(
            Optional<Address> function, SortedMap<String, Reading> readings, List<Disagreement> into) {
        for (Map.Entry<String, Reading> entry : readings.tailMap(PREFIX).entrySet()) {
            if (!entry.getKey().startsWith(PREFIX)) {
                return;
            }
            String what = entry.getKey().substring(entry.getKey().indexOf('/', PREFIX.length()) + 1);
            Reading kept = readings.get(what);
            if (kept != null) {
                into.add(new Disagreement(function, what, kept, entry.getValue()));
            }
        }
    }

    /** What a reading says, in short. */
    public static String said(Reading reading) {
        return switch (reading) {
            case Reading.Text text -> text.value();
            case Reading.Data data ->
                data.bytes().length() + " bytes, hash "
                        + Integer.toHexString(data.bytes().hashCode());
            case Reading.Listing listing -> String.join(" ", listing.entries());
            case Reading.Missing missing -> "-";
            case Reading.Failed failed -> "?";
        };
    }
}
