// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.handover.nccl.NcclJudgement;
import org.peerpath.model.HostModel;
import org.peerpath.path.PairKind;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.HandoverFiles;
import org.peerpath.report.HandoverJson;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.testing.Cases;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.RandomHosts;
import org.peerpath.text.Texts;
import org.peerpath.vm.judge.VmState;
import org.peerpath.vm.shape.NcclDistance;

/** Kits for new VMs: what the guest will see, and what NCCL will call it, for every kind of host. */
class KitTest {
    static Kit kit(HostModel host, String... pairs) throws KitRefusedException {
        return new KitMaker(host, KitMachine.DEFAULT, Optional.empty()).ofPairs(wanted(pairs));
    }

    static List<KitMaker.Wanted> wanted(String... pairs) {
        return List.of(pairs).stream()
                .map(pair -> pair.split("="))
                .map(ends -> new KitMaker.Wanted(Address.of(ends[0]), Address.of(ends[1])))
                .toList();
    }

    private static String guest(Kit kit, String host) {
        return kit.find(Address.of(host)).orElseThrow().guest().orElseThrow().toString();
    }

    private static NcclDistance after(Kit kit, int pair) {
        return kit.pairs().get(pair).after().orElseThrow();
    }

    /** NCCL reads the file and calls each pair what the kit says; every address is there once. */
    static void holds(Kit kit) throws Exception {
        NcclJudgement judged = NcclJudgement.of(kit.nccl());
        for (KitPair pair : kit.pairs()) {
            assertEquals(
                    pair.after().orElseThrow().name(),
                    judged.between(
                            guest(kit, pair.nic().toString()),
                            guest(kit, pair.gpu().toString())),
                    kit.nccl().text());
        }
        Set<Address> guests = new HashSet<>();
        kit.functions().forEach(f -> assertTrue(guests.add(f.guest().orElseThrow()), f.toString()));
        Set<Integer> chassis = new HashSet<>();
        kit.added().forEach(device -> assertTrue(chassis.add(device.id().hashCode()), device.toString()));
    }

    /** Eight switches, four on each node, with a NIC that has virtual functions and a GPU each. */
    static HostBuilder eight() {
        HostBuilder host = HostBuilder.named("eight");
        for (int i = 0; i < 8; i++) {
            int bus = 0x10 + 0x10 * i;
            int node = i / 4;
            FunctionBuilder up = host.rootPort(at(bus, 1), 0x8086, 0x0db0)
                    .numa(i / 4)
                    .upstreamPort(at(bus + 1, 0), 0x1000, 0xc030)
                    .numa(i / 4);
            FunctionBuilder nic = up.downstreamPort(at(bus + 2, 0), 0x1000, 0xc030)
                    .endpoint(at(bus + 3, 0), 0x15b3, 0x1021, 0x020700)
                    .numa(i / 4);
            nic.virtualFunctions(4, 2, 1, 1, 0x101e).forEach(vf -> vf.numa(node).driver("vfio-pci"));
            up.downstreamPort(at(bus + 2, 1), 0x1000, 0xc030)
                    .endpoint(at(bus + 6, 0), 0x10de, 0x2330, 0x030200)
                    .driver("vfio-pci")
                    .numa(i / 4);
        }
        return host;
    }

    private static String at(int bus, int device) {
        return new Address(0, bus, device, 0).toString();
    }

