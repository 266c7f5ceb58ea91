// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.tree.Assembler;
import org.peerpath.text.Message;

/** The collector's sections of binary files: what {@code head -v} prints, wrapped in base64 or hexadecimal. */
final class CollectorBytes {
    private static final byte[] HEAD = "==> ".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] TAIL = " <==\n".getBytes(StandardCharsets.US_ASCII);
    private static final int LONGEST_PATH = 256;
    /** Three characters a byte, 128 functions of 4096 bytes or a few ACPI tables: far below this. */
    private static final int LONGEST_SECTION = 16 << 20;

    private final Assembler assembler;
    private final String sourceName;
    private final boolean base64;
    private final StringBuilder coded = new StringBuilder();

    CollectorBytes(Assembler assembler, String sourceName, String coding) {
        this.assembler = assembler;
        this.sourceName = sourceName;
        this.base64 = coding.equals("base64");
    }

    void line(String line) throws UnreadableSourceException {
        if (coded.length() > LONGEST_SECTION) {
            throw Unreadable.file(sourceName, Message.of("read.too-long", Long.toString(LONGEST_SECTION >> 20)));
        }
        coded.append(base64 ? line.strip() : line.replace(" ", ""));
    }

    /** Forgets the section: the process that printed it was given up. */
    void drop() {
        coded.setLength(0);
    }

    void end() throws UnreadableSourceException {
        if (coded.isEmpty()) {
            return;
        }
        byte[] all;
        try {
            all = base64
                    ? Base64.getDecoder().decode(coded.toString())
                    : HexFormat.of().parseHex(coded);
        } catch (IllegalArgumentException e) {
            throw Unreadable.file(sourceName, Message.of("read.collector-garbled"), e);
        }
        coded.setLength(0);
        split(all);
    }

    /** Files follow one another with a line feed, a line {@code ==> PATH <==} and the content. */
    private void split(byte[] all) throws UnreadableSourceException {
        String path = "";
        int from = 0;
        for (int at = 0; at < all.length; at++) {
            if (all[at] != '=' || (at > 0 && all[at - 1] != '\n')) {
                continue;
            }
            String named = header(all, at);
            if (!named.isEmpty()) {
                if (!path.isEmpty()) {
                    assembler.bytes(path, Arrays.copyOfRange(all, from, Math.max(from, at - 1)));
                }
                path = named;
                from = at + HEAD.length + named.length() + TAIL.length;
                at = from - 1;
            }
        }
        if (!path.isEmpty()) {
            assembler.bytes(path, Arrays.copyOfRange(all, from, all.length));
        }
    }

    /** The path of the header that starts here; empty if none of a wanted file does. */
    private String header(byte[] all, int at) {
        if (!Arrays.equals(all, at, Math.min(all.length, at + HEAD.length), HEAD, 0, HEAD.length)) {
            return "";
        }
        for (int i = at + HEAD.length; i < Math.min(all.length - TAIL.length + 1, at + LONGEST_PATH); i++) {
            if (all[i] == ' ') {
                String named = new String(all, at + HEAD.length, i - at - HEAD.length, StandardCharsets.ISO_8859_1);
                boolean ends = Arrays.equals(all, i, i + TAIL.length, TAIL, 0, TAIL.length);
                return ends && assembler.wants(named) ? named : "";
            }
        }
        return "";
    }
}
