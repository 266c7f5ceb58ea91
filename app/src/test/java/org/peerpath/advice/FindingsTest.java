// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.path.Scenario;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** Every kind of finding: made when it should be, not on the healthy twin, and not ruled out by a fact nobody read. */
class FindingsTest {
    private static final Reading UNREAD = new Reading.Failed(Message.of("unknown.not-in-source", "this"), "sysfs");

    /** A healthy host made ill. */
    record Example(FindingId id, Severity severity, Scenario scenario, boolean metal, Consumer<HostBuilder> ill) {
        HostBuilder healthy() {
            return metal ? Ill.bareMetal() : Ill.vm();
        }

        @Override
        public String toString() {
            return id + " " + severity.id() + " " + scenario.id();
        }
    }

    private static Example vm(FindingId id, Severity severity, Consumer<HostBuilder> ill) {
        return new Example(id, severity, Scenario.VM, false, ill);
    }

    private static Example asIs(FindingId id, Severity severity, Consumer<HostBuilder> ill) {
        return new Example(id, severity, Scenario.AS_IS, false, ill);
    }

    private static Example metal(FindingId id, Severity severity, Consumer<HostBuilder> ill) {
        return new Example(id, severity, Scenario.BARE_METAL, true, ill);
    }

    static Stream<Example> examples() {
        return Stream.of(
                vm(
                        FindingId.P2P_REDIRECTED,
                        Severity.ERROR,
                        h -> h.get(Ill.NIC_PORT).acs(0x5f, 0x1d)),
                metal(FindingId.P2P_REDIRECTED, Severity.ERROR, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(Ill.ROOT).acs(0x1f, 0x10);
                }),
                vm(
                        FindingId.TRANSLATION_BLOCKED,
                        Severity.ERROR,
                        h -> h.get(Ill.ROOT).acs(0x1f, 0x1f)),
                vm(FindingId.TRANSLATION_BLOCKED, Severity.WARNING, h -> {
                    h.get(Ill.ROOT).acs(0x1f, 0x1f);
                    h.get(Ill.VF).ats(0x0040, 0);
                }),
                metal(
                        FindingId.EGRESS_BLOCKED,
                        Severity.ERROR,
                        h -> h.get(Ill.NIC_PORT).acs(0x087f, 0x20, 0xffff)),
                metal(FindingId.FORWARDING_OFF, Severity.ERROR, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(Ill.ROOT).acs(0x1f, 0x0d);
                }),
                vm(
                        FindingId.PATH_UNKNOWN,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC_PORT).readable(64)),
                vm(
                        FindingId.NO_SHARED_SWITCH,
                        Severity.INFO,
                        h -> h.rootPort("0000:25:01.0", 0x8086, 0x0db0)
                                .acs(0x1f, 0x1d)
                                .endpoint("0000:26:00.0", 0x15b3, 0x1021, 0x020000)
                                .rdma("mlx5_9", "28.40.1000", "ib9")),
                vm(FindingId.ATS_OFF, Severity.ERROR, h -> h.get(Ill.VF).ats(0x0040, 0)),
                vm(FindingId.ATS_NOT_YET_ON, Severity.INFO, h -> {
                    h.groups("identity").cmdline("iommu=pt");
                    h.get(Ill.NIC).ats(0x0060, 0);
                    h.get(Ill.VF).ats(0x0060, 0);
                }),
                new Example(FindingId.ATS_IS_PER_KEY, Severity.INFO, Scenario.BARE_METAL, true, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x5d);
                    h.get(Ill.NIC).ats(0x0060, 0x8000);
                }),
                vm(FindingId.ATS_WITHOUT_REASON, Severity.WARNING, h -> h.cmdline("pci=noats")),
                metal(
                        FindingId.ATS_WITHOUT_REASON,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC).ats(0x0060, 0x8000)),
                metal(FindingId.IOMMU_TRANSLATES_HOST_DMA, Severity.WARNING, h -> h.groups("DMA")),
                vm(
                        FindingId.ISOLATION_OPEN,
                        Severity.ERROR,
                        h -> h.get(Ill.GPU_PORT).acs(0x5f, 0x0d)),
                asIs(
                        FindingId.ISOLATION_OPEN,
                        Severity.ERROR,
                        h -> h.get(Ill.ROOT).acs(0x1f, 0x1c)),
                vm(FindingId.ISOLATION_NOT_REAL, Severity.ERROR, h -> h.cmdline("pcie_acs_override=downstream")),
                metal(FindingId.ISOLATION_NOT_REAL, Severity.INFO, h -> h.cmdline("pcie_acs_override=downstream")),
                vm(
                        FindingId.GROUPS_STALE,
                        Severity.WARNING,
                        h -> h.get(Ill.GPU_PORT).acs(0x5f, 0)),
                vm(FindingId.GROUPS_STALE, Severity.INFO, h -> {
                    h.get(Ill.VF).group(90);
                    h.get(Ill.GPU).group(90);
                }),
                vm(FindingId.GROUP_NOT_VIABLE, Severity.ERROR, h -> {
                    h.get(Ill.GPU).group(91);
                    h.get(Ill.GPU_PORT)
                            .endpoint("0000:19:00.1", 0x10de, 0x22ff, 0x040300)
                            .group(91)
                            .driver("snd_hda_intel");
                }),
                asIs(
                        FindingId.DIFFERENT_OWNERS,
                        Severity.INFO,
                        h -> h.get(Ill.VF).driver("mlx5_core")),
                vm(FindingId.INSIDE_A_GUEST, Severity.WARNING, h -> h.text(HostFiles.SYS_VENDOR, "QEMU")),
                vm(
                        FindingId.INSIDE_A_GUEST,
                        Severity.WARNING,
                        h -> h.text(HostFiles.CPUINFO_FLAGS, "processor: 0\nflags\t\t: fpu vme hypervisor lahf_lm\n")),
                metal(FindingId.PORT_WITHOUT_ACS, Severity.WARNING, h -> {
                    FunctionBuilder up =
                            h.rootPort("0000:35:01.0", 0x1fa0, 1).upstreamPort("0000:36:00.0", 0x1000, 0xc030);
                    up.downstreamPort("0000:37:00.0", 0x1000, 0xc030)
                            .acs(0x5f, 0x1d)
                            .endpoint("0000:38:00.0", 0x15b3, 0x1021, 0x020000);
                    up.downstreamPort("0000:37:01.0", 0x1000, 0xc030)
                            .acs(0x5f, 0x1d)
                            .endpoint("0000:39:00.0", 0x10de, 0x2330, 0x030200);
                }),
                metal(
                        FindingId.READS_NEED_RELAXED_ORDERING,
                        Severity.INFO,
                        h -> h.get(Ill.GPU_PORT).acs(0x5f, 0x08)),
                vm(
                        FindingId.READS_NEED_RELAXED_ORDERING,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC).relaxedOrdering(false)),
                vm(
                        FindingId.READS_NEED_STRICT_ORDERING,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC_PORT).acs(0x5f, 0x1d)),
                metal(FindingId.MIXED_REDIRECT, Severity.ERROR, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x04);
                    h.get(Ill.ROOT).acs(0x1f, 0x10);
                }),
                asIs(
                        FindingId.ACS_ZEROED,
                        Severity.ERROR,
                        h -> List.of(Ill.ROOT, Ill.NIC_PORT, Ill.GPU_PORT)
                                .forEach(p -> h.get(p).acs(0x5f, 0))),
                vm(FindingId.DIRECT_TRANSLATED_EVERYWHERE, Severity.INFO, h -> {
                    List.of(Ill.ROOT, Ill.NIC_PORT, Ill.GPU_PORT)
                            .forEach(p -> h.get(p).acs(0x5f, 0x5d));
                    h.rootPort("0000:25:01.0", 0x8086, 0x0db0).acs(0x5f, 0x5d);
                }),
                vm(
                        FindingId.CONFIG_ACS_UNSUPPORTED,
                        Severity.WARNING,
                        h -> h.kernel("6.8.0-60-generic").cmdline("pci=config_acs=1011101@0000:17:00.0")),
                vm(
                        FindingId.CONFIG_ACS_PARTIAL,
                        Severity.WARNING,
                        h -> h.cmdline("\"pci=config_acs=0011101@0000:17:01.0;1xxxxxx@0000:17:00.0\"")),
                vm(FindingId.NOACS_DOES_NOTHING, Severity.WARNING, h -> h.cmdline("pci=noacs")),
                vm(FindingId.KERNEL_LACKS_FIXES, Severity.WARNING, h -> h.kernel("6.8.0-60-generic")),
                vm(
                        FindingId.LOCKDOWN,
                        Severity.INFO,
                        h -> h.text(HostFiles.LOCKDOWN, "none [integrity] confidentiality")),
                vm(FindingId.FIRMWARE_FREEZES_HOST, Severity.ERROR, h -> firmware(h, "40.47.2526")),
                asIs(FindingId.FIRMWARE_FREEZES_HOST, Severity.ERROR, h -> firmware(h, "40.46.5500")),
                metal(FindingId.FIRMWARE_FREEZES_HOST, Severity.INFO, h -> firmware(h, "40.46.5500")),
                vm(FindingId.FIRMWARE_UNKNOWN, Severity.WARNING, h -> firmware(h, "40.48.1000")),
                vm(FindingId.FIRMWARE_UNKNOWN, Severity.WARNING, h -> firmware(h, "40.47.2682")),
                metal(FindingId.FIRMWARE_UNKNOWN, Severity.INFO, h -> firmware(h, "40.48.1000")),
                vm(FindingId.LINK_DOWNGRADED, Severity.WARNING, h -> {
                    h.get(Ill.NIC_PORT).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN6, 8);
                }),
                vm(
                        FindingId.LINK_DOWNGRADED,
                        Severity.INFO,
                        h -> h.get(Ill.GPU_PORT).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN1, 16)),
                vm(
                        FindingId.BANDWIDTH_SHORT,
                        Severity.INFO,
                        h -> h.get(Ill.NIC_PORT).link(LinkSpeed.GEN5, 16)),
                vm(FindingId.BANDWIDTH_SHORT, Severity.WARNING, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(Ill.ROOT).link(LinkSpeed.GEN5, 16);
                }),
                vm(
                        FindingId.UPLINK_OVERSUBSCRIBED,
                        Severity.INFO,
                        h -> h.get(Ill.SWITCH)
                                .downstreamPort("0000:17:02.0", 0x15b3, 0x197c)
                                .acs(0x5f, 0x5d)
                                .endpoint("0000:1a:00.0", 0x15b3, 0x1023, 0x020700)
                                .rdma("mlx5_1", "40.50.0464", "ib1")
                                .ats(0x0060, 0x8000)),
                vm(
                        FindingId.PAYLOAD_MISMATCH,
                        Severity.WARNING,
                        h -> h.get(Ill.GPU).payload(512, 128, 512)),
                vm(FindingId.PAYLOAD_SMALL, Severity.INFO, h -> {
                    h.get(Ill.NIC).payload(512, 128, 4096);
                    h.get(Ill.GPU).payload(512, 128, 512);
                }),
                vm(
                        FindingId.READ_REQUEST_SMALL,
                        Severity.INFO,
                        h -> h.get(Ill.NIC).payload(512, 256, 128)),
                vm(
                        FindingId.GPU_WINDOW_SMALL,
                        Severity.WARNING,
                        h -> h.get(Ill.GPU).bar(1, 0x2f000000000L, 0x10000000L)),
                vm(
                        FindingId.GPU_WINDOW_SMALL,
                        Severity.WARNING,
                        h -> h.get(Ill.GPU).attribute("resource", Ill.regions(0x100c, 0x4000000000L, 0x20200c))),
                vm(FindingId.NUMA_MISMATCH, Severity.INFO, h -> h.get(Ill.GPU).numa(1)),
                vm(FindingId.VF_LIMIT, Severity.WARNING, h -> h.get(Ill.NIC).attribute("sriov_numvfs", "200")),
                vm(FindingId.VF_LIMIT, Severity.WARNING, h -> h.get(Ill.NIC).attribute("sriov_totalvfs", "0")),
                vm(FindingId.VF_LIMIT, Severity.INFO, h -> h.get(Ill.NIC).attribute("sriov_numvfs", "16")),
                vm(
                        FindingId.VF_INTERRUPTS_SHORT,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC).attribute("sriov_numvfs", "16").attribute("sriov_vf_total_msix", "31")),
                vm(
                        FindingId.VF_MEMORY_SHORT,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC).attribute("resource", Ill.regions(0x14220c, 0x2000000, 0x14220c))),
                vm(
                        FindingId.PORT_CONTAINED,
                        Severity.ERROR,
                        h -> h.get(Ill.NIC_PORT).dpc(0x00d7, 0x0001, 0x1f01)),
                metal(
                        FindingId.DMA_BUF_UNAVAILABLE,
                        Severity.INFO,
                        h -> h.text(
                                "proc/driver/nvidia/version",
                                "NVRM version: NVIDIA UNIX x86_64 Kernel Module  580.95.05")),
                metal(FindingId.DMA_BUF_UNAVAILABLE, Severity.INFO, h -> h.kernel("5.11.22")),
                vm(
                        FindingId.ERRORS_COUNTED,
                        Severity.WARNING,
                        h -> h.get(Ill.NIC_PORT)
                                .attribute("aer_dev_nonfatal", "Undefined 0\nACSViol 3\nTOTAL_ERR_NONFATAL 3")),
                metal(
                        FindingId.PEERMEM_MISSING,
                        Severity.INFO,
                        h -> h.file("sys/module/nvidia_peermem/version", new Reading.Missing("sysfs"))),
                vm(
                        FindingId.SOURCES_DISAGREE,
                        Severity.WARNING,
                        h -> h.get(Ill.GPU)
                                .attribute(
                                        "realpath",
                                        "/sys/devices/pci0000:15/0000:15:01.0/0000:16:00.0/0000:17:00.0/" + Ill.GPU)));
    }

    private static void firmware(HostBuilder host, String version) {
        host.get(Ill.NIC).rdma("mlx5_0", version, "ib0");
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isMadeWhenItShouldBe(Example example) {
        List<Finding> found = Ill.findings(Ill.with(example.healthy(), example.ill()), example.scenario());
        assertTrue(
                found.stream().anyMatch(f -> f.id() == example.id() && f.severity() == example.severity()),
                () -> text(found));
    }

    @ParameterizedTest
    @MethodSource("examples")
    void isNotMadeOnTheHealthyTwin(Example example) {
        List<Finding> found = Ill.findings(example.healthy(), example.scenario());
        assertTrue(
                found.stream().noneMatch(f -> f.id() == example.id() && f.severity() == example.severity()),
                () -> text(found));
    }

    @Test
    void everyKindHasAnExample() {
        Set<FindingId> missing = EnumSet.allOf(FindingId.class);
        examples().map(Example::id).forEach(missing::remove);
        // These two have tests of their own.
        missing.removeAll(Set.of(FindingId.NOT_CHECKED, FindingId.KNOWLEDGE_FILE));
        assertEquals(Set.of(), missing);
    }

    @Test
    void theHealthyHostsAreCalm() {
        assertEquals(
                List.of("ats-is-per-key", "reads-need-relaxed-ordering"),
                Ill.findings(Ill.vm(), Scenario.VM).stream()
                        .map(f -> f.id().id())
                        .toList());
        List<Finding> metal = Ill.findings(Ill.bareMetal(), Scenario.BARE_METAL);
        assertEquals(List.of(), metal, () -> text(metal));
    }

    // ---- Unread facts ----------------------------------------------------------------------------------------------

    /** A healthy host of which a fact was not read. */
    record Unread(FindingId id, Scenario scenario, boolean metal, Consumer<HostBuilder> without) {
        @Override
        public String toString() {
            return id.id();
        }
    }

    static Stream<Unread> unread() {
        Consumer<HostBuilder> port = h -> h.get(Ill.NIC_PORT).readable(64);
        Consumer<HostBuilder> target = h -> h.get(Ill.GPU_PORT).readable(64);
        Consumer<HostBuilder> cmdline = h -> h.file(HostFiles.CMDLINE, UNREAD);
        Consumer<HostBuilder> kernel = h -> h.file(HostFiles.KERNEL_RELEASE, UNREAD);
        return Stream.of(
                new Unread(FindingId.P2P_REDIRECTED, Scenario.VM, false, port),
                new Unread(
                        FindingId.TRANSLATION_BLOCKED,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.ROOT).readable(256)),
                new Unread(FindingId.EGRESS_BLOCKED, Scenario.BARE_METAL, true, port),
                new Unread(FindingId.FORWARDING_OFF, Scenario.BARE_METAL, true, h -> {
                    h.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
                    h.get(Ill.ROOT).readable(256);
                }),
                new Unread(
                        FindingId.ATS_OFF,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.VF).readable(256)),
                new Unread(FindingId.ATS_WITHOUT_REASON, Scenario.VM, false, cmdline),
                new Unread(FindingId.IOMMU_TRANSLATES_HOST_DMA, Scenario.BARE_METAL, true, h -> {
                    h.file(HostFiles.groupType("50"), UNREAD);
                }),
                new Unread(
                        FindingId.ISOLATION_OPEN,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.ROOT).readable(256)),
                new Unread(FindingId.ISOLATION_NOT_REAL, Scenario.VM, false, cmdline),
                new Unread(FindingId.GROUPS_STALE, Scenario.VM, false, target),
                new Unread(
                        FindingId.GROUP_NOT_VIABLE,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.VF).attribute("iommu_group", UNREAD)),
                new Unread(
                        FindingId.DIFFERENT_OWNERS,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.GPU).attribute("driver", UNREAD)),
                new Unread(
                        FindingId.INSIDE_A_GUEST,
                        Scenario.VM,
                        false,
                        h -> h.file(HostFiles.SYS_VENDOR, UNREAD).file(HostFiles.CPUINFO_FLAGS, UNREAD)),
                new Unread(FindingId.READS_NEED_RELAXED_ORDERING, Scenario.VM, false, target),
                new Unread(FindingId.MIXED_REDIRECT, Scenario.BARE_METAL, true, port),
                new Unread(FindingId.CONFIG_ACS_PARTIAL, Scenario.VM, false, cmdline),
                new Unread(FindingId.CONFIG_ACS_UNSUPPORTED, Scenario.VM, false, h -> {
                    kernel.accept(h);
                    h.cmdline("pci=config_acs=1011101@0000:17:00.0");
                }),
                new Unread(FindingId.NOACS_DOES_NOTHING, Scenario.VM, false, cmdline),
                new Unread(FindingId.KERNEL_LACKS_FIXES, Scenario.VM, false, kernel),
                new Unread(FindingId.LOCKDOWN, Scenario.VM, false, h -> h.file(HostFiles.LOCKDOWN, UNREAD)),
                new Unread(
                        FindingId.FIRMWARE_FREEZES_HOST,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.NIC)
                                .without("infiniband")
                                .without("infiniband/mlx5_0/fw_ver")
                                .driver("vfio-pci")),
                new Unread(
                        FindingId.LINK_DOWNGRADED,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.GPU).readable(64)),
                new Unread(
                        FindingId.PAYLOAD_MISMATCH,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.GPU).readable(64)),
                new Unread(
                        FindingId.READ_REQUEST_SMALL,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.NIC).readable(64)),
                new Unread(
                        FindingId.GPU_WINDOW_SMALL,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.GPU).attribute("resource", UNREAD)),
                new Unread(
                        FindingId.VF_INTERRUPTS_SHORT,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.NIC).attribute("sriov_vf_total_msix", UNREAD)),
                new Unread(
                        FindingId.VF_INTERRUPTS_SHORT,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.NIC).attribute("sriov_numvfs", UNREAD)),
                new Unread(
                        FindingId.VF_MEMORY_SHORT,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.NIC).attribute("resource", UNREAD)),
                new Unread(
                        FindingId.VF_MEMORY_SHORT,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.NIC).attribute("sriov_totalvfs", UNREAD)),
                new Unread(
                        FindingId.VF_LIMIT,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.NIC).attribute("sriov_totalvfs", UNREAD)),
                new Unread(FindingId.PORT_CONTAINED, Scenario.VM, false, target),
                new Unread(
                        FindingId.ERRORS_COUNTED,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.GPU).attribute("aer_dev_fatal", UNREAD)),
                new Unread(
                        FindingId.DMA_BUF_UNAVAILABLE,
                        Scenario.BARE_METAL,
                        true,
                        h -> h.file("proc/driver/nvidia/version", UNREAD)),
                new Unread(
                        FindingId.PEERMEM_MISSING,
                        Scenario.BARE_METAL,
                        true,
                        h -> h.file("sys/module/nvidia_peermem", UNREAD)
                                .file("sys/module/nvidia_peermem/version", UNREAD)),
                new Unread(
                        FindingId.NUMA_MISMATCH,
                        Scenario.VM,
                        false,
                        h -> h.get(Ill.GPU).attribute("numa_node", UNREAD)));
    }

    @ParameterizedTest
    @MethodSource("unread")
    void isNotRuledOutByAFactNobodyRead(Unread unread) {
        HostBuilder host = unread.metal() ? Ill.bareMetal() : Ill.vm();
        List<Finding> found = Ill.findings(Ill.with(host, unread.without()), unread.scenario());
        assertTrue(found.stream().anyMatch(f -> admits(f, unread.id())), () -> text(found));
    }

    /** Says that it could not be checked: itself, by an unknown path, or by unknown firmware. */
    private static boolean admits(Finding finding, FindingId id) {
        return switch (finding.id()) {
            case NOT_CHECKED -> Texts.ENGLISH.say(finding.message()).contains(id.id());
            case PATH_UNKNOWN -> id.needs() == Need.CONFIG || id == FindingId.ATS_OFF;
            case FIRMWARE_UNKNOWN -> id == FindingId.FIRMWARE_FREEZES_HOST;
            default -> false;
        };
    }

    @Test
    void unreadFirmwareIsUnknownAndSaysHowToReadIt() {
        HostBuilder host = Ill.vm();
        host.get(Ill.NIC)
                .without("infiniband")
                .without("infiniband/mlx5_0/fw_ver")
                .driver("vfio-pci");
        Finding finding = Ill.findings(host, Scenario.VM).stream()
                .filter(f -> f.id() == FindingId.FIRMWARE_UNKNOWN)
                .findFirst()
                .orElseThrow();
        assertEquals(Severity.WARNING, finding.severity());
        assertEquals(List.of("mstflint -d 0000:18:00.0 q"), finding.commands());
        assertTrue(Texts.ENGLISH.say(finding.message()).contains("vfio-pci shows no firmware version"));
    }

    // ---- Order and texts -------------------------------------------------------------------------------------------

    @Test
    void worstFirst() {
        HostBuilder host = Ill.vm().kernel("6.8.0").cmdline("pci=noacs").text(HostFiles.LOCKDOWN, "[integrity]");
        host.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
        List<Finding> found = Ill.findings(host, Scenario.VM);
        assertEquals(found.stream().sorted(Finding.ORDER).toList(), found);
        assertEquals(Severity.ERROR, found.getFirst().severity());
        assertEquals(Severity.INFO, found.getLast().severity());
    }

    @Test
    void everyKindHasItsTextsInBothLanguages() {
        for (Texts texts : List.of(Texts.ENGLISH, new Texts(Locale.KOREAN))) {
            for (FindingCatalog.Entry entry : FindingCatalog.all()) {
                List.of(entry.explanation(), entry.remedy(), entry.needs(), entry.severity())
                        .forEach(message -> assertTrue(texts.say(message).length() > 1));
            }
        }
        Set<String> ids = FindingCatalog.all().stream().map(e -> e.id().id()).collect(Collectors.toSet());
        assertEquals(FindingId.values().length, ids.size());
        assertEquals(
                FindingId.ATS_OFF, FindingCatalog.find("ats-off").orElseThrow().id());
    }

    private static String text(List<Finding> findings) {
        return findings.stream()
                .map(f -> "\n" + f.severity().id() + " " + f.id() + ": " + Texts.ENGLISH.say(f.message()))
                .collect(Collectors.joining());
    }
}
