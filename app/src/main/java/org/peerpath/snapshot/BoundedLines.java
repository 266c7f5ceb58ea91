// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.peerpath.text.Message;

/** The lines of an untrusted stream: each cut to a longest length, all together limited. Ends at LF, CR LF or the end. */
public final class BoundedLines {
    private final InputStream in;
    private final String sourceName;
    private final int longest;
    private final long most;
    private final byte[] buffer = new byte[64 * 1024];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);
    private int at;
    private int end;
    private long read;

    /**
     * @param longest bytes of a line that are kept
     * @param most bytes in all, beyond which reading fails
     */
    public BoundedLines(InputStream in, String sourceName, int longest, long most) {
        this.in = in;
        this.sourceName = sourceName;
        this.longest = longest;
        this.most = most;
    }

    /** The next line without its end, decoded as UTF-8; null at the end of the stream. */
    @Nullable
    public String next() throws IOException, UnreadableSourceException {
        line.reset();
        boolean any = false;
        while (true) {
            if (at == end && !fill()) {
                return any ? text() : null;
            }
            any = true;
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            line.write(buffer, from, Math.min(at - from, Math.max(0, longest - line.size())));
            if (at < end) {
                at++;
                return text();
            }
        }
    }

    private boolean fill() throws IOException, UnreadableSourceException {
        int got = in.read(buffer);
        at = 0;
        end = Math.max(0, got);
        read += end;
        if (read > most) {
            throw Unreadable.file(sourceName, Message.of("read.too-long", Long.toString(most >> 20)));
        }
        return got > 0;
    }

    private String text() {
        String text = line.toString(StandardCharsets.UTF_8);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
