// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** Logs in UTF-16, as PowerShell's redirection writes them, passed on in UTF-8; any other bytes pass as they are. */
final class WideText {
    private static final int CHUNK = 8192;

    private WideText() {}

    /** Returns the text's bytes in UTF-8; the first two tell whether it is wide. The stream given stays open. */
    static InputStream narrow(InputStream in) throws IOException {
        byte[] mark = in.readNBytes(2);
        if (mark.length == 2 && mark[0] == (byte) 0xff && mark[1] == (byte) 0xfe) {
            return new Narrowed(in, StandardCharsets.UTF_16LE);
        }
        if (mark.length == 2 && mark[0] == (byte) 0xfe && mark[1] == (byte) 0xff) {
            return new Narrowed(in, StandardCharsets.UTF_16BE);
        }
        return new SequenceInputStream(new ByteArrayInputStream(mark), in);
    }

    private static final class Narrowed extends InputStream {
        private final Reader reader;
        private final char[] chars = new char[CHUNK];
        private byte[] bytes = new byte[0];
        private int at;

        Narrowed(InputStream in, Charset charset) {
            this.reader = new InputStreamReader(in, charset);
        }

        private boolean fill() throws IOException {
            while (at == bytes.length) {
                int read = reader.read(chars);
                if (read < 0) {
                    return false;
                }
                bytes = new String(chars, 0, read).getBytes(StandardCharsets.UTF_8);
                at = 0;
            }
            return true;
        }

        @Override
        public int read() throws IOException {
            return fill() ? bytes[at++] & 0xff : -1;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            if (!fill()) {
                return -1;
            }
            int count = Math.min(length, bytes.length - at);
            System.arraycopy(bytes, at, into, from, count);
            at += count;
            return count;
        }
    }
}
