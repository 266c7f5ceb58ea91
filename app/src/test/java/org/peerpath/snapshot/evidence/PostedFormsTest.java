// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.lspci.DeviceKinds;

/** The forms in which people post what their machine is, on which an earlier version helped nobody. */
class PostedFormsTest {
    private static String text(String name) {
        try (InputStream in = Objects.requireNonNull(
                PostedFormsTest.class.getResourceAsStream("/org/peerpath/posted/text/" + name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Snapshot read(String text) throws UnreadableSourceException {
        return Recognizer.paste(text);
    }

    private static FunctionFacts function(Snapshot snapshot, String address) {
        return Objects.requireNonNull(snapshot.functions().get(Address.of(address)));
    }

    private static String said(Snapshot snapshot, String function, String attribute) {
        return function(snapshot, function).text(attribute).asOptional().orElse("-");
    }

    // ---- Trees -----------------------------------------------------------------------------------------------------

    @Test
    void aTreeWithNamesTellsNetworkCardsFromGpus() throws UnreadableSourceException {
        String named = text("tree-names.txt");
        String namesOnly = named.replaceAll(" \\[[0-9a-f]{4}:[0-9a-f]{4}\\]", "");
        String numbersOnly = named.replaceAll("(\\.0|\\.1)  .* \\[([0-9a-f]{4}:[0-9a-f]{4})\\]", "$1  $2");
        for (String tree : List.of(named, namesOnly, numbersOnly)) {
            Snapshot snapshot = read(tree);
            assertEquals(SourceKind.LSPCI_TREE, snapshot.origin().kind());
            assertEquals("0x020000", said(snapshot, "0000:03:00.0", Attributes.CLASS), tree);
            assertEquals("0x030200", said(snapshot, "0000:04:00.0", Attributes.CLASS), tree);
            assertEquals("0x030200", said(snapshot, "0000:81:00.0", Attributes.CLASS), tree);
            assertTrue(said(snapshot, "0000:03:00.0", Attributes.REALPATH).contains("0000:01:00.0"));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "10de | 2330 | NVIDIA Corporation GH100 [H100 SXM5 80GB] | 0x030200",
                "10de |      | NVIDIA Corporation GA102GL [RTX A6000] | 0x030200",
                "10de |      | NVIDIA Corporation GA102 High Definition Audio Controller | 0x040300",
                "10de |      | NVIDIA Corporation TU104 USB 3.1 Host Controller | 0x0c0330",
                "10de | 22a3 | NVIDIA Corporation GH100 [H100 NVSwitch] | 0x068000",
                "15b3 |      | Mellanox Technologies MT2892 Family [ConnectX-6 Dx] | 0x020000",
                "15b3 |      | Mellanox Technologies MT43244 BlueField-3 integrated ConnectX-7 network controller | 0x020000",
                "15b3 | 1976 | Mellanox Technologies Device 1976 | 0x060400",
                "1002 |      | Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram [Instinct MI300X] | 0x120000",
                "1002 |      | Advanced Micro Devices, Inc. [AMD/ATI] Navi 31 HDMI/DP Audio | 0x040300",
                "14e4 |      | Broadcom Inc. and subsidiaries BCM57608 25Gb/100Gb/200Gb/400Gb NIC | 0x020000",
                "8086 |      | Intel Corporation Ethernet Controller E810-C for QSFP | 0x020000",
                "144d |      | Samsung Electronics Co Ltd NVMe SSD Controller S4LV008[Pascal] | 0x010802",
                "8086 | 09a2 | Intel Corporation Device 09a2 | -"
            })
    void whatADeviceIsFollowsFromIdsAndNames(String vendor, String device, String name, String type) {
        Optional<Integer> id = Optional.ofNullable(device).map(d -> Integer.parseInt(d, 16));
        assertEquals(
                type,
                DeviceKinds.classOf(Optional.of(Integer.parseInt(vendor, 16)), id, name)
                        .orElse("-"));
    }

    // ---- lstopo ----------------------------------------------------------------------------------------------------

    @Test
    void lstopoWithoutItsVerboseForm() throws UnreadableSourceException {
        Snapshot snapshot = read(text("lstopo-plain.txt"));
        assertEquals(2, snapshot.functions().size());
        assertEquals("0x020700", said(snapshot, "0000:17:00.0", Attributes.CLASS));
        assertEquals("0x030200", said(snapshot, "0000:18:00.0", Attributes.CLASS));
        assertEquals("0", said(snapshot, "0000:18:00.0", Attributes.NUMA_NODE));
        assertEquals(
                List.of("mlx5_2"),
                function(snapshot, "0000:17:00.0")
                        .entries(Attributes.INFINIBAND)
                        .asOptional()
                        .orElseThrow());
        assertTrue(snapshot.notes().stream().anyMatch(n -> n.what().key().equals("note.hwloc-share")));
    }

    @Test
    void lstopoOfTwoPackages() throws UnreadableSourceException {
        Snapshot snapshot = read("""
                Machine (2015GB total)
                  Package L#0
                    NUMANode L#0 (P#0 1007GB)
                    HostBridge
                      PCIBridge
                        PCI 0000:17:00.0 (Ethernet)
                          Net "ens1"
                  Package L#1
                    NUMANode L#1 (P#3 1008GB)
                    HostBridge
                      PCIBridge
                        PCI 98:00.0 (3D)
                """);
        assertEquals("0", said(snapshot, "0000:17:00.0", Attributes.NUMA_NODE));
        assertEquals("3", said(snapshot, "0000:98:00.0", Attributes.NUMA_NODE));
        assertFalse(snapshot.notes().stream().anyMatch(n -> n.what().key().equals("note.hwloc-share")));
    }

    // ---- XML in pastes
    // -----------------------------------------------------------------------------------------------

    @Test
    void xmlAfterAPromptInAFenceAndQuotedIsTheSame() throws UnreadableSourceException {
        String xml = text("nccl-nearest.xml");
        Snapshot plain = read(xml);
        for (String paste : List.of(
                text("xml-after-prompt.txt"),
                "```xml\n" + xml + "```\n",
                "Hello,\n\n```\n" + xml + "\n```\nthanks\n",
                xml.lines().map(line -> "> " + line).reduce("", (a, b) -> a + b + "\n"),
                "$ cat /tmp/topo.xml\n<?xml version=\"1.0\"?>\n" + xml)) {
            Snapshot snapshot = read(paste);
            assertEquals(SourceKind.NCCL_TOPOLOGY, snapshot.origin().kind(), paste);
            assertEquals(plain.functions().keySet(), snapshot.functions().keySet(), paste);
        }
    }

    @Test
    void xmlThatIsCutOffIsReadAsFarAsItGoes() throws UnreadableSourceException {
        String xml = text("nccl-nearest.xml");
        int second = xml.indexOf("<cpu numaid=\"1\"");
        Snapshot cut = read(xml.substring(0, second + 20));
        assertEquals(3, cut.functions().size());
        assertTrue(cut.notes().stream().anyMatch(n -> n.what().key().equals("note.xml-cut")));
        assertFalse(read(xml).notes().stream().anyMatch(n -> n.what().key().equals("note.xml-cut")));
    }

    @Test
    void whatOnlyLooksLikeXmlStaysText() {
        assertFalse(PastedXml.isIn("<4>[ 1.0] systemd\nuse <device> here\n"));
        assertTrue(PastedXml.isIn("root@node:/opt# cat topo.xml\n<system version=\"1\">\n"));
        PastedXml odd = PastedXml.of("<system>\n<a></b>\n</system>");
        assertEquals("<system>\n<a></b>\n</system>", odd.xml(), "the parser says where it is broken");
        PastedXml comment = PastedXml.of("<system><!-- </system> --><a x='1>2'/></system>tail");
        assertEquals("<system><!-- </system> --><a x='1>2'/></system>", comment.xml());
        assertEquals("tail", comment.after());
    }

    // ---- Groups
    // ------------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "IOMMU Group 15: 5d:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2335] (rev a1) (driver: nvidia) | nvidia",
                "IOMMU Group 15: 5d:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2335] (rev a1) [driver: vfio-pci] | vfio-pci",
                "IOMMU Group 15: 5d:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2335] Kernel driver in use: nvidia | nvidia",
                "IOMMU Group 15: 5d:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2335] (rev a1) | -",
                "Group 15 5d:00.0 3D controller [0302]: NVIDIA Corporation GH100 [10de:2335] (rev a1) Driver: none | -"
            })
    void driversAtTheEndOfALine(String line, String driver) throws UnreadableSourceException {
        Snapshot snapshot = read(line + "\n");
        assertEquals("0x2335", said(snapshot, "0000:5d:00.0", Attributes.DEVICE));
        assertEquals("15", said(snapshot, "0000:5d:00.0", Attributes.IOMMU_GROUP));
        assertEquals(driver, said(snapshot, "0000:5d:00.0", Attributes.DRIVER));
    }

    // ---- Registers that somebody wrote, and matrices
    // -------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "setpci -s 17:00.0 ECAP_ACS+6.w=0000 | 0000:17:00.0 | 0000",
                "root@node:~# setpci -v -s 0000:17:00.0 ECAP_ACS+0x6.w=0x5d | 0000:17:00.0 | 5d",
                "sudo setpci -s 0000:17:00.0 ECAP_ACS+6.W=1d # all on | 0000:17:00.0 | 1d",
                "0000:17:00.0 (ecap 000d @148) @14e 005d | 0000:17:00.0 | 005d",
                "0000:17:00.0 (ecap 000d @148) @14e = 001d | 0000:17:00.0 | 001d"
            })
    void registersThatSomebodyWroteCanBeExplained(String line, String function, String value)
            throws UnreadableSourceException {
        List<LooseRegister> registers = LooseRegister.of(read(line + "\n"));
        assertEquals(1, registers.size());
        assertEquals(Optional.of(Address.of(function)), registers.getFirst().function());
        assertEquals(value, registers.getFirst().digits());
    }

