// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One element of NCCL's topology file. NCCL's reader is written by hand and takes less than XML (NVIDIA/nccl
 * src/graph/xml.cc, xml.h of 2.30); what it would not take cannot be made here.
 *
 * @param name {@code system}, {@code cpu} or {@code pci}; {@code gpu} and {@code nic} are NCCL's own to add
 * @param attributes by name in the order they are written; at most 16, which leaves room for none that NCCL adds
 * @param children at most 640
 */
public record NcclElement(String name, SequencedMap<String, String> attributes, List<NcclElement> children) {
    static final String SYSTEM = "system";
    static final String CPU = "cpu";
    static final String PCI = "pci";
    static final String BUS_ID = "busid";
    static final String NODE = "numaid";
    static final String CLASS = "class";
    static final String SPEED = "link_speed";
    static final String WIDTH = "link_width";
    static final int MOST_CHILDREN = 640;
    private static final int MOST_ATTRIBUTES = 16;
    private static final int LONGEST_VALUE = 254;
    private static final Set<String> NAMES = Set.of(SYSTEM, CPU, PCI);
    /** Nothing that would end a value, an element or a line. */
    private static final Pattern VALUE = Pattern.compile("[ -~&&[^\"'<>&]]*");

    private static final Pattern KEY = Pattern.compile("[a-z_]{1,64}");
    private static final Pattern BUS_IDS = Pattern.compile("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");

    public NcclElement {
        attributes = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(attributes));
        children = List.copyOf(children);
        check(NAMES.contains(name), name);
        check(attributes.size() <= MOST_ATTRIBUTES, "too many attributes");
        check(children.size() <= MOST_CHILDREN, "too many children");
        attributes.forEach((key, value) -> {
            check(KEY.matcher(key).matches(), key);
            check(value.length() <= LONGEST_VALUE && VALUE.matcher(value).matches(), value);
        });
        if (name.equals(PCI)) {
            check(BUS_IDS.matcher(attributes.getOrDefault(BUS_ID, "")).matches(), "bus id");
        }
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalArgumentException("NCCL does not read " + what);
        }
    }

    /** Returns an attribute; empty text where it is left out. */
    public String get(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }

    /** Returns this element and all below it. */
    public Stream<NcclElement> all() {
        return Stream.concat(Stream.of(this), children.stream().flatMap(NcclElement::all));
    }

    /** Writes it as NCCL itself dumps it: an element a line, two blanks a level, one blank between attributes. */
    void write(StringBuilder out, int indent) {
        out.append(" ".repeat(indent)).append('<').append(name);
        attributes.forEach((key, value) ->
                out.append(' ').append(key).append("=\"").append(value).append('"'));
        if (children.isEmpty()) {
            out.append("/>\n");
            return;
        }
        out.append(">\n");
        children.forEach(child -> child.write(out, indent + 2));
        out.append(" ".repeat(indent)).append("</").append(name).append(">\n");
    }
}
