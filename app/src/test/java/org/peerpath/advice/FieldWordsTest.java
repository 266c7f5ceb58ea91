// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.advice.FieldHosts.acsControl;
import static org.peerpath.advice.FieldHosts.findings;
import static org.peerpath.advice.FieldHosts.host;
import static org.peerpath.advice.FieldHosts.ids;
import static org.peerpath.advice.FieldHosts.paths;
import static org.peerpath.advice.FieldHosts.verdicts;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.iommu.AtsState;
import org.peerpath.model.HostModel;
import org.peerpath.path.Completion;
import org.peerpath.path.Outcome;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.Changed;

/**
 * Field cases of which something wrong or nothing was said: each says what is right (field/README.md); its twin says none of
 * it.
 */
class FieldWordsTest {
    private static final String SMALL_ROOT = "0000:20:01.0";
    private static final String SMALL_NIC_PORT = "0000:22:00.0";
    private static final String SMALL_GPU_PORT = "0000:22:01.0";
    private static final String SMALL_NIC = "0000:23:00.0";
    private static final String SMALL_GPU = "0000:24:00.0";
    private static final int CAPABILITIES_2 = 0x60 + 0x24;
    private static final int CONTROL_2 = 0x60 + 0x28;
    private static final int EGRESS_BLOCKING = 0x80;
    private static final String NO_LINE = "0x0000000000000000 0x0000000000000000 0x0000000000000000";

    /**
     * @param says the findings of its own, separated by blanks
     * @param twin says none of them
     */
    record Words(String host, Scenario scenario, String says, UnaryOperator<Snapshot> twin) {
        @Override
        public String toString() {
            return host + " " + scenario.id() + " " + says;
        }
    }

    static Stream<Words> words() {
        return Stream.of(
                new Words(
                        "amd-smallbar",
                        Scenario.BARE_METAL,
                        "gpu-window-small",
                        host -> Changed.attribute(
                                host,
                                SMALL_GPU,
                                "resource",
                                "0x0000030000000000 0x0000037fffffffff 0x000000000014220c\n"
                                        + (NO_LINE + "\n").repeat(12))),
                new Words(
                        "amdgpu-kernel-refuses",
                        Scenario.BARE_METAL,
                        "kernel-refuses-peers",
                        host -> Changed.word(host, "0000:25:00.0", acsControl(host, "0000:25:00.0"), 0x7f, 0)),
                new Words(
                        "tags-atomics",
                        Scenario.AS_IS,
                        "ten-bit-tags",
                        host -> Changed.word(host, SMALL_GPU, CAPABILITIES_2 + 2, 1, 1)),
                new Words(
                        "tags-atomics",
                        Scenario.AS_IS,
                        "atomics-blocked",
                        host -> Changed.word(
                                Changed.word(host, SMALL_NIC_PORT, CONTROL_2, EGRESS_BLOCKING, 0),
                                SMALL_GPU_PORT,
                                CONTROL_2,
                                EGRESS_BLOCKING,
                                0)),
                new Words("bidir-detour", Scenario.BARE_METAL, "p2p-redirected bandwidth-short", FieldWordsTest::open),
                new Words(
                        "uf-off-vm",
                        Scenario.VM,
                        "reads-blocked",
                        host -> Changed.word(host, SMALL_ROOT, acsControl(host, SMALL_ROOT), 0x10, 0x10)),
                new Words(
                        "spt",
                        Scenario.VM,
                        "reads-blocked",
                        host -> Changed.word(host, "0000:02:01.0", acsControl(host, "0000:02:01.0"), 0x0c, 0)));
    }

    private static Snapshot open(Snapshot host) {
        Snapshot nic = Changed.word(host, SMALL_NIC_PORT, acsControl(host, SMALL_NIC_PORT), 0x0c, 0);
        return Changed.word(nic, SMALL_GPU_PORT, acsControl(nic, SMALL_GPU_PORT), 0x0c, 0);
    }

    @ParameterizedTest
    @MethodSource("words")
    void whatIsWrongIsSaidAndItsTwinSaysNothing(Words words) {
        Snapshot ill = host(words.host());
        Set<String> said = Set.of(words.says().split(" "));
        assertTrue(
                ids(ill, words.scenario()).containsAll(said),
                () -> ids(ill, words.scenario()).toString());
        Set<String> twin = ids(words.twin().apply(ill), words.scenario());
        assertTrue(said.stream().noneMatch(twin::contains), twin::toString);
    }