    @Test
    void aMatrixCountsItsDevices() throws UnreadableSourceException {
        Snapshot snapshot = read("\tGPU0\tGPU1\tNIC0\tCPU Affinity\nGPU0\t X \tNV18\tPIX\t0-47\n");
        assertTrue(snapshot.notes().stream()
                .anyMatch(n -> n.what().key().equals("note.matrix-devices")
                        && n.what().args().equals(List.of("2", "1"))));
    }

    // ---- What the kernel's log says of host DMA
    // ----------------------------------------------------------------------

    private static final String LISTING = """
            42:00.0 PCI bridge [0604]: Broadcom / LSI PEX890xx [1000:c030]
            43:00.0 Infiniband controller [0207]: Mellanox Technologies MT2910 [15b3:1021]
            \tKernel driver in use: mlx5_core

            """;

    private static final String GROUPED = "[    0.500005] pci 0000:43:00.0: Adding to iommu group 30\n";

    private static String domain(String log) throws UnreadableSourceException {
        Snapshot snapshot = read(LISTING + log);
        boolean none =
                function(snapshot, "0000:43:00.0").text(Attributes.IOMMU_GROUP).isAbsent();
        return none
                ? "no group"
                : snapshot.hostText(HostFiles.groupType("30")).asOptional().orElse("-");
    }

