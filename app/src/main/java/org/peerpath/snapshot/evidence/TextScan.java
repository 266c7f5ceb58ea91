// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.peerpath.snapshot.LineReader;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;

/**
 * Reads a text of which nobody says what it is: every line is offered to those who know a tool's output, first to the one
 * that took the line before.
 */
final class TextScan {
    /** After so many lines in a row that nobody understands, no more is looked for. */
    private static final int MOST_FOREIGN = 200_000;

    private final Gathering gathering;
    private final List<TextParser> parsers;
    private final LspciParser lspci;
    private Optional<TextParser> active = Optional.empty();
    private boolean blankBefore;
    private int foreign;

    TextScan(Gathering gathering, String name) {
        this.gathering = gathering;
        this.lspci = new LspciParser(gathering, name);
        this.parsers = TextParsers.all(gathering, lspci);
    }

    /** Reads a whole text; the stream is left open. Gives the number of lines. */
    int read(InputStream in) throws IOException, UnreadableSourceException {
        LineReader lines = new LineReader(in);
        for (Optional<String> line = lines.next(); line.isPresent() && foreign < MOST_FOREIGN; line = lines.next()) {
            line(lines.line(), line.get());
        }
        end();
        if (foreign == MOST_FOREIGN) {
            gathering.notes().add(lines.line(), Message.of("note.given-up", Integer.toString(MOST_FOREIGN)));
        }
        return lines.line();
    }

    void line(int number, String raw) throws UnreadableSourceException {
        if (active.isPresent() && active.get().equals(lspci) && lspci.takesRow(number, raw)) {
            return;
        }
        String line = PastedLine.unquoted(raw);
        if (line.isBlank()) {
            blankBefore = true;
            lspci.take(number, "");
            for (TextParser parser : parsers) {
                parser.pause();
            }
            return;
        }
        if (offered(number, line)) {
            foreign = 0;
        } else {
            foreign++;
            aside(number, line);
        }
        blankBefore = false;
    }

    private boolean offered(int number, String line) throws UnreadableSourceException {
        if (active.isPresent() && active.get().leads() && active.get().take(number, line)) {
            gathering.understood(active.get().kind());
            return true;
        }
        for (TextParser parser : parsers) {
            boolean asked = active.isPresent() && parser.equals(active.get()) && parser.leads();
            if (!asked && parser.take(number, line)) {
                if (!parser.equals(lspci)
                        && active.isPresent()
                        && active.get().equals(lspci)
                        && !parser.kind().equals(lspci.kind())) {
                    lspci.endFunction();
                }
                active = Optional.of(parser);
                gathering.understood(parser.kind());
                return true;
            }
        }
        return active.isPresent() && active.get().continues(number, line);
    }

    /** A line that belongs to no tool's output. */
    private void aside(int number, String line) throws UnreadableSourceException {
        if (PastedLine.isFence(line)) {
            lspci.endFunction();
            return;
        }
        String command = PastedLine.command(line);
        if (!command.isEmpty()) {
            lspci.endFunction();
            for (TextParser parser : parsers) {
                parser.pause();
            }
            lspci.command(command);
            return;
        }
        if (PastedLine.isBarePrompt(line)) {
            lspci.endFunction();
            return;
        }
        if (blankBefore) {
            // Prose between two listings: what is indented after it does not belong to the function before it.
            lspci.endFunction();
        }
        gathering.notes().notUnderstood(number, line);
    }

    /** Ends this text or section; the next may be another. */
    void end() throws UnreadableSourceException {
        for (TextParser parser : parsers) {
            parser.end();
        }
        active = Optional.empty();
        blankBefore = false;
    }

    boolean hex() {
        return lspci.hex();
    }
}
