// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import org.peerpath.text.Message;

/** Binary files that people hand over in place of what is read here, by their first bytes. */
final class BinaryFiles {
    /** From the formats' own specifications. */
    private static final Map<String, String> PLAIN = Map.of(
            "\u00ff\u00d8\u00ff", "JPEG",
            "\u0089PNG\r\n", "PNG",
            "GIF8", "GIF",
            "%PDF-", "PDF",
            "\u007fELF", "ELF",
            "BM\u0000\u0000", "BMP");

    private static final Map<String, String> PACKED = Map.of(
            "7z\u00bc\u00af'\u001c", "7z",
            "Rar!\u001a\u0007", "RAR");

    private static final String ZIP = "PK\u0003\u0004";
    /** The flags of the first entry (APPNOTE.TXT 4.3.7); bit 0 is encryption. */
    private static final int ZIP_FLAGS = 6;
    /** systemd's journal files (Journal File Format). */
    private static final String JOURNAL = "LPKSHHRH";

    private static final int MAGIC = 16;

    private BinaryFiles() {}

    /** Why such a file is not read here and what would help; empty if it is none of these. */
    static Optional<Message> refusal(byte[] head) {
        String start = new String(head, 0, Math.min(head.length, MAGIC), StandardCharsets.ISO_8859_1);
        if (isEncrypted(head, start)) {
            return Optional.of(Message.of("read.encrypted"));
        }
        if (start.startsWith(ZIP)) {
            boolean encrypted = head.length > ZIP_FLAGS && (head[ZIP_FLAGS] & 1) != 0;
            return Optional.of(encrypted ? Message.of("read.encrypted") : Message.of("read.other-archive", "ZIP"));
        }
        if (start.startsWith(JOURNAL)) {
            return Optional.of(Message.of("read.journal"));
        }
        return named(PACKED, start)
                .map(kind -> Message.of("read.other-archive", kind))
                .or(() -> named(PLAIN, start).map(kind -> Message.of("read.binary-kind", kind)));
    }

    private static Optional<String> named(Map<String, String> magics, String start) {
        return magics.entrySet().stream()
                .filter(magic -> start.startsWith(magic.getKey()))
                .map(Map.Entry::getValue)
                .findFirst();
    }

    /** OpenPGP's binary and armoured forms, and what openssl writes before its salt. */
    private static boolean isEncrypted(byte[] head, String start) {
        return start.startsWith("Salted__")
                || new String(head, 0, Math.min(head.length, 64), StandardCharsets.ISO_8859_1)
                        .startsWith("-----BEGIN PGP MESSAGE")
                || (head.length > 2 && (head[0] & 0xff) == 0x85 && (head[1] & 0xfc) == 0);
    }
}
