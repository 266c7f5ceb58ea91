// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Secrets;
import org.peerpath.vm.shape.GuestDevice;

/**
 * The text of libvirt's definition of a domain, changed in as few places as needed: everything that somebody wrote by hand
 * stays as it is. It has been read as XML before.
 */
public final class DomainText {
    private static final Pattern PIECE = Pattern.compile(
            "<!--.*?-->|<!\\[CDATA\\[.*?\\]\\]>|<\\?.*?\\?>|<(/?)([A-Za-z_][\\w:.-]*)((?:\\s+[\\w:.-]+\\s*=\\s*(?:\"[^\"]*\"|'[^']*'))*)\\s*(/?)>",
            Pattern.DOTALL);
    private static final Pattern ATTRIBUTE = Pattern.compile("([\\w:.-]+)\\s*=\\s*(?:\"([^\"]*)\"|'([^']*)')");

    /** {@code <encryption secret='UUID'/>} of a TPM, and {@code password-secret=ID} of QEMU. */
    private static final Pattern REFERENCE = Pattern.compile(
            "\\bsecret\\s*=\\s*(?:\"[0-9a-fA-F-]{32,36}\"|'[0-9a-fA-F-]{32,36}')|password-secret=[\\w.-]{1,80}");

    private final String text;
    private final List<Element> elements = new ArrayList<>();

    /** An element with its place in the text. */
    private static final class Element {
        private final String path;
        private final Map<String, String> attributes;
        private final int start;
        private final List<Element> children = new ArrayList<>();
        private int contentEnd;
        private int end;

        Element(String path, Map<String, String> attributes, int start) {
            this.path = path;
            this.attributes = attributes;
            this.start = start;
        }

        String get(String attribute) {
            return attributes.getOrDefault(attribute, "");
        }
    }

    private record Edit(int from, int to, String with) {}

    /** Takes the text of one domain. */
    public DomainText(String text) {
        this.text = text;
        scan();
    }

    /** Returns the text as it was given. */
    public String text() {
        return text;
    }

    private void scan() {
        Deque<Element> open = new ArrayDeque<>();
        Matcher m = PIECE.matcher(text);
        while (m.find()) {
            if (m.group(2) == null) {
                continue;
            }
            if (!m.group(1).isEmpty()) {
                if (!open.isEmpty()) {
                    Element closed = open.removeLast();
                    closed.contentEnd = m.start();
                    closed.end = m.end();
                }
                continue;
            }
            Optional<Element> parent = Optional.ofNullable(open.peekLast());
            String path = parent.map(above -> above.path + "/").orElse("") + m.group(2);
            Element element = new Element(path, attributes(m.group(3)), m.start());
            element.contentEnd = m.end();
            element.end = m.end();
            elements.add(element);
            parent.ifPresent(above -> above.children.add(element));
            if (m.group(4).isEmpty()) {
                open.addLast(element);
            }
        }
    }

    private static Map<String, String> attributes(String written) {
        Map<String, String> all = new HashMap<>();
        Matcher m = ATTRIBUTE.matcher(written);
        while (m.find()) {
            all.put(m.group(1), m.group(2) == null ? m.group(3) : m.group(2));
        }
        return all;
    }

    private List<Element> at(String path) {
        return elements.stream().filter(e -> e.path.equals(path)).toList();
    }

    private static List<Element> children(Element parent, String name) {
        return parent.children.stream()
                .filter(e -> e.path.equals(parent.path + "/" + name))
                .toList();
    }

    private String content(Element element) {
        int begin = text.indexOf('>', element.start) + 1;
        return begin > element.contentEnd ? "" : text.substring(begin, element.contentEnd);
    }

