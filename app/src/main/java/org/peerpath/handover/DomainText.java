// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.peerpath.handover.XmlElements.Element;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Secrets;
import org.peerpath.vm.shape.GuestDevice;

/**
 * The text of libvirt's definition of a domain, changed in as few places as needed: everything that somebody wrote by hand
 * stays as it is. It has been read as XML before.
 */
public final class DomainText {
    /** {@code <encryption secret='UUID'/>} of a TPM, and {@code password-secret=ID} of QEMU. */
    private static final Pattern REFERENCE = Pattern.compile(
            "\\bsecret\\s*=\\s*(?:\"[0-9a-fA-F-]{32,36}\"|'[0-9a-fA-F-]{32,36}')|password-secret=[\\w.-]{1,80}");

    private final String text;
    private final List<Element> elements;

    private record Edit(int from, int to, String with) {}

    /** Takes the text of one domain. */
    public DomainText(String text) {
        this.text = text;
        this.elements = XmlElements.of(text);
    }

    /** Returns the text as it was given. */
    public String text() {
        return text;
    }

    private List<Element> at(String path) {
        return elements.stream().filter(e -> e.path().equals(path)).toList();
    }

    private String content(Element element) {
        return text.substring(element.contentStart(), element.contentEnd());
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
        addresses()
                .filter(address -> number(address.get("bus"), 0) == 0)
                .forEach(address -> slots.add(number(address.get("slot"), 0)));
        return slots;
    }

    /** The guest's addresses of all devices that have one. */
    private Stream<Element> addresses() {
        return elements.stream()
                .filter(element -> element.path().matches("domain/devices/[\\w-]+/address")
                        && !element.get("slot").isEmpty());
    }

    /** Returns how many devices stand at the functions above 0 of a slot, which the guest finds only through function 0. */
    long besides(int bus, int slot) {
        return addresses()
                .filter(address -> number(address.get("bus"), 0) == bus
                        && number(address.get("slot"), 0) == slot
                        && number(address.get("function"), 0) > 0)
                .count();
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
        boolean holds = false;
        for (String part : nodes.split(",")) {
            // What a caret stands before is taken out again (libvirt.org/formatdomain.html, cpuset).
            boolean out = part.strip().startsWith("^");
            String[] ends = part.strip().substring(out ? 1 : 0).split("-", 2);
            int first = number(ends[0], -1);
            int last = ends.length > 1 ? number(ends[1], -1) : first;
            if (first >= 0 && wanted >= first && wanted <= last) {
                holds = !out;
            }
        }
        return holds;
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
            if (device.path().matches("domain/devices/(hostdev|interface)")) {
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
            int line = text.lastIndexOf('\n', devices.contentEnd()) + 1;
            int at = text.substring(line, devices.contentEnd()).isBlank() ? line : devices.contentEnd();
            StringBuilder all = new StringBuilder();
            added.forEach(device -> DomainXml.controller(device, "    ")
                    .forEach(l -> all.append(l).append(lineEnd())));
            edits.add(new Edit(at, at, all.toString()));
        });
        StringBuilder out = new StringBuilder(text);
        edits.stream()
                .sorted((one, other) -> Integer.compare(other.from(), one.from()))
                .forEach(edit -> out.replace(edit.from(), edit.to(), edit.with()));
        return out.toString();
    }

    private Optional<Address> host(Element device) {
        return device.children("source").stream()
                .flatMap(source -> source.children("address").stream())
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
        List<Element> now = device.children("address");
        if (!now.isEmpty()) {
            return new Edit(now.getFirst().start(), now.getFirst().end(), address);
        }
        int line = text.lastIndexOf('\n', device.contentEnd()) + 1;
        String indent = text.substring(line, device.contentEnd());
        return indent.isBlank()
                ? new Edit(line, line, indent + "  " + address + lineEnd())
                : new Edit(device.contentEnd(), device.contentEnd(), address);
    }

    private String lineEnd() {
        return text.contains("\r\n") ? "\r\n" : "\n";
    }
}
