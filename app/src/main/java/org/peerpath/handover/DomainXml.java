// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestDeviceKind;
import org.peerpath.vm.shape.GuestPlace;

/**
 * Writes libvirt's definition of a new VM (libvirt.org/formatdomain.html): controllers, functions, NUMA cells, pinning, huge
 * pages, memory window. Disks, networks and a console are the administrator's to add.
 */
public final class DomainXml {
    private final Kit kit;
    private final List<String> lines = new ArrayList<>();

    private DomainXml(Kit kit) {
        this.kit = kit;
    }

    /** Returns the domain of a kit: the one that was given with its changes, else a new one. */
    public static String of(Kit kit) {
        return kit.before().map(Kit.DomainChange::after).orElseGet(() -> new DomainXml(kit).write());
    }

    private String write() {
        int nodes = kit.nodes().size();
        int processors = kit.machine().processors();
        int gibibytes = kit.machine().gibibytes();
        line(0, "<domain type='kvm' xmlns:qemu='http://libvirt.org/schemas/domain/qemu/1.0'>");
        line(1, "<name>" + kit.machine().name() + "</name>");
        line(1, "<memory unit='GiB'>" + nodes * gibibytes + "</memory>");
        line(1, "<memoryBacking><hugepages><page size='1' unit='GiB'/></hugepages></memoryBacking>");
        line(1, "<vcpu placement='static'>" + nodes * processors + "</vcpu>");
        pins();
        line(1, "<os firmware='efi'><type arch='x86_64' machine='q35'>hvm</type></os>");
        boolean iommu = kit.machine().needsIommu(nodes);
        line(1, "<features><acpi/><apic/>" + (iommu ? "<ioapic driver='qemu'/>" : "") + "</features>");
        line(1, "<cpu mode='host-passthrough' check='none'>");
        line(2, "<topology sockets='" + nodes + "' cores='" + processors + "' threads='1'/>");
        line(2, "<maxphysaddr mode='passthrough'/>");
        line(2, "<numa>");
        kit.nodes()
                .keySet()
                .forEach(node -> line(
                        3,
                        "<cell id='" + node + "' cpus='" + node * processors + "-" + ((node + 1) * processors - 1)
                                + "' memory='" + gibibytes + "' unit='GiB'/>"));
        line(2, "</numa>");
        line(1, "</cpu>");
        line(1, "<devices>");
        line(2, "<controller type='pci' index='0' model='pcie-root'>");
        kit.windowGibibytes().ifPresent(size -> line(3, "<pcihole64 unit='GiB'>" + size + "</pcihole64>"));
        line(2, "</controller>");
        kit.added().forEach(device -> lines.addAll(controller(device, "    ")));
        kit.functions().forEach(this::function);
        if (iommu) {
            line(2, "<iommu model='intel'><driver intremap='on' caching_mode='on' eim='on'/></iommu>");
        }
        line(1, "</devices>");
        window();
        line(0, "</domain>");
        return String.join("\n", lines) + "\n";
    }

    private void line(int depth, String text) {
        lines.add("  ".repeat(depth) + text);
    }

    /** Binds each of the guest's nodes to the host's: its processors, and its memory. */
    private void pins() {
        List<Integer> known = kit.nodes().values().stream().filter(n -> n >= 0).toList();
        List<String> pins = new ArrayList<>();
        kit.nodes()
                .forEach((guest, hostNode) -> processors(kit, hostNode).ifPresent(set -> {
                    for (int i = 0; i < kit.machine().processors(); i++) {
                        pins.add("<vcpupin vcpu='" + (guest * kit.machine().processors() + i) + "' cpuset='" + set
                                + "'/>");
                    }
                }));
        if (!pins.isEmpty()) {
            line(1, "<cputune>");
            pins.forEach(pin -> line(2, pin));
            line(1, "</cputune>");
        }
        if (!known.isEmpty()) {
            line(1, "<numatune>");
            line(2, "<memory mode='strict' nodeset='" + list(known) + "'/>");
            kit.nodes().forEach((guest, hostNode) -> {
                if (hostNode >= 0) {
                    line(2, "<memnode cellid='" + guest + "' mode='strict' nodeset='" + hostNode + "'/>");
                }
            });
            line(1, "</numatune>");
        }
    }

