// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.snapshot.Fuzz;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.Archives;
import org.peerpath.testing.Corpus;

/**
 * Damaged input for every reader of foreign output: some hundred cases in every run, a hundred thousand for each under
 * {@code fuzz-long} ({@code -Dpeerpath.fuzz.cases=N} for another number).
 */
class EvidenceFuzzTest {
    private static final int SHORT = 150;
    private static final String CASES = "peerpath.fuzz.cases";
    private static final int LARGEST_SEED = 6_000;

    /** A reader, one good input that is made up, and where real ones lie. */
    enum Evidence {
        LSPCI_TREE("lspci-tree", """
                -+-[0000:16]-+-00.0
                 |           \\-01.0-[17-1b]----00.0-[18-1b]--+-00.0-[19]--+-00.0  Mellanox Device [15b3:1023]
                 |                                           |            \\-00.1  Mellanox Device [15b3:1023]
                 |                                           \\-01.0-[1b]----00.0  NVIDIA Device [10de:3182]
                 \\-[0000:00]-+-00.0
                             \\-1f.0
                """),
        IOMMU_GROUPS("iommu-groups", """
                IOMMU Group 0 00:00.0 Host bridge [0600]: Intel Corporation Device [8086:3c00] (rev 07)
                IOMMU Group 2:
                \t00:02.0 PCI bridge [0604]: Intel Corporation Device [8086:3c04] (rev 07)
                Group 3:        [1022:14da] [R] 00:03.0  Host bridge                              Device 14da
                                [1022:14db]     00:03.1  PCI bridge                               Device 14db
                /sys/kernel/iommu_groups/4/devices/0000:00:04.0
                """),
        KERNEL_LOG("boot-iommu", """
                [    0.000000] Linux version 6.8.0-60-generic (x@y) #63
                [    0.000000] Command line: BOOT_IMAGE=/vmlinuz ro intel_iommu=on
                [    1.000000] pci 0000:00:05.0: Adding to iommu group 5
                [    1.500000] pci 0000:18:00.0: [15b3:1023] type 00 class 0x020700
                [    2.000000] mlx5_core 0000:18:00.0: firmware version: 40.46.5500
                """),
        NVIDIA_TOPO("nvidia-smi-topo", """
                \tGPU0\tGPU1\tNIC0\tCPU Affinity
                GPU0\t X \tNV18\tPXB\t0-55
                GPU1\tNV18\t X \tSYS\t56-111
                NIC0\tPXB\tSYS\t X

                NIC Legend:

                  NIC0: mlx5_4
                """),
        NVIDIA_SMI("", """
                ==============NVSMI LOG==============

                Attached GPUs                             : 1
                GPU 00000000:1B:00.0
                    Product Name                          : NVIDIA B300
                    VBIOS Version                         : 97.00
                    PCI
                        Device Id                         : 0x318210DE
                        Sub System Id                     : 0x000110DE
                """),
        NCCL_TOPOLOGY("nccl-xml", """
                <system version="1"><cpu numaid="0">
                 <pci busid="0000:16:00.0" class="0x060400" vendor="0x15b3" device="0x197c">
                  <pci busid="0000:18:00.0" class="0x020700"><nic><net name="mlx5_4"/></nic></pci>
                  <pci busid="0000:1b:00.0" class="0x030200" link_speed="64.0 GT/s PCIe"><gpu dev="0"/></pci>
                 </pci></cpu></system>
                """),
        HWLOC("hwloc", """
                <?xml version="1.0" encoding="UTF-8"?>
                <topology version="2.0"><object type="Machine">
                 <object type="Bridge" bridge_type="0-1" depth="0" bridge_pci="0000:[16-1b]">
                  <object type="Bridge" bridge_type="1-1" depth="1" bridge_pci="0000:[17-1b]"
                   pci_busid="0000:16:01.0" pci_type="0604 [8086:0db0] [0000:0000] 00" pci_link_speed="64.0">
                   <object type="PCIDev" pci_busid="0000:18:00.0" pci_type="0207 [15b3:1023] [15b3:0071] 00">
                    <object type="OSDev" name="mlx5_4" osdev_type="3"/></object></object></object>
                </object></topology>
                """),
        MLXCONFIG("mlx", """

                Device #1:
                ----------

                Device type:        ConnectX8
                Device:             0000:18:00.0

                Configurations:                      Default             Current             Next Boot
                *       ATS_ENABLED                 False(0)            True(1)             True(1)
                        NUM_OF_VFS                  0                   16                  16
                """),
        FLINT("mlx", """
                Image type:            FS5
                FW Version:            40.46.5500
                FW Release Date:       1.1.2026
                Product Version:       40.46.5500
                Base GUID:             e09d730300aabbcc        16
                PSID:                  MT_0000001234
                """),
        ETHTOOL("mlx", """
                driver: mlx5_core
                version: 6.8.0
                firmware-version: 40.46.5500 (MT_0000001234)
                bus-info: 0000:18:00.0
                supports-statistics: yes
                """),
        IBSTAT("mlx", """
                CA 'mlx5_4'
                \tCA type: MT4131
                \tNumber of ports: 1
                \tFirmware version: 40.46.5500
                \tPort 1:
                \t\tState: Active
                \t\tRate: 800
                """),
        IBDEV2NETDEV("mlx", """
                0000:18:00.0 mlx5_4 (MT4131 - X) fw 40.46.5500 port 1 (ACTIVE) ==> ib0 (Up)
                mlx5_5 port 1 ==> ib1 (Up)
                """),
        DEVLINK("", """
                pci/0000:18:00.0:
                  driver mlx5_core
                  serial_number MT2526X00001
                  versions:
                      fixed:
                        fw.psid MT_0000001234
                      running:
                        fw.version 40.46.5500
                        fw 40.46.5500
                """),
        IP_LINK("", """
                4: ibs0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 4092 qdisc mq state UP mode DEFAULT group default
                    link/infiniband 00:00:10:29 brd 00:ff promiscuity 0 parentbus pci parentdev 0000:18:00.0
                    vf 0     link/infiniband 00:00:00:00 brd 00:ff, spoof checking off, link-state disable
                5: eno1@if2: <NO-CARRIER,UP> mtu 1500 qdisc mq state DOWN mode DEFAULT group default
                    link/ether 00:11:22:33:44:55 brd ff:ff:ff:ff:ff:ff parentbus pci parentdev 0000:3d:00.0
                """),
        LIBVIRT("", """
                <device>
                  <name>pci_0000_18_00_1</name>
                  <path>/sys/devices/pci0000:15/0000:15:01.0/0000:18:00.1</path>
                  <driver><name>vfio-pci</name></driver>
                  <capability type='pci'>
                    <domain>0</domain><bus>24</bus><slot>0</slot><function>1</function>
                    <product id='0x101e'>x</product><vendor id='0x15b3'>y</vendor>
                    <iommuGroup number='77'><address domain='0x0000' bus='0x18' slot='0x00' function='0x1'/></iommuGroup>
                  </capability>
                </device>
                """),
        LIBVIRT_DOMAIN("", """
                <domain type='kvm' id='3'><name>trainer</name><devices>
                  <hostdev mode='subsystem' type='pci' managed='yes'>
                    <source><address domain='0x0000' bus='0x18' slot='0x00' function='0x1'/></source>
                    <address type='pci' domain='0x0000' bus='0x05' slot='0x00' function='0x0'/>
                  </hostdev></devices></domain>
                """),
        REGISTERS("", """
                0000:17:01.0 (ecap 000d @148) @14e = 005d
                \t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+
                UpstreamFwd+ EgressCtrl- DirectTrans-
                # setpci -s 0000:17:01.0 ECAP_ACS+6.w
                001d
                17:01.0 ECAP_ACS+4.l = 001d005f
                ATSCtl: 0x8000
                """),
        NVIDIA_BUG_REPORT(
                "",
                "_".repeat(44) + """


                Start of NVIDIA bug report log file.  Please include this file, along
                nvidia-bug-report.sh Version: 34685233
                uname: Linux gpu7 6.8.0-60-generic #63
                """ + "_".repeat(44) + """


                /usr/bin/lspci -d "10de:*" -v -xxx

                1b:00.0 3D controller: NVIDIA Corporation Device 3182 (rev a1)
                00: de 10 82 31 07 04 10 00 a1 00 02 03 10 00 00 00
                """ + "_".repeat(44) + """


                *** /proc/cmdline
                *** ls: -r--r--r-- 1 root root 0 2026-01-01 /proc/cmdline
                BOOT_IMAGE=/vmlinuz ro
                """ + "_".repeat(44) + """


                dmesg:

                [    1.000000] pci 0000:1b:00.0: Adding to iommu group 5
                """
                        + "_".repeat(44) + "\n\nEnd of NVIDIA bug report log file.\n");

