// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.lspci.LspciReader;

/** What lspci prints, but for its tree. */
final class LspciParser implements TextParser {
    private static final Pattern ONE_FUNCTION =
            Pattern.compile(".*\\bsetpci\\b.*?-s ?((?:[0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[0-9a-fA-F]{2}\\.[0-7]).*");

    private final Gathering gathering;
    private final String name;
    private LspciReader reader;
    private boolean hex;
    private Optional<String> setpci = Optional.empty();

    LspciParser(Gathering gathering, String name) {
        this.gathering = gathering;
        this.name = name;
        this.reader = new LspciReader(name, gathering.notes());
    }

    @Override
    public SourceKind kind() {
        return reader.hex() || hex ? SourceKind.LSPCI_HEX : SourceKind.LSPCI_TEXT;
    }

    @Override
    public boolean take(int number, String line) throws UnreadableSourceException {
        return !RegisterParser.isOfLoop(line) && reader.take(number, line);
    }

    /** Rows of bytes, of which there are millions, without a detour. */
    boolean takesRow(int number, String line) throws UnreadableSourceException {
        return line.length() > 4
                && (line.charAt(2) == ':' || line.charAt(3) == ':')
                && line.charAt(0) != ' '
                && line.indexOf('.') < 0
                && reader.take(number, line);
    }

    @Override
    public boolean continues(int number, String line) throws UnreadableSourceException {
        return reader.continues(number, line);
    }

    /** Says something of the function whose lines are being read. */
    void say(String attribute, String value, String source) {
        reader.say(attribute, new Reading.Text(value, source));
    }

    void endFunction() {
        reader.end();
    }

    /** A command somebody typed before its output. */
    void command(String command) {
        Matcher one = ONE_FUNCTION.matcher(command);
        setpci = one.matches()
                ? Optional.of(one.group(1) + " " + command.substring(command.lastIndexOf(' ') + 1))
                : Optional.empty();
    }

    /** The function and register that the last command asked setpci for. */
    Optional<String> asked() {
        return setpci;
    }

    boolean hex() {
        return hex || reader.hex();
    }

    @Override
    public void end() throws UnreadableSourceException {
        reader.finish();
        hex |= reader.hex();
        for (FunctionFacts facts : reader.functions().values()) {
            gathering.add(facts);
        }
        reader = new LspciReader(name, gathering.notes());
        setpci = Optional.empty();
    }
}
