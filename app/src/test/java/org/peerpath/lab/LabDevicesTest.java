// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The emulated devices do what real ones do where the program's answers depend on it. */
@Lab("hgx")
class LabDevicesTest {
    private static final String DEVICES = "/sys/bus/pci/devices/";
    private static final String NIC = "0000:04:00.0";
    private static final String NIC_PORT = "0000:02:01.0";
    private static final String GPU = "0000:03:00.0";

    @Test
    void looksLikeAGpuServer(LabHost host) {
        assertEquals(
                "10de 2330 0302",
                host.run("lspci -Dn -s " + GPU).replaceAll("\\S+ (\\d+): (\\w+):(\\w+).*", "$2 $3 $1"));
        List<String> switchPorts = host.run("lspci -Dn -d 1000:c030").lines().toList();
        assertEquals(8, switchPorts.size(), switchPorts::toString);
        assertTrue(host.run("lspci -vvs " + GPU).contains("Speed 32GT/s, Width x16"));
        assertTrue(host.run("lspci -vvs " + GPU).contains("Address Translation Service (ATS)"));
        assertEquals("7", host.run("cat " + DEVICES + NIC + "/sriov_totalvfs"));
    }

    /** Every bit the capability offers can be set and cleared, and no other. */
    @ParameterizedTest
    @CsvSource({"005d, 005d", "0000, 0000", "ffff, 005f", "0040, 0040", "001d, 001d"})
    void anAcsWriteSticks(String written, String read, LabHost host) {
        host.run("setpci -s " + NIC_PORT + " ECAP_ACS+6.w=" + written);
        assertEquals(read, host.run("setpci -s " + NIC_PORT + " ECAP_ACS+6.w"));
        String direct = (Integer.parseInt(read, 16) & 0x40) != 0 ? "DirectTrans+" : "DirectTrans-";
        String control = host.run("lspci -vvs " + NIC_PORT + " | grep ACSCtl");
        assertTrue(control.contains(direct), control);
    }

    @Test
    void aVirtualFunctionIsMadeAndBoundByHand(LabHost host) {
        host.run("echo 2 > " + DEVICES + NIC + "/sriov_numvfs");
        String vf = host.run("basename $(readlink " + DEVICES + NIC + "/virtfn0)");
        assertEquals("igbvf", driver(host, vf));
        bindToVfio(host, vf);
        assertEquals("vfio-pci", driver(host, vf));
        String group = host.run("basename $(readlink " + DEVICES + vf + "/iommu_group)");
        assertEquals(vf, host.run("ls /sys/kernel/iommu_groups/" + group + "/devices"), "alone in its group");
        host.run("test -c /dev/vfio/vfio && test -c /dev/vfio/" + group);
        assertEquals("ffffffff", host.run("setpci -s " + vf + " 0.l"), "a VF has no ids in its own config space");

        Output more = host.tryRun("echo 3 > " + DEVICES + NIC + "/sriov_numvfs");
        assertNotEquals(0, more.status());
        assertTrue(more.err().contains("busy"), more.err());
    }

    @Test
    void theGpuIsBoundByHand(LabHost host) {
        bindToVfio(host, GPU);
        assertEquals("vfio-pci", driver(host, GPU));
    }

    /** What the tests above left is gone: the machine is as after boot whatever order they run in. */
    @ParameterizedTest
    @CsvSource({"first", "second"})
    void nothingIsLeftOfOtherTests(String round, LabHost host) {
        assertEquals("0", host.run("cat " + DEVICES + NIC + "/sriov_numvfs"), round);
        assertEquals("", driver(host, GPU), round);
        assertEquals("001d", host.run("setpci -s " + NIC_PORT + " ECAP_ACS+6.w"), round);
        host.run("echo 1 > " + DEVICES + NIC + "/sriov_numvfs; setpci -s " + NIC_PORT + " ECAP_ACS+6.w=0000");
        bindToVfio(host, GPU);
    }

    @Test
    @Lab(value = "flat", userland = "busybox")
    void aPortWithoutAcsIsThereToo(LabHost host) {
        assertNotEquals(0, host.tryRun("setpci -s 00:04.0 ECAP_ACS+6.w").status());
        assertEquals(
                host.run("readlink -f " + DEVICES + "0000:00:04.0/iommu_group"),
                host.run("readlink -f " + DEVICES + "0000:04:00.0/iommu_group"),
                "what is below it shares its group");
    }

    @Test
    @Lab(value = "numa", userland = "busybox")
    void theSecondHostBridgeBelongsToTheSecondNode(LabHost host) {
        assertEquals("0", host.run("cat " + DEVICES + "0000:23:00.0/numa_node"));
        assertEquals("1", host.run("cat " + DEVICES + "0000:83:00.0/numa_node"));
    }

    private static void bindToVfio(LabHost host, String function) {
        String directory = DEVICES + function;
        host.run("modprobe vfio-pci && echo vfio-pci > " + directory + "/driver_override"
                + " && { [ ! -e " + directory + "/driver ] || echo " + function + " > " + directory
                + "/driver/unbind; }"
                + " && echo " + function + " > /sys/bus/pci/drivers_probe");
    }

    private static String driver(LabHost host, String function) {
        return host.run("basename \"$(readlink " + DEVICES + function + "/driver)\"");
    }
}
