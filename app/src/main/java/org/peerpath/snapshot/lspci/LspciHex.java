// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import org.peerpath.snapshot.Bytes;

/** Rows of bytes as {@code lspci -x} prints them: {@code 1f0: 00 01 …}, sixteen at most. */
final class LspciHex {
    private static final int MOST = 16;

    private LspciHex() {}

    /** The offset of the first byte, and up to sixteen bytes. */
    record Row(int offset, Bytes bytes) {}

    /** Written by hand: a host of ten thousand functions has two and a half million rows. */
    static Optional<Row> row(String line) {
        int colon = line.indexOf(':');
        if (colon < 2 || colon > 3 || line.length() < colon + 4 || line.charAt(colon + 1) != ' ') {
            return Optional.empty();
        }
        int offset = 0;
        for (int i = 0; i < colon; i++) {
            int digit = digit(line.charAt(i));
            if (digit < 0) {
                return Optional.empty();
            }
            offset = offset << 4 | digit;
        }
        byte[] bytes = new byte[MOST];
        int count = 0;
        int at = colon + 2;
        int end = end(line);
        while (at < end) {
            if (count == MOST || at + 2 > end || (at + 2 < end && line.charAt(at + 2) != ' ')) {
                return Optional.empty();
            }
            int high = digit(line.charAt(at));
            int low = digit(line.charAt(at + 1));
            if (high < 0 || low < 0) {
                return Optional.empty();
            }
            bytes[count++] = (byte) (high << 4 | low);
            at += 3;
        }
        return Optional.of(new Row(offset, Bytes.copyOf(Arrays.copyOf(bytes, count))));
    }

    /** Of an ASCII digit; Character.digit would take those of other scripts too. */
    private static int digit(char c) {
        return HexFormat.isHexDigit(c) ? HexFormat.fromHexDigit(c) : -1;
    }

    private static int end(String line) {
        int end = line.length();
        while (end > 0 && line.charAt(end - 1) == ' ') {
            end--;
        }
        return end;
    }
}
