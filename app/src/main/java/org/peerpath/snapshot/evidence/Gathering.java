// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Disagreements;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.NoteLog;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.lspci.LspciRegisters;
import org.peerpath.text.Message;

/**
 * Collects what several texts say about one host. The first that says a thing counts, unless a later one says more of
 * it; what contradicts it is kept beside it and not chosen between.
 */
final class Gathering {
    private static final String PARTIAL = "note.partial.";
    private static final int MOST_FUNCTIONS = 200_000;
    private static final int MOST_READINGS = 2_000_000;
    /** One function cannot be said to be more than so many things. */
    private static final int MOST_DISAGREEMENTS = 200;

    private final String name;
    private final NoteLog notes;
    private final SortedMap<Address, Collected> functions = new TreeMap<>();
    private final SortedMap<String, Reading> host = new TreeMap<>();
    private final Map<SourceKind, Long> kinds = new TreeMap<>();
    private Optional<Address> subject = Optional.empty();
    private Optional<String> device = Optional.empty();
    private boolean whole;
    private boolean hostListed;
    private int readings;
    private int disagreements;

    /** One function's readings and lspci lines so far. */
    private static final class Collected {
        final TreeMap<String, Reading> attributes = new TreeMap<>();
        List<String> text = List.of();
        boolean listed;
    }

    Gathering(String name) {
        this.name = name;
        this.notes = new NoteLog(name);
    }

    /** The function that a command or a file's name says the text is about. */
    Optional<Address> subject() {
        return subject;
    }

    void about(Optional<Address> function) {
        subject = function;
    }

    /** The network device that a file's name says the text is about. */
    Optional<String> device() {
        return device;
    }

    void aboutDevice(Optional<String> name) {
        device = name;
    }

    /** From now on parts are of a whole that is known to hold more: what each alone does not tell is not remarked. */
    void ofWhole() {
        whole = true;
    }

    NoteLog notes() {
        return notes;
    }

    /** That a line, or a thing, of this kind was understood. */
    void understood(SourceKind kind) {
        kinds.merge(kind, 1L, Long::sum);
    }

    boolean isEmpty() {
        return kinds.isEmpty();
    }

    /** Whether anything of this kind was understood. */
    boolean has(SourceKind kind) {
        return kinds.containsKey(kind);
    }

    int functionCount() {
        return functions.size();
    }

    /** What most of it is; empty text gives the kind handed in. */
    SourceKind kind(SourceKind otherwise) {
        SourceKind most = otherwise;
        long count = 0;
        for (Map.Entry<SourceKind, Long> kind : kinds.entrySet()) {
            if (kind.getValue() > count) {
                count = kind.getValue();
                most = kind.getKey();
            }
        }
        return most;
    }

    void put(Address address, String attribute, String value, String source) throws UnreadableSourceException {
        put(address, attribute, new Reading.Text(value, source));
    }

    void put(Address address, String attribute, Reading reading) throws UnreadableSourceException {
        merge(of(address).attributes, attribute, reading);
    }

    /** That a function is there, whatever else is known of it. */
    void exists(Address address) throws UnreadableSourceException {
        of(address);
    }

    void host(String path, String value, String source) throws UnreadableSourceException {
        merge(host, path, new Reading.Text(value, source));
    }

    /** Another line of a text that grows. */
    void append(String path, String line, String source) {
        host.merge(path, new Reading.Text(line, source), (had, more) -> switch (had) {
            case Reading.Text text ->
                text.value().length() < (1 << 20) ? new Reading.Text(text.value() + "\n" + line, text.source()) : had;
            case Reading.Missing missing -> more;
            case Reading.Failed failed -> more;
            case Reading.Data data -> had;
            case Reading.Listing listing -> had;
        });
    }

    void add(FunctionFacts facts) throws UnreadableSourceException {
        Collected known = of(facts.address());
        for (Map.Entry<String, Reading> entry : facts.attributes().entrySet()) {
            merge(known.attributes, entry.getKey(), entry.getValue());
        }
        known.text = LspciRegisters.merge(known.text, facts.lspciText(), known.attributes);
        known.listed |= facts.listed();
    }

    /** Everything another source says, and what it remarked. */
    void add(Snapshot snapshot) throws UnreadableSourceException {
        for (FunctionFacts facts : snapshot.functions().values()) {
            add(facts);
        }
        for (Map.Entry<String, Reading> entry : snapshot.host().entrySet()) {
            if (entry.getKey().equals(HostFiles.KERNEL_LOG) && entry.getValue() instanceof Reading.Text lines) {
                append(HostFiles.KERNEL_LOG, lines.value(), lines.source());
            } else {
                merge(host, entry.getKey(), entry.getValue());
            }
        }
        hostListed |= snapshot.hostListed();
        snapshot.notes().stream()
                .filter(note -> !whole || !note.what().key().startsWith(PARTIAL))
                .forEach(this::note);
    }

    void note(Note note) {
        notes.add(note);
    }

    private Collected of(Address address) throws UnreadableSourceException {
        Collected known = functions.get(address);
        if (known == null) {
            if (functions.size() == MOST_FUNCTIONS) {
                throw Unreadable.file(name, Message.of("read.too-many-functions", Integer.toString(MOST_FUNCTIONS)));
            }
            known = new Collected();
            functions.put(address, known);
        }
        return known;
    }

    private void merge(SortedMap<String, Reading> into, String key, Reading more) throws UnreadableSourceException {
        if (++readings > MOST_READINGS) {
            throw Unreadable.file(name, Message.of("read.too-many-files", Integer.toString(MOST_READINGS)));
        }
        Reading had = into.get(key);
        if (had == null || Merging.saysMore(had, more)) {
            into.put(key, more);
            return;
        }
        if (Merging.contradicts(key, had, more)) {
            disagrees(into, key, more);
        }
    }

    /** Keeps a second opinion beside the first. */
    void disagrees(SortedMap<String, Reading> readings, String key, Reading other) {
        if (disagreements < MOST_DISAGREEMENTS) {
            disagreements += Disagreements.keep(readings, key, other) ? 1 : 0;
        }
    }

    /** What was gathered. */
    Snapshot snapshot(Origin origin) {
        TreeMap<Address, FunctionFacts> facts = new TreeMap<>();
        functions.forEach((address, known) ->
                facts.put(address, new FunctionFacts(address, known.attributes, known.text, known.listed)));
        List<Note> all = new ArrayList<>(notes.all());
        return new Snapshot(origin, host, hostListed, facts, all);
    }

    SortedMap<String, Reading> host() {
        return host;
    }

    Collection<Address> addresses() {
        return functions.keySet();
    }

    SortedMap<String, Reading> attributes(Address address) throws UnreadableSourceException {
        return of(address).attributes;
    }
}
