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
final class LineReader {
    private static final int BUFFER = 64 * 1024;

    private final Reader in;
    private final char[] buffer = new char[BUFFER];
    private int at;
    private int filled;
    private int line;

    LineReader(InputStream in) throws IOException {
        BufferedInputStream marked = new BufferedInputStream(in, BUFFER);
        this.in = new InputStreamReader(marked, charset(marked));
    }

    /** The number of the line that {@link #next} gave last. */
    int line() {
        return line;
    }

    /** The next line without its end; empty after the last one. */
    Optional<String> next() throws IOException {
        StringBuilder kept = new StringBuilder();
        boolean any = false;
        while (at < filled || fill()) {
            any = true;
            int end = at;
            while (end < filled && buffer[end] != '\n') {
                end++;
            }
            int room = Clean.LONGEST_LINE + 1 - kept.length();
            kept.append(buffer, at, Math.min(room, end - at));
            at = end;
            if (end < filled) {
                at++;
                break;
            }
        }
        if (!any) {
            return Optional.empty();
        }
        line++;
        return Optional.of(cleaned(kept));
    }

    /** Keeps tabs: the depth of lspci's lines tells what belongs to what. */
    private static String cleaned(StringBuilder raw) {
        int end = raw.length();
        while (end > 0 && raw.charAt(end - 1) == '\r') {
            end--;
        }
        String text = Clean.text(raw.substring(0, Math.min(end, Clean.LONGEST_LINE)));
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