    private static String list(List<Integer> numbers) {
        return String.join(",", numbers.stream().map(String::valueOf).toList());
    }

    /** Returns the processors of a node of the host as the kernel lists them; empty where they were not read. */
    static Optional<String> processors(Kit kit, int hostNode) {
        return kit.host()
                .snapshot()
                .hostText(HostFiles.NUMA_NODES + "/node" + hostNode + "/cpulist")
                .asOptional()
                .map(String::strip)
                .filter(set -> set.matches("\\d{1,5}(-\\d{1,5})?(,\\d{1,5}(-\\d{1,5})?){0,200}"));
    }

    /** Returns the lines of a controller; its index is the number in its name. */
    static List<String> controller(GuestDevice device, String indent) {
        String index = device.id().substring(device.id().indexOf('.') + 1);
        String head = indent + "<controller type='pci' index='" + index + "' model='" + model(device.kind()) + "'>";
        List<String> all = new ArrayList<>(List.of(head));
        switch (device.kind()) {
            case EXPANDER -> {
                String node = device.numaNode().isPresent()
                        ? "<node>" + device.numaNode().getAsInt() + "</node>"
                        : "";
                all.add(indent + "  <model name='pxb-pcie'/>");
                all.add(indent + "  <target busNr='" + device.busNumber().orElse(0) + "'>" + node + "</target>");
            }
            case ROOT_PORT, DOWNSTREAM_PORT ->
                all.add(indent + "  <target chassis='" + index + "' port='"
                        + hex(
                                device.place()
                                        .flatMap(p -> p.slot().stream().boxed().findFirst())
                                        .orElse(0),
                                1)
                        + "'/>");
            default -> {}
        }
        device.place().ifPresent(place -> all.add(indent + "  " + guestAddress(place)));
        all.add(indent + "</controller>");
        return all;
    }

    private static String model(GuestDeviceKind kind) {
        return switch (kind) {
            case ROOT_BUS -> "pcie-root";
            case EXPANDER -> "pcie-expander-bus";
            case ROOT_PORT -> "pcie-root-port";
            case UPSTREAM_PORT -> "pcie-switch-upstream-port";
            case DOWNSTREAM_PORT -> "pcie-switch-downstream-port";
            case PCI_BRIDGE, ENDPOINT -> throw new IllegalArgumentException(kind.toString());
        };
    }

    /** Returns the element of a place; libvirt's bus is the index of the controller that provides it. */
    static String guestAddress(GuestPlace place) {
        int index = Integer.parseInt(place.bus().substring(place.bus().indexOf('.') + 1));
        return "<address type='pci' domain='0x0000' bus='" + hex(index, 2) + "' slot='"
                + hex(place.slot().orElse(0), 2) + "' function='" + hex(place.function(), 1) + "'/>";
    }

    private void function(PlacedFunction function) {
        Address host = function.host();
        line(2, "<hostdev mode='subsystem' type='pci' managed='no'>");
        line(3, "<driver name='vfio'/>");
        line(
                3,
                "<source><address domain='" + hex(host.domain(), 4) + "' bus='" + hex(host.bus(), 2) + "' slot='"
                        + hex(host.device(), 2) + "' function='" + hex(host.function(), 1) + "'/></source>");
        function.place().ifPresent(place -> line(3, guestAddress(place)));
        line(2, "</hostdev>");
    }

    private static String hex(int number, int digits) {
        return "0x" + String.format(Locale.ROOT, "%0" + digits + "x", number);
    }

    private void window() {
        kit.windowGibibytes().ifPresent(size -> {
            line(1, "<qemu:commandline>");
            line(2, "<qemu:arg value='-fw_cfg'/>");
            line(2, "<qemu:arg value='" + QemuArgs.window(size) + "'/>");
            line(1, "</qemu:commandline>");
        });
    }
}
