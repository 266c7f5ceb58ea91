// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** Who drives what, and who stands in whose way. */
class OwnershipFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                metal(FindingId.IOMMU_TRANSLATES_HOST_DMA, Severity.WARNING, h -> h.groups("DMA")),
                vm(FindingId.GROUP_NOT_VIABLE, Severity.ERROR, h -> {
                    h.get(FaultyHost.GPU).group(91);
                    h.get(FaultyHost.GPU_PORT)
                            .endpoint("0000:19:00.1", 0x10de, 0x22ff, 0x040300)
                            .group(91)
                            .driver("snd_hda_intel");
                }),
                asIs(
                        FindingId.DIFFERENT_OWNERS,
                        Severity.INFO,
                        h -> h.get(FaultyHost.VF).driver("mlx5_core")));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unreadMetal(FindingId.IOMMU_TRANSLATES_HOST_DMA, h -> {
                    h.file(HostFiles.groupType("50"), UNREAD);
                }),
                unread(FindingId.GROUP_NOT_VIABLE, h -> h.get(FaultyHost.VF).attribute("iommu_group", UNREAD)),
                unread(FindingId.DIFFERENT_OWNERS, h -> h.get(FaultyHost.GPU).attribute("driver", UNREAD)));
    }

    // ---- The host's own DMA ----------------------------------------------------------------------------------------

    @Test
    void translatedHostDmaNamesTheFunctionAndItsDomain() {
        Finding finding = find(
                        FaultyHost.bareMetal().groups("DMA"), Scenario.BARE_METAL, FindingId.IOMMU_TRANSLATES_HOST_DMA)
                .orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.NIC)), finding.functions());
        assertEquals(List.of("/sys/kernel/iommu_groups/50/type DMA (read from the host)"), evidence(finding));
    }

    /** A host driver's NIC behind an IOMMU, without ATS to take it past the redirect. */
    private static HostBuilder detour(String domain) {
        HostBuilder host = FaultyHost.vm().groups(domain);
        host.get(FaultyHost.NIC).ats(0x0060, 0);
        host.get(FaultyHost.VF).driver("mlx5_core");
        return host;
    }

    @Test
    void asItIsItMattersWhereItMakesADetour() {
        FindingId id = FindingId.IOMMU_TRANSLATES_HOST_DMA;
        assertTrue(made(detour("DMA"), Scenario.AS_IS, id));
        assertFalse(made(detour("identity"), Scenario.AS_IS, id), "switched off in the domain");
        assertFalse(made(detour("DMA"), Scenario.VM, id), "a guest's addresses are always translated");
        HostBuilder past = detour("DMA");
        past.get(FaultyHost.NIC).ats(0x0060, 0x8000);
        assertFalse(made(past, Scenario.AS_IS, id), "ATS takes it past the redirect");
        HostBuilder held = detour("DMA");
        held.get(FaultyHost.NIC).driver("vfio-pci");
        assertFalse(made(held, Scenario.AS_IS, id), "a guest's addresses are always translated");
    }

    @Test
    void cardsWithoutASharedSwitchAreNoDetour() {
        HostBuilder host = FaultyHost.vm();
        host.rootPort("0000:25:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .endpoint("0000:26:00.0", 0x15b3, 0x1021, 0x020000)
                .rdma("mlx5_9", "28.40.1000", "ib9")
                .driver("mlx5_core");
        assertFalse(made(host, Scenario.AS_IS, FindingId.IOMMU_TRANSLATES_HOST_DMA));
        assertTrue(made(host, Scenario.BARE_METAL, FindingId.IOMMU_TRANSLATES_HOST_DMA));
    }

    @Test
    void withoutAGroupNothingTranslates() {
        HostBuilder host = FaultyHost.bareMetal().groups("DMA");
        host.get(FaultyHost.NIC).without("iommu_group");
        assertFalse(made(host, Scenario.BARE_METAL, FindingId.IOMMU_TRANSLATES_HOST_DMA));
    }

    // ---- Both ends -------------------------------------------------------------------------------------------------

    @Test
    void differentOwnersAreNamedWithTheirDrivers() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.VF).driver("mlx5_core");
        Finding finding = find(host, Scenario.AS_IS, FindingId.DIFFERENT_OWNERS).orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.NIC), Address.of(FaultyHost.GPU)), finding.functions());
        assertEquals(
                List.of(
                        "driver mlx5_core (" + FaultyHost.NIC + ", read from sysfs)",
                        "driver vfio-pci (" + FaultyHost.GPU + ", read from sysfs)"),
                evidence(finding));
        assertFalse(made(host, Scenario.BARE_METAL, FindingId.DIFFERENT_OWNERS));
    }

    @Test
    void anEndWithoutADriverBelongsToNobody() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.NIC).driver("vfio-pci");
        host.get(FaultyHost.GPU).driver("nvidia");
        assertTrue(made(host, Scenario.AS_IS, FindingId.DIFFERENT_OWNERS));
        host.get(FaultyHost.GPU).without("driver");
        assertFalse(made(host, Scenario.AS_IS, FindingId.DIFFERENT_OWNERS));
        host.get(FaultyHost.GPU).driver("vfio-pci");
        host.get(FaultyHost.NIC).without("driver");
        host.get(FaultyHost.VF).without("driver");
        assertFalse(made(host, Scenario.AS_IS, FindingId.DIFFERENT_OWNERS));
    }

    @Test
    void oneVfInTheSameHandsAsTheGpuIsEnough() {
        assertFalse(
                made(FaultyHost.vm(), Scenario.AS_IS, FindingId.DIFFERENT_OWNERS), "PF with the host, VF and GPU not");
    }

    // ---- Groups ----------------------------------------------------------------------------------------------------

    private static final String AUDIO = "0000:19:00.1";

    private static FunctionBuilder beside(HostBuilder host, String address, int vendor, int device, int classCode) {
        host.get(FaultyHost.GPU).group(91);
        return host.get(FaultyHost.GPU_PORT)
                .endpoint(address, vendor, device, classCode)
                .group(91);
    }

    private static HostBuilder withAudio(String driver) {
        HostBuilder host = FaultyHost.vm();
        beside(host, AUDIO, 0x10de, 0x22ff, 0x040300).driver(driver);
        return host;
    }

    @Test
    void theMemberInTheWayIsNamedAndWhatToBind() {
        Finding finding = find(withAudio("snd_hda_intel"), Scenario.VM, FindingId.GROUP_NOT_VIABLE)
                .orElseThrow();
        assertEquals(List.of(Address.of(FaultyHost.GPU), Address.of(AUDIO)), finding.functions());
        assertEquals(
                "IOMMU group 91 cannot be assigned: 19:00.1 still belongs to a host driver.",
                Texts.ENGLISH.say(finding.message()));
        assertEquals(List.of("driver snd_hda_intel (" + AUDIO + ", read from sysfs)"), evidence(finding));
        assertEquals(List.of("driverctl set-override " + AUDIO + " vfio-pci"), finding.commands());
    }

    @Test
    void whatElseTheHostMayStandOnIsNotToldToBeTakenAway() {
        HostBuilder host = FaultyHost.vm();
        beside(host, "0000:19:01.0", 0x144d, 0xa826, 0x010802).driver("nvme");
        Finding finding = find(host, Scenario.VM, FindingId.GROUP_NOT_VIABLE).orElseThrow();
        assertEquals(Severity.ERROR, finding.severity());
        assertEquals(List.of(), finding.commands());
    }

    @ParameterizedTest
    @ValueSource(strings = {"vfio-pci", "nvgrace_gpu_vfio_pci", "pcieport", "pci-stub"})
    void driversThatLeaveDmaAloneAreInNobodysWay(String driver) {
        assertFalse(made(withAudio(driver), Scenario.VM, FindingId.GROUP_NOT_VIABLE));
    }

    @Test
    void aMemberWithoutADriverIsInNobodysWay() {
        HostBuilder host = FaultyHost.vm();
        beside(host, AUDIO, 0x10de, 0x22ff, 0x040300);
        assertFalse(made(host, Scenario.VM, FindingId.GROUP_NOT_VIABLE));
    }

    @Test
    void itIsAskedOfWhatGuestsHoldAndOfWhatTheyAreToHold() {
        assertTrue(made(withAudio("snd_hda_intel"), Scenario.AS_IS, FindingId.GROUP_NOT_VIABLE));
        HostBuilder nobody = withAudio("snd_hda_intel");
        nobody.get(FaultyHost.GPU).driver("nvidia");
        nobody.get(FaultyHost.VF).driver("mlx5_core");
        assertFalse(made(nobody, Scenario.AS_IS, FindingId.GROUP_NOT_VIABLE));
        Finding planned = find(nobody, Scenario.VM, FindingId.GROUP_NOT_VIABLE).orElseThrow();
        assertEquals(Severity.ERROR, planned.severity(), "an audio function will not go by itself");
        assertFalse(made(nobody, Scenario.BARE_METAL, FindingId.GROUP_NOT_VIABLE));
    }

    @Test
    void theEndsThemselvesAreToBeGivenAwayAndDoNotBlock() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.GPU).driver("nvidia");
        host.get(FaultyHost.VF).driver("mlx5_core");
        assertFalse(made(host, Scenario.VM, FindingId.GROUP_NOT_VIABLE));
    }

    @Test
    void anotherCardOfTheHostIsAWarningUntilAGuestHoldsTheGroup() {
        HostBuilder host = FaultyHost.vm();
        beside(host, "0000:19:01.0", 0x8086, 0x1563, 0x020000).driver("ixgbe");
        assertEquals(
                Severity.ERROR,
                find(host, Scenario.VM, FindingId.GROUP_NOT_VIABLE)
                        .orElseThrow()
                        .severity());
        host.get(FaultyHost.GPU).driver("nvidia");
        assertEquals(
                Severity.WARNING,
                find(host, Scenario.VM, FindingId.GROUP_NOT_VIABLE)
                        .orElseThrow()
                        .severity());
    }
}
