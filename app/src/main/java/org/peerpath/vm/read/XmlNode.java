// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.io.ByteArrayInputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.XmlFile;
import org.peerpath.text.Message;

/** A small tree of XML elements, read without document types and entities and bounded in number. */
final class XmlNode {
    private static final int MOST = 100_000;

    private final String name;
    private final Map<String, String> attributes;
    private final List<XmlNode> children = new ArrayList<>();
    private String text = "";

    private XmlNode(String name, Map<String, String> attributes) {
        this.name = name;
        this.attributes = attributes;
    }

    /**
     * Reads a document.
     *
     * @throws UnreadableSourceException if it is no XML or larger than any definition
     */
    static XmlNode read(byte[] content, String file) throws UnreadableSourceException {
        Deque<XmlNode> open = new ArrayDeque<>(List.of(new XmlNode("", Map.of())));
        int[] count = {0};
        XmlFile.read(new ByteArrayInputStream(content), file, new XmlFile.Listener() {
            @Override
            public void start(String element, Map<String, String> given) throws UnreadableSourceException {
                if (++count[0] > MOST) {
                    throw Unreadable.file(file, Message.of("read.json-limit"));
                }
                XmlNode node = new XmlNode(element, given);
                open.getLast().children.add(node);
                open.addLast(node);
            }

            @Override
            public void end(String element, String said) {
                open.removeLast().text = said;
            }
        });
        return open.getFirst().children.getFirst();
    }

    String name() {
        return name;
    }

    String text() {
        return text;
    }

    /** Returns an attribute; empty text where it is not there. */
    String get(String attribute) {
        return attributes.getOrDefault(attribute, "");
    }

    Map<String, String> attributes() {
        return attributes;
    }

    List<XmlNode> children() {
        return children;
    }

    /** Returns the children of a name. */
    Stream<XmlNode> all(String child) {
        return children.stream().filter(node -> node.name.equals(child));
    }

    /** Returns the first element at a path of names below this one. */
    Optional<XmlNode> at(String... path) {
        Optional<XmlNode> found = Optional.of(this);
        for (String step : path) {
            found = found.flatMap(node -> node.all(step).findFirst());
        }
        return found;
    }
}