        private final String corpus;
        private final String made;

        Evidence(String corpus, String made) {
            this.corpus = corpus;
            this.made = made;
        }

        SourceKind kind() {
            return this == LIBVIRT_DOMAIN ? SourceKind.LIBVIRT : SourceKind.valueOf(name());
        }

        /** The made-up one, and small real ones that are of the same kind. */
        List<byte[]> seeds() throws IOException {
            List<byte[]> seeds = new ArrayList<>(List.of(made.getBytes(StandardCharsets.UTF_8)));
            if (corpus.isEmpty() || !Corpus.isHere()) {
                return seeds;
            }
            try (Stream<Path> files = Files.list(Corpus.path(corpus))) {
                for (Path file : files.sorted().toList()) {
                    if (Files.size(file) < LARGEST_SEED && isOf(file)) {
                        seeds.add(Files.readAllBytes(file));
                    }
                }
            }
            return seeds;
        }

        private boolean isOf(Path file) {
            try {
                return Recognizer.open(file, "f").origin().kind() == kind();
            } catch (UnreadableSourceException e) {
                return false;
            }
        }
    }

    private static Snapshot read(byte[] input) throws UnreadableSourceException {
        Snapshot snapshot = Recognizer.open(new ByteArrayInputStream(input), Recognizer.STDIN);
        assertEquals(LooseRegister.of(snapshot), LooseRegister.of(snapshot));
        return snapshot;
    }

