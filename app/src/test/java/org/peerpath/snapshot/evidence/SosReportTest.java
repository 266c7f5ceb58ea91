// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.snapshot.evidence.PasteTest.facts;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Disagreements;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.redaction.Redaction;
import org.peerpath.testing.Archives;
import org.peerpath.text.Texts;

/** A support archive as sos makes it: what is in which file, in every packing, and cleaned of names. */
class SosReportTest {
    private static final String NIC = "0000:18:00.0";
    private static final String VF = "0000:18:00.1";

    @TempDir
    private Path folder;

    static Map<String, String> files(String top, String host) {
        Map<String, String> files = new TreeMap<>();
        files.put("sos_commands/pci/lspci_-nnvv", """
                17:00.0 PCI bridge [0604]: Mellanox Technologies Device [15b3:197c] (prog-if 00 [Normal decode])
                \tBus: primary=16, secondary=18, subordinate=18, sec-latency=0
                \tCapabilities: [60] Express (v2) Downstream Port (Slot-), MSI 00
                \tCapabilities: [148 v1] Access Control Services
                \t\tACSCap:\tSrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans+
                \t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-
                \tKernel driver in use: pcieport

                18:00.0 Infiniband controller [0207]: Mellanox Technologies Device [15b3:1023]
                \tKernel driver in use: mlx5_core

                18:00.1 Infiniband controller [0207]: Mellanox Technologies Device [15b3:101e]
                \tKernel driver in use: vfio-pci
                """);
        files.put("sos_commands/networking/ip_-s_-d_link", """
                1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT group default qlen 1000
                    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00 promiscuity 0
                4: ibs0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 4092 qdisc mq state UP mode DEFAULT group default qlen 256
                    link/infiniband 00:00:10:29:fe:80 brd 00:ff:ff:ff:ff promiscuity 0 parentbus pci parentdev 0000:18:00.0
                    RX:  bytes packets errors dropped  missed   mcast
                        123456    1234      0       0       0       0
                    vf 0     link/infiniband 00:00:00:00 brd 00:ff, spoof checking off, NODE_GUID 00:00, link-state disable
                    vf 1     link/infiniband 00:00:00:00 brd 00:ff, spoof checking off, NODE_GUID 00:00, link-state disable
                    altname ibp24s0
                """);
        files.put("sos_commands/networking/ethtool_-i_eno7", """
                driver: igb
                firmware-version: 1.63
                bus-info: 0000:3d:00.0
                """);
        files.put("sos_commands/mellanox_firmware/mstconfig_-d_0000_18_00.0_-e_q", """

                Device #1:
                ----------

                Device type:        ConnectX8
                Device:             0000:18:00.0

                Configurations:                                          Default             Current             Next Boot
                        ATS_ENABLED                                 False(0)            True(1)             True(1)
                """);
        files.put("sos_commands/infiniband/ibdev2netdev", "mlx5_4 port 1 ==> ibs0 (Up)\n");
        files.put("sos_commands/infiniband/ibstat", """
                CA 'mlx5_4'
                \tCA type: MT4131
                \tNumber of ports: 1
                \tFirmware version: 40.46.5500
                """);
        files.put("sos_commands/kernel/dmesg", """
                [    0.000000] Linux version 6.8.0-60-generic (buildd@lcy02) (gcc) #63
                [    3.000000] pci 0000:18:00.1: Adding to iommu group 77
                """);
        files.put("sos_commands/virsh/virsh_-r_dumpxml_trainer", """
                <domain type='kvm' id='3'>
                  <name>trainer</name>
                  <devices>
                    <hostdev mode='subsystem' type='pci' managed='yes'>
                      <driver name='vfio'/>
                      <source>
                        <address domain='0x0000' bus='0x18' slot='0x00' function='0x1'/>
                      </source>
                      <address type='pci' domain='0x0000' bus='0x05' slot='0x00' function='0x0'/>
                    </hostdev>
                  </devices>
                </domain>
                """);
        files.put("etc/libvirt/qemu/sleeper.xml", """
                <!--
                WARNING: THIS IS AN AUTO-GENERATED FILE.
                -->
                <domain type='kvm'>
                  <name>sleeper</name>
                  <devices>
                    <interface type='hostdev'>
                      <source><address type='pci' domain='0x0000' bus='0x18' slot='0x00' function='0x2'/></source>
                    </interface>
                  </devices>
                </domain>
                """);
        files.put("sos_commands/virsh/virsh_-r_nodedev-dumpxml_pci_0000_18_00_1", """
                <device>
                  <name>pci_0000_18_00_1</name>
                  <driver><name>vfio-pci</name></driver>
                  <capability type='pci'>
                    <domain>0</domain><bus>24</bus><slot>0</slot><function>1</function>
                    <product id='0x101e'>x</product><vendor id='0x15b3'>y</vendor>
                    <iommuGroup number='77'><address domain='0x0000' bus='0x18' slot='0x00' function='0x1'/></iommuGroup>
                  </capability>
                </device>
                """);
        files.put("sos_commands/host/hostname", host + "\n");
        files.put("proc/cmdline", "BOOT_IMAGE=/vmlinuz ro intel_iommu=on\n");
        files.put("etc/passwd", "root:x:0:0:root:/root:/bin/bash\n");
        Map<String, String> below = new TreeMap<>();
        files.forEach((file, content) -> below.put(top + "/" + file, content));
        return below;
    }

