// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import java.io.IOException;
import java.io.InputStream;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.LineReader;
import org.peerpath.snapshot.NoteLog;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * Reads what lspci prints, in any verbosity, with or without domains, numbers and rows of bytes, also in its two forms
 * for programs. Bytes are kept as {@link Attributes#CONFIG} at the length that was printed; the indented text is kept
 * as it is, for the decoder to take from it what the bytes do not tell. The same function printed twice ({@code lspci
 * -vvv} followed by {@code lspci -xxxx}) is one function; where both say a thing, the first counts.
 */
public final class LspciReader {
    /** Stands among a function's lines, for the decoder, where the listing breaks off. */
    public static final String CUT = "<listing ends here>";

    /** Why nothing is known of a function whose registers all read as ones: {@code (rev ff)}. */
    public static final Message NO_ANSWER = Message.of("unknown.text.no-answer");

    /** Text to keep, in characters: ten thousand functions printed with {@code -vvv} take half of it. */
    private static final long MOST_TEXT = 160L * 1024 * 1024;

    private static final int MOST_FUNCTIONS = 200_000;
    private static final Set<Integer> WHOLE_CONFIGS = Set.of(0, 64, 128, 256, 4096);
    private static final Pattern COMMAND = Pattern.compile("(?:sudo )?(?:/\\S*/)?lspci(?: .*)?");
    /** How a line looks whose bits lspci prints below a capability; grep keeps it and drops the capability's own. */
    private static final Pattern BITS = Pattern.compile("(ACS|ATS|IOV|PRI)(?:Cap|Ctl|Sta):\\s.*");
    /** A mail program breaks a line before the word that would pass this column. */
    private static final int NARROWEST_MAIL = 62;

    private static final int TAB = 8;
    private static final Pattern TREE = Pattern.compile("[ |+\\\\-]*-\\[[0-9a-f]{4}(?::[0-9a-f]{2})?\\]-.*");

    private final String name;
    private final NoteLog notes;
    private final TreeMap<Address, FunctionFacts> functions = new TreeMap<>();
    private final Set<Address> repeated = new HashSet<>();
    private Optional<LspciFunction> current = Optional.empty();
    /** Within the form for programs, {@code lspci -vmm}, of which a blank line ends a record. */
    private boolean inRecord;

    private boolean rowsBroken;
    private int treeLine;
    private boolean hex;
    private long kept;
    private int number;
    private String lastLine = "";
    private int lastNumber;
    private boolean lastBegan;
    private int placeless;
    /** Whether the last line was the blank one that lspci prints behind each function. */
    private boolean ended;

    /** @param notes where to put remarks */
    public LspciReader(String name, NoteLog notes) {
        this.name = name;
        this.notes = notes;
    }

    /**
     * Reads to the end of the stream, which is left open.
     *
     * @param name what to call the source in messages
     * @throws UnreadableSourceException if no function is in it
     */
    public static Snapshot read(InputStream in, String name) throws UnreadableSourceException {
        try {
            LineReader lines = new LineReader(in);
            LspciReader reader = new LspciReader(name, new NoteLog(name));
            for (Optional<String> line = lines.next(); line.isPresent(); line = lines.next()) {
                if (!reader.take(lines.line(), line.get())) {
                    reader.other(line.get());
                }
            }
            return reader.snapshot();
        } catch (IOException e) {
            throw Unreadable.io(name, e);
        }
    }

    private Snapshot snapshot() throws UnreadableSourceException {
        finish();
        if (functions.isEmpty()) {
            throw treeLine > 0
                    ? Unreadable.line(name, treeLine, Message.of("read.lspci-tree"))
                    : Unreadable.file(name, Message.of("read.no-lspci", Integer.toString(number)));
        }
        Origin origin = new Origin(name, hex ? SourceKind.LSPCI_HEX : SourceKind.LSPCI_TEXT, name, Optional.empty());
        return new Snapshot(origin, new TreeMap<>(), false, functions, notes.all());
    }

    /** Ends the last function and says what is odd about all of them. */
    public void finish() {
        current.filter(function -> !ended).ifPresent(LspciFunction::mayBeCut);
        end();
        if (!repeated.isEmpty()) {
            notes.add(0, Message.of("note.functions-repeated", Integer.toString(repeated.size())));
            repeated.clear();
        }
        if (placeless > 0) {
            notes.add(0, Message.of("note.capability-place-unknown", Integer.toString(placeless)));
            placeless = 0;
        }
    }

    /** The functions read so far, but for the one whose lines still come. */
    public SortedMap<Address, FunctionFacts> functions() {
        return Collections.unmodifiableSortedMap(functions);
    }

    /** Whether there were rows of bytes. */
    public boolean hex() {
        return hex;
    }

    /** Takes a line if it is one that lspci prints, at this place; blank ones count as such. */
    public boolean take(int lineNumber, String line) throws UnreadableSourceException {
        number = lineNumber;
        ended = line.isBlank();
        if (ended) {
            inRecord = false;
            return true;
        }
        Optional<LspciHeader.Start> start = LspciHeader.start(line);
        if (start.isEmpty() && startsIndented(line)) {
            start = LspciHeader.start(line.strip());
        }
        if (start.isPresent() && begin(start.get())) {
            remember(line, true);
            return true;
        }
        Optional<Address> slot = LspciMachine.slot(line);
        if (slot.isPresent()) {
            begin(slot.get());
            inRecord = true;
            return true;
        }
        if (start.isEmpty() && current.isPresent() && below(current.get(), line)) {
            return true;
        }
        return false;
    }

    /** Of the many indented lines few begin like an address: {@code \t0000:00:1c.0} in a list somebody made. */
    private static boolean startsIndented(String line) {
        int at = 0;
        while (at < line.length() && (line.charAt(at) == ' ' || line.charAt(at) == '\t')) {
            at++;
        }
        return at > 0
                && at + 8 < line.length()
                && (line.charAt(at + 2) == ':' || line.charAt(at + 4) == ':' || line.charAt(at + 5) == ':')
                && Character.digit(line.charAt(at), 16) >= 0
                && Character.digit(line.charAt(at + 1), 16) >= 0;
    }

    private void remember(String line, boolean began) {
        lastLine = line;
        lastNumber = number;
        lastBegan = began;
    }

    /**
     * Takes a line that nobody understands as the rest of the one before, if a mail program broke it there: the first
     * word would not have fitted.
     */
    public boolean continues(int lineNumber, String line) throws UnreadableSourceException {
        if (current.isEmpty() || lineNumber != lastNumber + 1 || line.isBlank()) {
            return false;
        }
        String rest = line.strip();
        int space = rest.indexOf(' ');
        if (width(lastLine.stripTrailing()) + 1 + (space < 0 ? rest.length() : space) < NARROWEST_MAIL) {
            return false;
        }
        number = lineNumber;
        String whole = lastLine.stripTrailing() + " " + rest;
        boolean header = lastBegan;
        if (header) {
            LspciHeader.start(lastLine.strip())
                    .flatMap(s -> LspciHeader.start(lastLine.strip() + " " + rest))
                    .ifPresent(s -> LspciHeader.take(s.rest(), current.get().attributes));
        } else {
            kept += rest.length();
            current.get().amend(whole);
        }
        remember(whole, header);
        return true;
    }

    private static int width(String line) {
        int width = 0;
        for (int i = 0; i < line.length(); i++) {
            width = line.charAt(i) == '\t' ? (width / TAB + 1) * TAB : width + 1;
        }
        return width;
    }

    /** Begins a function; false if the line after its address is not of the form lspci prints. */
    private boolean begin(LspciHeader.Start start) throws UnreadableSourceException {
        Optional<SortedMap<String, Reading>> quoted = LspciMachine.quoted(start.rest());
        SortedMap<String, Reading> told = quoted.orElseGet(TreeMap::new);
        if (quoted.isEmpty() && !LspciHeader.take(start.rest(), told)) {
            return false;
        }
        begin(start.address()).attributes.putAll(told);
        return true;
    }

    /** What was said elsewhere about the function whose lines are being read. */
    public void say(String attribute, Reading reading) {
        current.ifPresent(function -> function.attributes.put(attribute, reading));
    }

    private LspciFunction begin(Address address) throws UnreadableSourceException {
        end();
        if (functions.size() == MOST_FUNCTIONS) {
            throw Unreadable.line(
                    name, number, Message.of("read.too-many-functions", Integer.toString(MOST_FUNCTIONS)));
        }
        if (kept > MOST_TEXT) {
            throw Unreadable.line(name, number, Message.of("read.too-large"));
        }
        LspciFunction function = new LspciFunction(address);
        current = Optional.of(function);
        rowsBroken = false;
        return function;
    }

    /** A line that belongs to the function before it. */
    private boolean below(LspciFunction function, String line) {
        if (inRecord) {
            return LspciMachine.field(line, function.attributes);
        }
        if (Character.isWhitespace(line.charAt(0)) || isDetail(line)) {
            kept += LspciFunction.weight(line);
            if (kept <= MOST_TEXT) {
                if (!function.inCapability() && BITS.matcher(line.strip()).matches()) {
                    placeless++;
                    function.placeless(line.strip());
                }
                function.detail(line);
                remember(line, false);
            }
            return true;
        }
        Optional<LspciHex.Row> row = LspciHex.row(line);
        if (row.isEmpty()) {
            return false;
        }
        if (!rowsBroken && !function.row(row.get())) {
            rowsBroken = true;
            notes.add(number, Message.of("note.rows-broken", function.address.toString()));
        }
        return true;
    }

    /** A paste that lost its indentation. */
    private static boolean isDetail(String line) {
        return line.startsWith("Capabilities: [")
                || line.startsWith("Kernel driver in use: ")
                || line.startsWith("!!! ");
    }

    private void other(String line) {
        if (treeLine == 0 && line.contains("-[") && TREE.matcher(line).matches()) {
            treeLine = number;
        }
        if (!line.contains("lspci") || !COMMAND.matcher(line.strip()).matches()) {
            notes.notUnderstood(number, line);
        }
    }

    /** Ends the function in hand: what follows belongs to none. */
    public void end() {
        if (current.isEmpty()) {
            return;
        }
        LspciFunction function = current.get();
        current = Optional.empty();
        inRecord = false;
        if (!WHOLE_CONFIGS.contains(function.configLength())) {
            notes.add(
                    number,
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
            facts = LspciTwice.merged(earlier, facts, about -> notes.add(number, about));
        }
        functions.put(function.address, facts);
    }
}
