// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** A stream that fails when it gives more than allowed. */
final class Bounded extends FilterInputStream {
    /** More than allowed came. */
    static final class TooMuch extends IOException {
        private static final long serialVersionUID = 1L;

        TooMuch(String host) {
            super(host);
        }
    }

    private final String host;
    private long left;

    Bounded(InputStream in, String host, long most) {
        super(in);
        this.host = host;
        this.left = most;
    }

    @Override
    public int read() throws IOException {
        int value = in.read();
        spend(value < 0 ? 0 : 1);
        return value;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        int got = in.read(to, from, length);
        spend(Math.max(0, got));
        return got;
    }

    private void spend(int bytes) throws IOException {
        left -= bytes;
        if (left < 0) {
            throw new TooMuch(host);
        }
    }
}
