// SPDX-License-Identifier: Apache-2.0
package org.peerpath.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.iommu.TableBytes;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/** Every cause of ATS being off, in the order in which it is looked for, and what leaves it unknown. */
class AtsAssessmentTest {
    private static final String NIC = "0000:18:00.0";
    private static final String LEGACY_WITH_DEVICE_TLB = "f020de";
    private static final Reading UNREAD = new Reading.Failed(Message.of("unknown.not-in-source", "x"), "sysfs");

    private static HostBuilder below(HostBuilder host, int vendor, int device) {
        host.rootPort("0000:15:01.0", vendor, device)
                .acs(0x1f, 0x1d)
                .endpoint(NIC, 0x15b3, 0x1023, 0x020000)
                .ats(0x0060, 0)
                .driver("vfio-pci");
        return host;
    }

    private static HostBuilder intel() {
        return below(HostBuilder.named("i").intelIommu(LEGACY_WITH_DEVICE_TLB).groups("identity"), 0x8086, 0x0db0);
    }

    private static HostBuilder amd(String type) {
        return below(
                HostBuilder.named("a").amdIommu("190b640f", "246577efa2254afa").groups(type), 0x1022, 0x14ab);
    }

    private static HostBuilder arm(String type) {
        return below(HostBuilder.named("s").smmu().groups(type), 0x1def, 0xe100);
    }

    private static AtsStatus of(HostBuilder host) {
        HostModel model = HostModel.of(host.build());
        return new AtsAssessment(model).of(model.topology().get(Address.of(NIC)));
    }

    private static void is(AtsState state, String why, HostBuilder host) {
        AtsStatus status = of(host);
        assertEquals(state, status.state(), status.toString());
        assertEquals(why, status.why().key());
    }

    private static HostBuilder file(HostBuilder host, String path, Bytes bytes) {
        return host.file(path, new Reading.Data(bytes, "sysfs"));
    }

    @Test
    void onAbsentAndUnreadAreTheFunctionsOwn() {
        HostBuilder on = intel();
        on.get(NIC).ats(0x0060, 0x8000);
        is(AtsState.ON, "ats.on", on);
        HostBuilder unread = intel();
        unread.get(NIC).readable(256);
        assertEquals(AtsState.UNKNOWN, of(unread).state());
        HostBuilder absent = HostBuilder.named("n");
        absent.rootPort("0000:15:01.0", 0x8086, 0x0db0).endpoint(NIC, 0x15b3, 0x1023, 0x020000);
        is(AtsState.ABSENT, "ats.absent", absent);
        absent.get(NIC).attribute("mlxconfig/ATS_ENABLED/next-boot", "False(0)");
        is(AtsState.ABSENT, "ats.absent", absent);
    }

    @Test
    void aSettingThatWaitsForTheNextBootIsACauseOfItsOwn() {
        HostBuilder host = HostBuilder.named("n");
        host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .endpoint(NIC, 0x15b3, 0x1023, 0x020000)
                .attribute("mlxconfig/ATS_ENABLED/next-boot", "True(1)")
                .virtualFunctions(4, 1, 1, 1, 0x101e);
        is(AtsState.ABSENT, "ats.absent.pending", host);
        HostModel model = HostModel.of(host.build());
        PciFunction virtual = model.topology()
                .get(model.topology().virtualFunctions(Address.of(NIC)).getFirst());
        assertEquals(
                "ats.absent.pending", new AtsAssessment(model).of(virtual).why().key());

        // A VF without the capability of its PF waits for nothing.
        host.get(NIC).ats(0x0060, 0x8000);
        HostModel shown = HostModel.of(host.build());
        assertEquals(
                "ats.absent",
                new AtsAssessment(shown)
                        .of(shown.topology().get(virtual.address()))
                        .why()
                        .key());
    }

    @Test
    void intelLegacyModeTurnsItOnAtAttachFromIdentityOnly() {
        is(AtsState.READY, "ats.ready", intel());
        is(AtsState.OFF, "ats.off.not-enabled", intel().groups("DMA"));
        is(AtsState.OFF, "ats.off.not-enabled", intel().intelIommu("80000f020de"));
        is(AtsState.READY, "ats.ready", intel().intelIommu("80000f020de").cmdline("intel_iommu=on,sm_off"));
        is(AtsState.OFF, "ats.off.no-device-tlb", intel().intelIommu("f020da"));
    }

