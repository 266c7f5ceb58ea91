// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.peerpath.text.Clean;

/**
 * Lines of a text, cleaned, numbered from 1. However long a line is, only its beginning is kept. UTF-8, or UTF-16 where
 * a byte order mark says so (a shell of Windows redirected the output).
 */
public final class LineReader {
    private static final int BUFFER = 64 * 1024;

    private final Reader in;
    private final char[] buffer = new char[BUFFER];
    private int at;
    private int filled;
    private int line;

    public LineReader(InputStream in) throws IOException {
        BufferedInputStream marked = new BufferedInputStream(in, BUFFER);
        this.in = new InputStreamReader(marked, charset(marked));
    }

    /** The number of the line that {@link #next} gave last. */
    public int line() {
        return line;
    }

    /** The next line without its end; empty after the last one. */
    public Optional<String> next() throws IOException {
        if (at == filled && !fill()) {
            return Optional.empty();
        }
        line++;
        int end = endOfLine();
        if (end < filled && end - at <= Clean.LONGEST_LINE) {
            String whole = cleaned(buffer, at, end);
            at = end + 1;
            return Optional.of(whole);
        }
        return Optional.of(longLine());
    }

    /** A line that lies across the buffer's end or is too long. */
    private String longLine() throws IOException {
        char[] kept = new char[Clean.LONGEST_LINE];
        int length = 0;
        do {
            int end = endOfLine();
            int take = Math.min(kept.length - length, end - at);
            System.arraycopy(buffer, at, kept, length, take);
            length += take;
            at = end;
            if (end < filled) {
                at++;
                break;
            }
        } while (fill());
        return cleaned(kept, 0, length);
    }

    private int endOfLine() {
        int end = at;
        while (end < filled && buffer[end] != '\n') {
            end++;
        }
        return end;
    }

    /** Keeps tabs: the depth of lspci's lines tells what belongs to what. */
    private static String cleaned(char[] from, int start, int end) {
        int last = end;
        while (last > start && from[last - 1] == '\r') {
            last--;
        }
        String text = Clean.text(new String(from, start, last - start));
        return text.indexOf('\n') < 0 ? text : text.replace('\n', ' ');
    }

    private boolean fill() throws IOException {
        at = 0;
        filled = Math.max(0, in.read(buffer));
        return filled > 0;
    }

    private static Charset charset(BufferedInputStream in) throws IOException {
        in.mark(3);
        int first = in.read();
        int second = in.read();
        int third = in.read();
        in.reset();
        if ((first == 0xff && second == 0xfe) || (first == 0xfe && second == 0xff)) {
            return StandardCharsets.UTF_16;
        }
        if (first == 0xef && second == 0xbb && third == 0xbf) {
            in.skipNBytes(3);
        }
        return StandardCharsets.UTF_8;
    }
}
