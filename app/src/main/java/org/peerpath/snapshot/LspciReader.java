// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.peerpath.text.Message;

/**
 * Reads what lspci prints, in any verbosity, with or without domains, numbers and rows of bytes, also in its two forms
 * for programs. Bytes are kept as {@link Attributes#CONFIG} at the length that was printed; the indented text is kept
 * as it is, for the decoder to take from it what the bytes do not tell. The same function printed twice ({@code lspci
 * -vvv} followed by {@code lspci -xxxx}) is one function; where both say a thing, the first counts.
 */
final class LspciReader {
    /** Text to keep, in characters: ten thousand functions printed with {@code -vvv} take half of it. */
    private static final long MOST_TEXT = 160L * 1024 * 1024;

    private static final int MOST_FUNCTIONS = 200_000;
    private static final Set<Integer> WHOLE_CONFIGS = Set.of(0, 64, 128, 256, 4096);
    private static final Pattern COMMAND = Pattern.compile("(?:sudo )?(?:/\\S*/)?lspci(?: .*)?");
    private static final Pattern TREE = Pattern.compile("[ |+\\\\-]*-\\[[0-9a-f]{4}(?::[0-9a-f]{2})?\\]-.*");

    private final String name;
    private final LineReader lines;
    private final NoteLog notes;
    private final TreeMap<Address, FunctionFacts> functions = new TreeMap<>();
    private final Set<Address> repeated = new HashSet<>();
    private Optional<LspciFunction> current = Optional.empty();
    private boolean record;
    private boolean rowsBroken;
    private int treeLine;
    private boolean hex;
    private long kept;

    private LspciReader(String name, InputStream in) throws IOException {
        this.name = name;
        this.lines = new LineReader(in);
        this.notes = new NoteLog(name);
    }

    /**
     * Reads to the end of the stream, which is left open.
     *
     * @param name what to call the source in messages
     * @throws UnreadableSourceException if no function is in it
     */
    static Snapshot read(InputStream in, String name) throws UnreadableSourceException {
        try {
            return new LspciReader(name, in).read();
        } catch (IOException e) {
            throw Unreadable.io(name, e);
        }
    }