    private Snapshot read(Archives.Form form, String top, String host) throws Exception {
        return Recognizer.open(Archives.write(folder, form, files(top, host)), "case");
    }

    @ParameterizedTest
    @EnumSource
    void everyFileTellsWhatItKnows(Archives.Form form) throws Exception {
        Snapshot sos = read(form, "sosreport-gpu7-2026-11-30-abcdefg", "gpu7");
        assertEquals(SourceKind.SOSREPORT, sos.origin().kind());
        assertEquals("gpu7", sos.hostText(HostFiles.HOSTNAME).asOptional().orElse(""));
        assertEquals(
                "BOOT_IMAGE=/vmlinuz ro intel_iommu=on",
                sos.hostText(HostFiles.CMDLINE).asOptional().orElse(""));
        assertEquals(
                "6.8.0-60-generic",
                sos.hostText(HostFiles.KERNEL_RELEASE).asOptional().orElse(""));
        assertEquals("mlx5_core", text(sos, NIC, Attributes.DRIVER));
        assertEquals("2", text(sos, NIC, Attributes.SRIOV_NUMVFS));
        assertEquals("40.46.5500", text(sos, NIC, "infiniband/mlx5_4/fw_ver"));
        assertEquals("True(1)", text(sos, NIC, "mlxconfig/ATS_ENABLED/current"));
        assertEquals("77", text(sos, VF, Attributes.IOMMU_GROUP));
        assertEquals("trainer", text(sos, VF, Attributes.GUEST));
        assertEquals("sleeper", text(sos, "0000:18:00.2", Attributes.DEFINED_GUEST));
        assertEquals(
                List.of("eno7"),
                facts(sos, "0000:3d:00.0").entries(Attributes.NET).asOptional().orElse(List.of()));
        assertEquals(List.of(), Disagreements.of(sos));
        // Where the VM sees it is no function of this host.
        assertTrue(
                sos.functions().keySet().stream().noneMatch(a -> a.bus() == 5),
                () -> "a guest's address was taken for one of the host");
    }

    private static String text(Snapshot snapshot, String function, String attribute) {
        return facts(snapshot, function).text(attribute).asOptional().orElse("-");
    }

    /** sos clean renames hosts, users and addresses, and the archive itself; paths stay. */
    @Test
    void cleanedOfNamesItSaysTheSame() throws Exception {
        Snapshot named = read(Archives.Form.TAR, "sosreport-gpu7-2026-11-30-abcdefg", "gpu7");
        Snapshot cleaned = read(
                Archives.Form.TAR_XZ, "sosreport-host0-2026-11-30-abcdefg-obfuscated", "host0.obfuscateddomain0.com");
        assertEquals(named.functions(), cleaned.functions());
        assertEquals(
                "host0.obfuscateddomain0.com",
                cleaned.hostText(HostFiles.HOSTNAME).asOptional().orElse(""));
    }

    @Test
    void ourOwnRedactionKnowsTheNamesOfMachines() throws Exception {
        Snapshot redacted = Redaction.redact(read(Archives.Form.TAR, "sosreport-gpu7-2026-11-30-abcdefg", "gpu7"));
        assertTrue(
                !redacted.toString().contains("trainer") && !redacted.toString().contains("sleeper"));
        assertEquals("guest-1", text(redacted, VF, Attributes.GUEST));
    }

    /** Twelve ethtool outputs are no twelve remarks. */
    @Test
    void remarksOfTheSameKindAreOne() throws IOException, Exception {
        Map<String, String> files = files("sosreport-a", "a");
        for (int i = 0; i < 12; i++) {
            files.put(
                    "sosreport-a/sos_commands/networking/ethtool_-i_ens" + i,
                    "driver: igb\nfirmware-version: 1.63\nbus-info: 0000:4" + Integer.toHexString(i) + ":00.0\n");
        }
        files.put("sosreport-a/sos_commands/virsh/virsh_-r_dumpxml_broken", "<domain id='1'><name>x");
        files.put("sosreport-a/sos_commands/virsh/virsh_-r_dumpxml_empty", "");
        files.put("sosreport-a/sos_commands/virsh/virsh_-r_dumpxml_none", "");
        Snapshot sos = Recognizer.open(Archives.write(folder, Archives.Form.TAR_GZ, files), "case");
        List<String> said = sos.notes().stream()
                .map(note -> note.place() + ": " + Texts.ENGLISH.say(note.what()))
                .toList();
        assertTrue(said.size() < 8, said::toString);
        assertTrue(said.stream().anyMatch(s -> s.contains("dumpxml_broken")), said::toString);
        assertTrue(
                said.stream().anyMatch(s -> s.contains("it is empty (other files with the same remark: 1)")),
                said::toString);
        assertEquals("trainer", text(sos, VF, Attributes.GUEST));
    }
}
