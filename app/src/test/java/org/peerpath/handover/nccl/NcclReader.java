// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A reader of NCCL's topology file, written from the rules of NVIDIA/nccl src/graph/xml.cc at 5067397 (2.30), character by
 * character as that one reads. Where NCCL takes something silently that spoils the meaning (a second blank makes an attribute
 * without a name, the 17th attribute is dropped), this one refuses.
 */
public final class NcclReader {
    /** Reached before the 640 children that one element may have. */
    private static final int MOST_ELEMENTS = 256;

    private static final int MOST_ATTRIBUTES = 16;
    private static final int LONGEST = 254;
    private static final char END = '\uffff';
    private static final Pattern BUS_ID = Pattern.compile("[0-9a-f]{4}:[0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]");
    private static final Set<String> SPEEDS = Set.of(
            "",
            "2.5 GT/s",
            "5 GT/s",
            "8 GT/s",
            "16 GT/s",
            "32 GT/s",
            "2.5 GT/s PCIe",
            "5.0 GT/s PCIe",
            "8.0 GT/s PCIe",
            "16.0 GT/s PCIe",
            "32.0 GT/s PCIe",
            "64.0 GT/s PCIe");
    private static final Map<String, Set<String>> BELOW = Map.of(
            "", Set.of("system"),
            "system", Set.of("cpu"),
            "cpu", Set.of("pci", "nic"),
            "pci", Set.of("pci", "gpu", "nic", "pcilink"),
            "gpu", Set.of("nvlink", "c2c"),
            "nic", Set.of("net"));

    private final String text;
    private int at;
    private int elements;
    private final Set<String> busIds = new HashSet<>();

    /** What NCCL's reader does not take, or takes for something else than was meant. */
    enum Rule {
        ONE_TOP_ELEMENT,
        WHOLE,
        EVERY_ELEMENT_CLOSED,
        CLOSED_BY_ITS_NAME,
        AT_MOST_256_ELEMENTS,
        KNOWN_PLACE,
        NOTHING_BETWEEN_ELEMENTS,
        NOTHING_AFTER_A_CLOSING_NAME,
        ONE_BLANK,
        AT_MOST_16_ATTRIBUTES,
        ATTRIBUTES_ONCE,
        TAG_ENDS,
        NO_VALUE_HERE,
        SHORT_NAMES,
        QUOTED,
        SHORT_VALUES,
        VERSION,
        NUMA_NODE,
        BUS_ID,
        BUS_ID_ONCE,
        CLASS,
        SPEED,
        WIDTH,
        RANKED_GPU
    }

    /** NCCL would stop, or read something else than was meant. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1;
        private final Rule rule;

        RefusedException(Rule rule, String why) {
            super(rule + ": " + why);
            this.rule = rule;
        }

        Rule rule() {
            return rule;
        }
    }

    /** An element as it was read. */
    record Node(String name, Map<String, String> attributes, List<Node> children) {
        String get(String key) {
            return attributes.getOrDefault(key, "");
        }
    }

    private record Tag(String name, Map<String, String> attributes, Kind kind) {}

    private enum Kind {
        NONE,
        OPEN,
        CLOSE,
        SINGLE
    }

    private NcclReader(String text) {
        this.text = text;
    }

    /** Reads a file and returns its top element. */
    static Node read(byte[] file) throws RefusedException {
        NcclReader reader = new NcclReader(new String(file, StandardCharsets.ISO_8859_1));
        Node root = new Node("", Map.of(), new ArrayList<>());
        reader.load(root, true);
        refuse(
                Rule.ONE_TOP_ELEMENT,
                root.children().size() != 1,
                "there are " + root.children().size());
        check(root.children().getFirst());
        return root.children().getFirst();
    }

    private static void refuse(Rule rule, boolean broken, String why) throws RefusedException {
        if (broken) {
            throw new RefusedException(rule, why);
        }
    }

    private char next() {
        return at < text.length() ? text.charAt(at++) : END;
    }

    private char must() throws RefusedException {
        refuse(Rule.WHOLE, at >= text.length(), "unexpected end");
        return next();
    }

    /** xmlLoadSub: what stands below an element, to its closing tag. */
    private void load(Node head, boolean top) throws RefusedException {
        while (true) {
            refuse(Rule.AT_MOST_256_ELEMENTS, elements == MOST_ELEMENTS, "more elements than NCCL keeps");
            Tag tag = tag();
            if (tag.kind() == Kind.NONE) {
                refuse(Rule.EVERY_ELEMENT_CLOSED, !top, "unterminated " + head.name());
                return;
            }
            if (tag.kind() == Kind.CLOSE) {
                refuse(
                        Rule.CLOSED_BY_ITS_NAME,
                        top || !tag.name().equals(head.name()),
                        "mismatch " + head.name() + " / " + tag.name());
                return;
            }
            refuse(
                    Rule.KNOWN_PLACE,
                    !BELOW.getOrDefault(head.name(), Set.of()).contains(tag.name()),
                    "unknown element " + tag.name());
            Node node = new Node(tag.name(), tag.attributes(), new ArrayList<>());
            head.children().add(node);
            elements++;
            if (tag.kind() == Kind.OPEN) {
                load(node, false);
            }
        }
    }

