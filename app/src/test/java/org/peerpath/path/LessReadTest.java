// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerpath.iommu.AtsState;
import org.peerpath.model.HostModel;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.RandomHosts;
import org.peerpath.text.Message;

/**
 * Who reads less of a host may learn less, and never anything else: each answer about a part of what was read is the answer
 * about the whole, or unknown. The parts are those that sources have: bridges that a file leaves out, bytes that stop at
 * 64 or 256 or were not read, no paths, no groups, no drivers, no host-wide files.
 */
class LessReadTest {
    private static final int TREES = Integer.getInteger("peerpath.trees", 150);
    private static final int PARTS = 6;
    private static final Reading UNREAD = new Reading.Failed(Message.of("unknown.not-in-source", "x"), "sysfs");
    private static final List<String> ATTRIBUTES = List.of(
            Attributes.DRIVER, Attributes.IOMMU_GROUP, Attributes.IOMMU, Attributes.NUMA_NODE, Attributes.INFINIBAND);

    @Test
    void aPartOfARandomHostSaysNothingElse() {
        long first = Long.getLong("peerpath.seed", 1);
        long compared = 0;
        for (long seed = first; seed < first + TREES; seed++) {
            HostBuilder host = RandomHosts.small(seed);
            PathJudgeTest.nodes(host, 8, "10 12 32 32", "12 10 32 32", "32 32 10 12", "32 32 12 10");
            beside(host, new Random(seed));
            compared += compare("seed " + seed, host.build(), new Random(seed));
        }
        assertTrue(compared > 10L * TREES, "only " + compared + " answers were known");
    }

    @Test
    void aPartOfAKnownHostSaysNothingElse() {
        for (Snapshot whole : HostShapes.all()) {
            compare(whole.origin().host(), whole, new Random(1));
        }
    }

    /** In domains of their own what random trees do not have: PCI bridges, integrated functions, parts of chipsets. */
    private static void beside(HostBuilder host, Random random) {
        // A node is its host bridge's (drivers/acpi/pci_root.c).
        int node = random.nextInt(4);
        FunctionBuilder port = host.rootPort("30000:00:01.0", 0x8086, 0x0db0)
                .acs(0x1f, random.nextInt(0x20))
                .numa(node);
        FunctionBuilder up = port.upstreamPort("30000:01:00.0", 0x1000, 0xc030);
        up.downstreamPort("30000:02:00.0", 0x1000, 0xc030)
                .acs(0x7f, random.nextInt(0x80))
                .endpoint("30000:03:00.0", 0x15b3, 0x1023, 0x020000)
                .ats(0x60, random.nextBoolean() ? 0x8000 : 0)
                .driver(random.nextBoolean() ? "mlx5_core" : "vfio-pci");
        up.downstreamPort("30000:02:01.0", 0x1000, 0xc030)
                .acs(0x7f, random.nextInt(0x80))
                .pciBridge("30000:04:00.0", 0x1b21, 0x1080)
                .conventional("30000:05:00.0", 0x10de, 0x3182, 0x030000);
        host.integrated("30000:00:02.0", 0x8086, 0x1591, 0x020000).numa(node);
        host.conventional("30000:10:00.0", 0x8086, 0x09a2, 0x088000);
        host.rootPort("30000:10:01.0", 0x8086, 0x0db0)
                .endpoint("30000:11:00.0", 0x10de, 0x3182, 0x030200)
                .numa(random.nextInt(4));
    }

    private static long compare(String name, Snapshot whole, Random random) {
        HostModel host = HostModel.of(whole);
        List<Address> ends = ends(host);
        List<Answer> wanted = answers(host, ends);
        long compared = 0;
        for (int i = 0; i < PARTS; i++) {
            Snapshot part = part(whole, random);
            List<Answer> found;
            try {
                found = answers(HostModel.of(part), ends);
            } catch (RuntimeException e) {
                throw new AssertionError(name + ", part " + i, e);
            }
            assertEquals(wanted.size(), found.size());
            for (int j = 0; j < wanted.size(); j++) {
                compared += check(name + ", part " + i, wanted.get(j), found.get(j));
            }
        }
        return compared;
    }

    /** What is said of one pair. */
    private record Answer(PathReport report, KernelOpinion kernel) {}

    /** NICs, GPUs and the first VFs of each NIC. */
    private static List<Address> ends(HostModel host) {
        return host.topology().functions().values().stream()
                .filter(function -> Roles.isNetwork(function) || Roles.isGpu(function))
                .map(PciFunction::address)
                .flatMap(end -> Stream.concat(
                        Stream.of(end),
                        host.topology().virtualFunctions(end).stream().limit(3)))
                .toList();
    }

    /** Of every two of these, in every scenario. */
    private static List<Answer> answers(HostModel host, List<Address> ends) {
        List<Answer> answers = new ArrayList<>();
        for (Scenario scenario : Scenario.values()) {
            PathJudge judge = new PathJudge(host, scenario);
            for (Address from : ends) {
                for (Address to : ends) {
                    if (!from.equals(to)) {
                        answers.add(new Answer(judge.judge(from, to), KernelOpinion.of(host, from, to)));
                    }
                }
            }
        }
        return answers;
    }

