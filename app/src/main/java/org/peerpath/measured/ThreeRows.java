// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.peerpath.measured.read.End;
import org.peerpath.measured.read.Tool;
import org.peerpath.measured.read.Trait;
import org.peerpath.snapshot.Address;

/**
 * What one NIC and one GPU reach by TCP, by RDMA between the memories of the hosts, and by RDMA with the GPU's memory: the
 * comparison that people make first.
 *
 * @param requester the NIC
 * @param target the GPU
 * @param tcp the largest figure over TCP; empty where none was measured
 * @param rdma the largest with the host's memory
 * @param gpudirect the largest with the GPU's
 */
public record ThreeRows(
        Address requester,
        Address target,
        Optional<Measured> tcp,
        Optional<Measured> rdma,
        Optional<Measured> gpudirect) {
    private record Ends(Address requester, Address target) {}

    /** Returns the rows of each pair of which at least two were measured. */
    public static List<ThreeRows> of(Measurements measurements) {
        List<Measured> all = measurements.results();
        Set<Ends> pairs = new LinkedHashSet<>();
        all.stream()
                .filter(ThreeRows::isGpudirect)
                .forEach(result -> pairs.add(new Ends(
                        result.requester().orElseThrow(), result.target().orElseThrow())));
        measurements.told().ifPresent(pair -> pairs.add(new Ends(pair.requester(), pair.target())));
        List<ThreeRows> rows = new ArrayList<>();
        for (Ends pair : pairs) {
            Predicate<Measured> ofNic = result -> result.requester().equals(Optional.of(pair.requester()));
            ThreeRows made = new ThreeRows(
                    pair.requester(),
                    pair.target(),
                    best(
                            all,
                            ofNic.and(result -> result.figure().is(Trait.NETWORK)
                                    && !result.figure().test().contains("sent")
                                    && !result.figure().test().equals("sender"))),
                    best(
                            all,
                            ofNic.and(result -> result.figure().tool() == Tool.PERFTEST
                                    && result.figure().target() instanceof End.Host
                                    && !result.figure().both())),
                    best(
                            all,
                            ofNic.and(ThreeRows::isGpudirect)
                                    .and(result -> result.target().equals(Optional.of(pair.target())))));
            if (made.count() > 1) {
                rows.add(made);
            }
        }
        return rows;
    }

    private static boolean isGpudirect(Measured result) {
        return result.figure().tool() == Tool.PERFTEST
                && !result.figure().both()
                && result.requester().isPresent()
                && result.target().isPresent();
    }

    private long count() {
        return List.of(tcp, rdma, gpudirect).stream()
                .filter(Optional::isPresent)
                .count();
    }

    private static Optional<Measured> best(List<Measured> all, Predicate<Measured> wanted) {
        return all.stream()
                .filter(wanted)
                .max(Comparator.comparingDouble(result -> result.figure().gigabytesPerSecond()));
    }
}
