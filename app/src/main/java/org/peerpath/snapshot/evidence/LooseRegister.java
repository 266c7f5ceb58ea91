// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * A register that a text tells outside of any function's listing. It can be put into words; no verdict rests on it.
 *
 * @param line where it stands, from 1
 * @param function whose it is, where the text says so
 * @param register its name ({@code ACSCtl}, {@code ACS_Control}), its place as setpci writes it ({@code ECAP_ACS+6.w}) or
 *     prints it ({@code ecap:000d+6}: capability and offset in it, both hexadecimal); empty where the text names neither
 * @param digits its value, hexadecimal, as many digits as were given
 */
public record LooseRegister(int line, Optional<Address> function, String register, String digits) {
    static final String UNNAMED = "value";
    static final String NOBODY = "-";
    private static final Pattern KEPT = Pattern.compile("(\\d{1,9}) (\\S+) (\\S+) ([0-9a-fA-F]{1,8})");
    /** Alone in a text this is a value; among other lines it could be anything. */
    private static final Pattern BARE = Pattern.compile("[0-9a-fA-F]{1,3}|[0-9a-fA-F]{5,8}");

    private static final int LONGEST_TEXT = 64 * 1024;

    /** Those that a source holds, in the order of its lines. */
    public static List<LooseRegister> of(Snapshot snapshot) {
        return parse(snapshot.hostText(Tools.REGISTERS).asOptional().orElse(""));
    }

    /** Those of a text that consists of nothing else; none for any other text. Cheap enough to be asked while typing. */
    public static List<LooseRegister> in(String text) {
        String said = text.strip();
        if (BARE.matcher(said).matches()) {
            return List.of(new LooseRegister(1, Optional.empty(), "", said));
        }
        if (said.isEmpty() || said.length() > LONGEST_TEXT) {
            return List.of();
        }
        Gathering gathering = new Gathering("");
        try {
            new TextScan(gathering, "").read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException | UnreadableSourceException e) {
            // Beyond some bound: not what somebody types.
            return List.of();
        }
        boolean nothingElse = gathering.kind(SourceKind.LSPCI_TEXT) == SourceKind.REGISTERS
                && gathering.functionCount() == 0
                && gathering.notes().all().isEmpty();
        return nothingElse && gathering.host().get(Tools.REGISTERS) instanceof Reading.Text kept
                ? parse(kept.value())
                : List.of();
    }

    private static List<LooseRegister> parse(String kept) {
        return kept.lines()
                .map(KEPT::matcher)
                .filter(Matcher::matches)
                .map(m -> new LooseRegister(
                        Integer.parseInt(m.group(1)),
                        Address.parse(m.group(2)),
                        m.group(3).equals(UNNAMED) ? "" : m.group(3),
                        m.group(4)))
                .toList();
    }
}
