// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The tables of {@code rocm-smi --showtopo}: weight, hops and kind of the link between two GPUs, as AMD's driver sees it. */
final class RocmSmiTopology implements TextFormat {
    private static final Pattern TITLE =
            Pattern.compile("=+ (Weight between two GPUs|Hops between two GPUs|Link Type between two GPUs|.{1,60}) =+");
    private static final Pattern ROW = Pattern.compile("GPU(\\d{1,3})\\s+(\\S.*)");

    private record Pair(int from, int to) {}

    private final Collected out;
    private final Map<Pair, String> weights = new HashMap<>();
    private final Map<Pair, String> hops = new HashMap<>();
    private Optional<Map<Pair, String>> table = Optional.empty();
    private boolean kinds;

    RocmSmiTopology(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(Line line) {
        Matcher title = TITLE.matcher(line.text());
        if (title.matches()) {
            String name = title.group(1);
            table = name.startsWith("Weight")
                    ? Optional.of(weights)
                    : name.startsWith("Hops") ? Optional.of(hops) : Optional.empty();
            kinds = name.startsWith("Link Type");
            return true;
        }
        Matcher row = ROW.matcher(line.text());
        if ((table.isEmpty() && !kinds) || !row.matches()) {
            return false;
        }
        List<String> words = line.words();
        if (words.size() > 1 && words.get(1).startsWith("GPU")) {
            return true;
        }
        int from = Integer.parseInt(row.group(1));
        for (int to = 0; to + 1 < words.size(); to++) {
            Pair pair = new Pair(from, to);
            String value = words.get(to + 1);
            table.ifPresent(values -> values.put(pair, value));
            if (kinds && from < to) {
                out.add(
                        Tool.ROCM_SMI,
                        Observation.Kind.GPU_LINK,
                        line.number(),
                        Integer.toString(from),
                        Integer.toString(to),
                        value,
                        hops.getOrDefault(pair, "?"),
                        weights.getOrDefault(pair, "?"));
            }
        }
        return true;
    }

    @Override
    public void end() {
        // Every row was taken as it came.
    }
}