    private Snapshot read() throws IOException, UnreadableSourceException {
        for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
            take(line.get());
        }
        end();
        if (functions.isEmpty()) {
            throw treeLine > 0
                    ? Unreadable.line(name, treeLine, Message.of("read.lspci-tree"))
                    : Unreadable.file(name, Message.of("read.no-lspci", Integer.toString(lines.line())));
        }
        if (!repeated.isEmpty()) {
            notes.add(0, Message.of("note.functions-repeated", Integer.toString(repeated.size())));
        }
        Origin origin = new Origin(name, hex ? SourceKind.LSPCI_HEX : SourceKind.LSPCI_TEXT, name, Optional.empty());
        return new Snapshot(origin, new TreeMap<>(), false, functions, notes.all());
    }

    private void take(String line) throws UnreadableSourceException {
        if (line.isBlank()) {
            record = false;
            return;
        }
        Optional<LspciHeader.Start> start = LspciHeader.start(line);
        if (start.isPresent()) {
            begin(start.get(), line);
            return;
        }
        Optional<Address> slot = LspciMachine.slot(line);
        if (slot.isPresent()) {
            begin(slot.get());
            record = true;
            return;
        }
        if (!current.map(function -> below(function, line)).orElse(false)) {
            other(line);
        }
    }

    private void begin(LspciHeader.Start start, String line) throws UnreadableSourceException {
        Optional<SortedMap<String, Reading>> quoted = LspciMachine.quoted(start.rest());
        SortedMap<String, Reading> told = quoted.orElseGet(TreeMap::new);
        if (quoted.isEmpty() && !LspciHeader.take(start.rest(), told)) {
            notes.notUnderstood(lines.line(), line);
            return;
        }
        begin(start.address()).attributes.putAll(told);
    }

    private LspciFunction begin(Address address) throws UnreadableSourceException {
        end();
        if (functions.size() == MOST_FUNCTIONS) {
            throw Unreadable.line(
                    name, lines.line(), Message.of("read.too-many-functions", Integer.toString(MOST_FUNCTIONS)));
        }
        if (kept > MOST_TEXT) {
            throw Unreadable.line(name, lines.line(), Message.of("read.too-large"));
        }
        LspciFunction function = new LspciFunction(address);
        current = Optional.of(function);
        rowsBroken = false;
        return function;
    }

    /** A line that belongs to the function before it. */
    private boolean below(LspciFunction function, String line) {
        if (record) {
            return LspciMachine.field(line, function.attributes);
        }
        if (Character.isWhitespace(line.charAt(0))) {
            kept += LspciFunction.weight(line);
            if (kept <= MOST_TEXT) {
                function.detail(line);
            }
            return true;
        }
        Optional<LspciHex.Row> row = LspciHex.row(line);
        if (row.isEmpty()) {
            return false;
        }
        if (!rowsBroken && !function.row(row.get())) {
            rowsBroken = true;
            notes.add(lines.line(), Message.of("note.rows-broken", function.address.toString()));
        }
        return true;
    }

    private void other(String line) {
        if (treeLine == 0 && line.contains("-[") && TREE.matcher(line).matches()) {
            treeLine = lines.line();
        }
        if (!line.contains("lspci") || !COMMAND.matcher(line.strip()).matches()) {
            notes.notUnderstood(lines.line(), line);
        }
    }

    private void end() {
        if (current.isEmpty()) {
            return;
        }
        LspciFunction function = current.get();
        current = Optional.empty();
        record = false;
        if (!WHOLE_CONFIGS.contains(function.configLength())) {
            notes.add(
                    lines.line(),
                    Message.of(
                            "note.config-cut", function.address.toString(), Integer.toString(function.configLength())));
        }
        hex |= function.configLength() > 0;
        function.finish();
        LspciMachine.finish(function.attributes);
        FunctionFacts facts = function.facts();
        FunctionFacts earlier = functions.get(function.address);
        if (earlier != null) {
            repeated.add(function.address);
            facts = merged(earlier, facts);
        }
        functions.put(function.address, facts);
    }

    private FunctionFacts merged(FunctionFacts first, FunctionFacts second) {
        TreeMap<String, Reading> attributes = new TreeMap<>(first.attributes());
        for (Map.Entry<String, Reading> entry : second.attributes().entrySet()) {
            attributes.merge(entry.getKey(), entry.getValue(), (had, more) -> {
                if (contradicts(had, more)) {
                    notes.add(
                            lines.line(),
                            Message.of(
                                    "note.said-differently",
                                    entry.getKey(),
                                    first.address().toString()));
                }
                return tellsMore(had, more) ? more : had;
            });
        }
        List<String> text =
                first.lspciText().size() >= second.lspciText().size() ? first.lspciText() : second.lspciText();
        return new FunctionFacts(first.address(), attributes, text, false);
    }

    private static boolean tellsMore(Reading had, Reading more) {
        return switch (had) {
            case Reading.Failed failed -> true;
            case Reading.Missing missing -> !(more instanceof Reading.Failed);
            case Reading.Data data ->
                more instanceof Reading.Data other
                        && other.bytes().length() > data.bytes().length()
                        && startsWith(other.bytes(), data.bytes());
            case Reading.Text text ->
                !text.source().equals(LspciHeader.SOURCE)
                        && more instanceof Reading.Text
                        && more.source().equals(LspciHeader.SOURCE);
            case Reading.Listing listing -> false;
        };
    }

    private static boolean contradicts(Reading had, Reading more) {
        if (had instanceof Reading.Data(Bytes a, String s) && more instanceof Reading.Data(Bytes b, String t)) {
            return !startsWith(a, b) && !startsWith(b, a);
        }
        return had instanceof Reading.Text a
                && more instanceof Reading.Text b
                && !a.value().equals(b.value())
                && a.source().equals(b.source());
    }

    private static boolean startsWith(Bytes whole, Bytes beginning) {
        return whole.length() >= beginning.length()
                && whole.slice(0, beginning.length()).equals(beginning);
    }
}
