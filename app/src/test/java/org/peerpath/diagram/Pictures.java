// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Samples;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.Hosts;
import org.peerpath.testing.RandomHosts;
import org.peerpath.text.Texts;

/** Hosts to draw, and their pictures. */
final class Pictures {
    /** A host with the answers for its paths. */
    record Judged(String name, HostModel host, List<PathReport> reports) {
        static Judged of(String name, Snapshot snapshot, Scenario scenario) {
            HostModel host = HostModel.of(snapshot);
            return new Judged(name, host, new PathJudge(host, scenario).judge(PathSelection.DEFAULT));
        }

        Picture picture(LayoutOptions options) {
            return DRAWN.computeIfAbsent(name + options, key -> Layout.of(host, reports, options, Texts.ENGLISH));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static final Map<String, Picture> DRAWN = new ConcurrentHashMap<>();

    private static final List<Judged> ALL = Stream.of(
                    samples(),
                    Hosts.all().stream().map(h -> Judged.of(h.origin().host() + " as is", h, Scenario.AS_IS)),
                    random(60))
            .flatMap(s -> s)
            .toList();

    private Pictures() {}

    static Judged sample(String name) {
        try {
            return Judged.of(name, Samples.open(name), Scenario.VM);
        } catch (UnreadableSourceException e) {
            throw new IllegalStateException(name, e);
        }
    }

    static Stream<Judged> samples() {
        return Samples.names().stream().map(Pictures::sample);
    }

    static Stream<Judged> random(int count) {
        return Stream.iterate(0L, seed -> seed + 1)
                .limit(count)
                .map(seed -> Judged.of(
                        "seed " + seed,
                        RandomHosts.of(seed).build(),
                        List.of(Scenario.values()).get((int) (seed % Scenario.values().length))));
    }

    /** Samples, hosts of well-known shapes and random ones. */
    static Stream<Judged> all() {
        return ALL.stream();
    }
}
