// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Note;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmOption;
import org.peerpath.vm.model.Vmm;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestDeviceKind;
import org.peerpath.vm.shape.GuestPlace;
import org.peerpath.vm.shape.GuestShape;

/** A VM of Proxmox VE: {@code /etc/pve/qemu-server/VMID.conf} (qm.conf(5); PVE/QemuServer/PCI.pm). */
final class ProxmoxReader {
    static final String KIND = "proxmox-conf";
    private static final Pattern LINE = Pattern.compile("([a-zA-Z][\\w-]*):\\s*(.*)");
    private static final Pattern HOSTPCI = Pattern.compile("hostpci(\\d{1,2})");
    private static final Pattern OWN = Pattern.compile(
            "(?:hostpci\\d{1,2}|vmgenid|ostype|scsihw|efidisk\\d|smbios\\d|sockets|machine|bootdisk|vga|tpmstate\\d):.*");
    /** Slots above 1f occur in examples; they are no PCI address, yet name the line they stand in. */
    private static final Pattern DEVICE =
            Pattern.compile("(?:([0-9a-fA-F]{4,8}):)?([0-9a-fA-F]{2}):([0-9a-fA-F]{2})(?:\\.([0-7]))?");

    private static final int FIXED_PORTS = 4;

    private final VmDescription.Builder vm;
    private final List<GuestDevice> shape = new ArrayList<>();
    private boolean express;

    private ProxmoxReader(VmDescription.Builder vm) {
        this.vm = vm;
    }

    static boolean recognises(List<String> lines) {
        long own = lines.stream()
                .limit(500)
                .filter(line -> OWN.matcher(line).matches())
                .count();
        boolean all = lines.stream()
                .limit(500)
                .filter(line -> !line.isBlank() && !line.startsWith("#") && !line.startsWith("["))
                .allMatch(line -> LINE.matcher(line).matches());
        return own > 0 && all;
    }

    static void read(List<String> lines, VmDescription.Builder into) {
        new ProxmoxReader(into).read(lines);
    }

    private void read(List<String> lines) {
        Map<String, String> settings = new LinkedHashMap<>();
        for (String line : lines) {
            if (line.startsWith("[")) {
                // Pending changes and snapshots: other states of the same VM.
                break;
            }
            Matcher m = LINE.matcher(line);
            if (m.matches() && settings.size() < 500) {
                settings.putIfAbsent(
                        m.group(1),
                        Clean.line(m.group(2).replaceFirst("\\s+#.*$", "")).strip());
            }
        }
        Map<String, String> machine = KeyValues.parse(settings.getOrDefault("machine", ""), "type");
        String type = machine.getOrDefault("type", "");
        express = type.contains("q35");
        vm.vmm(Vmm.QEMU)
                .usual(Backend.TYPE1)
                .name(Optional.ofNullable(settings.get("name")))
                .machine(Optional.of(type))
                .kind(KIND);
        QemuCommand.proxmoxViommu(machine).ifPresent(viommu -> vm.viommus(List.of(viommu)));
        if (KeyValues.on(KeyValues.parse(settings.getOrDefault("cpu", ""), "cputype"), "hidden")) {
            vm.option(VmOption.HYPERVISOR_HIDDEN);
        }
        settings.forEach((key, value) -> {
            Matcher hostpci = HOSTPCI.matcher(key);
            if (hostpci.matches()) {
                device(Integer.parseInt(hostpci.group(1)), KeyValues.parse(value, "host"));
            }
        });
        shape.add(GuestDevice.rootBus(express ? "pcie.0" : "pci.0"));
        vm.shape(GuestShape.of(shape));
        ExtraArguments.apply(CommandWords.of(settings.getOrDefault("args", "")), vm);
    }

    private void device(int number, Map<String, String> options) {
        String id = "hostpci" + number;
        boolean pcie = KeyValues.on(options, "pcie") && express;
        String bus = pcie ? port(number) : express ? conventional() : "pci.0";
        if (options.containsKey("mapping")) {
            vm.requests(List.of(options.getOrDefault("mapping", "")));
        }
        if (options.containsKey("mdev")) {
            return;
        }
        List<String> hosts = List.of(options.getOrDefault("host", "").split(";", 64));
        for (int i = 0; i < hosts.size(); i++) {
            Matcher m = DEVICE.matcher(hosts.get(i).strip());
            boolean named = m.matches();
            if (!named && !options.containsKey("mapping")) {
                continue;
            }
            if (named && address(m).isEmpty()) {
                vm.notes(List.of(new Note(KIND, 0, Message.of("note.vm.no-host-address", id, m.group()))));
            }
            boolean whole = named && m.group(4) == null;
            Optional<Address> host = named ? address(m) : Optional.empty();
            // Without a function every function of the device gets one of its own: hostpci0.0, hostpci0.1, …
            String name = whole || hosts.size() > 1 ? id + "." + i : id;
            GuestPlace place = new GuestPlace(bus, pcie ? OptionalInt.of(0) : OptionalInt.empty(), i);
            shape.add(GuestDevice.endpoint(name, place));
            AssignedFunction function =
                    AssignedFunction.of(host, name, Backend.TYPE1).withPlace(Optional.of(place));
            vm.function(whole ? function.whole() : function);
        }
    }

    private static Optional<Address> address(Matcher m) {
        String domain = m.group(1) == null ? "0000" : m.group(1);
        String function = m.group(4) == null ? "0" : m.group(4);
        return Address.parse(domain + ":" + m.group(2) + ":" + m.group(3) + "." + function);
    }

    /** hostpciN stands alone below root port N+1; the first four come with the machine (pve-q35-4.0.cfg). */
    private String port(int number) {
        String id = "ich9-pcie-port-" + (number + 1);
        GuestPlace place = number < FIXED_PORTS
                ? GuestPlace.of("pcie.0", 0x1c, number)
                : GuestPlace.of("pcie.0", 0x10, number - FIXED_PORTS & 7);
        shape.add(new GuestDevice(
                id,
                GuestDeviceKind.ROOT_PORT,
                "pcie-root-port",
                Optional.of(place),
                OptionalInt.empty(),
                OptionalInt.empty(),
                Optional.of("16"),
                Optional.of("32")));
        return id;
    }

    private String conventional() {
        shape.add(GuestDevice.bridge(
                "pcidmi", GuestDeviceKind.PCI_BRIDGE, "i82801b11-bridge", GuestPlace.of("pcie.0", 0x1e, 0)));
        shape.add(GuestDevice.bridge("pci.0", GuestDeviceKind.PCI_BRIDGE, "pci-bridge", GuestPlace.of("pcidmi", 1, 0)));
        return "pci.0";
    }
}
