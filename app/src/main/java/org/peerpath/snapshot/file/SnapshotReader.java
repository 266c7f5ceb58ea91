// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.file;

import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** Reads one snapshot file. The order of its fields does not matter; what they say is checked. */
final class SnapshotReader {
    /** Stands for the default source until that is known; cannot come from a file, whose text is cleaned. */
    private static final String NOT_YET_KNOWN = "\0";

    private static final int MOST_FUNCTIONS = 200_000;
    private static final int MOST_IGNORED = 50;
    private final JsonSource json;
    private final String name;
    private final MessageReader messages;
    private final ReadingsReader readings;

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
        this.readings = new ReadingsReader(json, messages, this::ignore);
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
            case "source" -> source = readings.share(json.string());
            case "origin" -> origin();
            case "hostListed" -> hostListed = json.bool();
            case "host" -> readings.into(host, source);
            case "functions" -> json.object(this::function);
            case "notes" -> json.array(element -> notes.add(note()));
            default -> ignore(field);
        }
    }

    private void origin() throws UnreadableSourceException {
        json.object(field -> {
            switch (field) {
                case "source" ->
                    origin = new Origin(Clean.line(json.string()), origin.kind(), origin.host(), origin.readAt());
                case "kind" -> origin = new Origin(origin.source(), kind(), origin.host(), origin.readAt());
                case "host" ->
                    origin = new Origin(origin.source(), origin.kind(), Clean.line(json.string()), origin.readAt());
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
                case "source" -> fields.say(readings.share(json.string()));
                case "listed" -> fields.listed = json.bool();
                case "attributes" -> fields.inherited = readings.into(fields.attributes, fields.source);
                case "lspci" -> json.array(element -> fields.lspci.add(json.string()));
                default -> ignore(field);
            }
        });
        FunctionFacts facts = new FunctionFacts(address, fields.attributes, fields.lspci, fields.listed);
        if (functions.put(address, facts) != null) {
            throw json.bad(Message.of("read.duplicate-function", address.toString()));
        }
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
        ReadingsReader.replaceSource(host, List.copyOf(host.keySet()), NOT_YET_KNOWN, known);
        if (functions.values().stream()
                .flatMap(f -> f.attributes().values().stream())
                .noneMatch(reading -> reading.source().equals(NOT_YET_KNOWN))) {
            return;
        }
        functions.replaceAll((address, facts) -> {
            TreeMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            ReadingsReader.replaceSource(attributes, List.copyOf(attributes.keySet()), NOT_YET_KNOWN, known);
            return new FunctionFacts(address, attributes, facts.lspciText(), facts.listed());
        });
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
            ReadingsReader.replaceSource(attributes, inherited, source, ownSource);
            source = ownSource;
        }
    }
}
