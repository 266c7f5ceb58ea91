// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.file;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/** Reads the readings in a snapshot file: of one function or of the host. */
final class ReadingsReader {
    /** All of PCI's largest configuration space; longer is no configuration space. */
    private static final int LONGEST_CONFIG = 4096;

    /** Of one function or of the host's own files; three hundred IOMMU groups make six hundred. */
    private static final int MOST_READINGS = 200_000;

    private static final int MOST_SHARED = 20_000;
    private static final int LONGEST_SHARED = 128;

    private final JsonSource json;
    private final MessageReader messages;
    private final Consumer<String> ignore;
    /** Sources and short values occur again and again; one string of each is enough. */
    private final Map<String, String> shared = new HashMap<>();

    /** @param ignore passes over a field that is not known, and remembers that */
    ReadingsReader(JsonSource json, MessageReader messages, Consumer<String> ignore) {
        this.json = json;
        this.messages = messages;
        this.ignore = ignore;
    }

    /** Reads attributes or host files; gives the keys whose source was not spelled out. */
    List<String> into(Map<String, Reading> into, String defaultSource) throws UnreadableSourceException {
        List<String> inherited = new ArrayList<>();
        json.object(key -> {
            String shortKey = share(key);
            if (json.isString()) {
                put(into, shortKey, new Reading.Text(share(json.string()), defaultSource));
                inherited.add(shortKey);
            } else if (json.isArray()) {
                put(into, shortKey, new Reading.Listing(strings(), defaultSource));
                inherited.add(shortKey);
            } else {
                SpelledReading spelled = new SpelledReading();
                json.object(spelled::take);
                put(into, shortKey, spelled.reading(key, defaultSource));
                if (spelled.source.isEmpty()) {
                    inherited.add(shortKey);
                }
            }
        });
        return inherited;
    }

    private void put(Map<String, Reading> into, String key, Reading reading) throws UnreadableSourceException {
        if (into.size() == MOST_READINGS) {
            throw json.bad(Message.of("read.json-limit"));
        }
        if (into.put(key, reading) != null) {
            throw json.bad(Message.of("read.json-duplicate"));
        }
    }

    /** The long form of a reading: exactly one of its kinds, and perhaps a source. */
    private final class SpelledReading {
        private Optional<String> source = Optional.empty();
        private String kind = "";
        private String text = "";
        private List<String> entries = List.of();
        private Bytes bytes = Bytes.EMPTY;
        private Message why = Message.of("unknown.other-reason", "");

        void take(String field) throws UnreadableSourceException {
            switch (field) {
                case "source" -> {
                    source = Optional.of(share(json.string()));
                    return;
                }
                case "text" -> text = share(json.string());
                case "hex" -> bytes = json.hex();
                case "entries" -> entries = strings();
                case "missing" -> require(json.bool());
                case "failed" -> why = messages.read();
                default -> {
                    ignore.accept(field);
                    return;
                }
            }
            if (!kind.isEmpty()) {
                throw json.bad(Message.of("read.two-kinds", kind, field));
            }
            kind = field;
        }

        private void require(boolean holds) throws UnreadableSourceException {
            if (!holds) {
                throw json.bad(Message.of("read.no-reading", "missing"));
            }
        }

        Reading reading(String key, String defaultSource) throws UnreadableSourceException {
            String from = source.orElse(defaultSource);
            if (key.equals(Attributes.CONFIG) && bytes.length() > LONGEST_CONFIG) {
                throw json.bad(Message.of("read.config-too-long", Integer.toString(bytes.length())));
            }
            return switch (kind) {
                case "text" -> new Reading.Text(text, from);
                case "hex" -> new Reading.Data(bytes, from);
                case "entries" -> new Reading.Listing(entries, from);
                case "missing" -> new Reading.Missing(from);
                case "failed" -> new Reading.Failed(why, from);
                default -> throw json.bad(Message.of("read.no-reading", key));
            };
        }
    }

    private List<String> strings() throws UnreadableSourceException {
        List<String> strings = new ArrayList<>();
        json.array(element -> strings.add(share(json.string())));
        return strings;
    }

    /** The same readings, those of one source as of another. */
    static void replaceSource(Map<String, Reading> readings, List<String> keys, String from, String to) {
        for (String key : keys) {
            readings.computeIfPresent(
                    key,
                    (k, reading) -> !reading.source().equals(from)
                            ? reading
                            : switch (reading) {
                                case Reading.Text r -> new Reading.Text(r.value(), to);
                                case Reading.Data r -> new Reading.Data(r.bytes(), to);
                                case Reading.Listing r -> new Reading.Listing(r.entries(), to);
                                case Reading.Missing r -> new Reading.Missing(to);
                                case Reading.Failed r -> new Reading.Failed(r.why(), to);
                            });
        }
    }

    String share(String text) {
        if (text.length() > LONGEST_SHARED || shared.size() >= MOST_SHARED) {
            return shared.getOrDefault(text, text);
        }
        String earlier = shared.putIfAbsent(text, text);
        return earlier == null ? text : earlier;
    }
}