    /** What the logs inside are given to takes any bytes. */
    private static void logs(byte[] input) throws UnreadableSourceException {
        EvidenceLogs.Visitor visitor = new EvidenceLogs.Visitor() {
            @Override
            public void log(String name, InputStream content) throws IOException {
                content.transferTo(OutputStream.nullOutputStream());
            }

            @Override
            public void unreadable(String name) {
                // Damaged is what it should be.
            }
        };
        try {
            EvidenceLogs.each(new ByteArrayInputStream(input), "f", visitor);
        } catch (IOException damaged) {
            // As said.
        }
    }

    static Snapshot both(byte[] input) throws UnreadableSourceException {
        logs(input);
        return read(input);
    }

    @ParameterizedTest
    @EnumSource
    void theSeedItselfIsRead(Evidence evidence) throws Exception {
        assertEquals(evidence.kind(), read(evidence.seeds().getFirst()).origin().kind());
    }

    @ParameterizedTest
    @EnumSource
    void damaged(Evidence evidence) throws Exception {
        Fuzz.cases(evidence.seeds(), SHORT, EvidenceFuzzTest::both);
    }

    @ParameterizedTest
    @EnumSource
    @Tag("fuzz-long")
    void damagedAHundredThousandTimes(Evidence evidence) throws Exception {
        Fuzz.cases(evidence.seeds(), Integer.getInteger(CASES, 100_000), EvidenceFuzzTest::both);
    }

    /** Everything at once: pastes hold several things, and none may take the other's lines to ruin. */
    @Test
    void damagedMixtures() throws Exception {
        Fuzz.cases(mixed(), SHORT, EvidenceFuzzTest::both);
    }

    @Test
    @Tag("fuzz-long")
    void damagedMixturesAHundredThousandTimes() throws Exception {
        Fuzz.cases(mixed(), Integer.getInteger(CASES, 100_000), EvidenceFuzzTest::both);
    }

    /** Archives of one case, in every form in which they are handed over. */
    @Test
    void damagedArchives(@TempDir Path folder) throws Exception {
        Fuzz.cases(archives(folder), SHORT, EvidenceFuzzTest::both);
    }

    @Test
    @Tag("fuzz-long")
    void damagedArchivesAHundredThousandTimes(@TempDir Path folder) throws Exception {
        Fuzz.cases(archives(folder), Integer.getInteger(CASES, 100_000), EvidenceFuzzTest::both);
    }

    static List<byte[]> archives(Path folder) throws IOException {
        Map<String, String> files = new TreeMap<>();
        // A few files of each archive: what is damaged is the archive, its files are the other tests' matter.
        for (Evidence evidence :
                List.of(Evidence.LSPCI_TREE, Evidence.KERNEL_LOG, Evidence.REGISTERS, Evidence.HWLOC)) {
            files.put("s/sos_commands/pci/lspci_" + evidence, evidence.made);
        }
        List<byte[]> seeds = new ArrayList<>();
        for (Archives.Form form : Archives.Form.values()) {
            if (form != Archives.Form.FOLDER) {
                seeds.add(Files.readAllBytes(Archives.write(folder, form, files)));
            }
        }
        return seeds;
    }

    static List<byte[]> mixed() {
        List<byte[]> seeds = new ArrayList<>();
        for (Evidence evidence : Evidence.values()) {
            seeds.add(evidence.made.getBytes(StandardCharsets.UTF_8));
        }
        return seeds;
    }
}
