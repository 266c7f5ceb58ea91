// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;
import java.util.zip.ZipException;
import org.peerpath.text.Message;

/**
 * What a decompressor or a pipe gives, needed or not, up to a limit. Whatever a decompressor says about damaged data
 * comes out as one of two kinds of {@link IOException}: cut short or damaged.
 */
public final class LimitedStream extends InputStream {
    private final InputStream in;
    private final long most;
    private final boolean unpacking;
    private long left;

    /** Thrown at the limit, so that it is not mistaken for a broken archive. */
    public static final class LimitReached extends IOException {
        private static final long serialVersionUID = 1L;

        private final long most;
        private final boolean unpacked;

        LimitReached(long most, boolean unpacked) {
            this.most = most;
            this.unpacked = unpacked;
        }

        Message reason() {
            return Message.of(unpacked ? "read.archive-bomb" : "read.too-long", Long.toString(most >> 20));
        }
    }

    /** @param unpacking whether failures are the data's, not the disk's */
    public LimitedStream(InputStream in, long most, boolean unpacking) {
        this.in = in;
        this.most = most;
        this.left = most;
        this.unpacking = unpacking;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        int got;
        try {
            got = in.read(to, from, length);
        } catch (IOException | RuntimeException e) {
            if (unpacking) {
                throw translated(e);
            }
            throw e;
        }
        if (got > 0) {
            left -= got;
        }
        if (left < 0) {
            throw new LimitReached(most, unpacking);
        }
        return got;
    }

    /** Each library has its own words for it. */
    public static IOException translated(Exception e) {
        String said = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        boolean cutShort = e instanceof EOFException || said.contains("truncated") || said.contains("unexpected end");
        IOException told = cutShort ? new EOFException(said) : new ZipException(said);
        told.initCause(e);
        return told;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
