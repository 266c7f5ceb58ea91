// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.knowledge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;
import tools.jackson.databind.JsonNode;

/** One JSON object of a knowledge file: hands out its fields and remembers which, so that {@link #end} finds the rest. */
final class KnowledgeNode {
    private final JsonNode node;
    private final String path;
    private final Set<String> taken = new HashSet<>();

    /** Turns an object into an entry. */
    @FunctionalInterface
    interface Part<T> {
        T of(KnowledgeNode node) throws KnowledgeException;
    }

    /** Turns a text into a value. */
    @FunctionalInterface
    interface TextPart<T> {
        T of(String text) throws KnowledgeException;
    }

    KnowledgeNode(JsonNode node, String path) throws KnowledgeException {
        this.node = node;
        this.path = path;
        if (!node.isObject()) {
            throw new KnowledgeException(Message.of("knowledge.bad.field", path.isEmpty() ? "/" : path, "{ }"));
        }
    }

    KnowledgeException wrong(String field, String expected) {
        return new KnowledgeException(Message.of("knowledge.bad.field", path + "/" + field, expected));
    }

    String text(String field) throws KnowledgeException {
        return optional(field).orElseThrow(() -> wrong(field, "\"…\""));
    }

    Optional<String> optional(String field) throws KnowledgeException {
        taken.add(field);
        JsonNode value = node.path(field);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isString() || value.stringValue().isBlank()) {
            throw wrong(field, "\"…\"");
        }
        return Optional.of(Clean.line(value.stringValue()));
    }

    String oneOf(String field, Set<String> values) throws KnowledgeException {
        String value = text(field);
        if (!values.contains(value)) {
            throw wrong(field, String.join(" | ", values.stream().sorted().toList()));
        }
        return value;
    }

    Optional<Integer> number(String field) throws KnowledgeException {
        taken.add(field);
        JsonNode value = node.path(field);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isInt() || value.intValue() < 1) {
            throw wrong(field, "1, 2, 3, …");
        }
        return Optional.of(value.intValue());
    }

    boolean flag(String field) throws KnowledgeException {
        taken.add(field);
        JsonNode value = node.path(field);
        if (!value.isMissingNode() && !value.isBoolean()) {
            throw wrong(field, "true | false");
        }
        return value.isBoolean() && value.booleanValue();
    }

    <T> List<T> list(String field, Part<T> part) throws KnowledgeException {
        taken.add(field);
        JsonNode array = node.path(field);
        if (!array.isArray()) {
            throw wrong(field, "[ ]");
        }
        List<T> entries = new ArrayList<>();
        for (int i = 0; i < array.size(); i++) {
            entries.add(part.of(new KnowledgeNode(array.get(i), path + "/" + field + "/" + i)));
        }
        return entries;
    }

    <T> List<T> texts(String field, TextPart<T> part) throws KnowledgeException {
        taken.add(field);
        JsonNode array = node.path(field);
        if (array.isMissingNode()) {
            return List.of();
        }
        if (!array.isArray()) {
            throw wrong(field, "[ ]");
        }
        List<T> values = new ArrayList<>();
        for (JsonNode value : array) {
            if (!value.isString()) {
                throw wrong(field, "[\"…\"]");
            }
            values.add(part.of(Clean.line(value.stringValue())));
        }
        return values;
    }

    /** A field that says nothing to the program. */
    void skip(String field) {
        taken.add(field);
    }

    /** Hands an entry back once every field of its object was taken. */
    <T> T whole(T entry) throws KnowledgeException {
        end();
        return entry;
    }

    void end() throws KnowledgeException {
        for (String field : node.propertyNames()) {
            if (!taken.contains(field)) {
                throw new KnowledgeException(Message.of("knowledge.bad.no-such-field", Clean.line(path + "/" + field)));
            }
        }
    }
}