    /** Before a VF exists, a card is judged as the VFs that would be made; and so is its neighbour that needs no PASID. */
    @Test
    void aCardIsJudgedAsItsFutureVirtualFunctions() {
        Snapshot before = host("pt68-vfs0");
        Snapshot after = host("pt68-vfs1");
        for (Snapshot host : List.of(before, after)) {
            assertTrue(ids(host, Scenario.VM).contains("ats-off"));
            assertEquals(Set.of(Outcome.DETOUR), verdicts(host));
        }
        Snapshot newer = Changed.file(before, HostFiles.KERNEL_RELEASE, "7.1.0");
        assertTrue(
                !ids(newer, Scenario.VM).contains("ats-off"),
                () -> ids(newer, Scenario.VM).toString());
    }

    /** Completions that no port lets pass are blocked, and nothing that is said about them sends them another way. */
    @Test
    void blockedAnswersAreNoDetour() {
        Snapshot host = host("uf-off-vm");
        assertEquals(
                Set.of(Outcome.BLOCKED),
                paths(host, Scenario.VM).stream()
                        .flatMap(path -> path.untranslated().completion().stream())
                        .map(Completion::strict)
                        .collect(Collectors.toSet()));
        assertTrue(ids(host, Scenario.VM).stream()
                .noneMatch(Set.of("reads-need-strict-ordering", "reads-need-relaxed-ordering")::contains));
    }

    /** Zero vectors mean that a driver does not offer to change them, whoever made the card; too few are too few. */
    @Test
    void zeroVectorsAreNotToldOfAndTooFewAre() {
        Snapshot host = host("bnxt-msix");
        assertTrue(!ids(host, Scenario.VM).contains("vf-interrupts-short"));
        Snapshot mellanox = Changed.attribute(
                Changed.word(Changed.attribute(host, SMALL_NIC, "driver", "mlx5_core"), SMALL_NIC, 0, 0xffff, 0x15b3),
                SMALL_NIC,
                "vendor",
                "0x15b3");
        assertTrue(!ids(mellanox, Scenario.VM).contains("vf-interrupts-short"));
        Snapshot few = Changed.attribute(mellanox, SMALL_NIC, "sriov_vf_total_msix", "1");
        assertTrue(
                ids(few, Scenario.VM).contains("vf-interrupts-short"),
                () -> ids(few, Scenario.VM).toString());
    }

    /** All forms of AMD's features are read, and units that are alike leave nothing open. */
    @ParameterizedTest
    @ValueSource(strings = {"a5bf7320a2294aee:1d", "1d:a5bf7320a2294aee", "a5bf7320a2294aee"})
    void everyFormOfAmdsFeaturesIsRead(String features) {
        Snapshot host = host("amd1");
        for (String unit : List.of("ivhd0", "ivhd1")) {
            host = Changed.file(host, HostFiles.IOMMU_CLASS + "/" + unit + "/amd-iommu/features", features);
        }
        assertEquals(
                Set.of(0xa5bf7320a2294aeeL),
                HostModel.of(host).iommu().units().asOptional().orElseThrow().stream()
                        .flatMap(unit -> unit.extended().asOptional().stream())
                        .collect(Collectors.toSet()));
        assertTrue(
                paths(host, Scenario.VM).stream().noneMatch(path -> path.ats().state() == AtsState.UNKNOWN));
    }

    /** RDMA cards whose driver shows no RDMA device are counted beside one that has it. */
    @Test
    void networkCardsNeverVanish() {
        Snapshot host = host("pollara");
        assertEquals(
                List.of("0000:23:00.0", "0000:25:00.0", "0000:81:00.0"),
                Roles.nics(HostModel.of(host).topology(), false).stream()
                        .map(nic -> nic.address().toString())
                        .toList());
        Snapshot strange = Changed.word(
                Changed.attribute(
                        Changed.attribute(host, "0000:23:00.0", "vendor", "0xabcd"), "0000:23:00.0", "device", "0x1"),
                "0000:23:00.0",
                0,
                0xffff,
                0xabcd);
        assertTrue(
                ids(strange, Scenario.AS_IS).contains("network-left-out"),
                () -> ids(strange, Scenario.AS_IS).toString());
    }

    /** Intel's root ports with their control elsewhere get commands that reach it. */
    @Test
    void commandsReachTheControlOfIntelsRootPorts() {
        List<String> commands = findings(host("spt"), Scenario.VM).stream()
                .flatMap(finding -> finding.commands().stream())
                .filter(command -> command.contains("0000:00:1c.0"))
                .toList();
        assertTrue(!commands.isEmpty());
        assertTrue(commands.stream().allMatch(command -> command.contains("ECAP_ACS+8.l")), commands::toString);
    }
}
