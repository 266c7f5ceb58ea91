// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
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
        Optional<Integer> number = natural(field, "1, 2, 3, …");
        if (number.isPresent() && number.get() == 0) {
            throw wrong(field, "1, 2, 3, …");
        }
        return number;
    }

    /** A whole number from 0 on. */
    Optional<Integer> natural(String field, String expected) throws KnowledgeException {
        taken.add(field);
        JsonNode value = node.path(field);
        if (value.isMissingNode()) {
            return Optional.empty();
        }
        if (!value.isInt() || value.intValue() < 0) {
            throw wrong(field, expected);
        }
        return Optional.of(value.intValue());
    }

    /** A hexadecimal number of so many digits. */
    int hex(String field, int digits) throws KnowledgeException {
        String text = text(field);
        if (!text.matches("[0-9a-f]{" + digits + "}")) {
            throw wrong(field, "15b3".substring(0, digits));
        }
        return Integer.parseInt(text, 16);
    }

    /** A day, {@code yyyy-mm-dd}. */
    String date(String field) throws KnowledgeException {
        String text = text(field);
        if (!text.matches("20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])")) {
            throw wrong(field, "2026-11-30");
        }
        return text;
    }

    /** A release, {@code 6.12} or {@code 6.12.3}. */
    KernelVersion kernel(String field) throws KnowledgeException {
        return Optional.of(text(field))
                .filter(text -> text.matches("\\d{1,4}\\.\\d{1,4}(\\.\\d{1,5})?"))
                .flatMap(KernelVersion::parse)
                .orElseThrow(() -> wrong(field, "6.12"));
    }

    Optional<KernelVersion> optionalKernel(String field) throws KnowledgeException {
        return optional(field).isEmpty() ? Optional.empty() : Optional.of(kernel(field));
    }

    /** A constant by its name in lower case with hyphens. */
    <E extends Enum<E>> Optional<E> constant(String field, Class<E> type) throws KnowledgeException {
        Optional<String> text = optional(field);
        return text.isEmpty() ? Optional.empty() : Optional.of(constant(field, text.get(), type));
    }

    <E extends Enum<E>> E constant(String field, String text, Class<E> type) throws KnowledgeException {
        for (E constant : type.getEnumConstants()) {
            if (name(constant).equals(text)) {
                return constant;
            }
        }
        throw wrong(field, String.join(" | ", names(type)));
    }

    /** The constants' names as files write them, in their order. */
    static <E extends Enum<E>> Set<String> names(Class<E> type) {
        Set<String> names = new LinkedHashSet<>();
        for (E constant : type.getEnumConstants()) {
            names.add(name(constant));
        }
        return names;
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Texts out of a closed list. */
    Set<String> setOf(String field, Set<String> allowed) throws KnowledgeException {
        Set<String> found = new LinkedHashSet<>(texts(field, text -> text));
        if (!allowed.containsAll(found)) {
            throw wrong(
                    field, "[" + String.join(" | ", allowed.stream().sorted().toList()) + "]");
        }
        return found;
    }

    /** An object inside this one. */
    <T> Optional<T> part(String field, Part<T> part) throws KnowledgeException {
        taken.add(field);
        JsonNode value = node.path(field);
        return value.isMissingNode()
                ? Optional.empty()
                : Optional.of(part.of(new KnowledgeNode(value, path + "/" + field)));
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
