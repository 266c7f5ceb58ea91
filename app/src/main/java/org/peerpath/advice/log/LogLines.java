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
    private int lastFrom;
    private int lastTo;

    private LogLines(Taker taker) {
        this.taker = taker;
    }

    /** Reads to the end of the stream, which stays open; gives the number of bytes. */
    static long read(InputStream in, Taker taker) throws IOException {
        return new LogLines(taker).consume(in);
    }

    private long consume(InputStream in) throws IOException {
        byte[] buffer = new byte[BUFFER];
        int kept = 0;
        long total = 0;
        boolean cut = false;
        while (true) {
            int read = in.read(buffer, kept, buffer.length - kept);
            if (read < 0) {
                if (kept > 0 && !cut) {
                    take(buffer, 0, kept);
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
                        take(buffer, from, i);
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
                    take(buffer, 0, kept);
                }
                cut = true;
                kept = 0;
            } else if (from > 0) {
                System.arraycopy(buffer, from, buffer, 0, kept);
            }
        }
    }

    private void take(byte[] buffer, int from, int to) {
        taker.take(buffer, from, to);
        if (to - from > 1) {
            lastFrom = from;
            lastTo = to;
        }
    }
}
