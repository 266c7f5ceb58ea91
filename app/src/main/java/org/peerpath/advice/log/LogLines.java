// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.io.IOException;
import java.io.InputStream;

/** Cuts a stream of any length into lines, in constant memory; of a line longer than the buffer only the beginning. */
final class LogLines {
    private static final int BUFFER = 1 << 20;

    /** What is done with each line. */
    interface Taker {
        /** A line between two places of the buffer, without its line break. */
        void take(byte[] buffer, int from, int to);

        /** The last line of a part of the stream, again. */
        void passed(byte[] buffer, int from, int to);
    }

    private final Taker taker;
    private final byte[] buffer;
    private int lastFrom;
    private int lastTo;

    private LogLines(Taker taker, int size) {
        this.taker = taker;
        this.buffer = new byte[size];
    }

    /** Reads to the end of the stream, which stays open; gives the number of bytes. */
    static long read(InputStream in, Taker taker) throws IOException {
        return new LogLines(taker, BUFFER).consume(in);
    }

    /** The same of a stream that is known to hold no more than so many bytes. */
    static long read(InputStream in, int most, Taker taker) throws IOException {
        // One more: a buffer that a line fills was too small for it.
        return new LogLines(taker, Math.min(BUFFER, most + 1)).consume(in);
    }

    private long consume(InputStream in) throws IOException {
        int kept = 0;
        long total = 0;
        boolean cut = false;
        while (true) {
            int read = in.read(buffer, kept, buffer.length - kept);
            if (read < 0) {
                if (kept > 0 && !cut) {
                    take(0, kept);
                    taker.passed(buffer, lastFrom, lastTo);
                }
                return total;
            }
            total += read;
            int end = kept + read;
            int from = 0;
            lastTo = lastFrom;
            for (int i = kept; i < end; i++) {
                if (buffer[i] == '\n') {
                    if (!cut) {
                        take(from, i);
                    }
                    cut = false;
                    from = i + 1;
                }
            }
            if (lastTo > lastFrom) {
                taker.passed(buffer, lastFrom, lastTo);
            }
            kept = end - from;
            if (kept == buffer.length) {
                // A line longer than the buffer: its beginning is enough.
                if (!cut) {
                    take(0, kept);
                }
                cut = true;
                kept = 0;
            } else if (from > 0) {
                System.arraycopy(buffer, from, buffer, 0, kept);
            }
        }
    }

    private void take(int from, int to) {
        taker.take(buffer, from, to);
        if (to - from > 1) {
            lastFrom = from;
            lastTo = to;
        }
    }
}