    /** Before 6.12 neither driver gave a PF in an identity domain the unit that its VFs need (commit 6c17c7d5936e). */
    @ParameterizedTest
    @CsvSource({
        "intel, 6.8.0-60-generic, 0, ats.off.vf-before-6.12",
        "arm, 6.8.0-60-generic, 0, ats.off.vf-before-6.12",
        "amd, 6.8.0-60-generic, 0, ats.off.not-enabled",
        "intel, 6.12.0, 0, ats.ready",
        "arm, 6.12.0, 0, ats.ready",
        // Where the PF has it on, it has the unit.
        "intel, 6.8.0-60-generic, 0x8000, ats.ready",
        "arm, 6.8.0-60-generic, 0x8000, ats.ready",
    })
    void aVfNeedsTheUnitOfItsPf(String iommu, String release, String physicalControl, String why) {
        HostBuilder host = switch (iommu) {
            case "intel" -> intel();
            case "arm" -> arm("identity");
            default -> amd("identity");
        };
        host.kernel(release)
                .get(NIC)
                .ats(0x0060, Integer.decode(physicalControl))
                .virtualFunctions(4, 1, 1, 1, 0x101e)
                .getFirst()
                .ats(0x0060, 0)
                .driver("vfio-pci");
        // Somewhere below the same SMMU ATS is on, so that it is known to serve it.
        host.rootPort("0000:25:01.0", 0x1def, 0xe100)
                .endpoint("0000:26:00.0", 0x15b3, 0x1023, 0x020000)
                .ats(0x0060, 0x8000);
        HostModel model = HostModel.of(host.build());
        AtsStatus status = new AtsAssessment(model).of(model.topology().get(Address.of("0000:18:00.1")));
        assertEquals(why, status.why().key());
    }

    /** Then the kernel attached it, and left ATS off. */
    @Test
    void whatAGuestHasNowIsNotReady() {
        HostBuilder host = intel();
        host.get(NIC).group(7);
        is(AtsState.READY, "ats.ready", host.text(HostFiles.VFIO_HOLDERS, ""));
        is(AtsState.READY, "ats.ready", host.text(HostFiles.VFIO_HOLDERS, "4711 /dev/vfio/8 qemu-kvm other"));
        is(AtsState.OFF, "ats.off.not-enabled", host.text(HostFiles.VFIO_HOLDERS, "4711 /dev/vfio/7 qemu-kvm guest"));
        is(AtsState.READY, "ats.ready", host.file(HostFiles.VFIO_HOLDERS, UNREAD));
        host.get(NIC).attribute(Attributes.GUEST, "guest");
        is(AtsState.OFF, "ats.off.not-enabled", host);
    }

    @Test
    void firstCauseInOrderIsNamed() {
        is(AtsState.OFF, "ats.off.noats", intel().intelIommu("0").cmdline("pci=noats"));
        is(AtsState.OFF, "ats.off.no-iommu", below(HostBuilder.named("n"), 0x8086, 0x0db0));
        HostBuilder unaligned = intel();
        unaligned.get(NIC).ats(0x0040, 0);
        is(AtsState.OFF, "ats.off.not-page-aligned", unaligned);
        is(
                AtsState.OFF,
                "ats.off.root-port",
                below(HostBuilder.named("g").smmu().groups("identity"), 0x10de, 0x22b1));
    }

    @Test
    void anUnreadFactLeavesItUnknownAndAKnownCauseWins() {
        assertEquals(
                AtsState.UNKNOWN, of(intel().file(HostFiles.CMDLINE, UNREAD)).state());
        is(AtsState.OFF, "ats.off.no-device-tlb", intel().intelIommu("0").file(HostFiles.CMDLINE, UNREAD));
        assertEquals(
                AtsState.UNKNOWN,
                of(intel().file(HostFiles.IOMMU_CLASS, UNREAD)).state());
    }

