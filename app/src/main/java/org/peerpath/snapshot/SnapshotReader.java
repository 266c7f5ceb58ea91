// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peerpath.text.Message;

/** Reads one snapshot file. The order of its fields does not matter; what they say is checked. */
final class SnapshotReader {
    /** Stands for the default source until that is known; cannot come from a file, whose text is cleaned. */
    private static final String NOT_YET_KNOWN = "\0";

    /** All of PCI's largest configuration space; longer is no configuration space. */
    private static final int LONGEST_CONFIG = 4096;

    private static final int MOST_FUNCTIONS = 200_000;
    private static final int MOST_IGNORED = 50;
    private static final int MOST_SHARED = 20_000;
    private static final int LONGEST_SHARED = 128;

    private final JsonSource json;
    private final String name;
    private final MessageReader messages;
    /** Sources and short values occur again and again; one string of each is enough. */
    private final Map<String, String> shared = new HashMap<>();

    private String schema = "";
    private String source = NOT_YET_KNOWN;
    private Origin origin;
    private boolean hostListed;
    private final TreeMap<String, Reading> host = new TreeMap<>();
    private final TreeMap<Address, FunctionFacts> functions = new TreeMap<>();
    private final List<Note> notes = new ArrayList<>();
    private final List<Note> ignored = new ArrayList<>();

    SnapshotReader(String name, InputStream in) throws UnreadableSourceException {
        this.name = name;
        this.json = new JsonSource(name, in);
        this.messages = new MessageReader(json);
        this.origin = new Origin(name, SourceKind.SNAPSHOT_FILE, "", Optional.empty());
    }

    Snapshot read() throws UnreadableSourceException {
        return json.whole(() -> {
            json.object(this::topField);
            if (schema.isEmpty()) {
                throw Unreadable.file(name, Message.of("read.no-schema", SnapshotFile.SCHEMA));
            }
            fillInSource();
            notes.addAll(ignored);
            return new Snapshot(origin, host, hostListed, functions, notes);
        });
    }

    private void topField(String field) throws UnreadableSourceException {
        switch (field) {
            case "schema" -> {
                schema = json.string();
                if (!schema.equals(SnapshotFile.SCHEMA)) {
                    throw json.bad(Message.of("read.other-schema", schema, SnapshotFile.SCHEMA));
                }
            }
            case "source" -> source = share(json.string());
            case "origin" -> origin();
            case "hostListed" -> hostListed = json.bool();
            case "host" -> readings(host, source);
            case "functions" -> json.object(this::function);
            case "notes" -> json.array(element -> notes.add(note()));
            default -> ignore(field);
        }
    }

    private void origin() throws UnreadableSourceException {
        json.object(field -> {
            switch (field) {
                case "source" -> origin = new Origin(json.string(), origin.kind(), origin.host(), origin.readAt());
                case "kind" -> origin = new Origin(origin.source(), kind(), origin.host(), origin.readAt());
                case "host" -> origin = new Origin(origin.source(), origin.kind(), json.string(), origin.readAt());
                case "readAt" -> origin = new Origin(origin.source(), origin.kind(), origin.host(), time());
                default -> ignore(field);
            }
        });
    }

    private SourceKind kind() throws UnreadableSourceException {
        String id = json.string();
        for (SourceKind kind : SourceKind.values()) {
            if (kind.id().equals(id)) {
                return kind;
            }
        }
        throw json.bad(Message.of("read.other-kind-of-source", id));
    }

    private Optional<Instant> time() throws UnreadableSourceException {
        String text = json.string();
        try {
            return Optional.of(Instant.parse(text));
        } catch (DateTimeException e) {
            throw json.bad(Message.of("read.no-time", text));
        }
    }

    private void function(String key) throws UnreadableSourceException {
        Address address = Address.parse(key).orElseThrow(() -> json.bad(Message.of("read.no-address", key)));
        if (functions.size() == MOST_FUNCTIONS) {
            throw json.bad(Message.of("read.too-many-functions", Integer.toString(MOST_FUNCTIONS)));
        }
        FunctionFields fields = new FunctionFields(source);
        json.object(field -> {
            switch (field) {
                case "source" -> fields.say(share(json.string()));
                case "listed" -> fields.listed = json.bool();
                case "attributes" -> fields.inherited = readings(fields.attributes, fields.source);
                case "lspci" -> json.array(element -> fields.lspci.add(json.string()));
                default -> ignore(field);
            }
        });
        FunctionFacts facts = new FunctionFacts(address, fields.attributes, fields.lspci, fields.listed);
        if (functions.put(address, facts) != null) {
            throw json.bad(Message.of("read.duplicate-function", address.toString()));
        }
    }

    /** Reads attributes or host files; gives the keys whose source was not spelled out. */
    private List<String> readings(Map<String, Reading> into, String defaultSource) throws UnreadableSourceException {
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
                case "missing" -> json.bool();
                case "failed" -> why = messages.read();
                default -> {
                    ignore(field);
                    return;
                }
            }
            if (!kind.isEmpty()) {
                throw json.bad(Message.of("read.two-kinds", kind, field));
            }
            kind = field;
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

    private Note note() throws UnreadableSourceException {
        NoteFields fields = new NoteFields();
        json.object(field -> {
            switch (field) {
                case "place" -> fields.place = json.string();
                case "line" -> fields.line = json.integer();
                case "what" -> fields.what = messages.read();
                default -> ignore(field);
            }
        });
        return new Note(fields.place, fields.line, fields.what);
    }

    /** A field of a later version of this schema: skipped, and said so once a name. */
    private void ignore(String field) {
        json.skip();
        Message what = Message.of("note.field-ignored", field);
        if (ignored.size() < MOST_IGNORED
                && ignored.stream().noneMatch(note -> note.what().equals(what))) {
            ignored.add(new Note(name, json.line(), what));
        }
    }

    /** Fields may come in any order, also the default source after what it is the default for. */
    private void fillInSource() {
        String known = source.equals(NOT_YET_KNOWN) ? "" : source;
        replaceSource(host, List.copyOf(host.keySet()), NOT_YET_KNOWN, known);
        if (functions.values().stream()
                .flatMap(f -> f.attributes().values().stream())
                .noneMatch(reading -> reading.source().equals(NOT_YET_KNOWN))) {
            return;
        }
        functions.replaceAll((address, facts) -> {
            TreeMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            replaceSource(attributes, List.copyOf(attributes.keySet()), NOT_YET_KNOWN, known);
            return new FunctionFacts(address, attributes, facts.lspciText(), facts.listed());
        });
    }

    private static void replaceSource(Map<String, Reading> readings, List<String> keys, String from, String to) {
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

    private String share(String text) {
        if (text.length() > LONGEST_SHARED || shared.size() >= MOST_SHARED) {
            return shared.getOrDefault(text, text);
        }
        String earlier = shared.putIfAbsent(text, text);
        return earlier == null ? text : earlier;
    }

    private static final class NoteFields {
        String place = "";
        int line;
        Message what = Message.of("unknown.other-reason", "");
    }

    private static final class FunctionFields {
        String source;
        boolean listed;
        final TreeMap<String, Reading> attributes = new TreeMap<>();
        List<String> inherited = List.of();
        final List<String> lspci = new ArrayList<>();

        FunctionFields(String source) {
            this.source = source;
        }

        void say(String ownSource) {
            replaceSource(attributes, inherited, source, ownSource);
            source = ownSource;
        }
    }
}
