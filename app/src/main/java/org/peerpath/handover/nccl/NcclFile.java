// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/**
 * A topology file for {@code NCCL_TOPO_FILE}.
 *
 * @param comments lines about it, written before the first element
 * @param system its only top element
 */
public record NcclFile(List<String> comments, NcclElement system) {
    /**
     * NCCL keeps 256 elements and reads the end of the last one only while one of them is free (src/graph/xml.cc
     * xmlLoadSub).
     */
    public static final int MOST_ELEMENTS = 255;
    /** A GPU's own element, up to six links to other GPUs or switches, and the link to its processor. */
    private static final int ADDED_PER_GPU = 8;
    /** {@code nic}, {@code net}, and another {@code net} where a plugin joins devices. */
    private static final int ADDED_PER_NIC = 3;

    private static final int LONGEST_COMMENT = 200;

    public NcclFile {
        comments = List.copyOf(comments);
    }

    /** Makes a file of the processors' nodes and what hangs below each. */
    public static NcclFile of(List<String> comments, Map<Integer, List<NcclElement>> nodes) {
        List<NcclElement> processors = new TreeMap<>(nodes)
                .entrySet().stream()
                        .map(node -> new NcclElement(
                                NcclElement.CPU,
                                attributes(NcclElement.NODE, Integer.toString(node.getKey())),
                                sorted(node.getValue())))
                        .toList();
        return new NcclFile(comments, new NcclElement(NcclElement.SYSTEM, attributes("version", "1"), processors));
    }

    /** Returns elements in the order of their bus ids, in which NCCL keeps them. */
    static List<NcclElement> sorted(List<NcclElement> elements) {
        return elements.stream()
                .sorted(Comparator.comparing(element -> element.get(NcclElement.BUS_ID)))
                .toList();
    }

    private static SequencedMap<String, String> attributes(String key, String value) {
        SequencedMap<String, String> one = new LinkedHashMap<>();
        one.put(key, value);
        return one;
    }

    /** Returns how many elements NCCL would hold once it has added the GPUs and NICs of the host. */
    public static int needed(int elements, int gpus, int nics) {
        return elements + gpus * ADDED_PER_GPU + nics * ADDED_PER_NIC;
    }

    /** Returns how many elements there are. */
    public int elements() {
        return (int) system.all().count();
    }

    /** Returns the file's text. Comments keep to what NCCL's reader skips: a blank first, no double dash, one line. */
    public String text() {
        StringBuilder out = new StringBuilder();
        comments.forEach(comment -> out.append("<!-- ").append(comment(comment)).append(" -->\n"));
        system.write(out, 0);
        return out.toString();
    }

    private static String comment(String said) {
        String plain = said.replaceAll("[^ -~]", "?")
                .replaceAll("-{2,}", "-")
                .replace('<', '(')
                .replace('>', ')');
        String cut = plain.length() > LONGEST_COMMENT ? plain.substring(0, LONGEST_COMMENT) + "..." : plain;
        return cut.endsWith("-") ? cut + "." : cut;
    }
}
