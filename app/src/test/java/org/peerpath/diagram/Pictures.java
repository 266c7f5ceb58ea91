// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.testing.Cases;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.RandomHosts;
import org.peerpath.text.Texts;

/** Hosts to draw, and their pictures. */
final class Pictures {
    /** As long as the kernel lets a device be called; longer ones are not believed. */
    static final String LONGEST_NAME = "x".repeat(63);

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

    private static final String EVIL = "<script>alert(1)</script>\"'&]]>--><!--\\n\n\u202e\u0000 %s {0} ${x} #quot;;";

    private static final Map<String, Picture> DRAWN = new ConcurrentHashMap<>();

    private static final List<Judged> ALL = Stream.of(
                    samples(),
                    HostShapes.all().stream().map(h -> Judged.of(h.origin().host() + " as is", h, Scenario.AS_IS)),
                    random(60))
            .flatMap(s -> s)
            .toList();

    private static final List<Judged> CASES = readCases();

    private Pictures() {}

    /** Names as the snapshot's border would never let them in, and as long as it would. */
    static Judged hostile() {
        HostBuilder host =
                HostBuilder.named("evil " + EVIL).intelIommu("f020de").groups("DMA-FQ");
        FunctionBuilder up = host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .upstreamPort("0000:16:00.0", 0x1000, 0xc030);
        String[] names = {EVIL, LONGEST_NAME, "\u05d0\u05d1\u05d2 \u0634\u0628", "\ud83d\ude80 \ud83d", "한글 이름"};
        for (int i = 0; i < names.length; i++) {
            FunctionBuilder nic = up.downstreamPort("0000:17:%02x.0".formatted(i), 0x1000, 0xc030)
                    .acs(0x5f, 0x1d)
                    .endpoint("0000:%02x:00.0".formatted(0x20 + i), 0x15b3, 0x1023, 0x020000)
                    .driver(names[(i + 1) % names.length]);
            nic.directory("infiniband", names[i]);
        }
        up.downstreamPort("0000:17:10.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .endpoint("0000:30:00.0", 0x10de, 0x3182, 0x030200);
        return Judged.of("hostile names", host.build(), Scenario.VM);
    }

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

    /** The synthetic hosts of the test resources. */
    static Stream<Judged> cases() {
        return CASES.stream();
    }

    private static List<Judged> readCases() {
        try {
            List<Judged> cases = new ArrayList<>();
            for (Path file : Cases.hosts().toList()) {
                String name = file.getFileName().toString().replace(".tar.gz", "");
                cases.add(Judged.of(name, Recognizer.open(file.toString()), Scenario.VM));
            }
            return cases;
        } catch (IOException | UnreadableSourceException e) {
            throw new IllegalStateException(e);
        }
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
