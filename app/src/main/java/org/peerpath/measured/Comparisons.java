// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.measured.read.End;
import org.peerpath.measured.read.Figure;
import org.peerpath.measured.read.Tool;
import org.peerpath.measured.read.Trait;

/** Figures of one kind beside each other: a pair that is slower than its peers, than its reverse, than without peer access. */
final class Comparisons {
    /** Fewer pairs have no usual speed. */
    private static final int FEWEST = 4;
    /** Where more than this share of the pairs is slow, that is the machine's shape and no outlier. */
    private static final double MOST_SLOW = 0.25;

    private final List<Measured> results;
    private final Standards standards;

    Comparisons(List<Measured> results, Standards standards) {
        this.results = results;
        this.standards = standards;
    }

    /** What must be equal for figures to be compared. */
    private record Kind(String file, Tool tool, String test, int run, boolean both, boolean peerDisabled) {}

    private record Way(End from, End to) {
        Way reverse() {
            return new Way(to, from);
        }
    }

    /** Returns pairs that are slow in both directions, or of which only one direction was measured. */
    List<Measured> outliers() {
        List<Measured> found = new ArrayList<>();
        groups().values()
                .forEach(group -> slow(group).forEach((way, result) -> {
                    Optional<Measured> reverse = Optional.ofNullable(group.get(way.reverse()));
                    if (reverse.isEmpty() || ratio(result, reverse.get()) >= standards.value("outlier")) {
                        found.add(result);
                    }
                }));
        return found;
    }

    /** Returns ordered pairs that are slow while their reverse is not. */
    List<Measured> slowerThanReverse() {
        List<Measured> found = new ArrayList<>();
        groups().values()
                .forEach(group -> group.forEach((way, result) -> {
                    Measured reverse = group.get(way.reverse());
                    if (reverse != null && ratio(result, reverse) < standards.value("outlier")) {
                        found.add(result);
                    }
                }));
        return found;
    }

    /** Returns pairs that are slower with peer access than without it. */
    List<Measured> slowerThanWithoutPeer() {
        Map<String, Measured> without = new LinkedHashMap<>();
        results.stream()
                .filter(result -> result.figure().is(Trait.PEER_DISABLED))
                .forEach(result -> without.putIfAbsent(pairKey(result), result));
        return results.stream()
                .filter(result -> result.figure().tool() == Tool.CUDA_P2P)
                .filter(result -> !result.figure().is(Trait.PEER_DISABLED)
                        && !result.figure().is(Trait.LOCAL)
                        && !result.figure().is(Trait.FALLBACK))
                .filter(result -> Optional.ofNullable(without.get(pairKey(result)))
                        .filter(other -> ratio(result, other) < standards.value("peer"))
                        .isPresent())
                .toList();
    }

    private static String pairKey(Measured result) {
        Figure figure = result.figure();
        return result.file() + figure.both() + figure.requester() + figure.target();
    }

    private static double ratio(Measured one, Measured other) {
        return one.figure().gigabytesPerSecond() / other.figure().gigabytesPerSecond();
    }

    private Map<Way, Measured> slow(Map<Way, Measured> group) {
        if (group.size() < FEWEST) {
            return Map.of();
        }
        double[] sorted = group.values().stream()
                .mapToDouble(result -> result.figure().gigabytesPerSecond())
                .sorted()
                .toArray();
        double usual = sorted[sorted.length / 2];
        Map<Way, Measured> slow = new LinkedHashMap<>();
        group.forEach((way, result) -> {
            if (result.figure().gigabytesPerSecond() < usual * standards.value("outlier")) {
                slow.put(way, result);
            }
        });
        return slow.size() > MOST_SLOW * group.size() ? Map.of() : slow;
    }

    private Map<Kind, Map<Way, Measured>> groups() {
        Map<Kind, Map<Way, Measured>> groups = new LinkedHashMap<>();
        for (Measured result : results) {
            Figure figure = result.figure();
            boolean comparable = !figure.is(Trait.LOCAL)
                    && !figure.is(Trait.SUMMARY)
                    && !figure.is(Trait.COLLECTIVE)
                    && !figure.is(Trait.NETWORK)
                    && !figure.is(Trait.BAR_READ)
                    && !figure.is(Trait.INCONSISTENT);
            boolean pairOfGpus = figure.requester() instanceof End.Gpu && figure.target() instanceof End.Gpu;
            if (comparable && pairOfGpus) {
                Kind kind = new Kind(
                        result.file(),
                        figure.tool(),
                        figure.test(),
                        figure.printed().run(),
                        figure.both(),
                        figure.is(Trait.PEER_DISABLED));
                groups.computeIfAbsent(kind, k -> new LinkedHashMap<>())
                        .putIfAbsent(new Way(figure.requester(), figure.target()), result);
            } else if (comparable
                    && figure.requester() instanceof End.RdmaDevice
                    && result.state().isPresent()) {
                Kind kind = new Kind("", figure.tool(), figure.test(), 0, figure.both(), false);
                groups.computeIfAbsent(kind, k -> new LinkedHashMap<>())
                        .merge(
                                new Way(figure.requester(), figure.target()),
                                result,
                                (one, other) -> ratio(one, other) >= 1 ? one : other);
            }
        }
        return groups;
    }
}
