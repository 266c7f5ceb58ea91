// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.InputStream;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/** {@code virsh nodedev-dumpxml}: one PCI function as libvirt sees it, with its group and what else is in that. */
final class LibvirtXml implements XmlFile.Listener {
    static final String SOURCE = "libvirt";

    private final Gathering gathering;
    private final Deque<String> path = new ArrayDeque<>();
    private final Map<String, String> texts = new HashMap<>();
    private String group = "";

    private LibvirtXml(Gathering gathering) {
        this.gathering = gathering;
    }

    static void read(InputStream in, String name, Gathering into) throws UnreadableSourceException {
        LibvirtXml reading = new LibvirtXml(into);
        XmlFile.read(in, name, reading);
        if (!reading.device()) {
            throw Unreadable.file(name, Message.of("read.no-functions"));
        }
        into.notes().add(0, Message.of("note.partial.libvirt"));
        into.understood(SourceKind.LIBVIRT);
    }

    @Override
    public void start(String element, Map<String, String> attributes) throws UnreadableSourceException {
        path.addLast(element);
        switch (element) {
            case "iommuGroup" -> group = attributes.getOrDefault("number", "");
            case "vendor", "product" -> texts.putIfAbsent(element + " id", attributes.getOrDefault("id", ""));
            case "numa" -> texts.putIfAbsent("numa", attributes.getOrDefault("node", ""));
            case "address" -> {
                Optional<Address> address = address(attributes);
                if (address.isPresent() && path.contains("iommuGroup") && group.matches("\\d{1,6}")) {
                    gathering.put(address.get(), Attributes.IOMMU_GROUP, group, SOURCE);
                }
            }
            default -> {}
        }
    }

    @Override
    public void end(String element, String text) {
        path.pollLast();
        String parent = path.isEmpty() ? "" : path.getLast();
        if (!text.isEmpty()) {
            texts.putIfAbsent(parent + "/" + element, text);
        }
    }

    /** An {@code address} element of a PCI function. */
    static Optional<Address> address(Map<String, String> attributes) {
        return address(
                attributes.getOrDefault("domain", ""),
                attributes.getOrDefault("bus", ""),
                attributes.getOrDefault("slot", ""),
                attributes.getOrDefault("function", ""));
    }

    private static Optional<Address> address(String domain, String bus, String slot, String function) {
        try {
            return Optional.of(new Address(
                    Long.decode(domain).intValue(),
                    Integer.decode(bus),
                    Integer.decode(slot),
                    Integer.decode(function)));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private boolean device() throws UnreadableSourceException {
        Optional<Address> function = address(
                texts.getOrDefault("capability/domain", ""),
                texts.getOrDefault("capability/bus", ""),
                texts.getOrDefault("capability/slot", ""),
                texts.getOrDefault("capability/function", ""));
        if (function.isEmpty()) {
            return false;
        }
        put(function.get(), Attributes.CLASS, texts.get("capability/class"));
        put(function.get(), Attributes.VENDOR, texts.get("vendor id"));
        put(function.get(), Attributes.DEVICE, texts.get("product id"));
        put(function.get(), Attributes.DRIVER, texts.get("driver/name"));
        put(function.get(), Attributes.NUMA_NODE, texts.get("numa"));
        String directory = texts.getOrDefault("device/path", "");
        if (directory.startsWith("/sys/devices/pci") && directory.endsWith("/" + function.get())) {
            put(function.get(), Attributes.REALPATH, directory);
        }
        return true;
    }

    private void put(Address function, String attribute, @Nullable String value) throws UnreadableSourceException {
        gathering.exists(function);
        if (value != null && !value.isBlank()) {
            gathering.put(function, attribute, value, SOURCE);
        }
    }
}
