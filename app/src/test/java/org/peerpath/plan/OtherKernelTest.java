// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.hardware.KernelChange;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** The same host under another kernel, and every row of what kernels do otherwise. */
class OtherKernelTest {
    private static final String VFIO = "vfio-pci";

    private static OtherKernel of(HostModel host, String release) {
        return OtherKernel.of(host, release, KernelVersion.parse(release).orElseThrow(), Knowledge.shipped());
    }

    private static List<String> ids(OtherKernel other) {
        return other.changes().stream().map(KernelChange::id).toList();
    }

    /** A NIC with ATS and VFs, one of which a VM may have, below a root port of Intel's IOMMU. */
    private static HostModel host(String kernel, boolean ats, boolean vfs, String driver, int vendor, int device) {
        HostBuilder host = HostBuilder.named("host").intelIommu("f020de").kernel(kernel);
        var nic = host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .endpoint("0000:16:00.0", vendor, device, 0x020000)
                .driver(driver);
        if (ats) {
            nic.ats(0x0060, 0);
        }
        if (vfs) {
            nic.attribute("sriov_numvfs", "0");
        }
        return HostModel.of(host.build(), Knowledge.shipped());
    }

    static Stream<Arguments> rows() {
        return Knowledge.shipped().kernelChanges().stream().map(change -> Arguments.argumentSet(change.id(), change));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void everyRowIsSaidInBothLanguagesAndCountsFromItsReleaseOn(KernelChange change) {
        for (Locale locale : List.of(Locale.ENGLISH, Locale.KOREAN)) {
            assertNotEquals(change.message().key(), new Texts(locale).say(change.message()));
        }
        // A host with all that a row may concern: GB20B keeps ATS on from 7.2.
        HostModel all = host("4.18.0", true, true, VFIO, 0x10de, 0x2e00);
        String since = change.since().toString();
        assertTrue(ids(of(all, since)).contains(change.id()), "at " + since);
        KernelVersion before = new KernelVersion(
                change.since().major(), Math.max(0, change.since().minor() - 1), 99);
        assertFalse(ids(of(all, before.toString())).contains(change.id()), "at " + before);
        HostModel now = host(since, true, true, VFIO, 0x10de, 0x2e00);
        assertFalse(ids(of(now, "9.0")).contains(change.id()), "is so already");
        assertTrue(ids(of(now, "4.18")).contains(change.id()), "lost on the way back");
    }

    @ParameterizedTest
    @CsvSource({
        "false, true,  vfio-pci, vtd-ats-fails-probe, vf-ats-asks-pf",
        "true,  false, vfio-pci, vf-ats-asks-pf,      vtd-ats-fails-probe",
        "true,  true,  mlx5_core, iommufd-maps-bars,  vf-ats-asks-pf",
        "true,  true,  vfio-pci, ats-always-on,       iommufd-maps-bars",
    })
    void whatDoesNotConcernTheHostIsNotListed(boolean ats, boolean vfs, String driver, String not, String but) {
        List<String> found = ids(of(host("6.8.0-60-generic", ats, vfs, driver, 0x15b3, 0x1023), "7.3"));
        assertFalse(found.contains(not), found.toString());
        assertTrue(found.contains(but), found.toString());
    }

    @Test
    void aReleaseThatWasNotReadListsNoChangeAndSaysSo() {
        HostModel host = host("6.8.0", true, true, VFIO, 0x15b3, 0x1023);
        Snapshot unread = host.snapshot()
                .withHost(HostFiles.KERNEL_RELEASE, new Reading.Failed(Message.of("label.plain", "no"), "test"));
        OtherKernel other = of(HostModel.of(unread, Knowledge.shipped()), "7.3");
        assertEquals(List.of(), other.changes());
        assertTrue(other.present().isUnknown());
    }

    @Test
    void theSameKernelMakesNoDifference() {
        OtherKernel same = of(host("6.8.0-60-generic", true, true, VFIO, 0x15b3, 0x1023), "6.8.0-60-generic");
        assertEquals(List.of(), same.differences());
        assertEquals(List.of(), same.guards());
        assertEquals(List.of(), same.changes());
    }

    @Test
    void onlyTheReleaseIsAnother() {
        HostModel host = host("6.8.0", true, true, VFIO, 0x15b3, 0x1023);
        HostModel other = host.withKernel("7.3");
        assertEquals(host.topology(), other.topology());
        assertEquals(host.snapshot().functions(), other.snapshot().functions());
        assertEquals(
                host.snapshot(),
                other.snapshot()
                        .withHost(
                                HostFiles.KERNEL_RELEASE,
                                Objects.requireNonNull(host.snapshot().host().get(HostFiles.KERNEL_RELEASE))));
    }
}
