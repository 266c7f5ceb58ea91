// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Throws the lines of a log away that cannot matter, without decoding them, and says of the others which needles they
 * may hold. Looks at every fourth place only: of each needle the four-byte pieces at its first four places are remembered, so that one of them lies at such a place wherever
 * the needle is. Where a piece is found, the bytes around it are compared with the needles it belongs to.
 */
final class InterestFilter {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int STRIDE = 4;
    static final int SHORTEST = STRIDE + 3;
    /** Sets bit 5 of every byte, which makes letters small and leaves most of the rest apart. */
    private static final int SMALL = 0x20202020;

    private static final int BITS = 16;
    private static final Piece[] NONE = {};

    private final long[] seen = new long[1 << (BITS - 6)];
    /** By slot; empty where no piece falls. */
    private final Piece[][] pieces = new Piece[1 << BITS][];

    /** A needle, its number as a bit, and where in it the piece stands. */
    private static final class Piece {
        private final byte[] needle;
        private final long bit;
        private final int offset;

        Piece(byte[] needle, long bit, int offset) {
            this.needle = needle;
            this.bit = bit;
            this.offset = offset;
        }

        boolean isAt(byte[] buffer, int place, int from, int to) {
            int start = place - offset;
            if (start < from || start + needle.length > to) {
                return false;
            }
            for (int i = 0; i < needle.length; i++) {
                if (small(buffer[start + i]) != needle[i]) {
                    return false;
                }
            }
            return true;
        }

        private static int small(byte b) {
            return b >= 'A' && b <= 'Z' ? b | 0x20 : b;
        }
    }

    /**
     * Needles in small letters; those that are empty or too short to be found this way are left out. Each has the bit of
     * its number, those beyond the sixty-fourth share them.
     */
    InterestFilter(List<String> needles) {
        Arrays.fill(pieces, NONE);
        for (int n = 0; n < needles.size(); n++) {
            byte[] bytes = needles.get(n).getBytes(StandardCharsets.US_ASCII);
            if (bytes.length < SHORTEST) {
                continue;
            }
            for (int i = 0; i < STRIDE; i++) {
                int slot = slot((int) INT.get(bytes, i));
                seen[slot >>> 6] |= 1L << slot;
                pieces[slot] = Stream.concat(
                                Stream.of(pieces[slot]), Stream.of(new Piece(bytes, 1L << (n % Long.SIZE), i)))
                        .toArray(Piece[]::new);
            }
        }
    }

    private static int slot(int piece) {
        return ((piece | SMALL) * 0x9e3779b1) >>> (32 - BITS);
    }

    /** The needles between two places of the buffer, whatever the case of their letters: a bit for each. */
    long found(byte[] buffer, int from, int to) {
        long found = 0;
        for (int i = from; i <= to - STRIDE; i += STRIDE) {
            int slot = slot((int) INT.get(buffer, i));
            if ((seen[slot >>> 6] & (1L << slot)) != 0) {
                found |= needles(slot, buffer, i, from, to);
            }
        }
        return found;
    }

    private long needles(int slot, byte[] buffer, int place, int from, int to) {
        long found = 0;
        for (Piece piece : pieces[slot]) {
            if (piece.isAt(buffer, place, from, to)) {
                found |= piece.bit;
            }
        }
        return found;
    }
}
