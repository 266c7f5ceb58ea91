// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/** A source id has no domain: which function is meant is told by the IOMMU, else by what uses ATS. */
class SuspectsTest {
    private static final String TIMEOUT = "VT-d detected Invalidation Time-out Error: SID 1800\n";
    private static final Address FIRST = Address.of("0000:18:00.0");
    private static final Address SECOND = Address.of("0001:18:00.0");

    private static HostBuilder host() {
        HostBuilder host = HostBuilder.named("s").intelIommu("f020de").groups("DMA");
        for (String domain : List.of("0000", "0001")) {
            host.rootPort(domain + ":15:01.0", 0x8086, 0x0db0)
                    .endpoint(domain + ":18:00.0", 0x15b3, 0x1023, 0x020000)
                    .driver("vfio-pci");
        }
        return host;
    }

    private static List<Address> suspects(HostBuilder host, String line) {
        return Logs.diagnose(line, HostModel.of(host.build())).conclusions().getFirst().suspects().stream()
                .map(Conclusion.Suspect::function)
                .toList();
    }

    @Test
    void withoutAHintEveryFunctionWithTheIdIsNamed() {
        assertEquals(List.of(FIRST, SECOND), suspects(host(), "DMAR: " + TIMEOUT));
    }

    @Test
    void ofThoseTheOnesThatUseAtsAreMeant() {
        HostBuilder host = host();
        host.get(SECOND.toString()).ats(0x0060, 0x8000);
        assertEquals(List.of(SECOND), suspects(host, "DMAR: " + TIMEOUT));
    }

    @Test
    void theUnitThatIsNamedSettlesItByTheFunctionsLink() {
        HostBuilder host = host();
        host.get(FIRST.toString()).attribute("iommu", "dmar4");
        host.get(SECOND.toString()).attribute("iommu", "dmar5").ats(0x0060, 0x8000);
        assertEquals(List.of(FIRST), suspects(host, "DMAR: dmar4: " + TIMEOUT));
        assertEquals(List.of(SECOND), suspects(host, "DMAR: dmar5: " + TIMEOUT));
    }

    @Test
    void orByTheSegmentThatTheFirmwaresTableGivesIt() {
        HostBuilder host = host().file(HostFiles.DMAR, new Reading.Data(dmar(0, 1), "sysfs"));
        host.get(FIRST.toString()).attribute("iommu", new Reading.Failed(unread(), "sysfs"));
        host.get(SECOND.toString()).attribute("iommu", new Reading.Failed(unread(), "sysfs"));
        assertEquals(List.of(FIRST), suspects(host, "DMAR: dmar0: " + TIMEOUT));
        assertEquals(List.of(SECOND), suspects(host, "DMAR: dmar1: " + TIMEOUT));
        assertEquals(
                List.of(FIRST, SECOND), suspects(host, "DMAR: dmar2: " + TIMEOUT), "a unit that is not in the table");
    }

    @Test
    void aRefusedRequestNeedsNoAts() {
        HostBuilder host = host();
        host.get(SECOND.toString()).ats(0x0060, 0x8000);
        assertEquals(
                List.of(FIRST, SECOND),
                suspects(
                        host,
                        "DMAR: [DMA Read NO_PASID] Request device [18:00.0] fault addr 0x7f0000 [fault reason "
                                + "0x06] PTE Read access is not set\n"));
    }

    @Test
    void whatIsNamedWithItsDomainIsThatOne() {
        assertEquals(
                List.of(SECOND),
                suspects(host(), "AMD-Vi: Event logged [IOTLB_INV_TIMEOUT device=0001:18:00.0 address=0x42b5b01a0]\n"));
        assertEquals(List.of(FIRST), suspects(host(), "NVRM: Xid (PCI:0000:18:00): 79, GPU has fallen off the bus.\n"));
        HostBuilder one = host();
        one.get(FIRST.toString()).ats(0x0060, 0x8000);
        assertEquals(
                List.of(FIRST),
                suspects(one, "AMD-Vi: Event logged [IOTLB_INV_TIMEOUT device=0000:18:00.0 address=0x42b5b01a0]\n"));
    }

    private static List<Address> ofHang(HostBuilder host, String before) {
        return suspects(host, before + Logs.lines(Logs.FREEZE, ""));
    }

    @Test
    void aFreezeIsBlamedOnWhatLostItsLinkThenOnGuestsAtsThenOnAnyAts() {
        HostBuilder host = host();
        assertEquals(List.of(), ofHang(host, ""), "nothing caches translations");
        host.get(FIRST.toString()).ats(0x0060, 0x8000).driver("mlx5_core");
        assertEquals(List.of(FIRST), ofHang(host, ""));
        host.get(SECOND.toString()).ats(0x0060, 0x8000);
        assertEquals(List.of(SECOND), ofHang(host, ""), "a guest's counts more than the host's own");
        assertEquals(
                List.of(Address.of("0000:15:01.0"), FIRST),
                ofHang(host, "pcieport 0000:15:01.0: pciehp: Slot(1): Link Down\n"));
        host.get(FIRST.toString()).driver("vfio-pci").rdma("mlx5_0", "40.47.2526", "ib0");
        assertEquals(List.of(FIRST, SECOND), ofHang(host, ""), "firmware known for it comes first");
        host.get(SECOND.toString()).rdma("mlx5_1", "40.47.2526", "ib1");
        host.get(FIRST.toString()).rdma("mlx5_0", "40.50.0464", "ib0");
        assertEquals(List.of(SECOND, FIRST), ofHang(host, ""));
    }

    @Test
    void anIdThatNoFunctionHasIsSaidAsItStands() {
        assertEquals(
                List.of(Address.of("0000:99:00.0")),
                suspects(host(), "DMAR: VT-d detected Invalidation Time-out Error: SID 9900\n"));
    }

    private static Message unread() {
        return Message.of("unknown.not-in-source", "iommu");
    }

    /** A DMAR table with one DRHD for each segment, and another structure between. */
    private static Bytes dmar(int... segments) {
        byte[] table = new byte[48 + segments.length * (16 + 8)];
        System.arraycopy("DMAR".getBytes(StandardCharsets.US_ASCII), 0, table, 0, 4);
        int at = 48;
        for (int segment : segments) {
            table[at] = 3;
            table[at + 2] = 8;
            at += 8;
            table[at + 2] = 16;
            table[at + 6] = (byte) segment;
            at += 16;
        }
        return Bytes.copyOf(table);
    }
}
