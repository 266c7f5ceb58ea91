// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.ArrayDeque;
import java.util.Deque;
import org.peerpath.text.Clean;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * One JSON object out of a text that may go on behind it, or end in its midst: what was whole up to there is kept, a
 * value right before the end is not. perftest leaves a name without quotes, others a comma too many.
 */
final class TolerantJson {
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_PROPERTY_NAMES)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxTokenCount(2_000_000)
                    .maxNestingDepth(32)
                    .maxNameLength(4096)
                    .maxNumberLength(64)
                    .maxStringLength(1024 * 1024)
                    .build())
            .build();

    private TolerantJson() {}

    /**
     * An object.
     *
     * @param root the object
     * @param whole whether it was closed
     * @param length how many characters it took
     */
    record Read(ObjectNode root, boolean whole, int length) {}

    /** Reads the object that begins at this place of the text. */
    static Read read(char[] text, int start) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        Deque<JsonNode> open = new ArrayDeque<>();
        Runnable undoLast = () -> {};
        long reached = 0;
        try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), text, start, text.length - start)) {
            String name = "";
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                reached = parser.currentLocation().getCharOffset();
                undoLast = () -> {};
                switch (token) {
                    case START_OBJECT, START_ARRAY -> {
                        boolean object = token == JsonToken.START_OBJECT;
                        JsonNode node = open.isEmpty()
                                ? root
                                : object ? JsonNodeFactory.instance.objectNode() : JsonNodeFactory.instance.arrayNode();
                        if (!open.isEmpty()) {
                            attach(open.peek(), name, node);
                        }
                        open.push(node);
                    }
                    case END_OBJECT, END_ARRAY -> {
                        open.pop();
                        if (open.isEmpty()) {
                            return new Read(root, true, (int) reached);
                        }
                    }
                    case PROPERTY_NAME -> name = Clean.line(parser.currentName());
                    default -> {
                        if (open.isEmpty()) {
                            return new Read(root, false, (int) Math.max(1, reached));
                        }
                        JsonNode holder = open.peek();
                        String under = name;
                        attach(holder, under, scalar(parser, token));
                        undoLast = () -> detach(holder, under);
                    }
                }
            }
        } catch (JacksonException e) {
            // What was read before stands.
        }
        undoLast.run();
        return new Read(root, false, (int) Math.max(1, Math.min(text.length - start, reached)));
    }

    private static JsonNode scalar(JsonParser parser, JsonToken token) {
        return switch (token) {
            case VALUE_TRUE -> JsonNodeFactory.instance.booleanNode(true);
            case VALUE_FALSE -> JsonNodeFactory.instance.booleanNode(false);
            case VALUE_NULL -> JsonNodeFactory.instance.nullNode();
            default -> JsonNodeFactory.instance.stringNode(Clean.line(parser.getString()));
        };
    }

    private static void attach(JsonNode holder, String name, JsonNode value) {
        switch (holder) {
            case ObjectNode object -> object.set(name, value);
            case ArrayNode array -> array.add(value);
            default -> throw new IllegalStateException();
        }
    }

    private static void detach(JsonNode holder, String name) {
        switch (holder) {
            case ObjectNode object -> object.remove(name);
            case ArrayNode array -> array.remove(array.size() - 1);
            default -> throw new IllegalStateException();
        }
    }
}