    private static int number(String text, int otherwise) {
        try {
            return text.isBlank() ? otherwise : Integer.decode(decimal(text.strip()));
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    /** A leading zero is no octal number to libvirt's readers of addresses. */
    private static String decimal(String text) {
        return text.startsWith("0x") || text.startsWith("0X") ? text : text.replaceFirst("^0+(?=\\d)", "");
    }

    /** Returns the slots of the machine's own bus that any device takes. */
    Set<Integer> slotsOnRoot() {
        Set<Integer> slots = new TreeSet<>();
        for (Element element : elements) {
            boolean guest = element.path.matches("domain/devices/[\\w-]+/address");
            if (guest
                    && number(element.get("bus"), 0) == 0
                    && !element.get("slot").isEmpty()) {
                slots.add(number(element.get("slot"), 0));
            }
        }
        return slots;
    }

    /** Returns the guest's NUMA cell whose memory is bound to a node of the host. */
    Optional<Integer> cell(int hostNode) {
        return at("domain/numatune/memnode").stream()
                .filter(node -> holds(node.get("nodeset"), hostNode))
                .map(node -> number(node.get("cellid"), -1))
                .filter(cell -> cell >= 0)
                .findFirst();
    }

    /** Returns whether it is the definition of one domain, and not a piece or a status of one. */
    boolean isWhole() {
        return at("domain").size() == 1 && at("domain/devices").size() == 1;
    }

    /** Returns the first line with a secret in it: a kit is passed on. What only names one is none. */
    Optional<Integer> lineOfSecret() {
        List<String> lines = REFERENCE.matcher(text).replaceAll("").lines().toList();
        List<String> masked = Secrets.masked(String.join("\n", lines)).lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (i >= masked.size() || !lines.get(i).equals(masked.get(i))) {
                return Optional.of(i + 1);
            }
        }
        return Optional.empty();
    }

    /** Returns how many NUMA cells the guest has. */
    int cells() {
        return at("domain/cpu/numa/cell").size();
    }

    private static boolean holds(String nodes, int wanted) {
        for (String part : nodes.split(",")) {
            String[] ends = part.strip().split("-", 2);
            int first = number(ends[0], -1);
            int last = ends.length > 1 ? number(ends[1], -1) : first;
            if (first >= 0 && wanted >= first && wanted <= last) {
                return true;
            }
        }
        return false;
    }

    /** Returns the domain's name as written; empty if it has none. */
    public String name() {
        return at("domain/name").stream()
                .map(this::content)
                .map(String::strip)
                .findFirst()
                .orElse("");
    }

    /**
     * Returns the text with new controllers before the end of the devices, and functions at their new places.
     *
     * @throws KitRefusedException if a function that moves does not stand in the text once, in numbers as libvirt writes them
     */
    String changed(List<GuestDevice> added, Collection<PlacedFunction> moved) throws KitRefusedException {
        Map<Address, PlacedFunction> places = new TreeMap<>();
        moved.forEach(function -> places.put(function.host(), function));
        List<Edit> edits = new ArrayList<>();
        List<Address> found = new ArrayList<>();
        for (Element device : elements) {
            if (device.path.matches("domain/devices/(hostdev|interface)")) {
                host(device)
                        .flatMap(address -> Optional.ofNullable(places.get(address)))
                        .ifPresent(function -> {
                            edits.add(readdressed(device, function));
                            found.add(function.host());
                        });
            }
        }
        for (Address function : places.keySet()) {
            if (Collections.frequency(found, function) != 1) {
                throw new KitRefusedException(Message.of("handover.refused.text", function.toString()));
            }
        }
        at("domain/devices").stream().findFirst().filter(d -> !added.isEmpty()).ifPresent(devices -> {
            int line = text.lastIndexOf('\n', devices.contentEnd) + 1;
            int at = text.substring(line, devices.contentEnd).isBlank() ? line : devices.contentEnd;
            StringBuilder all = new StringBuilder();
            added.forEach(device -> DomainXml.controller(device, "    ")
                    .forEach(l -> all.append(l).append('\n')));
            edits.add(new Edit(at, at, all.toString()));
        });
        StringBuilder out = new StringBuilder(text);
        edits.stream()
                .sorted((one, other) -> Integer.compare(other.from(), one.from()))
                .forEach(edit -> out.replace(edit.from(), edit.to(), edit.with()));
        return out.toString();
    }

    private Optional<Address> host(Element device) {
        return children(device, "source").stream()
                .flatMap(source -> children(source, "address").stream())
                .findFirst()
                .flatMap(DomainText::address);
    }

    private static Optional<Address> address(Element element) {
        int domain = number(element.get("domain"), 0);
        int bus = number(element.get("bus"), -1);
        int slot = number(element.get("slot"), -1);
        int function = number(element.get("function"), 0);
        boolean sound = domain >= 0 && bus >= 0 && bus < 256 && slot >= 0 && slot < 32 && function >= 0 && function < 8;
        return sound ? Optional.of(new Address(domain, bus, slot, function)) : Optional.empty();
    }

    private Edit readdressed(Element device, PlacedFunction function) {
        String address = DomainXml.guestAddress(function.place().orElseThrow());
        List<Element> now = children(device, "address");
        if (!now.isEmpty()) {
            return new Edit(now.getFirst().start, now.getFirst().end, address);
        }
        int line = text.lastIndexOf('\n', device.contentEnd) + 1;
        String indent = text.substring(line, device.contentEnd);
        return indent.isBlank()
                ? new Edit(line, line, indent + "  " + address + "\n")
                : new Edit(device.contentEnd, device.contentEnd, address);
    }
}
