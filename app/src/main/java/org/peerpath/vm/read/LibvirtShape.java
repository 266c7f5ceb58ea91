// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestDeviceKind;
import org.peerpath.vm.shape.GuestPlace;
import org.peerpath.vm.shape.GuestShape;

/**
 * The tree of libvirt's controllers. The {@code bus} of an address is a controller's index, never a bus number; its name
 * here is the one that libvirt gives to QEMU, {@code pci.INDEX}, and {@code pcie.0} or {@code pci.0} for the root.
 */
final class LibvirtShape {
    private static final int MOST_BUSES = 1024;
    private final String root;
    private final boolean pseries;
    private final List<GuestDevice> controllers = new ArrayList<>();
    private final List<GuestDevice> endpoints = new ArrayList<>();
    private final Map<String, Map<String, String>> overrides = new HashMap<>();

    LibvirtShape(String machine, List<XmlNode> devices, XmlNode domain) {
        this.pseries = machine.contains("pseries");
        List<XmlNode> pci = devices.stream()
                .filter(device ->
                        device.name().equals("controller") && device.get("type").equals("pci"))
                .limit(MOST_BUSES)
                .toList();
        boolean express = pci.stream().anyMatch(c -> c.get("model").startsWith("pcie"))
                || machine.contains("q35")
                || machine.startsWith("virt");
        this.root = express ? "pcie.0" : "pci.0";
        pci.forEach(this::controller);
        domain.all("qemu:override").forEach(this::override);
    }

    private String name(int index) {
        return index == 0 ? root : pseries ? "pci." + index + ".0" : "pci." + index;
    }

    private void controller(XmlNode controller) {
        OptionalInt index = KeyValues.number(controller.get("index"));
        if (index.isEmpty()) {
            return;
        }
        String id = name(index.getAsInt());
        GuestDeviceKind kind = kind(controller.get("model"));
        if (kind == GuestDeviceKind.ROOT_BUS) {
            controllers.add(index.getAsInt() == 0 ? GuestDevice.rootBus(id) : GuestDevice.hostBridge(id, ""));
            return;
        }
        Optional<XmlNode> target = controller.at("target");
        controllers.add(new GuestDevice(
                id,
                kind,
                controller.at("model").map(model -> model.get("name")).orElse(controller.get("model")),
                controller.at("address").flatMap(this::place),
                target.map(t -> KeyValues.number(t.get("busNr"))).orElseGet(OptionalInt::empty),
                target.flatMap(t -> t.at("node"))
                        .map(node -> KeyValues.number(node.text()))
                        .orElseGet(OptionalInt::empty),
                target.map(t -> t.get("speed")).filter(s -> !s.isEmpty()),
                target.map(t -> t.get("width")).filter(s -> !s.isEmpty())));
    }

    private static GuestDeviceKind kind(String model) {
        return switch (model) {
            case "pcie-root", "pci-root" -> GuestDeviceKind.ROOT_BUS;
            case "pcie-expander-bus", "pci-expander-bus" -> GuestDeviceKind.EXPANDER;
            case "pcie-root-port" -> GuestDeviceKind.ROOT_PORT;
            case "pcie-switch-upstream-port" -> GuestDeviceKind.UPSTREAM_PORT;
            case "pcie-switch-downstream-port" -> GuestDeviceKind.DOWNSTREAM_PORT;
            default -> GuestDeviceKind.PCI_BRIDGE;
        };
    }

    /** Returns the place that a guest's {@code address} element names. */
    Optional<GuestPlace> place(XmlNode address) {
        if (!address.get("type").isEmpty() && !address.get("type").equals("pci")) {
            return Optional.empty();
        }
        OptionalInt bus = LibvirtNumbers.number(address.get("bus"), 0);
        OptionalInt slot = KeyValues.number(address.get("slot"));
        OptionalInt function = LibvirtNumbers.number(address.get("function"), 0);
        boolean sound = bus.isPresent()
                && slot.isPresent()
                && function.isPresent()
                && bus.getAsInt() >= 0
                && slot.getAsInt() >= 0
                && slot.getAsInt() < 32
                && function.getAsInt() >= 0
                && function.getAsInt() < 8;
        return sound ? Optional.of(new GuestPlace(name(bus.getAsInt()), slot, function.getAsInt())) : Optional.empty();
    }

    /** Returns the name of the bus that a controller with this index provides. */
    String bus(String index) {
        return name(KeyValues.number(index).orElse(0));
    }

    /** Remembers a device that stands in the tree. */
    void endpoint(String id, GuestPlace place) {
        endpoints.add(GuestDevice.endpoint(id, place));
        if (pseries && controllers.stream().noneMatch(c -> c.id().equals(place.bus()))) {
            controllers.add(GuestDevice.hostBridge(place.bus(), ""));
        }
    }

    GuestShape shape() {
        List<GuestDevice> all = new ArrayList<>(controllers);
        if (controllers.stream().noneMatch(c -> c.id().equals(root))) {
            all.add(GuestDevice.rootBus(root));
        }
        return GuestShape.of(all);
    }

    /** Returns the devices remembered, and host bridges that libvirt adds for them on ppc64. */
    GuestShape endpoints() {
        List<GuestDevice> all = new ArrayList<>(controllers);
        all.addAll(endpoints);
        return GuestShape.of(all);
    }

    /** {@code <qemu:override><qemu:device alias=…><qemu:frontend><qemu:property name= value=>}. */
    private void override(XmlNode element) {
        element.all("qemu:device").forEach(device -> {
            Map<String, String> properties = new LinkedHashMap<>();
            device.at("qemu:frontend").stream()
                    .flatMap(front -> front.all("qemu:property"))
                    .limit(64)
                    .forEach(property -> properties.put(property.get("name"), property.get("value")));
            overrides.put(device.get("alias"), properties);
        });
    }

    Map<String, String> overrides(String alias) {
        return overrides.getOrDefault(alias, Map.of());
    }
}
