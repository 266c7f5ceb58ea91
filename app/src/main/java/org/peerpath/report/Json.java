// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The few things all our JSON has in common: one factory, two layouts, hexadecimal register values. */
public final class Json {
    private static final JsonMapper COMPACT = JsonMapper.builder().build();
    private static final JsonMapper INDENTED =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** One line, for outputs that hold one object a line. */
    public static String line(JsonNode node) {
        return COMPACT.writeValueAsString(node);
    }

    /** For people. */
    public static String indented(JsonNode node) {
        return INDENTED.writeValueAsString(node).replace("\r\n", "\n");
    }

    /**
     * What a file holds.
     *
     * @throws tools.jackson.core.JacksonException if it is no JSON
     */
    static JsonNode tree(byte[] bytes) {
        return COMPACT.readTree(bytes);
    }

    /** A 16-bit register value as the contract prints it, {@code 0x005d}. */
    static String word(int value) {
        return String.format("0x%04x", value);
    }

    static @Nullable String text(Optional<?> value) {
        return value.map(Object::toString).orElse(null);
    }
}
