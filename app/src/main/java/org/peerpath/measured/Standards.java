// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What figures are compared with: shares, bytes of headers and published figures, each with its source
 * ({@code knowledge/measured.json}).
 */
final class Standards {
    private static final String FILE = "/org/peerpath/knowledge/measured.json";

    /** The shipped ones. */
    static final Standards SHIPPED = read();

    private final Map<String, Double> values;
    private final List<Reference> references;
    private final List<String> withoutOwnLink;

    /**
     * A published figure.
     *
     * @param gpu part of the GPU's model name
     * @param test the collective
     * @param ranks on one host
     * @param atLeastBytes smallest size it holds for
     * @param gigabytesPerSecond what a sound machine reaches at least
     * @param source who says so
     */
    record Reference(String gpu, String test, int ranks, long atLeastBytes, double gigabytesPerSecond, String source) {}

    private Standards(Map<String, Double> values, List<Reference> references, List<String> withoutOwnLink) {
        this.withoutOwnLink = List.copyOf(withoutOwnLink);
        this.values = Map.copyOf(values);
        this.references = List.copyOf(references);
    }

    private static Standards read() {
        try (InputStream in = Standards.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE);
            }
            JsonNode root = JsonMapper.builder().build().readTree(in.readAllBytes());
            Map<String, Double> values = new HashMap<>();
            for (String list : List.of("shares", "bytes")) {
                root.path(list)
                        .forEach(entry -> values.put(
                                entry.path("name").asString(),
                                entry.path("value").asDouble()));
            }
            List<Reference> references = new ArrayList<>();
            root.path("references")
                    .forEach(entry -> references.add(new Reference(
                            entry.path("gpu").asString(),
                            entry.path("test").asString(),
                            entry.path("ranks").asInt(),
                            entry.path("atLeastBytes").asLong(),
                            entry.path("gigabytesPerSecond").asDouble(),
                            entry.path("source").asString())));
            List<String> withoutOwnLink = new ArrayList<>();
            root.path("withoutOwnLink").path("models").forEach(model -> withoutOwnLink.add(model.asString()));
            return new Standards(values, references, withoutOwnLink);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the share or number of bytes with this name. */
    double value(String name) {
        Double value = values.get(name);
        if (value == null) {
            throw new IllegalArgumentException(name);
        }
        return value;
    }

    /** Returns whether GPUs of this model have no link of their own beside PCIe. */
    boolean hasNoOwnLink(String model) {
        return withoutOwnLink.stream().anyMatch(part -> model.matches(".*\\b" + part + "\\b.*"));
    }

    /** Returns the published figure for a collective on one host; empty where there is none. */
    Optional<Reference> reference(String model, String test, int ranks, long bytes) {
        return references.stream()
                .filter(r -> model.contains(r.gpu()) && test.startsWith(r.test()))
                .filter(r -> r.ranks() == ranks && bytes >= r.atLeastBytes())
                .findFirst();
    }
}
