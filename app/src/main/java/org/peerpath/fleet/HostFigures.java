// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.measured.Amounts;
import org.peerpath.measured.Measured;
import org.peerpath.measured.MeasuredState;
import org.peerpath.measured.Measurements;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * What was measured on one of many hosts, in short.
 *
 * @param pairs how many pairs have a figure of which it is known what they could carry
 * @param confirmed of them those whose figure confirms the verdict
 * @param belowExpected of them those whose figure falls short
 * @param slowest the pair that falls shortest
 */
public record HostFigures(int pairs, int confirmed, int belowExpected, Slowest slowest) {
    /**
     * The pair that falls shortest of what it could carry.
     *
     * @param requester the NIC
     * @param target the GPU
     * @param name what to call the pair
     * @param gigabytesPerSecond what it reached
     * @param expected what it could carry
     * @param validated whether the data was compared and right; empty where the output does not tell
     */
    public record Slowest(
            Address requester,
            Address target,
            Message name,
            double gigabytesPerSecond,
            double expected,
            Optional<Boolean> validated) {
        /** Returns what it reached of what it could carry, from 0. */
        public double share() {
            return gigabytesPerSecond / expected;
        }

        /** Returns "48.1 of 98.0 GB/s (49 %)". */
        public Message amount() {
            return Message.of(
                    "measured.amount-of",
                    Amounts.gigabytes(gigabytesPerSecond),
                    Amounts.gigabytes(expected),
                    Amounts.percent(share()));
        }
    }

    /** Returns the figures of a host; empty where none could be held against a pair. */
    public static Optional<HostFigures> of(Measurements measurements) {
        List<Measured> all = measurements.perPair();
        return measurements
                .slowest()
                .map(least -> new HostFigures(
                        all.size(),
                        count(all, MeasuredState.CONFIRMED),
                        count(all, MeasuredState.SHORT),
                        slowest(least, Labels.of(measurements.host()))));
    }

    private static int count(List<Measured> all, MeasuredState state) {
        return (int) all.stream()
                .filter(result -> result.state().equals(Optional.of(state)))
                .count();
    }

    private static Slowest slowest(Measured least, Labels labels) {
        PathReport path = least.path().orElseThrow();
        return new Slowest(
                path.requester(),
                path.target(),
                Message.of("finding.pair", labels.shortName(path.requester()), labels.shortName(path.target())),
                least.figure().gigabytesPerSecond(),
                least.expected().orElseThrow(),
                least.figure().check().validated());
    }

    /** Returns "node7: slowest of 8 pairs: mlx5_5 → GPU 5, 48.1 of 98.0 GB/s (49 %)". */
    public Message of(String host) {
        return Message.of("fleet.slowest", host, pairs, slowest.name(), slowest.amount());
    }

    /** Returns of several hosts the one with the pair that falls shortest; empty where nothing was measured. */
    public static Optional<HostRecord> slowest(Collection<HostRecord> hosts) {
        return hosts.stream()
                .filter(host -> host.figures().isPresent())
                .min(Comparator.comparingDouble(
                        host -> host.figures().orElseThrow().slowest().share()));
    }
}
