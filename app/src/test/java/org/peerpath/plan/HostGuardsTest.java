// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/** What a host would lose or lacks: each rule refused, passed, and with its fact unknown. */
class HostGuardsTest {
    private static final String IT = "0000:01:00.0";
    private static final Reading UNREAD = new Reading.Failed(Message.of("unknown.not-in-source", "x"), "test");

    // Disks

    @Test
    void aMountedDiskIsNotTaken() {
        HostBuilder host = disk("mounted 259:2 /dev/nvme0n1p2 ext4\nssh -");
        assertEquals("carries-storage refuses", taken(host));
    }

    @Test
    void norOneBelowAVolume() {
        HostBuilder host = disk("mounted 253:0 /dev/mapper/vg-root xfs\nssh -")
                .text("sys/dev/block/253:0", "/sys/devices/virtual/block/dm-0")
                .text("sys/block/dm-0/slaves/nvme0n1p2/dev", "259:2");
        assertEquals("carries-storage refuses", taken(host));
    }

    @Test
    void norOneOfAFileSystemOverSeveralDisks() {
        HostBuilder host = disk("mounted 0:31 /dev/nvme0n1p2 btrfs\nssh -");
        assertEquals("carries-storage refuses", taken(host));
    }

    @Test
    void norOneThatIsSwappedTo() {
        assertEquals("carries-storage refuses", taken(disk("swap /dev/nvme0n1p2\nssh -")));
    }

    @Test
    void aDiskThatNobodyUsesMayGo() {
        HostBuilder host = disk("mounted 8:1 /dev/sda1 ext4\nswap /swapfile\nssh -")
                .text("sys/dev/block/8:1", "/sys/devices/pci0000:00/0000:00:17.0/ata1/host0/block/sda/sda1");
        assertEquals("", taken(host));
    }

    @Test
    void whereItCannotBeTracedItAsks() {
        assertEquals("carries-storage asks", taken(disk("mounted 0:45 - zfs\nssh -")));
        assertEquals(
                "carries-storage asks",
                taken(disk("mounted 259:9 /dev/nvme1n1 ext4\nssh -")
                        .text("sys/dev/block/259:9", "/sys/devices/virtual/nvme-subsystem/nvme-subsys1/nvme1n1")));
    }

    @Test
    void whereItWasNotReadItAsks() {
        assertEquals("carries-storage asks", taken(disk("").file(HostFiles.IN_USE, UNREAD)));
        assertEquals("", taken(function(0x030200, f -> f.driver("nvidia")).file(HostFiles.IN_USE, UNREAD)));
    }

    // File systems of the network

    @Test
    void theWayToAMountedServerStays() {
        assertEquals("carries-storage refuses", taken(nic("network ens1 nfs4\nssh -")));
        HostBuilder bonded = nic("network bond0 ceph\nssh -").text("sys/class/net/bond0/lower_ens1/ifindex", "2");
        assertEquals("carries-storage refuses", taken(bonded));
    }

    @Test
    void anotherWayMayGo() {
        assertEquals("", taken(nic("network eno1 nfs4\nssh -")));
    }

    @Test
    void whereTheWayIsNotKnownItAsks() {
        assertEquals("carries-storage asks", taken(nic("network ? lustre\nssh -")));
        assertEquals("", taken(disk("network ? lustre\nssh -")), "a disk is no way to a server");
    }

    // Our way to the host

    @Test
    void theDefaultRouteStays() {
        assertEquals("carries-connection refuses", taken(nic("default ens1\nssh -")));
    }

    @Test
    void soDoesOurSession() {
        assertEquals("carries-connection refuses", taken(nic("default eno1\nssh ens1")));
    }

    @Test
    void alsoThroughABond() {
        HostBuilder host = nic("default eno1\nssh vlan7")
                .text("sys/class/net/vlan7/lower_bond0/ifindex", "4")
                .text("sys/class/net/bond0/lower_ens1/ifindex", "2");
        assertEquals("carries-connection refuses", taken(host));
    }

    @Test
    void anotherInterfaceMayGo() {
        assertEquals("", taken(nic("default eno1\nssh eno1")));
        assertEquals("", taken(nic("ssh -")));
    }

    @Test
    void whereTheSessionIsNotKnownItAsks() {
        assertEquals("carries-connection asks", taken(nic("default eno1\nssh ?")));
        assertEquals("carries-connection asks", taken(nic("default eno1")));
        assertEquals("carries-connection asks", taken(nic("").file(HostFiles.IN_USE, UNREAD)));
        HostBuilder unread = nic("default eno1\nssh eno1");
        unread.get(IT).attribute("net", UNREAD);
        assertEquals("carries-connection asks, in-use asks", taken(unread));
    }

