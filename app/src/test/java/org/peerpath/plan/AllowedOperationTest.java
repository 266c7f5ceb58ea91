// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;

class AllowedOperationTest {
    private static final String FUNCTION = "/sys/bus/pci/devices/0000:17:00.1/";

    @Test
    void everythingInThePlansOfTheSamplesIsAllowed() throws UnreadableSourceException {
        int seen = 0;
        for (String sample : Samples.names()) {
            HostModel host = HostModel.of(Samples.open(sample));
            for (Goal goal : Goal.values()) {
                Plan plan = Planner.plan(host, new PlanRequest(goal, List.of(), 2));
                seen += plan.steps().size();
            }
        }
        assertTrue(seen > 100, "only " + seen + " steps");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "setpci -s 0000:17:00.0 ECAP_ACS+6.w",
                "setpci -s 0000:17:00.0 ECAP_ACS+6.w=0040:0040",
                "setpci -s 10000:17:00.0 ECAP_ACS+8.l=00000000:0000001d",
                "mlxconfig -d 0000:17:00.0 q ATS_ENABLED",
                "mlxconfig -d 0000:17:00.0 -e q ATS_ENABLED",
                "mstconfig -d 0000:17:00.0 -y set ATS_ENABLED=0",
                "readlink /sys/bus/pci/devices/0000:17:00.1/driver",
                "cat /sys/bus/pci/devices/0000:17:00.0/sriov_numvfs",
                "cat /sys/bus/pci/devices/0000:17:00.1/enable",
                "cat /sys/bus/pci/devices/0000:17:00.1/net/ens1f0v0/flags",
                "ip link show dev ens1f0np0",
                "modprobe vfio-pci",
                "ls -d /sys/bus/pci/drivers/vfio-pci",
                "ip link set dev ens1f0np0 vf 3 mac 02:00:5e:10:00:01",
                "ip link set dev ens1f0np0 vf 3 vlan 4094",
                "ip link set dev ens1f0np0 vf 3 vlan 7 qos 3",
                "ip link set dev ens1f0np0 vf 3 trust on",
                "ip link set dev ens1f0np0 vf 3 spoofchk off",
                "ip link set dev ens1f0np0 vf 3 state enable",
                "ip link set dev ib0 vf 3 node_guid 02:00:5e:10:00:01:00:07",
            })
    void commands(String line) {
        assertTrue(runs(List.of(line.split(" "))), line);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // ATS Enable is the kernel's
                "setpci -s 0000:17:00.0 ECAP_ATS+6.w=8000:8000",
                "setpci -s 0000:17:00.0 ECAP_ATS+6.w",
                // Without a mask other bits would be written; with all devices, others' ports
                "setpci -s 0000:17:00.0 ECAP_ACS+6.w=005d",
                "setpci -s 0000:17:00.0 ECAP_ACS+6.w=005d:0000",
                "setpci -s 0000:17:00.0 ECAP_ACS+6.w=005d:0040",
                "setpci -s 0000:17:00.0 ECAP_ACS+6.w=0080:0080",
                "setpci -s 0000:17:00.0 ECAP_ACS+6.l=00000040:00000040",
                "setpci -s 0000:17:00.0 ECAP_ACS+8.w=0040:0040",
                "setpci -s 17:00.0 ECAP_ACS+6.w=0040:0040",
                "setpci -s 0000:17:0.0 ECAP_ACS+6.w=0040:0040",
                "setpci -s 0000:17:20.0 ECAP_ACS+6.w=0040:0040",
                "setpci -s 0000:17:00.8 ECAP_ACS+6.w=0040:0040",
                "setpci -s 0000:*:*.0 ECAP_ACS+6.w=0040:0040",
                "setpci -d *:* ECAP_ACS+6.w=005d:005d",
                "setpci -d 15b3:197c ECAP_ACS+6.w=0040:0040",
                "setpci -s 0000:17:00.0 -d 15b3: ECAP_ACS+6.w=0040:0040",
                "setpci -s 0000:17:00.0 BRIDGE_CONTROL.w=0040:0040",
                "setpci -s 0000:17:00.0 COMMAND=0",
                "mlxconfig -d 0000:17:00.0 reset",
                "mlxconfig -d 0000:17:00.0 -y reset",
                "mlxconfig -d 0000:17:00.0 -y set ATS_ENABLED=1 NUM_OF_VFS=0",
                "mlxconfig -d 0000:17:00.0 -y set INTERNAL_CPU_MODEL=1",
                "mlxfwreset -d 0000:17:00.0 -y -l 3 reset",
                "cat /dev/vfio/12",
                "cat /dev/vfio/devices/vfio0",
                "cat /etc/shadow",
                "cat /sys/bus/pci/devices/0000:17:00.1/../../../../kernel/debug/x",
                "cat /sys/bus/pci/devices/0000:17:20.1/sriov_numvfs",
                "cat /sys/bus/pci/devices/0000:17:00.1/rom",
                "cat /sys/bus/pci/devices/0000:17:00.1/net/../flags",
                "cat /sys/bus/pci/devices/0000:17:00.1/net/ens1f0v0/address",
                "readlink -f /sys/bus/pci/devices/0000:17:00.1/driver",
                "ip link set dev ens1f0 down",
                "ip link set dev -all vf 3 mac 02:00:5e:10:00:01",
                "ip link set dev ens1f0 vf 3 mac 01:00:5e:10:00:01",
                "ip link delete dev ens1f0",
                "modprobe -r mlx5_core",
                "modprobe vfio-pci ids=15b3:101e",
                "ls -d /root",
                "sh -c reboot",
                "reboot",
                "/tmp/setpci -s 0000:17:00.0 ECAP_ACS+6.w=0040:0040",
                "sudo setpci -s 0000:17:00.0 ECAP_ACS+6.w=0040:0040",
            })
    void otherCommandsAreRefused(String line) {
        assertFalse(runs(List.of(line.split(" "))), line);
    }

    @Test
    void noWordCarriesMoreThanItself() {
        List<String> tails = List.of(";reboot", "$(reboot)", "`reboot`", "|sh", "\nreboot", "\n", " ", "\0", "\r", "&");
        List<String> good = List.of("setpci", "-s", "0000:17:00.0", "ECAP_ACS+6.w=0040:0040");
        assertTrue(runs(good));
        for (String tail : tails) {
            for (int i = 0; i < good.size(); i++) {
                List<String> words = new ArrayList<>(good);
                words.set(i, good.get(i) + tail);
                assertFalse(runs(words), words.toString());
                words.set(i, tail + good.get(i));
                assertFalse(runs(words), words.toString());
            }
            assertFalse(allows(FUNCTION + "driver_override", "vfio-pci" + tail), tail);
            assertFalse(allows(FUNCTION + "driver_override" + tail, "vfio-pci"), tail);
            assertFalse(allows(FUNCTION + "sriov_numvfs", "2" + tail), tail);
            assertFalse(allows("/sys/bus/pci/drivers_probe", "0000:17:00.1" + tail), tail);
        }
        assertFalse(runs(List.of()));
        assertFalse(runs(List.of("setpci")));
    }

    @Test
    void files() {
        assertTrue(allows(FUNCTION + "driver_override", "vfio-pci"));
        assertTrue(allows(FUNCTION + "driver_override", "mlx5_vfio_pci"));
        assertTrue(allows(FUNCTION + "driver_override", "mlx5_core"), "as it was before");
        assertTrue(allows(FUNCTION + "driver_override", ""));
        assertTrue(allows(FUNCTION + "driver/unbind", "0000:17:00.1"));
        assertTrue(allows("/sys/bus/pci/drivers/vfio-pci/unbind", "0000:17:00.1"));
        assertTrue(allows("/sys/bus/pci/drivers_probe", "0000:17:00.1"));
        assertTrue(allows(FUNCTION + "sriov_numvfs", "0"));
        assertTrue(allows(FUNCTION + "sriov_numvfs", "16"));
        assertTrue(allows(FUNCTION + "sriov_drivers_autoprobe", "1"));
        assertTrue(allows(FUNCTION + "sriov/3/node", "02:00:5e:00:00:10:00:01"));
        assertTrue(allows(FUNCTION + "sriov/3/policy", "Follow"));
        assertTrue(allows(FUNCTION + "net/ens1f0v0/flags", "0x1002"));
        assertTrue(allows(FUNCTION + "net/ens1f0v0/flags", "0x1003"), "as it was before");
    }

    @Test
    void otherFilesAndValuesAreRefused() {
        assertFalse(allows("/sys/bus/pci/drivers/vfio-pci/new_id", "15b3 101e"));
        assertFalse(allows("/sys/bus/pci/drivers/mlx5_core/unbind", "0000:17:00.1"));
        assertFalse(allows("/sys/bus/pci/drivers/../devices/vfio/unbind", "0000:17:00.1"));
        assertFalse(allows("/dev/vfio/12", "x"));
        assertFalse(allows("/sys/bus/pci/rescan", "1"));
        assertFalse(allows(FUNCTION + "reset", "1"));
        assertFalse(allows(FUNCTION + "remove", "1"));
        assertFalse(allows(FUNCTION + "reset_subordinate", "1"));
        assertFalse(allows(FUNCTION + "config", "x"));
        assertFalse(allows(FUNCTION + "driver_override", "-n"));
        assertFalse(allows(FUNCTION + "driver_override", "../vfio"));
        assertFalse(allows(FUNCTION + "driver/unbind", "0000:18:00.1"));
        assertFalse(allows(FUNCTION + "driver/bind", "0000:17:00.1"));
        assertFalse(allows(FUNCTION + "sriov_numvfs", "-1"));
        assertFalse(allows(FUNCTION + "sriov_numvfs", ""));
        assertFalse(allows(FUNCTION + "sriov_numvfs", "100000"));
        assertFalse(allows(FUNCTION + "sriov/../node", "02:00:5e:00:00:10:00:01"));
        assertFalse(allows("/sys/bus/pci/devices/0000:17:00.1/../0000:18:00.0/sriov_numvfs", "1"));
        assertFalse(allows("/sys/bus/pci/devices/0000:17:20.1/sriov_numvfs", "1"));
        assertFalse(allows("/sys/bus/pci/devices/17:00.1/sriov_numvfs", "1"));
        assertFalse(allows("sys/bus/pci/devices/0000:17:00.1/sriov_numvfs", "1"));
        assertFalse(allows("/proc/sysrq-trigger", "b"));
        assertFalse(allows(FUNCTION + "net/ens1f0v0/flags", "0x1103"), "promiscuous");
        assertFalse(allows(FUNCTION + "net/ens1f0v0/flags", "0"));
        assertFalse(allows(FUNCTION + "net/ens1f0v0/mtu", "0x1002"));
        assertFalse(allows(FUNCTION + "net/ens1f0v0/../flags", "0x1002"));
        assertFalse(allows("/sys/class/net/ens1f0/flags", "0x1002"), "nobody could tell whose it is");
    }

    /** What is not allowed cannot be built. */
    private static boolean allows(String path, String value) {
        return builds(() -> new Operation.Write(path, value));
    }

    private static boolean runs(List<String> words) {
        return builds(() -> new Operation.Run(words));
    }

    private static boolean builds(Supplier<Operation> operation) {
        try {
            return operation.get() != null;
        } catch (NotAllowedException e) {
            return false;
        }
    }
}
