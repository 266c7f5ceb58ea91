// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Collection;

/**
 * Throws away, at several gigabytes a second, the lines of a log that cannot matter. Looks at every fourth place only:
 * of each needle the four-byte pieces at its first four places are remembered, so that one of them lies at such a place
 * wherever the needle is. What passes may still be nothing; what does not pass contains no needle.
 */
final class InterestFilter {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int STRIDE = 4;
    static final int SHORTEST = STRIDE + 3;
    /** Sets bit 5 of every byte, which makes letters small and leaves most of the rest apart. */
    private static final int SMALL = 0x20202020;

    private static final int BITS = 14;

    private final long[] seen = new long[1 << (BITS - 6)];

    InterestFilter(Collection<String> needles) {
        for (String needle : needles) {
            byte[] bytes = needle.getBytes(StandardCharsets.US_ASCII);
            if (bytes.length < SHORTEST) {
                continue;
            }
            for (int i = 0; i < STRIDE; i++) {
                int slot = slot((int) INT.get(bytes, i));
                seen[slot >>> 6] |= 1L << slot;
            }
        }
    }

    private static int slot(int piece) {
        return ((piece | SMALL) * 0x9e3779b1) >>> (32 - BITS);
    }

    /** Whether a needle may lie between two places of the buffer. */
    boolean mayMatter(byte[] buffer, int from, int to) {
        for (int i = from; i <= to - STRIDE; i += STRIDE) {
            int slot = slot((int) INT.get(buffer, i));
            if ((seen[slot >>> 6] & (1L << slot)) != 0) {
                return true;
            }
        }
        return false;
    }
}
