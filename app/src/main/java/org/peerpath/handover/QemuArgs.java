// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.handover.nccl.NcclLink;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestPlace;

/**
 * Writes the same VM as arguments of QEMU, one option a line and nothing that a shell would change, so that {@code xargs -a
 * qemu.args qemu-system-x86_64} takes them.
 */
public final class QemuArgs {
    private static final int MIB_PER_GIB = 1024;
    private final Kit kit;
    private final List<String> lines = new ArrayList<>();

    private QemuArgs(Kit kit) {
        this.kit = kit;
    }

    /** Returns the arguments of a kit. */
    public static String of(Kit kit) {
        return new QemuArgs(kit).write();
    }

    /** Returns the value of {@code -fw_cfg} that tells OVMF how large a window to keep. */
    static String window(long gibibytes) {
        return "name=opt/ovmf/X-PciMmio64Mb,string=" + gibibytes * MIB_PER_GIB;
    }

    private String write() {
        if (kit.before().isEmpty()) {
            machine();
        }
        kit.added().forEach(this::device);
        kit.functions().stream()
                .filter(PlacedFunction::moved)
                .forEach(function -> lines.add(
                        "-device vfio-pci,host=" + function.host() + ",id=" + function.id() + place(function.place())));
        return String.join("\n", lines) + "\n";
    }

    private void machine() {
        KitMachine machine = kit.machine();
        int nodes = kit.nodes().size();
        boolean iommu = machine.needsIommu(nodes);
        lines.add("-name " + machine.name());
        lines.add("-machine q35,accel=kvm" + (iommu ? ",kernel-irqchip=split" : ""));
        lines.add("-cpu host,host-phys-bits=on");
        lines.add("-smp " + nodes * machine.processors() + ",sockets=" + nodes + ",cores=" + machine.processors()
                + ",threads=1");
        lines.add("-m " + nodes * machine.gibibytes() + "G");
        kit.nodes().forEach((guest, host) -> {
            lines.add("-object memory-backend-memfd,id=ram" + guest + ",size=" + machine.gibibytes()
                    + "G,hugetlb=on,hugetlbsize=1G,prealloc=on"
                    + (host < 0 ? "" : ",host-nodes=" + host + ",policy=bind"));
            lines.add("-numa node,nodeid=" + guest + ",cpus=" + guest * machine.processors() + "-"
                    + ((guest + 1) * machine.processors() - 1) + ",memdev=ram" + guest);
        });
        kit.windowGibibytes().ifPresent(size -> {
            lines.add("-global q35-pcihost.pci-hole64-size=" + size + "G");
            lines.add("-fw_cfg " + window(size));
        });
        if (iommu) {
            lines.add("-device intel-iommu,intremap=on,caching-mode=on,eim=on");
        }
    }

    private void device(GuestDevice device) {
        String chassis = ",chassis=" + device.id().substring(device.id().indexOf('.') + 1) + ",port=0x"
                + Integer.toHexString(slot(device.place()).orElse(0));
        boolean generic = kit.machine().hasGenericPorts();
        String words = switch (device.kind()) {
            case EXPANDER ->
                "pxb-pcie,bus_nr=" + device.busNumber().orElse(0)
                        + (device.numaNode().isPresent()
                                ? ",numa_node=" + device.numaNode().getAsInt()
                                : "");
            case ROOT_PORT -> "pcie-root-port" + chassis + link(device.id());
            case UPSTREAM_PORT -> generic ? "pcie-upstream-port" + link(device.id()) : "x3130-upstream";
            case DOWNSTREAM_PORT ->
                (generic ? "pcie-downstream-port" + link(device.id()) : "xio3130-downstream") + chassis;
            case ROOT_BUS, PCI_BRIDGE, ENDPOINT -> throw new IllegalArgumentException(device.toString());
        };
        lines.add("-device " + words + ",id=" + device.id() + place(device.place()));
    }

    private static OptionalInt slot(Optional<GuestPlace> place) {
        return place.map(GuestPlace::slot).orElse(OptionalInt.empty());
    }

    private static String place(Optional<GuestPlace> place) {
        return place.map(p -> ",bus=" + p.bus() + ",addr=0x"
                        + Integer.toHexString(p.slot().orElse(0)))
                .orElse("");
    }

    /** What the port is to print, where it can: the host's link below it. QEMU below 11.1 knows up to 16 GT/s everywhere. */
    private String link(String port) {
        NcclLink link = kit.links().getOrDefault(port, NcclLink.UNKNOWN);
        if (!kit.machine().hasGenericPorts()
                || link.speed().isEmpty()
                || link.width().isEmpty()) {
            return "";
        }
        int width = Integer.highestOneBit(Math.min(32, link.width().get()));
        return ",x-speed=" + speed(link.speed().get()) + ",x-width=" + width;
    }

    private static String speed(LinkSpeed speed) {
        return switch (speed) {
            case GEN1 -> "2_5";
            case GEN2 -> "5";
            case GEN3 -> "8";
            case GEN4 -> "16";
            case GEN5 -> "32";
            case GEN6, GEN7 -> "64";
        };
    }
}
