// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.file;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Collection;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.PrettyPrinter;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.core.util.DefaultIndenter;
import tools.jackson.core.util.DefaultPrettyPrinter;

/** Writes one snapshot as JSON, one fact a line, so that two files can be compared by eye and by {@code diff}. */
final class SnapshotWriter {
    /** ASCII only: any transport keeps it, and half a surrogate pair in a host's text spoils nothing. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();

    /** The same line ends on every system. */
    private static final ObjectWriteContext CONTEXT = new ObjectWriteContext.Base() {
        @Override
        public PrettyPrinter getPrettyPrinter() {
            return new DefaultPrettyPrinter().withObjectIndenter(new DefaultIndenter(" ", "\n"));
        }

        @Override
        public boolean hasPrettyPrinter() {
            return true;
        }
    };

    private final Snapshot snapshot;
    private final String commonSource;

    SnapshotWriter(Snapshot snapshot) {
        this.snapshot = snapshot;
        this.commonSource = commonest(Stream.concat(
                snapshot.host().values().stream(),
                snapshot.functions().values().stream().flatMap(f -> f.attributes().values().stream())));
    }

    void to(OutputStream out) throws IOException {
        try (JsonGenerator json = FACTORY.createGenerator(CONTEXT, out)) {
            json.writeStartObject();
            json.writeStringProperty("schema", SnapshotFile.SCHEMA);
            json.writeStringProperty("source", commonSource);
            origin(json);
            json.writeBooleanProperty("hostListed", snapshot.hostListed());
            json.writeName("host");
            readings(json, snapshot.host(), commonSource);
            json.writeObjectPropertyStart("functions");
            for (FunctionFacts function : snapshot.functions().values()) {
                function(json, function);
            }
            json.writeEndObject();
            json.writeArrayPropertyStart("notes");
            for (Note note : snapshot.notes()) {
                note(json, note);
            }
            json.writeEndArray();
            json.writeEndObject();
            json.writeRaw('\n');
        } catch (JacksonIOException e) {
            throw e.getCause();
        }
    }

    private void origin(JsonGenerator json) {
        Origin origin = snapshot.origin();
        json.writeObjectPropertyStart("origin");
        json.writeStringProperty("source", origin.source());
        json.writeStringProperty("kind", origin.kind().id());
        json.writeStringProperty("host", origin.host());
        origin.readAt().ifPresent(time -> json.writeStringProperty("readAt", time.toString()));
        json.writeEndObject();
    }

    private void function(JsonGenerator json, FunctionFacts function) {
        String source = commonest(function.attributes().values().stream());
        json.writeObjectPropertyStart(function.address().toString());
        if (!source.equals(commonSource)) {
            json.writeStringProperty("source", source);
        }
        json.writeBooleanProperty("listed", function.listed());
        json.writeName("attributes");
        readings(json, function.attributes(), source);
        if (!function.lspciText().isEmpty()) {
            json.writeName("lspci");
            strings(json, function.lspciText());
        }
        json.writeEndObject();
    }

    private static void readings(JsonGenerator json, SortedMap<String, Reading> readings, String source) {
        json.writeStartObject();
        for (Map.Entry<String, Reading> entry : readings.entrySet()) {
            json.writeName(entry.getKey());
            reading(json, entry.getValue(), source);
        }
        json.writeEndObject();
    }

    /** A plain string is text and an array a listing, both from the default source; all else is spelled out. */
    private static void reading(JsonGenerator json, Reading reading, String source) {
        boolean usual = reading.source().equals(source);
        if (usual && reading instanceof Reading.Text text) {
            json.writeString(text.value());
            return;
        }
        if (usual && reading instanceof Reading.Listing listing) {
            strings(json, listing.entries());
            return;
        }
        json.writeStartObject();
        switch (reading) {
            case Reading.Text text -> json.writeStringProperty("text", text.value());
            case Reading.Data data ->
                json.writeStringProperty("hex", data.bytes().toString());
            case Reading.Listing listing -> {
                json.writeName("entries");
                strings(json, listing.entries());
            }
            case Reading.Missing missing -> json.writeBooleanProperty("missing", true);
            case Reading.Failed failed -> {
                json.writeName("failed");
                message(json, failed.why());
            }
        }
        if (!usual) {
            json.writeStringProperty("source", reading.source());
        }
        json.writeEndObject();
    }

    private static void note(JsonGenerator json, Note note) {
        json.writeStartObject();
        json.writeStringProperty("place", note.place());
        json.writeNumberProperty("line", note.line());
        json.writeName("what");
        message(json, note.what());
        json.writeEndObject();
    }

    private static void message(JsonGenerator json, Message message) {
        json.writeStartObject();
        json.writeStringProperty("key", message.key());
        if (!message.args().isEmpty()) {
            json.writeArrayPropertyStart("args");
            for (Object arg : message.args()) {
                switch (arg) {
                    case Message inner -> message(json, inner);
                    case Integer i -> json.writeNumber(i);
                    case Long l -> json.writeNumber(l);
                    case Boolean b -> json.writeBoolean(b);
                    default -> json.writeString(arg.toString());
                }
            }
            json.writeEndArray();
        }
        json.writeEndObject();
    }

    private static void strings(JsonGenerator json, Collection<String> values) {
        json.writeStartArray();
        values.forEach(json::writeString);
        json.writeEndArray();
    }

    /** The source most readings name; of several, the first in order, so that equal content gives equal bytes. */
    private static String commonest(Stream<Reading> readings) {
        TreeMap<String, Integer> counts = new TreeMap<>();
        readings.forEach(reading -> counts.merge(reading.source(), 1, Integer::sum));
        String best = "";
        int most = 0;
        for (Map.Entry<String, Integer> entry : counts.entrySet()) {
            if (entry.getValue() > most) {
                most = entry.getValue();
                best = entry.getKey();
            }
        }
        return best;
    }
}