    @ParameterizedTest
    @CsvSource({"6.11.0, OFF, ats.off.vf-before-6.12", "6.12.0, READY, ats.ready"})
    void beforeLinux612AVfOfAnIdentityPfStaysOff(String kernel, AtsState state, String why) {
        HostBuilder host = intel().kernel(kernel);
        String vf = "0000:18:00.1";
        host.get(NIC).virtualFunctions(4, 1, 1, 1, 0x101e).getFirst().ats(0x0060, 0);
        HostModel model = HostModel.of(host.build());
        AtsStatus status = new AtsAssessment(model).of(model.topology().get(Address.of(vf)));
        assertEquals(state, status.state());
        assertEquals(why, status.why().key());
    }

    @Test
    void amdTurnsItOnEverywhereOrNowhere() {
        is(AtsState.OFF, "ats.off.not-enabled", amd("identity"));
        is(AtsState.OFF, "ats.off.no-device-tlb", amd("identity").amdIommu("180b640f", "0"));
        HostBuilder two = amd("identity");
        two.directory(HostFiles.IOMMU_CLASS, "ivhd0", "ivhd1")
                .text(HostFiles.IOMMU_CLASS + "/ivhd1/amd-iommu/cap", "80b640f");
        is(AtsState.OFF, "ats.off.no-device-tlb", two);
    }

    @Test
    void amdsTableSpeaksWhereSysfsDoesNotAndNamesDevices() {
        String cap = HostFiles.IOMMU_CLASS + "/ivhd0/amd-iommu/cap";
        Bytes with = TableBytes.ivrs(TableBytes.ivhd(0x11, 0x10, 2, 0));
        Bytes without = TableBytes.ivrs(TableBytes.ivhd(0x11, 0x00, 2, 0));
        is(AtsState.OFF, "ats.off.no-device-tlb", file(amd("identity").file(cap, UNREAD), HostFiles.IVRS, without));
        is(AtsState.OFF, "ats.off.not-enabled", file(amd("identity").file(cap, UNREAD), HostFiles.IVRS, with));
        is(AtsState.OFF, "ats.off.not-enabled", file(amd("identity"), HostFiles.IVRS, without));
        Bytes refused = TableBytes.ivrs(TableBytes.ivhd(0x11, 0x10, 2, 0, TableBytes.entry(0x46, 0x1800, 1 << 31)));
        is(AtsState.OFF, "ats.off.ivrs", file(amd("identity"), HostFiles.IVRS, refused));
    }

    @Test
    void armsTableSettlesItWhereItSaysNo() {
        Bytes no = TableBytes.iort(TableBytes.rootComplex(0, 0));
        Bytes yes = TableBytes.iort(TableBytes.rootComplex(0, 1));
        is(AtsState.OFF, "ats.off.not-in-iort", file(arm("identity"), HostFiles.IORT, no));
        is(
                AtsState.OFF,
                "ats.off.not-in-iort",
                file(arm("DMA").file(HostFiles.IOMMU_CLASS, UNREAD), HostFiles.IORT, no));
        is(AtsState.OFF, "ats.off.not-enabled", file(arm("DMA"), HostFiles.IORT, yes));
        is(AtsState.UNKNOWN, "unknown.iommu.kind", file(arm("identity"), HostFiles.IORT, yes));
        is(AtsState.UNKNOWN, "unknown.iort.segment", file(arm("identity"), HostFiles.IORT, TableBytes.iort()));
        is(AtsState.UNKNOWN, "unknown.not-a-number", file(arm("identity"), HostFiles.IORT, Bytes.EMPTY));
    }

    @Test
    void anSmmuThatServesOneFunctionCanServeAnother() {
        HostBuilder host = file(arm("identity"), HostFiles.IORT, TableBytes.iort(TableBytes.rootComplex(0, 1)));
        host.rootPort("0000:35:01.0", 0x1def, 0xe100)
                .endpoint("0000:36:00.0", 0x15b3, 0x1023, 0x020000)
                .ats(0x0060, 0x8000);
        is(AtsState.READY, "ats.ready", host);
    }
}
