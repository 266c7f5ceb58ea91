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
                return -1;
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

    /** At most one byte is waited for: who reads lines gets each as soon as it is there. */
    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        int first = read();
        if (first < 0) {
            return -1;
        }
        to[from] = (byte) first;
        int count = 1;
        while (count < length && (next >= 0 || in.available() > 0)) {
            int value = read();
            if (value < 0) {
                break;
            }
            to[from + count++] = (byte) value;
        }
        return count;
    }
}
