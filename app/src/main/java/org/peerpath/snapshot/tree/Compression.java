// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.tree;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.gzip.GzipCompressorInputStream;
import org.apache.commons.compress.compressors.xz.XZCompressorInputStream;
import org.apache.commons.compress.compressors.zstandard.ZstdCompressorInputStream;
import org.peerpath.host.PrivateFolder;

/** Recognises gzip, xz, zstd and bzip2 by their first bytes, whatever a file is called. */
public final class Compression {
    private static final int LONGEST_MAGIC = 6;
    /** Enough for archives made with {@code xz -9}; more is an attempt to exhaust memory. */
    private static final int MOST_XZ_KIB = 128 * 1024;

    private Compression() {}

    /** The content, unpacked if it is compressed. The caller limits how much of it is read. */
    public static InputStream open(InputStream raw) throws IOException {
        raw.mark(LONGEST_MAGIC);
        byte[] magic = raw.readNBytes(LONGEST_MAGIC);
        raw.reset();
        if (starts(magic, 0x1f, 0x8b)) {
            return buffered(GzipCompressorInputStream.builder()
                    .setInputStream(raw)
                    .setDecompressConcatenated(true)
                    .get());
        }
        if (starts(magic, 0xfd, '7', 'z', 'X', 'Z', 0)) {
            return buffered(XZCompressorInputStream.builder()
                    .setInputStream(raw)
                    .setDecompressConcatenated(true)
                    .setMemoryLimitKiB(MOST_XZ_KIB)
                    .get());
        }
        if (starts(magic, 0x28, 0xb5, 0x2f, 0xfd)) {
            PrivateFolder.forNativeLibraries();
            return buffered(new ZstdCompressorInputStream(raw));
        }
        if (starts(magic, 'B', 'Z', 'h')) {
            return buffered(new BZip2CompressorInputStream(raw, true));
        }
        return raw;
    }

    private static InputStream buffered(InputStream in) {
        return new BufferedInputStream(in, 64 * 1024);
    }

    private static boolean starts(byte[] magic, int... with) {
        if (magic.length < with.length) {
            return false;
        }
        for (int i = 0; i < with.length; i++) {
            if ((magic[i] & 0xff) != with[i]) {
                return false;
            }
        }
        return true;
    }
}