    /** xmlGetNode. */
    private Tag tag() throws RefusedException {
        char c = next();
        while (c == ' ' || c == '\n' || c == '\r') {
            c = next();
        }
        if (c == END) {
            return new Tag("", Map.of(), Kind.NONE);
        }
        refuse(Rule.NOTHING_BETWEEN_ELEMENTS, c != '<', "'<' is expected, not '" + c + "'");
        Token name = token(false);
        if (name.key().startsWith("!--")) {
            skipComment(name);
            return tag();
        }
        if (name.key().isEmpty() && name.last() == '/') {
            Token closed = token(false);
            refuse(
                    Rule.NOTHING_AFTER_A_CLOSING_NAME,
                    closed.last() != '>',
                    "something after the name in a closing tag");
            return new Tag(closed.key(), Map.of(), Kind.CLOSE);
        }
        Map<String, String> attributes = new LinkedHashMap<>();
        char last = name.last();
        while (last == ' ') {
            Token attribute = token(true);
            refuse(Rule.ONE_BLANK, attribute.key().isEmpty(), "an attribute without a name: more than one blank");
            refuse(Rule.AT_MOST_16_ATTRIBUTES, attributes.size() == MOST_ATTRIBUTES, "more attributes than NCCL keeps");
            refuse(
                    Rule.ATTRIBUTES_ONCE,
                    attributes.put(attribute.key(), attribute.value()) != null,
                    "an attribute twice");
            last = attribute.last();
        }
        boolean single = last == '/';
        if (single) {
            last = token(false).last();
        }
        refuse(Rule.TAG_ENDS, last != '>', "'>' is expected, not '" + last + "'");
        return new Tag(name.key(), attributes, single ? Kind.SINGLE : Kind.OPEN);
    }

    private record Token(String key, String value, char last) {}

    /** xmlGetToken. */
    private Token token(boolean valued) throws RefusedException {
        StringBuilder key = new StringBuilder();
        while (true) {
            char c = must();
            if (c == '=') {
                refuse(Rule.NO_VALUE_HERE, !valued, "a value where none may stand, after " + key);
                return value(key.toString());
            }
            if (c == ' ' || c == '>' || c == '/' || c == '\n' || c == '\r') {
                return new Token(key.toString(), "", c);
            }
            key.append(c);
            refuse(Rule.SHORT_NAMES, key.length() >= LONGEST, "a name that is too long");
        }
    }

    /** xmlGetValue: the closing quote counts too. */
    private Token value(String key) throws RefusedException {
        char quote = must();
        refuse(Rule.QUOTED, quote != '"' && quote != '\'', "a quote is expected, not '" + quote + "'");
        StringBuilder value = new StringBuilder();
        for (char c = must(); c != quote; c = must()) {
            value.append(c);
            refuse(Rule.SHORT_VALUES, value.length() > LONGEST, "a value that is too long");
        }
        return new Token(key, value.toString(), must());
    }

    private void skipComment(Token begun) throws RefusedException {
        String end = begun.key().substring(3) + begun.last();
        while (!end.endsWith("-->")) {
            end = end + must();
            end = end.substring(Math.max(0, end.length() - 3));
        }
    }

    /** What the graph's builder needs (src/graph/topo.cc), and what would be compared as text and not found. */
    private static void check(Node node) throws RefusedException {
        NcclReader seen = new NcclReader("");
        seen.meaning(node);
    }

    private void meaning(Node node) throws RefusedException {
        switch (node.name()) {
            case "system" -> refuse(Rule.VERSION, !node.get("version").equals("1"), "version " + node.get("version"));
            case "cpu" ->
                refuse(Rule.NUMA_NODE, !node.get("numaid").matches("-1|\\d+"), "numaid " + node.get("numaid"));
            case "pci" -> {
                String busId = node.get("busid");
                refuse(Rule.BUS_ID, !BUS_ID.matcher(busId).matches(), "busid " + busId);
                refuse(Rule.BUS_ID_ONCE, !busIds.add(busId), "busid twice: " + busId);
                refuse(Rule.CLASS, !node.get("class").matches("0x[0-9a-f]+"), "class " + node.get("class"));
                refuse(Rule.SPEED, !SPEEDS.contains(node.get("link_speed")), "speed " + node.get("link_speed"));
                refuse(Rule.WIDTH, !node.get("link_width").matches("\\d{0,2}"), "width " + node.get("link_width"));
            }
            case "gpu" -> refuse(Rule.RANKED_GPU, node.get("rank").isEmpty(), "a gpu without rank ends its device");
            default -> {}
        }
        for (Node child : node.children()) {
            meaning(child);
        }
    }
}