    @Test
    void theDefaultDomainIsToldByTheLogThenByTheCommandLine() throws UnreadableSourceException {
        String translated = "[    0.41] iommu: Default domain type: Translated\n";
        String passthrough = "[    0.41] iommu: Default domain type: Passthrough (set via kernel command line)\n";
        assertEquals("DMA", domain(translated + GROUPED));
        assertEquals("identity", domain(passthrough + GROUPED));
        assertEquals("identity", domain(translated + GROUPED + passthrough), "of two boots the second");
        assertEquals("identity", domain("[    0.0] Command line: ro iommu=pt\n" + GROUPED));
        assertEquals("identity", domain("[    0.0] Command line: ro iommu.passthrough=1\n" + GROUPED));
        assertEquals("DMA", domain("[    0.0] Command line: ro iommu=pt\n" + translated + GROUPED));
        assertEquals(
                "-", domain("[    0.0] Command line: ro quiet\n" + GROUPED), "the kernel's own default is not known");
        assertEquals(
                "DMA",
                domain(passthrough + GROUPED + "[    0.6] pci 0000:43:00.0: Device uses a private dma domain.\n"));
    }

    @Test
    void withoutAnIommuThereAreNoGroups() throws UnreadableSourceException {
        assertEquals("no group", domain("[    0.0] Command line: ro intel_iommu=off\n"));
        assertEquals("no group", domain("[    0.0] DMAR: IOMMU disabled\n"));
        assertEquals("no group", domain("[    0.0] Command line: ro iommu=off\n"));
        assertEquals("-", domain("[    0.0] Command line: ro intel_iommu=off\n" + GROUPED), "groups say otherwise");
        assertEquals("-", domain("[    0.0] Command line: ro amd_iommu=off\n"), "no parameter for this host");
        String amd = "40:01.1 PCI bridge [0604]: Advanced Micro Devices, Inc. [AMD] Device [1022:14ab]\n";
        assertEquals("no group", domain(amd + "[    0.0] Command line: ro amd_iommu=off\n"));
        assertEquals(
                "-", domain(amd + "[    0.0] Command line: ro intel_iommu=off\n"), "not the whole log, another maker");
    }
}