    @Test
    void eightPairsOnTwoNodes() throws Exception {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int bus = 0x10 + 0x10 * i;
            pairs.add(new Address(0, bus + 3, 0, 1) + "=" + at(bus + 6, 0));
        }
        Kit kit = kit(HostModel.of(eight().build()), pairs.toArray(String[]::new));
        holds(kit);
        assertEquals(2, kit.nodes().size());
        assertEquals(2 * (1 + 4 * 4), kit.added().size(), "17 buses a node");
        // 256 - 17 = 0xef for the second node, 17 below it for the first; the first function is three buses further on.
        assertEquals("0000:e1:00.0", guest(kit, "0000:13:00.1"));
        assertEquals("0000:e2:00.0", guest(kit, "0000:16:00.0"));
        assertEquals("0000:ff:00.0", guest(kit, "0000:86:00.0"));
        for (int i = 0; i < 8; i++) {
            assertEquals(NcclDistance.PIX, after(kit, i));
            assertEquals(Optional.of(NcclDistance.PHB), kit.pairs().get(i).before());
        }
    }

    @Test
    void sixteenVirtualFunctions() throws Exception {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            int bus = 0x10 + 0x10 * i;
            pairs.add(new Address(0, bus + 3, 0, 1) + "=" + at(bus + 6, 0));
            pairs.add(new Address(0, bus + 3, 0, 2) + "=" + at(bus + 6, 0));
        }
        Kit kit = kit(HostModel.of(eight().build()), pairs.toArray(String[]::new));
        holds(kit);
        assertEquals(24, kit.functions().size());
        assertTrue(kit.pairs().stream().allMatch(pair -> pair.after().equals(Optional.of(NcclDistance.PIX))));
    }

    @Test
    void aHostWithoutSwitch() throws Exception {
        HostBuilder host = HostBuilder.named("flat");
        host.rootPort("0000:10:01.0", 0x8086, 0x0db0)
                .numa(0)
                .endpoint("0000:11:00.0", 0x15b3, 0x1021, 0x020700)
                .numa(0);
        host.rootPort("0000:20:01.0", 0x8086, 0x0db0)
                .numa(0)
                .endpoint("0000:21:00.0", 0x10de, 0x2330, 0x030200)
                .numa(0);
        Kit kit = kit(HostModel.of(host.build()), "0000:11:00.0=0000:21:00.0");
        holds(kit);
        assertEquals(NcclDistance.PHB, after(kit, 0));
        assertEquals(3, kit.added().size(), "an expander and two root ports, no switch");
    }

    @Test
    void aPairOnDifferentSwitchesIsRefused() {
        HostModel host = HostModel.of(eight().build());
        KitRefusedException refused =
                assertThrows(KitRefusedException.class, () -> kit(host, "0000:13:00.1=0000:26:00.0"));
        assertEquals("handover.refused.apart", refused.reason().key());
        String said = Texts.ENGLISH.say(refused.reason());
        assertTrue(said.contains("11:00.0") && said.contains("21:00.0"), said);
    }

    @Test
    void endsInTheWrongOrderAreRefused() {
        HostModel host = HostModel.of(eight().build());
        assertEquals(
                "handover.refused.no-nic",
                assertThrows(KitRefusedException.class, () -> kit(host, "0000:16:00.0=0000:13:00.1"))
                        .reason()
                        .key());
        assertEquals(
                "handover.refused.no-gpu",
                assertThrows(KitRefusedException.class, () -> kit(host, "0000:13:00.1=0000:13:00.2"))
                        .reason()
                        .key());
    }

    /** A switch below a switch: a level for one function is folded, one that two share stays. */
    @Test
    void levelsAreFoldedOnlyWhereNobodySharesThem() throws Exception {
        HostBuilder host = HostBuilder.named("cascade");
        FunctionBuilder top =
                host.rootPort("0000:10:01.0", 0x8086, 0x0db0).upstreamPort("0000:11:00.0", 0x1000, 0xc012);
        top.downstreamPort("0000:12:00.0", 0x1000, 0xc012).endpoint("0000:13:00.0", 0x10de, 0x2330, 0x030200);
        FunctionBuilder lower =
                top.downstreamPort("0000:12:01.0", 0x1000, 0xc012).upstreamPort("0000:14:00.0", 0x1000, 0xc012);
        lower.downstreamPort("0000:15:00.0", 0x1000, 0xc012).endpoint("0000:16:00.0", 0x15b3, 0x1021, 0x020700);
        lower.downstreamPort("0000:15:01.0", 0x1000, 0xc012).endpoint("0000:17:00.0", 0x10de, 0x2330, 0x030200);
        HostModel model = HostModel.of(host.build());
        Kit alone = kit(model, "0000:16:00.0=0000:13:00.0");
        holds(alone);
        assertEquals(NcclDistance.PIX, after(alone, 0), "the lower level serves the NIC only");
        Kit both = kit(model, "0000:16:00.0=0000:13:00.0", "0000:16:00.0=0000:17:00.0");
        holds(both);
        assertEquals(NcclDistance.PXB, after(both, 0), "NIC and second GPU share the lower level's link");
        assertEquals(NcclDistance.PIX, after(both, 1));
        assertEquals(
                NcclDistance.PXB,
                both.shape()
                        .distance(
                                both.find(Address.of("0000:16:00.0"))
                                        .orElseThrow()
                                        .place()
                                        .orElseThrow(),
                                both.find(Address.of("0000:13:00.0"))
                                        .orElseThrow()
                                        .place()
                                        .orElseThrow())
                        .orElseThrow(),
                "the guest's tree shows the same without the file");
    }

    /** {@code -Dpeerpath.nccl.hosts=5000} looks at more. */
    @Test
    void everyPairOfRandomHostsIsReadOrRefused() throws Exception {
        int made = 0;
        for (long seed :
                LongStream.range(0, Long.getLong("peerpath.nccl.hosts", 60)).toArray()) {
            HostModel host = HostModel.of(RandomHosts.small(seed).build());
            made += pairs(host);
        }
        assertTrue(made > 20, "kits made: " + made);
    }

    static Stream<Path> cases() throws IOException {
        return Cases.allHosts();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void everyNearestPairOfTheCasesIsReadOrRefused(Path file) throws Exception {
        pairs(HostModel.of(TreeReader.read(file, file.toString())));
    }

    /** Where a host has no NIC, its GPUs are the pairs; a kit is of a NIC and a GPU. */
    private static final PathSelection NICS_AND_GPUS = new PathSelection(Set.of(PairKind.NIC_GPU), false, false);

    private static int pairs(HostModel host) throws Exception {
        int made = 0;
        List<KitMaker.Wanted> all = new ArrayList<>();
        for (PathReport report : new PathJudge(host, Scenario.VM).judge(NICS_AND_GPUS)) {
            if (report.nearest()) {
                KitMaker.Wanted pair = new KitMaker.Wanted(report.requester(), report.target());
                try {
                    holds(new KitMaker(host, KitMachine.DEFAULT, Optional.empty()).ofPairs(List.of(pair)));
                    made++;
                    all.add(pair);
                } catch (KitRefusedException refused) {
                    assertFalse(
                            report.commonSwitch().isPresent(), refused.reason().key());
                }
            }
        }
        if (!all.isEmpty()) {
            holds(new KitMaker(host, KitMachine.DEFAULT, Optional.empty()).ofPairs(all));
        }
        return made;
    }

    @Test
    void sameInputSameBytes() throws Exception {
        HostModel host = HostModel.of(Cases.host("b300-vm-good"));
        PathReport nearest = new PathJudge(host, Scenario.VM)
                .judge(PathSelection.DEFAULT).stream()
                        .filter(PathReport::nearest)
                        .findFirst()
                        .orElseThrow();
        String pair = nearest.requester() + "=" + nearest.target();
        assertEquals(
                HandoverFiles.of(kit(host, pair), Texts.ENGLISH), HandoverFiles.of(kit(host, pair), Texts.ENGLISH));
    }

    @Test
    void hostileNamesStayInTheirPlaces() throws Exception {
        HostBuilder host = eight();
        host.get("0000:13:00.0").rdma("mlx--><script>|`", "1", "eth0");
        Kit kit = kit(HostModel.of(host.build()), "0000:13:00.1=0000:16:00.0");
        var files = HandoverFiles.of(kit, Texts.ENGLISH);
        assertEquals(new TreeSet<>(files.keySet()).size(), files.size());
        files.forEach((name, text) -> assertFalse(
                (name.endsWith(".xml") && text.contains("script"))
                        || (name.endsWith(".md") && text.contains("<script")),
                name + "\n" + text));
        NcclJudgement.of(kit.nccl());
    }

    /** The guest as the kit makes it: the map finds every function and the host's verdicts hold; another device is seen. */
    @Test
    void theGuestIsJudgedWithTheHostsTruth() throws Exception {
        HostModel host = HostModel.of(eight().build());
        Kit kit = kit(host, "0000:13:00.1=0000:16:00.0");
        HostTruth truth = HandoverJson.read(HandoverJson.of(kit).toString().getBytes(StandardCharsets.UTF_8))
                .orElseThrow();
        assertEquals(2, truth.functions().size());
        HostTruth.Answer right = truth.judge(HostModel.of(guest(kit, 0x2330).build()));
        assertTrue(
                right.functions().stream().allMatch(f -> f.result() == HostTruth.Result.AS_EXPECTED),
                right.functions().toString());
        assertEquals(Optional.of(NcclDistance.PIX), right.pairs().getFirst().now());
        HostTruth.Answer wrong = truth.judge(HostModel.of(guest(kit, 0x2331).build()));
        assertEquals(VmState.BROKEN, wrong.state());
        HostTruth.Answer empty =
                truth.judge(HostModel.of(HostBuilder.named("other").build()));
        assertTrue(empty.functions().stream().allMatch(f -> f.result() == HostTruth.Result.NOT_THERE));
    }

    /** Reading the guest replaces predicted addresses. */
    @Test
    void theGuestFinishesTheKit() throws Exception {
        HostModel host = HostModel.of(eight().build());
        Kit kit = kit(host, "0000:13:00.1=0000:16:00.0");
        Kit finished = new KitMaker(
                        host,
                        KitMachine.DEFAULT,
                        Optional.of(HostModel.of(guest(kit, 0x2330).build())))
                .ofPairs(wanted("0000:13:00.1=0000:16:00.0"));
        assertTrue(
                finished.functions().stream().allMatch(f -> f.source() == PlacedFunction.Source.READ),
                finished.functions().toString() + finished.notes());
        assertFalse(finished.nccl().text().contains("predicted"));
    }

    /** The tree that the kit builds, as a guest shows it. */
    private static HostBuilder guest(Kit kit, int gpu) {
        int bus = kit.added().getFirst().busNumber().orElseThrow();
        HostBuilder guest = HostBuilder.named("guest");
        FunctionBuilder up =
                guest.rootPort(at(bus, 0), 0x1b36, 0x000c).numa(0).upstreamPort(at(bus + 1, 0), 0x104c, 0x8232);
        up.downstreamPort(at(bus + 2, 0), 0x104c, 0x8233)
                .endpoint(at(bus + 3, 0), 0x15b3, 0x101e, 0x020700)
                .numa(0);
        up.downstreamPort(at(bus + 2, 1), 0x104c, 0x8233)
                .endpoint(at(bus + 4, 0), 0x10de, gpu, 0x030200)
                .numa(0);
        return guest;
    }

    /** The guest as the kit makes it, beside a map that somebody changed: what is not told is never fine. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"verdict\":\"inside-switch\"|\"verdict\":\"splendid\"",
                "\"verdict\":\"inside-switch\"|\"verdict\":\"INSIDE-SWITCH\"",
                "\"requester\":\"0000:13:00.1\"|\"requester\":\"0000:14:00.1\"",
                "\"vendor\":\"10de\"|\"vendor\":null",
                "\"host\":\"0000:16:00.0\"|\"host\":\"no address\"",
            })
    void aChangedMapProvesNothing(String written, String changed) throws Exception {
        HostModel host = HostModel.of(eight().build());
        Kit kit = kit(host, "0000:13:00.1=0000:16:00.0");
        HostModel guest = HostModel.of(guest(kit, 0x2330).build());
        String map = HandoverJson.of(kit).toString().replace("\"detour\"", "\"inside-switch\"");
        assertTrue(map.contains(written), map);
        assertEquals(VmState.OK, truth(map).judge(guest).state());
        assertEquals(
                VmState.UNKNOWN,
                truth(map.replace(written, changed)).judge(guest).state());
    }

    /** Two functions cannot stand at one place. */
    @Test
    void onePlaceIsOneFunction() throws Exception {
        Kit kit = kit(HostModel.of(eight().build()), "0000:13:00.1=0000:16:00.0", "0000:13:00.2=0000:16:00.0");
        String map = HandoverJson.of(kit).toString().replace("\"detour\"", "\"inside-switch\"");
        String twice = map.replace(guest(kit, "0000:13:00.2"), guest(kit, "0000:13:00.1"));
        HostModel guest = HostModel.of(guest(kit, 0x2330).build());
        assertEquals(VmState.UNKNOWN, truth(twice).judge(guest).state());
    }

    private static HostTruth truth(String map) {
        return HandoverJson.read(map.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    }

    /** A q35 around the functions of an Arm host would not start. */
    @Test
    void anArmHostGetsNoMachineOfAnother() {
        for (HostBuilder host : List.of(eight().smmu(), eight().kernel("6.14.0-1007-nvidia-64k.aarch64"))) {
            HostModel model = HostModel.of(host.build());
            KitRefusedException refused =
                    assertThrows(KitRefusedException.class, () -> kit(model, "0000:13:00.1=0000:16:00.0"));
            assertEquals("handover.refused.arm", refused.reason().key());
        }
    }
}