    private static int check(String where, Answer whole, Answer part) {
        PathReport wanted = whole.report();
        PathReport found = part.report();
        String pair = where + ": " + wanted.scenario() + " " + wanted.requester() + " -> " + wanted.target();
        assertEquals(wanted.requester(), found.requester(), pair);
        same(pair + " verdict", wanted.verdict(), found.verdict(), Outcome.UNKNOWN);
        if (!wanted.decidingFunction().equals(found.decidingFunction())) {
            // Of several VFs another may be the worst; each of them is compared by itself.
            return 0;
        }
        same(pair + " untranslated", wanted.untranslated(), found.untranslated());
        same(pair + " translated", wanted.translated(), found.translated());
        same(pair + " ATS", wanted.ats().state(), found.ats().state(), AtsState.UNKNOWN);
        same(
                pair + " isolation",
                wanted.isolation().isolation(),
                found.isolation().isolation(),
                Isolation.UNKNOWN);
        same(pair + " proximity", wanted.proximity(), found.proximity(), Proximity.UNKNOWN);
        same(pair + " switch", wanted.commonSwitch(), found.commonSwitch(), Optional.empty());
        same(pair + " bottleneck", wanted.bottleneck(), found.bottleneck(), Optional.empty());
        same(pair + " addresses", wanted.physicalAddresses(), found.physicalAddresses(), Optional.empty());
        same(pair + " kernel", whole.kernel().mapping(), part.kernel().mapping(), KernelOpinion.Mapping.UNKNOWN);
        return found.verdict() == Outcome.UNKNOWN ? 0 : 1;
    }

    private static void same(String what, Route wanted, Route found) {
        same(what, wanted.outcome(), found.outcome(), Outcome.UNKNOWN);
        same(what + " crossing", wanted.crosses(), found.crosses(), Optional.empty());
        if (found.outcome() != Outcome.UNKNOWN) {
            found.completion()
                    .ifPresent(answers -> same(
                            what + " completion",
                            wanted.completion().orElseThrow().strict(),
                            answers.strict(),
                            Outcome.UNKNOWN));
            if (found.outcome() != Outcome.BLOCKED) {
                // Of several ports that refuse the lowest is named, as far as they were read.
                assertEquals(
                        wanted.decidedBy().map(Decision::port),
                        found.decidedBy().map(Decision::port),
                        what + " decided by");
            }
        }
    }

    private static <T> void same(String what, T wanted, T found, T unknown) {
        if (!found.equals(unknown)) {
            assertEquals(wanted, found, what);
        }
    }

    // ---- Parts of a snapshot ---------------------------------------------------------------------------------------

    private static Snapshot part(Snapshot whole, Random random) {
        HostModel host = HostModel.of(whole);
        boolean bridgesMissing = random.nextInt(3) > 0;
        boolean bytesShort = random.nextInt(3) == 0;
        // ATS that is on passes for a sign of an IOMMU, unless it is known that there is none.
        boolean guarded = !host.iommu().groups().isEmpty();
        boolean attributesMissing = guarded && random.nextInt(3) == 0;
        boolean pathsMissing = guarded && random.nextInt(2) == 0;
        SortedMap<Address, FunctionFacts> functions = new TreeMap<>();
        for (FunctionFacts facts : whole.functions().values()) {
            PciFunction function = host.topology().get(facts.address());
            if (bridgesMissing && function.kind().isBridge() && random.nextInt(4) == 0) {
                continue;
            }
            SortedMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            if (attributesMissing) {
                attributes.keySet().removeIf(name -> ATTRIBUTES.contains(name) && random.nextInt(3) == 0);
            }
            // Which are VFs of which is told by the links and the bytes of both; that is another test's.
            boolean related = function.kind() == FunctionKind.VIRTUAL_FUNCTION
                    || !host.topology().virtualFunctions(facts.address()).isEmpty();
            if (bytesShort && !related && random.nextInt(4) == 0) {
                shorten(attributes, random);
            }
            if (pathsMissing) {
                attributes.remove(Attributes.REALPATH);
            }
            boolean listed = facts.listed() && !attributesMissing && !pathsMissing;
            functions.put(facts.address(), new FunctionFacts(facts.address(), attributes, facts.lspciText(), listed));
        }
        SortedMap<String, Reading> files = new TreeMap<>(whole.host());
        boolean filesMissing = random.nextInt(3) == 0;
        if (filesMissing) {
            files.keySet().removeIf(path -> !path.equals(HostFiles.IOMMU_CLASS) && random.nextInt(4) == 0);
        }
        return new Snapshot(whole.origin(), files, whole.hostListed() && !filesMissing, functions, List.of());
    }

    private static void shorten(SortedMap<String, Reading> attributes, Random random) {
        int length = List.of(0, 64, 256).get(random.nextInt(3));
        if (attributes.get(Attributes.CONFIG) instanceof Reading.Data(Bytes bytes, String source)) {
            attributes.put(
                    Attributes.CONFIG,
                    length == 0 ? UNREAD : new Reading.Data(bytes.slice(0, Math.min(length, bytes.length())), source));
        }
    }
}
