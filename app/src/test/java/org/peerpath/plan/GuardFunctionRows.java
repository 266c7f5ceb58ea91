// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.peerpath.plan.Guard.Answer.ASKS;
import static org.peerpath.plan.Guard.Answer.REFUSES;
import static org.peerpath.plan.GuardRows.BIND;
import static org.peerpath.plan.GuardRows.CREATE;
import static org.peerpath.plan.GuardRows.UNBIND;
import static org.peerpath.plan.GuardRows.at;
import static org.peerpath.plan.GuardRows.file;
import static org.peerpath.plan.GuardRows.goal;
import static org.peerpath.plan.GuardRows.nic;
import static org.peerpath.plan.GuardRows.on;
import static org.peerpath.plan.PlanHosts.GPU;
import static org.peerpath.plan.PlanHosts.NIC;
import static org.peerpath.plan.PlanHosts.VF;
import static org.peerpath.plan.PlanHosts.failed;
import static org.peerpath.plan.PlanHosts.host;
import static org.peerpath.plan.PlanHosts.with;
import static org.peerpath.plan.PlanHosts.withVirtual;

import java.util.List;
import org.peerpath.model.HostModel;
import org.peerpath.plan.GuardMatrixTest.Row;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;

/** The hosts of {@link GuardMatrixTest} for functions that are taken, given or made. */
final class GuardFunctionRows {
    private static final String LINK =
            "ib0 vf 0 link/ether 02:00:00:00:00:07 brd ff:ff:ff:ff:ff:ff, spoof checking off";

    private GuardFunctionRows() {}

