// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.Viommu;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmOption;
import org.peerpath.vm.model.Vmm;
import org.peerpath.vm.shape.GuestPlace;

/**
 * A virtual machine of libvirt (libvirt.org/formatdomain.html): {@code virsh dumpxml}, files below {@code
 * /etc/libvirt/qemu} and {@code /run/libvirt/qemu}, and pieces of them.
 */
final class LibvirtReader {
    static final String KIND = "libvirt-xml";
    private static final Set<String> ROOTS =
            Set.of("domain", "domstatus", "devices", "hostdev", "interface", "controller", "iommu", "domainsnapshot");
    private static final Set<String> PIECES = Set.of("hostdev", "interface", "controller", "iommu");

    private final VmDescription.Builder vm;
    private final LibvirtShape shape;
    private Backend usual = Backend.TYPE1;

    private LibvirtReader(VmDescription.Builder vm, LibvirtShape shape) {
        this.vm = vm;
        this.shape = shape;
    }

    /** Returns whether a document with this first element is read here. */
    static boolean recognises(String root) {
        return ROOTS.contains(root);
    }

    /** Returns whether this first element may stand beside others, without one that holds them. */
    static boolean isPiece(String root) {
        return PIECES.contains(root);
    }

    /** Adds what a document says; several elements without a common parent are taken as devices. */
    static void read(byte[] content, String file, VmDescription.Builder into) throws UnreadableSourceException {
        XmlNode root = XmlNode.read(content, file);
        XmlNode domain = switch (root.name()) {
            case "domstatus", "domainsnapshot" -> root.at("domain").orElse(root);
            default -> root;
        };
        String machine =
                domain.at("os", "type").map(type -> type.get("machine")).orElse("");
        XmlNode devices = domain.name().equals("domain") ? domain.at("devices").orElse(domain) : domain;
        List<XmlNode> all = new ArrayList<>(devices.children());
        if (!devices.equals(domain)) {
            // An excerpt in which devices stand beside the element that should hold them.
            domain.children().stream()
                    .filter(node -> ROOTS.contains(node.name()))
                    .forEach(all::add);
        }
        LibvirtReader reader = new LibvirtReader(into, new LibvirtShape(machine, all, domain));
        reader.domain(domain, root, machine);
        reader.devices(all);
        List<String> arguments = domain.at("qemu:commandline").stream()
                .flatMap(node -> node.all("qemu:arg"))
                .map(node -> node.get("value"))
                .toList();
        if (!arguments.isEmpty()) {
            ExtraArguments.apply(arguments, into);
        }
        into.kind(KIND);
    }

    private void domain(XmlNode domain, XmlNode root, String machine) {
        vm.name(domain.at("name").map(XmlNode::text));
        vm.uuid(domain.at("uuid").map(XmlNode::text));
        vm.machine(Optional.of(machine));
        vm.vmm(domain.get("type").equals("xen") ? Vmm.UNKNOWN : Vmm.QEMU);
        if (domain.get("type").equals("xen")) {
            usual = Backend.UNKNOWN;
        }
        if (root.name().equals("domstatus") || !domain.get("id").isBlank()) {
            vm.running(Optional.of(!root.get("state").equals("shutoff")));
        }
        KeyValues.number(root.get("pid").isEmpty() ? "-" : root.get("pid"))
                .ifPresent(pid -> vm.process(OptionalInt.of(pid)));
        domain.at("iommufd")
                .filter(node -> node.get("enabled").equals("yes"))
                .ifPresent(node -> usual = Backend.IOMMUFD);
        boolean hidden = domain.at("features", "kvm", "hidden")
                .filter(node -> node.get("state").equals("on"))
                .isPresent();
        boolean disabled = domain.at("cpu").stream()
                .flatMap(cpu -> cpu.all("feature"))
                .anyMatch(feature -> feature.get("name").equals("hypervisor")
                        && feature.get("policy").equals("disable"));
        if (hidden || disabled) {
            vm.option(VmOption.HYPERVISOR_HIDDEN);
        }
        if (domain.at("launchSecurity").isPresent()) {
            vm.option(VmOption.CONFIDENTIAL);
        }
    }

    private void devices(List<XmlNode> all) {
        vm.shape(shape.shape());
        vm.usual(usual == Backend.IOMMUFD ? usual : Backend.UNKNOWN);
        // libvirt numbers network interfaces that are functions first.
        int number = 0;
        for (XmlNode device : all) {
            Optional<XmlNode> source =
                    device.at("source", "address").or(() -> device.at("actual", "source", "address"));
            if (device.name().equals("interface")
                    && source.isPresent()
                    && !device.get("type").equals("vdpa")) {
                function(device, source.get(), "hostdev" + number++);
            }
        }
        for (XmlNode device : all) {
            if (device.name().equals("hostdev")) {
                Optional<XmlNode> source = device.at("source", "address");
                if (device.get("type").equals("pci") && source.isPresent()) {
                    function(device, source.get(), "hostdev" + number);
                }
                number++;
            } else if (device.name().equals("iommu")) {
                viommu(device);
            }
        }
        vm.shape(shape.endpoints());
    }

    private void function(XmlNode device, XmlNode source, String unnamed) {
        Optional<Address> host = LibvirtNumbers.address(source);
        String id = device.at("alias")
                .map(alias -> alias.get("name"))
                .filter(name -> !name.isEmpty())
                .orElse(unnamed);
        Optional<XmlNode> address = device.at("address");
        boolean hidden = address.filter(a -> a.get("type").equals("unassigned")).isPresent();
        Optional<GuestPlace> place = address.flatMap(shape::place);
        place.ifPresent(at -> shape.endpoint(id, at));
        AssignedFunction function =
                AssignedFunction.of(host, id, backend(device)).withPlace(place);
        function = ExtraArguments.with(function, shape.overrides(id));
        vm.function(hidden ? function.hidden() : function);
    }

    private Backend backend(XmlNode device) {
        Optional<XmlNode> driver = device.at("driver");
        return switch (driver.map(d -> d.get("iommufd")).orElse("")) {
            case "yes" -> Backend.IOMMUFD;
            case "no" -> Backend.TYPE1;
            default -> driver.filter(d -> d.get("name").equals("xen")).isPresent() ? Backend.UNKNOWN : usual;
        };
    }

    private void viommu(XmlNode device) {
        Optional<XmlNode> driver = device.at("driver");
        String model = device.get("model");
        String bus = driver.map(d -> d.get("pciBus")).orElse("");
        boolean nested = driver.filter(d -> d.get("accel").equals("on")).isPresent();
        vm.viommus(List.of(new Viommu(
                model,
                driver.map(d -> KeyValues.number(d.get("aw_bits"))).orElseGet(OptionalInt::empty),
                bus.isEmpty() ? Optional.empty() : Optional.of(shape.bus(bus)),
                Set.of(),
                nested)));
    }
}
