// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * hwloc's XML, versions 1 to 3: PCI bridges and devices as objects in objects, below the processors and nodes nearest to
 * them. Tells where functions stand, what they are and their device names; no registers.
 */
final class HwlocXml implements XmlFile.Listener {
    private static final String SOURCE = "hwloc";
    /** {@code 0604 [8086:3408] [0000:0000] 13 00}: class, ids, subsystem, revision, programming interface. */
    private static final Pattern TYPE = Pattern.compile(
            "([0-9a-f]{4}) \\[([0-9a-f]{4}):([0-9a-f]{4})\\](?: \\[([0-9a-f]{4}):([0-9a-f]{4})\\])?(?: ([0-9a-f]{2}))?(?: ([0-9a-f]{2}))?.*");

    private static final Pattern HOST_BRIDGE = Pattern.compile("([0-9a-f]{4,8}):\\[([0-9a-f]{2})-[0-9a-f]{2}\\]");

    private final Gathering gathering;
    private final Deque<Open> stack = new ArrayDeque<>();
    private int functions;

    /** An open object: the directory it would have in sysfs, its function, and the node it is near to. */
    private record Open(String path, Optional<Address> function, String node) {}

    private HwlocXml(Gathering gathering) {
        this.gathering = gathering;
    }

    static void read(InputStream in, String name, Gathering into) throws UnreadableSourceException {
        HwlocXml reading = new HwlocXml(into);
        XmlFile.read(in, name, reading);
        into.notes().add(0, Message.of(reading.functions == 0 ? "note.partial.hwloc-no-io" : "note.partial.hwloc"));
        into.understood(SourceKind.HWLOC);
    }

    @Override
    public void start(String element, Map<String, String> attributes) throws UnreadableSourceException {
        Open parent = stack.isEmpty() ? new Open("", Optional.empty(), "") : stack.getLast();
        if (element.equals("info")) {
            info(attributes);
        }
        if (!element.equals("object")) {
            stack.addLast(parent);
            return;
        }
        String type = attributes.getOrDefault("type", "");
        switch (type) {
            case "Bridge", "PCIDev" -> stack.addLast(pci(parent, attributes));
            case "OSDev" -> {
                device(parent, attributes);
                stack.addLast(parent);
            }
            default -> stack.addLast(parent);
        }
    }

    private Open pci(Open parent, Map<String, String> attributes) throws UnreadableSourceException {
        Optional<Address> function = Address.parse(attributes.getOrDefault("pci_busid", ""));
        if (function.isEmpty()) {
            Matcher host = HOST_BRIDGE.matcher(attributes.getOrDefault("bridge_pci", ""));
            return host.matches()
                    ? new Open(
                            "/sys/devices/pci" + host.group(1) + ":" + host.group(2), Optional.empty(), parent.node())
                    : parent;
        }
        functions++;
        Address address = function.get();
        String path = parent.path().isEmpty() ? "" : parent.path() + "/" + address;
        gathering.exists(address);
        if (!path.isEmpty()) {
            gathering.put(address, Attributes.REALPATH, path, SOURCE);
        }
        Matcher type = TYPE.matcher(attributes.getOrDefault("pci_type", ""));
        if (type.matches()) {
            String progIf = type.group(7);
            gathering.put(
                    address,
                    Attributes.CLASS,
                    new Reading.Text(
                            "0x" + type.group(1) + (progIf == null ? "00" : progIf),
                            progIf == null ? "lspci without prog-if" : SOURCE));
            gathering.put(address, Attributes.VENDOR, "0x" + type.group(2), SOURCE);
            gathering.put(address, Attributes.DEVICE, "0x" + type.group(3), SOURCE);
            if (type.group(4) != null && !type.group(4).equals("0000")) {
                gathering.put(address, Attributes.SUBSYSTEM_VENDOR, "0x" + type.group(4), SOURCE);
                gathering.put(address, Attributes.SUBSYSTEM_DEVICE, "0x" + type.group(5), SOURCE);
            }
        }
        return new Open(path, function, parent.node());
    }

    private void device(Open parent, Map<String, String> attributes) throws UnreadableSourceException {
        String name = attributes.getOrDefault("name", "");
        if (parent.function().isEmpty() || !name.matches("[\\w.-]{1,64}")) {
            return;
        }
        // 2 is a network device, 3 an OpenFabrics device (hwloc.h, HWLOC_OBJ_OSDEV_*); version 3 names them.
        String kind = attributes.getOrDefault("osdev_type", attributes.getOrDefault("osdev_types", ""));
        String directory = switch (kind) {
            case "2", "Network" -> Attributes.NET;
            case "3", "OpenFabrics" -> Attributes.INFINIBAND;
            default -> "";
        };
        if (!directory.isEmpty()) {
            gathering.put(parent.function().get(), directory, new Reading.Listing(List.of(name), SOURCE));
        }
    }

    private void info(Map<String, String> attributes) throws UnreadableSourceException {
        String value = attributes.getOrDefault("value", "");
        if (stack.size() <= 3) {
            String path = switch (attributes.getOrDefault("name", "")) {
                case "HostName" -> HostFiles.HOSTNAME;
                case "OSRelease" -> HostFiles.KERNEL_RELEASE;
                case "DMIProductName" -> HostFiles.PRODUCT_NAME;
                case "DMISysVendor" -> HostFiles.SYS_VENDOR;
                default -> "";
            };
            if (!path.isEmpty() && !value.isBlank()) {
                gathering.host(path, value, SOURCE);
            }
        }
    }

    @Override
    public void end(String element, String text) {
        stack.pollLast();
    }
}
