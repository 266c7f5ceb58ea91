// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MappingIterator;
import tools.jackson.databind.json.JsonMapper;

/** JSON from a stranger, bounded in depth and length; what a monitor prints may be several values in a row. */
final class MonitorJson {
    private static final int DEEPEST = 600;
    private static final int MOST_VALUES = 10_000;
    private static final JsonMapper MAPPER = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .build();

    private MonitorJson() {}

    /**
     * Reads one value.
     *
     * @throws JacksonException if it is none
     */
    static JsonNode tree(String text) {
        return MAPPER.readTree(text);
    }

    /** Reads values one after the other, up to the first that is damaged or cut off. */
    static List<JsonNode> readable(String text) {
        List<JsonNode> found = new ArrayList<>();
        try {
            collect(text, found);
        } catch (JacksonException e) {
            return found;
        }
        return found;
    }

    /**
     * Reads values one after the other.
     *
     * @throws JacksonException if something else stands between them
     */
    static List<JsonNode> all(String text) {
        List<JsonNode> found = new ArrayList<>();
        collect(text, found);
        return found;
    }

    private static void collect(String text, List<JsonNode> into) {
        try (MappingIterator<JsonNode> values = MAPPER.readerFor(JsonNode.class).readValues(text)) {
            while (into.size() < MOST_VALUES && values.hasNext()) {
                into.add(values.next());
            }
        }
    }
}
