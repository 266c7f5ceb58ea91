// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.plan.PlanHosts.NIC;
import static org.peerpath.plan.PlanHosts.withVirtual;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.HostBuilder;

/** What a NIC has set for a virtual function, in the words of ip and of NVIDIA's driver. */
class VfIdentityTest {
    private static final String MAC = "link/ether 02:00:00:00:00:07 brd ff:ff:ff:ff:ff:ff";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "spoof checking off, link-state auto, trust off, query_rss off | spoofchk off",
                "vlan 7, spoof checking on, link-state disable, trust on | vlan 7; spoofchk on; state disable; trust on",
                "vlan 7, qos 3, trust off | vlan 7 qos 3",
                "NODE_GUID 02:00:00:00:00:00:00:01, PORT_GUID 02:00:00:00:00:00:00:02, link-state enable"
                        + " | node_guid 02:00:00:00:00:00:00:01; port_guid 02:00:00:00:00:00:00:02; state enable",
            })
    void isGivenBackAsItWas(String told, String given) {
        VfIdentity identity = read(MAC + ", " + told).asOptional().orElseThrow();
        assertEquals(
                "mac 02:00:00:00:00:07; " + given,
                String.join(
                        "; ",
                        identity.giving().stream()
                                .map(Operation::shell)
                                .map(line -> line.replace("ip link set dev ib0 vf 0 ", ""))
                                .toList()));
        String shown = "9: ib0: <UP> mtu 1500\n    vf 0     " + MAC + ", " + told + "\n    vf 1     " + MAC;
        assertTrue(identity.checks().getFirst().met(0, shown));
        assertEquals(false, identity.checks().getFirst().met(0, shown.replace(":07", ":08")));
    }

    @Test
    void anAddressOfChanceIsNotGiven() {
        VfIdentity identity = read("link/ether 00:00:00:00:00:00 brd ff:ff:ff:ff:ff:ff, trust off")
                .asOptional()
                .orElseThrow();
        assertEquals(List.of(), identity.giving());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                MAC + ", max_tx_rate 100Mbps",
                MAC + ", vlan 7, vlan protocol 802.1ad",
                MAC + ", vlan 99999",
                "link/ether 02:00:00:00:00:0",
                "MAC 02:00:00:00:00:07, spoof checking off"
            })
    void whatIsNotUnderstoodIsNotKnown(String told) {
        assertTrue(read(told).isUnknown());
    }

    @Test
    void inNvidiasFolderItIsThreeFiles() {
        HostBuilder host = withVirtual("vfio-pci");
        host.get(NIC)
                .attribute("sriov/0/node", "02:00:00:00:00:00:00:01")
                .attribute("sriov/0/port", "02:00:00:00:00:00:00:02")
                .attribute("sriov/0/policy", "Follow\n");
        VfIdentity identity = identity(host).asOptional().orElseThrow();
        String folder = "/sys/bus/pci/devices/" + NIC + "/sriov/0/";
        assertEquals(
                List.of(
                        "echo 02:00:00:00:00:00:00:01 > " + folder + "node",
                        "echo 02:00:00:00:00:00:00:02 > " + folder + "port",
                        "echo Follow > " + folder + "policy"),
                identity.giving().stream().map(Operation::shell).toList());
        assertTrue(VfIdentity.toldBy(identity.checks(), 1));
        assertEquals(false, VfIdentity.toldBy(identity.checks(), 2));
        host.get(NIC).attribute("sriov/0/policy", "Follow; reboot");
        assertTrue(identity(host).isAbsent() || identity(host).isUnknown());
    }

    @Test
    void anotherInterfacesLineIsNotOurs() {
        assertTrue(identity(withVirtual("vfio-pci").text(HostFiles.VF_LINKS, "eno1 vf 0 " + MAC))
                .isUnknown());
    }

    private static Fact<VfIdentity> read(String told) {
        return identity(withVirtual("vfio-pci").text(HostFiles.VF_LINKS, "ib0 vf 0 " + told + "\n"));
    }

    private static Fact<VfIdentity> identity(HostBuilder builder) {
        HostModel host = HostModel.of(builder.build());
        PciFunction nic = host.topology().get(Address.of(NIC));
        return VfIdentity.of(host.snapshot(), nic, Address.of(PlanHosts.VF), 0);
    }
}