    @Test
    void whatVfioHasTheHostDoesNotUse() {
        HostBuilder host = nic("default eno1\nssh ?");
        host.get(IT).driver("vfio-pci");
        assertEquals("", taken(host));
    }

    // Console and management

    @Test
    void theConsoleStays() {
        assertEquals("console-gpu refuses", taken(display("1")));
        assertEquals("", taken(display("0")));
        HostBuilder unread = display("0");
        unread.get(IT).attribute("boot_vga", UNREAD);
        assertEquals("console-gpu asks", taken(unread));
        unread.get(IT).attribute("boot_vga", new Reading.Missing("test"));
        assertEquals("console-gpu asks", taken(unread));
    }

    @Test
    void theManagementControllerStays() {
        assertEquals("bmc refuses", taken(function(0x0c0701, f -> f.driver("ipmi_si"))));
        HostBuilder other = HostBuilder.named("x").text(HostFiles.IN_USE, "ssh -");
        other.rootPort("0000:00:01.0", 0x8086, 1)
                .endpoint(IT, 0x1a03, 0x2000, 0x030000)
                .attribute("boot_vga", "0");
        assertEquals("bmc refuses", taken(other));
        HostBuilder unread = function(0x0c0330, f -> f.driver("xhci_hcd"));
        assertEquals("", taken(unread));
        unread.get(IT)
                .readable(0)
                .attribute("class", UNREAD)
                .attribute("vendor", UNREAD)
                .attribute("net", new Reading.Missing("test"))
                .attribute("driver", "vfio-pci");
        assertEquals("bmc asks", taken(unread));
    }

    // Commands

    @Test
    void aMissingCommandRefusesAndAnUnreadOneAsks() {
        assertEquals("tool-missing refuses", tools("ip\nmlxconfig"));
        assertEquals("", tools("ip\nsetpci"));
        HostBuilder host = function(0x020000, f -> f.driver("mlx5_core")).file(HostFiles.TOOLS, UNREAD);
        assertEquals("tool-missing asks", said(host, (guards, function) -> guards.tools(steps())));
    }

    private static String tools(String there) {
        HostBuilder host = function(0x020000, f -> f.driver("mlx5_core")).text(HostFiles.TOOLS, there);
        return said(host, (guards, function) -> guards.tools(steps()));
    }

    private static List<Step> steps() {
        Operation.Run write = Operation.Run.of("setpci", "-s", IT, "ECAP_ACS+6.w=0040:0040");
        return List.of(Step.of("acs:" + IT, Step.Kind.ACS_CONTROL, Address.of(IT), Message.of("x"), Message.of("x"))
                .run(write, new Operation.Write("/sys/bus/pci/drivers_probe", IT))
                .build());
    }

    // Helpers

    private static HostBuilder disk(String inUse) {
        return function(0x010802, f -> f.driver("nvme").directory("nvme", "nvme0"))
                .text(HostFiles.IN_USE, inUse)
                .text(
                        "sys/dev/block/259:2",
                        "/sys/devices/pci0000:00/0000:00:01.0/" + IT + "/nvme/nvme0/nvme0n1/nvme0n1p2");
    }

    private static HostBuilder nic(String inUse) {
        return function(0x020000, f -> f.driver("mlx5_core").directory("net", "ens1"))
                .text(HostFiles.USERS, "net ens1 down - - -")
                .text(HostFiles.IN_USE, inUse);
    }

    private static HostBuilder display(String bootVga) {
        return function(0x030000, f -> f.driver("i915").attribute("boot_vga", bootVga));
    }

    private static HostBuilder function(int classCode, Consumer<FunctionBuilder> more) {
        HostBuilder host = HostBuilder.named("x").text(HostFiles.IN_USE, "ssh -");
        more.accept(host.rootPort("0000:00:01.0", 0x8086, 1).endpoint(IT, 0x8086, 0x1234, classCode));
        return host;
    }

    private static String taken(HostBuilder host) {
        return said(host, HostGuards::taken);
    }

    private static String said(HostBuilder builder, BiConsumer<HostGuards, PciFunction> ask) {
        HostModel host = HostModel.of(builder.build());
        Guards guards = new Guards(host);
        ask.accept(new HostGuards(host, guards), host.topology().get(Address.of(IT)));
        return said(guards);
    }

    private static String said(Guards guards) {
        return String.join(
                ", ",
                guards.found().stream()
                        .map(guard ->
                                guard.id().id() + " " + guard.answer().name().toLowerCase(Locale.ROOT))
                        .toList());
    }
}
