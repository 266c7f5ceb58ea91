// SPDX-License-Identifier: Apache-2.0
package org.peerpath.testing;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;

/** lspci's text forms, just as far as tests need them: to feed {@code lspci -F} and to take its answer apart. */
public final class LspciDump {
    private static final Pattern HEAD = Pattern.compile("(?:([0-9a-f]{4,8}):)?([0-9a-f]{2}:[0-9a-f]{2}\\.[0-7]) (.*)");
    private static final Pattern ROW = Pattern.compile("([0-9a-f]{2,3}):((?: [0-9a-f]{2}){1,16})\\s*");

    private LspciDump() {}

    /** What {@code lspci -xxxx -D} prints for the functions whose configuration space was read. */
    public static String hex(Snapshot snapshot) {
        StringBuilder out = new StringBuilder();
        HexFormat hex = HexFormat.of();
        snapshot.functions().forEach((address, facts) -> {
            if (facts.bytes(Attributes.CONFIG) instanceof Fact.Known<Bytes>(Bytes bytes)) {
                out.append(address).append(" Device: built for a test\n");
                byte[] all = bytes.toArray();
                for (int row = 0; row < all.length; row += 16) {
                    out.append(String.format(Locale.ROOT, "%02x:", row));
                    for (int i = row; i < Math.min(row + 16, all.length); i++) {
                        out.append(' ').append(hex.toHexDigits(all[i]));
                    }
                    out.append('\n');
                }
                out.append('\n');
            }
        });
        return out.toString();
    }

    /** One function of lspci's output. */
    public record Entry(Address address, String title, List<String> lines, Bytes config) {
        /** The function with both: what the bytes do not reach, the text may tell. */
        public FunctionFacts asBoth() {
            return new FunctionFacts(address, asBytes().attributes(), lines, false);
        }

        /** The function as a reader of text would give it. */
        public FunctionFacts asText() {
            return new FunctionFacts(address, new TreeMap<>(), lines, false);
        }

        /** The function as a reader of hexadecimal rows would give it. */
        public FunctionFacts asBytes() {
            TreeMap<String, Reading> attributes = new TreeMap<>();
            if (config.length() > 0) {
                attributes.put(Attributes.CONFIG, new Reading.Data(config, "lspci -xxxx"));
            }
            return new FunctionFacts(address, attributes, List.of(), false);
        }
    }

    /** A snapshot of such functions; of several with one address the one with the most to say counts. */
    public static Snapshot snapshot(List<FunctionFacts> functions, SourceKind kind) {
        TreeMap<Address, FunctionFacts> map = new TreeMap<>();
        functions.forEach(facts -> map.merge(
                facts.address(),
                facts,
                (one, other) -> other.lspciText().size() > one.lspciText().size() ? other : one));
        return new Snapshot(new Origin("test", kind, "test", Optional.empty()), new TreeMap<>(), false, map, List.of());
    }

    /** Takes lspci's output apart, of whatever verbosity. */
    public static List<Entry> read(String text) {
        List<Entry> entries = new ArrayList<>();
        Address address = null;
        String title = "";
        List<String> lines = new ArrayList<>();
        byte[] config = new byte[4096];
        int length = 0;
        for (String line : (text + "\n0000:00:00.0 end").lines().toList()) {
            // Some of the recorded files are indented or quoted as a whole.
            Matcher head = HEAD.matcher(line.replaceFirst("^[> ]*", ""));
            if (head.matches()) {
                if (address != null) {
                    entries.add(new Entry(
                            address,
                            title,
                            List.copyOf(lines),
                            Bytes.copyOf(config).slice(0, length)));
                }
                address = Address.of((head.group(1) == null ? "0000" : head.group(1)) + ":" + head.group(2));
                title = head.group(3);
                lines = new ArrayList<>();
                config = new byte[4096];
                length = 0;
                continue;
            }
            Matcher row = ROW.matcher(line);
            if (address != null && row.matches()) {
                int at = Integer.parseInt(row.group(1), 16);
                byte[] bytes = HexFormat.of().parseHex(row.group(2).strip().replace(" ", ""));
                System.arraycopy(bytes, 0, config, at, bytes.length);
                length = Math.max(length, at + bytes.length);
            } else if (!line.isBlank()) {
                lines.add(line);
            }
        }
        return entries;
    }
}
