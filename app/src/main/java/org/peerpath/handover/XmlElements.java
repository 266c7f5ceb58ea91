// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Finds where the elements of an XML text stand, so that the text can be changed in place. It has been read as XML before;
 * whatever else is given ends the search and is never an error.
 */
final class XmlElements {
    private final String text;
    private final List<Element> elements = new ArrayList<>();
    private final Deque<Element> open = new ArrayDeque<>();

    /** An element with its place in the text: its own start and end, and those of what stands in it. */
    static final class Element {
        private final String path;
        private final Map<String, String> attributes;
        private final List<Element> children = new ArrayList<>();
        private final int start;
        private final int contentStart;
        private int contentEnd;
        private int end;

        private Element(String path, Map<String, String> attributes, int start, int contentStart) {
            this.path = path;
            this.attributes = attributes;
            this.start = start;
            this.contentStart = contentStart;
            this.contentEnd = contentStart;
            this.end = contentStart;
        }

        /** Returns the names from the root down to this one, with slashes between. */
        String path() {
            return path;
        }

        /** Returns an attribute as it is written; empty text where it is not there. */
        String get(String attribute) {
            return attributes.getOrDefault(attribute, "");
        }

        /** Returns the children of a name. */
        List<Element> children(String name) {
            return children.stream()
                    .filter(child -> child.path.equals(path + "/" + name))
                    .toList();
        }

        int start() {
            return start;
        }

        int contentStart() {
            return contentStart;
        }

        int contentEnd() {
            return contentEnd;
        }

        int end() {
            return end;
        }
    }

    private XmlElements(String text) {
        this.text = text;
    }

    /** Returns all elements in the order in which they begin. */
    static List<Element> of(String text) {
        XmlElements found = new XmlElements(text);
        int at = text.indexOf('<');
        while (at >= 0) {
            int next = found.piece(at);
            at = next < 0 ? -1 : text.indexOf('<', next);
        }
        return List.copyOf(found.elements);
    }

    /** Takes what begins at a bracket; returns where it ends, -1 where it does not. */
    private int piece(int at) {
        if (text.startsWith("<!--", at)) {
            return after("-->", at + 4);
        }
        if (text.startsWith("<![CDATA[", at)) {
            return after("]]>", at);
        }
        if (text.startsWith("<?", at)) {
            return after("?>", at);
        }
        if (text.startsWith("<!", at)) {
            return after(">", at);
        }
        return text.startsWith("</", at) ? closed(at) : opened(at);
    }

    private int after(String sign, int from) {
        int found = text.indexOf(sign, from);
        return found < 0 ? -1 : found + sign.length();
    }

    private int closed(int at) {
        int end = after(">", at);
        if (end > 0 && !open.isEmpty()) {
            Element closed = open.removeLast();
            closed.contentEnd = at;
            closed.end = end;
        }
        return end;
    }

    private int opened(int at) {
        int i = name(at + 1);
        String name = text.substring(at + 1, i);
        Map<String, String> attributes = new HashMap<>();
        i = blank(i);
        while (i < text.length() && text.charAt(i) != '>' && text.charAt(i) != '/') {
            int end = name(i);
            int quote = blank(end);
            quote = quote < text.length() && text.charAt(quote) == '=' ? blank(quote + 1) : text.length();
            int closing = quote < text.length() ? text.indexOf(text.charAt(quote), quote + 1) : -1;
            if (closing < 0 || end == i) {
                return -1;
            }
            attributes.putIfAbsent(text.substring(i, end), text.substring(quote + 1, closing));
            i = blank(closing + 1);
        }
        int end = after(">", i);
        if (end < 0) {
            return -1;
        }
        Optional<Element> parent = Optional.ofNullable(open.peekLast());
        Element element = new Element(parent.map(above -> above.path + "/").orElse("") + name, attributes, at, end);
        elements.add(element);
        parent.ifPresent(above -> above.children.add(element));
        if (text.charAt(i) == '>') {
            open.addLast(element);
        }
        return end;
    }

    /** Where a name ends that begins here: whatever letters XML allows in it. */
    private int name(int from) {
        int i = from;
        while (i < text.length() && !Character.isWhitespace(text.charAt(i)) && "=/><\"'".indexOf(text.charAt(i)) < 0) {
            i++;
        }
        return i;
    }

    private int blank(int from) {
        int i = from;
        while (i < text.length() && Character.isWhitespace(text.charAt(i))) {
            i++;
        }
        return i;
    }
}
