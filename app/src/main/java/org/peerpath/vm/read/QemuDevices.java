// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.Viommu;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestDeviceKind;
import org.peerpath.vm.shape.GuestPlace;
import org.peerpath.vm.shape.GuestShape;

/** QEMU's devices, whatever they were written in: {@code -device}, {@code -readconfig}, libvirt's pass-through. */
final class QemuDevices {
    private static final int MOST = 4096;
    private static final String DRIVER = "driver";
    private static final Pattern SYSFS_PCI = Pattern.compile(
            ".*/(?:bus/pci/devices|pci[0-9a-f:]+(?:/[0-9a-f:.]+)*)/([0-9a-f]{4,8}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7])/?",
            Pattern.CASE_INSENSITIVE);
    private static final Pattern HOST =
            Pattern.compile("(?:([0-9a-fA-F]{1,8}):)?([0-9a-fA-F]{1,2}):([0-9a-fA-F]{1,2})\\.([0-7])");
    private static final Pattern PLACE = Pattern.compile("(?:0x)?([0-9a-fA-F]{1,2})(?:\\.(?:0x)?([0-7]))?");

    private final List<Map<String, String>> devices = new ArrayList<>();
    private final Map<String, Map<String, String>> settings = new HashMap<>();
    private final Map<String, String> everyVfio = new LinkedHashMap<>();
    private final Set<String> bypassed = new HashSet<>();
    private final List<Viommu> viommus = new ArrayList<>();
    private String machine = "";

    /** Adds a device in QEMU's own keys; {@code driver} says what it is. */
    void add(Map<String, String> device) {
        if (devices.size() < MOST && device.containsKey(DRIVER)) {
            devices.add(new LinkedHashMap<>(device));
        }
    }

    /** Sets a property of one device: {@code -set device.ID.KEY=VALUE}. */
    void set(String id, String key, String value) {
        settings.computeIfAbsent(id, i -> new LinkedHashMap<>()).put(key, value);
    }

    /** The properties of all assigned functions, which {@code -global} fills. */
    Map<String, String> everyVfio() {
        return everyVfio;
    }

    /** Takes what {@code -machine} says of the tree and of the guest's IOMMU. */
    void machine(Map<String, String> options) {
        machine = options.getOrDefault("type", machine);
        if (KeyValues.on(options, "default_bus_bypass_iommu") || KeyValues.on(options, "default-bus-bypass-iommu")) {
            bypassed.add("pcie.0");
            bypassed.add("pci.0");
        }
        if (options.getOrDefault("iommu", "none").equals("smmuv3")) {
            viommus.add(new Viommu("smmuv3", OptionalInt.empty(), Optional.of("pcie.0"), Set.of(), false));
        }
    }

    /** Returns whether any device was given. */
    boolean isEmpty() {
        return devices.isEmpty();
    }

    /** Adds everything to a description. */
    void into(VmDescription.Builder vm) {
        devices.forEach(device ->
                settings.getOrDefault(device.getOrDefault("id", ""), Map.of()).forEach(device::put));
        name();
        String root = root();
        GuestShape shape = shape(root);
        vm.shape(shape);
        for (Map<String, String> device : devices) {
            String driver = device.getOrDefault(DRIVER, "");
            if (isVfio(driver)) {
                everyVfio.forEach(device::putIfAbsent);
                function(device, shape, device.getOrDefault("id", "")).ifPresent(vm::function);
            }
        }
        viommus(root);
        vm.viommus(viommus);
    }

    private static boolean isVfio(String driver) {
        return driver.equals("vfio-pci") || driver.equals("vfio-pci-nohotplug");
    }

    /** A device needs no id in QEMU; here its place is found by it. */
    private void name() {
        int vfio = 0;
        int other = 0;
        for (Map<String, String> device : devices) {
            if (!device.containsKey("id")) {
                device.put("id", isVfio(device.getOrDefault(DRIVER, "")) ? "vfio-" + vfio++ : "device-" + other++);
            }
        }
    }

    private static Optional<AssignedFunction> function(Map<String, String> device, GuestShape shape, String id) {
        String sysfs = device.getOrDefault("sysfsdev", "");
        Matcher pci = SYSFS_PCI.matcher(sysfs);
        Optional<Address> host = pci.matches() ? Address.parse(pci.group(1)) : host(device.getOrDefault("host", ""));
        if (host.isEmpty() && !sysfs.isEmpty()) {
            // A mediated device is no PCI function of the host.
            return Optional.empty();
        }
        Backend backend = device.getOrDefault("iommufd", "").isEmpty() ? Backend.TYPE1 : Backend.IOMMUFD;
        AssignedFunction function = AssignedFunction.of(host, id, backend)
                .withPlace(shape.find(id).flatMap(GuestDevice::place))
                .withClique(KeyValues.number(device, "x-nv-gpudirect-clique"))
                .withMapped(
                        device.containsKey("x-no-mmap")
                                ? Optional.of(!KeyValues.on(device, "x-no-mmap"))
                                : Optional.empty())
                .withExcludedBars(new TreeSet<>());
        return Optional.of(function);
    }