    static Row of(GuardId id) {
        return switch (id) {
            case NO_IOMMU ->
                on(CREATE, () -> host())
                        .refuses(nic(f -> f.without("iommu_group")))
                        .silent(h -> {})
                        .unread(nic(f -> f.attribute("iommu_group", failed("iommu_group"))))
                        .as(id, ASKS);
            case HELD_BY_VM ->
                on(UNBIND, () -> withVirtual("vfio-pci"))
                        .refuses(h -> h.text(HostFiles.VFIO_HOLDERS, "4711 /dev/vfio/77 qemu-system-x86 guest=vm1"))
                        .silent(h -> h.text(HostFiles.VFIO_HOLDERS, "4711 /dev/vfio/78 qemu-system-x86 guest=vm1"))
                        .unread(h -> {
                            h.text(HostFiles.VFIO_HOLDERS, "4711 /dev/vfio/78 qemu-system-x86 guest=vm1");
                            h.get(VF).attribute("iommu_group", failed("iommu_group"));
                        })
                        .as(GuardId.HOLDERS_UNKNOWN, ASKS);
            case HOLDERS_UNKNOWN ->
                on(UNBIND, () -> withVirtual("vfio-pci"))
                        .asks(h -> h.file(HostFiles.VFIO_HOLDERS, new Reading.Missing("test")))
                        .silent(h -> h.text(HostFiles.VFIO_HOLDERS, ""))
                        .unread(file(HostFiles.VFIO_HOLDERS))
                        .as(id, ASKS);
            case GROUP_MEMBERS ->
                on(BIND, () -> withVirtual("mlx5_core"))
                        .refuses(at(GPU, f -> f.group(77)))
                        .silent(h -> {})
                        .unread(at(VF, f -> f.attribute("iommu_group", failed("iommu_group"))))
                        .as(id, ASKS);
            case IN_USE ->
                on(BIND, () -> with(withVirtual("mlx5_core"), at(VF, f -> f.directory("net", "ens1v0"))))
                        .refuses(h -> h.text(HostFiles.USERS, "net ens1v0 up - - -"))
                        .silent(h -> h.text(HostFiles.USERS, "net ens1v0 down - - -"))
                        .unread(file(HostFiles.USERS))
                        .as(id, ASKS);
            case FREES_INTERFACE ->
                on(
                                BIND,
                                () -> with(
                                        withVirtual("mlx5_core"),
                                        at(
                                                VF,
                                                f -> f.directory("net", "ens1v0")
                                                        .attribute("net/ens1v0/flags", "0x1003"))))
                        .asks(h -> h.text(HostFiles.USERS, "net ens1v0 up - - -"))
                        .silent(h -> h.text(HostFiles.USERS, "net ens1v0 down - - -"))
                        .unread(file(HostFiles.USERS))
                        .as(GuardId.IN_USE, ASKS);
            case CARRIES_STORAGE ->
                on(BIND, () -> withDisk())
                        .refuses(h -> h.text(HostFiles.IN_USE, "mounted 259:2 /dev/nvme0n1p2 ext4\nssh -"))
                        .silent(h -> h.text(HostFiles.IN_USE, "ssh -"))
                        .unread(file(HostFiles.IN_USE))
                        .as(id, ASKS);
            case CARRIES_CONNECTION ->
                on(UNBIND, () -> with(withVirtual("mlx5_core"), at(VF, f -> f.directory("net", "ens1v0"))))
                        .refuses(h -> h.text(HostFiles.IN_USE, "ssh ens1v0"))
                        .silent(h -> h.text(HostFiles.IN_USE, "ssh eno1"))
                        .unread(file(HostFiles.IN_USE))
                        .as(id, ASKS);
            case CONSOLE_GPU ->
                on(BIND, () -> with(withVirtual("mlx5_core"), at(GPU, f -> f.group(77))))
                        .refuses(at(GPU, f -> f.attribute("boot_vga", "1")))
                        .silent(at(GPU, f -> f.attribute("boot_vga", "0")))
                        .unread(at(GPU, f -> f.attribute("boot_vga", failed("boot_vga"))))
                        .as(id, ASKS);
            case BMC ->
                on(
                                BIND,
                                () -> with(
                                        withVirtual("mlx5_core"),
                                        h -> h.rootPort("0000:00:03.0", 0x8086, 1)
                                                .endpoint("0000:09:00.0", 0x8086, 0x1234, 0x0c0330)
                                                .group(77)
                                                .driver("other")))
                        .refuses(at(
                                "0000:09:00.0",
                                f -> f.attribute("class", "0x0c0701").config(config -> config.put8(0x0a, 0x07))))
                        .silent(h -> {})
                        .unread(at(
                                "0000:09:00.0",
                                f -> f.readable(0)
                                        .attribute("class", failed("class"))
                                        .attribute("vendor", failed("vendor"))))
                        .as(id, ASKS);
            case PHYSICAL_FUNCTION ->
                on(CREATE, () -> host())
                        .refuses(nic(f -> f.driver("vfio-pci")))
                        .silent(h -> {})
                        .unread(nic(f -> f.attribute("driver", failed("driver"))))
                        .as(id, ASKS);
            case NO_PF_DRIVER ->
                on(CREATE, () -> host())
                        .refuses(nic(f -> f.without("driver")))
                        .silent(h -> {})
                        .unread(nic(f -> f.attribute("driver", failed("driver"))))
                        .as(GuardId.PHYSICAL_FUNCTION, ASKS);
            case NO_SRIOV ->
                on(CREATE, () -> host())
                        .refuses(nic(f -> f.config(config -> config.put16(config.findExtended(0x0010), 0x7777))))
                        .silent(h -> {})
                        .unread(nic(f -> f.readable(256)))
                        .as(id, REFUSES);
            case NO_VFS ->
                on(goal(Goal.BIND_VFS, 0), () -> host())
                        .refuses(h -> {})
                        .silentPlan(() -> BIND.apply(withVirtual("mlx5_core")))
                        .unread(nic(f -> f.readable(256).attribute("sriov_numvfs", failed("sriov_numvfs"))))
                        .as(GuardId.NO_SRIOV, REFUSES);
            case TOO_MANY_VFS ->
                on(CREATE, () -> host())
                        .refuses(nic(f -> f.attribute("sriov_totalvfs", "1")))
                        .silent(nic(f -> f.attribute("sriov_totalvfs", "2")))
                        .unread(nic(f -> f.attribute("sriov_totalvfs", failed("sriov_totalvfs"))))
                        .as(id, ASKS);
            case VFS_ALREADY_ENABLED ->
                on(CREATE, () -> host())
                        .refusesPlan(() -> CREATE.apply(withVirtual("mlx5_core")))
                        .silent(h -> {})
                        .unread(nic(f -> f.readable(256)))
                        .as(GuardId.NO_SRIOV, REFUSES);
            case NO_ROOM_FOR_VFS ->
                on(CREATE, () -> host())
                        .refuses(h ->
                                h.kernelLog("[    9.1] mlx5_core " + NIC + ": not enough MMIO resources for SR-IOV"))
                        .silent(h -> h.kernelLog("[    9.1] mlx5_core " + NIC + ": firmware version: 40.50.464"))
                        .unread(file(HostFiles.KERNEL_LOG))
                        .as(id, ASKS);
            case LINK_LAYER_UNKNOWN ->
                on(CREATE, () -> host())
                        .asks(nic(f -> f.attribute("infiniband/mlx5_0/ports/1/link_layer", "Ethernet")
                                .attribute("infiniband/mlx5_0/ports/2/link_layer", "InfiniBand")))
                        .silent(nic(f -> f.attribute("infiniband/mlx5_0/ports/1/link_layer", "Ethernet")))
                        .unread(nic(f -> f.attribute("infiniband/mlx5_0/ports/1/link_layer", failed("link_layer"))))
                        .as(id, ASKS);
            case NO_IDENTITY ->
                on(
                                CREATE,
                                () -> with(
                                        host(),
                                        nic(f -> f.directory("net", "ens1f0")
                                                .attribute("infiniband/mlx5_0/ports/1/link_layer", "Ethernet"))))
                        .asks(nic(f -> f.directory("net")))
                        .silent(nic(f -> f.attribute("net/ens1f0/address", "b8:3f:d2:aa:bb:cc")))
                        .unread(nic(f -> f.attribute("net/ens1f0/address", failed("address"))))
                        .as(id, ASKS);
            case IDENTITY_LOST ->
                on(UNBIND, () -> withVirtual("vfio-pci"))
                        .asks(h -> h.text(HostFiles.VF_LINKS, LINK + ", max_tx_rate 100Mbps, trust off"))
                        .silent(h -> h.text(HostFiles.VF_LINKS, LINK + ", trust off"))
                        .unread(file(HostFiles.VF_LINKS))
                        .as(id, ASKS);
            case SETTING_UNREAD ->
                on(CREATE, () -> host())
                        .asks(nic(f -> f.without("sriov_drivers_autoprobe")))
                        .silent(h -> {})
                        .unread(nic(f -> f.attribute("sriov_drivers_autoprobe", failed("sriov_drivers_autoprobe"))))
                        .as(id, ASKS);
            case DRIVER_UNREAD ->
                on(UNBIND, () -> withVirtual("vfio-pci"))
                        .refuses(nic(f -> f.attribute("sriov_numvfs", "2")))
                        .silent(h -> {})
                        .unread(at(VF, f -> f.attribute("driver", failed("driver"))))
                        .as(id, REFUSES);
            case NOT_ALLOWED ->
                on(UNBIND, () -> withVirtual("vfio-pci"))
                        .refusesPlan(() -> Planner.plan(
                                HostModel.of(withVirtual("x vfio").build()),
                                new PlanRequest(Goal.UNBIND, List.of(), 0)))
                        .silent(h -> {})
                        .unread(at(VF, f -> f.attribute("driver", failed("driver"))))
                        .as(GuardId.DRIVER_UNREAD, REFUSES);
            default -> throw new AssertionError(id);
        };
    }

    /** A disk in the group of the virtual function. */
    private static HostBuilder withDisk() {
        HostBuilder host = withVirtual("mlx5_core");
        host.rootPort("0000:00:05.0", 0x8086, 0x0db0)
                .endpoint("0000:0b:00.0", 0x8086, 0x0a54, 0x010802)
                .driver("nvme")
                .directory("nvme", "nvme0")
                .group(77);
        return host.text(
                HostFiles.BLOCK_DEVICES + "259:2",
                "/sys/devices/pci0000:00/0000:00:05.0/0000:0b:00.0/nvme/nvme0/nvme0n1/nvme0n1p2");
    }
}
