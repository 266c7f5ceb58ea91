// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/**
 * One script's output among those of others on the same channel: it ends where a line of its own holds the mark. Anything
 * may stand before that, also bytes that are no text.
 */
final class MarkedStream extends InputStream {
    private static final int OVER = -1;
    private static final int NOT_YET = -2;

    private final InputStream in;
    /** Its first byte, a line break, does not come again in it: after a mismatch nothing needs to be looked at twice. */
    private final byte[] end;

    private int matched;
    private int given;
    private int next = -1;
    private boolean over;

    MarkedStream(InputStream in, String mark) {
        this.in = in;
        this.end = ("\n" + mark + "\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Whether the mark was seen. */
    boolean isOver() {
        return over;
    }

    @Override
    public int read() throws IOException {
        return take(true);
    }

    /** The next byte, or {@link #OVER}; {@link #NOT_YET} where it would have to be waited for and that is not wanted. */
    private int take(boolean wait) throws IOException {
        while (true) {
            if (next >= 0) {
                if (given < matched) {
                    return end[given++];
                }
                int value = next;
                next = -1;
                given = 0;
                matched = value == '\n' ? 1 : 0;
                if (matched == 0) {
                    return value;
                }
            }
            if (over) {
                return OVER;
            }
            if (!wait && in.available() == 0) {
                return NOT_YET;
            }
            step();
        }
    }

    /** One more byte: it goes on with the mark, or shows that what looked like it was none. */
    private void step() throws IOException {
        int value = in.read();
        if (value < 0) {
            throw new EOFException("the channel ended");
        }
        if (value == (end[matched] & 0xff)) {
            matched++;
            over = matched == end.length;
        } else {
            next = value;
        }
    }

    /**
     * Only the first byte is waited for: who reads lines gets each as soon as it is known not to be the mark, which it is
     * with the first byte of the next line.
     */
    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int count = 0;
        for (int value = take(true); value >= 0; value = count < length ? take(false) : NOT_YET) {
            to[from + count++] = (byte) value;
        }
        return count == 0 ? OVER : count;
    }
}