    /** QEMU takes numbers without leading zeros too (hw/core/qdev-properties-system.c set_pci_host_devaddr). */
    private static Optional<Address> host(String text) {
        Matcher m = HOST.matcher(text.strip());
        if (!m.matches()) {
            return Optional.empty();
        }
        String domain = m.group(1) == null ? "0" : m.group(1);
        return Address.parse("%4s:%2s:%2s.%s"
                .formatted(domain, m.group(2), m.group(3), m.group(4))
                .replace(' ', '0'));
    }

    /** The bus that a device without {@code bus=} is put on. */
    private String root() {
        boolean express = machine.contains("q35")
                || machine.startsWith("virt")
                || devices.stream().anyMatch(d -> d.getOrDefault("bus", "").equals("pcie.0"));
        return express ? "pcie.0" : "pci.0";
    }

    private GuestShape shape(String root) {
        List<GuestDevice> tree = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (Map<String, String> device : devices) {
            String driver = device.getOrDefault(DRIVER, "");
            String id = device.getOrDefault("id", "");
            if (driver.equals("spapr-pci-host-bridge")) {
                tree.add(GuestDevice.hostBridge(id + ".0", "spapr-pci-host-bridge"));
                names.add(id + ".0");
            } else if (standsOnPci(device, driver)) {
                tree.add(device(id, device, driver, root));
                names.add(id);
            }
        }
        for (Map<String, String> device : devices) {
            String bus = device.getOrDefault("bus", root);
            if (bus.equals(root) && names.add(bus)) {
                tree.add(GuestDevice.rootBus(bus));
            }
        }
        return GuestShape.of(new SlotFiller(tree).filled());
    }

    /** Devices of USB, IDE and other buses have names of those buses, or none and no address. */
    private static boolean standsOnPci(Map<String, String> device, String driver) {
        return kind(driver) != GuestDeviceKind.ENDPOINT
                || device.containsKey("addr")
                || driver.startsWith("vfio-pci")
                || driver.contains("-pci")
                || driver.startsWith("e1000")
                || driver.equals("nvme")
                || driver.equals("VGA");
    }

    private static GuestDevice device(String id, Map<String, String> options, String driver, String root) {
        GuestDeviceKind kind = kind(driver);
        String bus = options.getOrDefault("bus", root);
        return new GuestDevice(
                id,
                kind,
                driver,
                Optional.of(place(bus, options.getOrDefault("addr", ""))),
                KeyValues.number(options, "bus_nr"),
                KeyValues.number(options, "numa_node"),
                Optional.ofNullable(options.get("x-speed")),
                Optional.ofNullable(options.get("x-width")));
    }

    static GuestPlace place(String bus, String address) {
        Matcher m = PLACE.matcher(address);
        if (!m.matches()) {
            return new GuestPlace(bus, OptionalInt.empty(), 0);
        }
        int function = m.group(2) == null ? 0 : Integer.parseInt(m.group(2));
        return new GuestPlace(bus, OptionalInt.of(Integer.parseInt(m.group(1), 16)), function);
    }

    static GuestDeviceKind kind(String driver) {
        return switch (driver) {
            case "pxb-pcie", "pxb", "pxb-cxl" -> GuestDeviceKind.EXPANDER;
            case "pcie-root-port", "ioh3420", "cxl-rp" -> GuestDeviceKind.ROOT_PORT;
            case "x3130-upstream", "pcie-upstream-port", "cxl-upstream" -> GuestDeviceKind.UPSTREAM_PORT;
            case "xio3130-downstream", "pcie-downstream-port", "cxl-downstream" -> GuestDeviceKind.DOWNSTREAM_PORT;
            case "pci-bridge", "pcie-pci-bridge", "i82801b11-bridge" -> GuestDeviceKind.PCI_BRIDGE;
            default -> GuestDeviceKind.ENDPOINT;
        };
    }

    private void viommus(String root) {
        devices.stream()
                .filter(d -> kind(d.getOrDefault(DRIVER, "")) == GuestDeviceKind.EXPANDER
                        && (KeyValues.on(d, "bypass_iommu") || KeyValues.on(d, "bypass-iommu")))
                .forEach(d -> bypassed.add(d.getOrDefault("id", "")));
        for (Map<String, String> device : devices) {
            OptionalInt bits = KeyValues.number(device, "aw-bits", "aw_bits");
            switch (device.getOrDefault(DRIVER, "")) {
                case "intel-iommu" ->
                    viommus.add(new Viommu(
                            "intel",
                            bits,
                            Optional.empty(),
                            bypassed,
                            KeyValues.on(device, "x-flts") || KeyValues.on(device, "flts")));
                case "amd-iommu" -> viommus.add(new Viommu("amd", bits, Optional.empty(), bypassed, false));
                case "virtio-iommu-pci", "virtio-iommu-device", "virtio-iommu" ->
                    viommus.add(new Viommu("virtio", bits, Optional.empty(), bypassed, false));
                case "arm-smmuv3" ->
                    viommus.add(new Viommu(
                            "smmuv3",
                            bits,
                            Optional.of(device.getOrDefault("primary-bus", root)),
                            Set.of(),
                            KeyValues.on(device, "accel")));
                default -> {}
            }
        }
    }
}
