// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.file;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.Unreadable;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * Our own file format: one JSON object, plain or gzipped. Equal snapshots give equal bytes: keys are in order, the gzip
 * header carries neither name nor time. The format is described in {@code docs/snapshot-format.md}.
 */
public final class SnapshotFile {
    /** What {@code "schema"} says. Fields may be added under the same number, never changed. */
    public static final String SCHEMA = "peerpath.snapshot/1";

    private static final int BUFFER = 64 * 1024;
    private static final int START = 512;

    private SnapshotFile() {}

    /**
     * Writes a snapshot; the stream is left open.
     *
     * @param gzip whether to compress
     * @throws IOException if the stream does
     */
    public static void write(Snapshot snapshot, OutputStream out, boolean gzip) throws IOException {
        if (gzip) {
            GZIPOutputStream packed = new GZIPOutputStream(out, BUFFER);
            new SnapshotWriter(snapshot).to(packed);
            packed.finish();
        } else {
            new SnapshotWriter(snapshot).to(out);
        }
        out.flush();
    }

    /**
     * Reads a snapshot as it was written, compressed or not; the stream is left open. The origin is the one recorded in
     * the file.
     *
     * @param name what to call the source in messages
     * @throws UnreadableSourceException if it is no whole, well-formed snapshot of this format
     */
    public static Snapshot read(InputStream in, String name) throws UnreadableSourceException {
        BufferedInputStream buffered = new BufferedInputStream(in, BUFFER);
        try {
            return new SnapshotReader(name, isGzip(buffered) ? new GZIPInputStream(buffered, BUFFER) : buffered).read();
        } catch (IOException e) {
            throw Unreadable.io(name, e);
        }
    }

    /**
     * Returns whether a stream begins as a snapshot does, compressed or not; the rest of it may still be damaged.
     *
     * @throws IOException if the stream does
     */
    public static boolean recognises(InputStream in) throws IOException {
        BufferedInputStream buffered = new BufferedInputStream(in, START);
        InputStream plain = isGzip(buffered) ? new GZIPInputStream(buffered, START) : buffered;
        String start = new String(plain.readNBytes(START), StandardCharsets.UTF_8).replaceAll("\\s", "");
        return start.startsWith("{\"schema\":\"" + SCHEMA + "\"");
    }

    /** Looks at the first two bytes and puts them back (RFC 1952, 2.3.1). */
    private static boolean isGzip(BufferedInputStream in) throws IOException {
        in.mark(2);
        boolean packed = in.read() == 0x1f && in.read() == 0x8b;
        in.reset();
        return packed;
    }
}
