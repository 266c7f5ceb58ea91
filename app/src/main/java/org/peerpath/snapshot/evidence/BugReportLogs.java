// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The kernel logs inside an {@code nvidia-bug-report.log}, one stream after the other: {@link #next} goes to the next
 * log, reading then gives it to its end. What no log is, is passed over; size costs time and no memory.
 */
final class BugReportLogs extends InputStream {
    private static final int BUFFER = 1 << 18;
    /** A heading is no longer. */
    private static final int LONGEST_HEADING = 4096;

    private final InputStream in;
    private final BugReportSections sections = new BugReportSections();
    private final byte[] buffer = new byte[BUFFER];
    /** The line at hand, or the part of a long one, not yet handed on. */
    private int at;

    private int lineEnd;
    private int filled;
    private boolean inLine;
    private boolean over = true;

    /** @param in the report, unpacked; to be closed by the caller */
    BugReportLogs(InputStream in) {
        this.in = in;
    }

    /** Goes to the next log that is not empty; false after the last. What is left of this one is passed over. */
    boolean next() throws IOException {
        at = lineEnd;
        do {
            while (!over) {
                at = lineEnd;
                over = !advance();
            }
            over = false;
            if (!find()) {
                return false;
            }
        } while (over);
        return true;
    }

    /** The heading of the log that {@link #next} went to. */
    String title() {
        return sections.title();
    }

    /** To the first line of a log that says anything; false at the end of the report. */
    private boolean find() throws IOException {
        while (load()) {
            if (!turned() && sections.kind() == BugReportSections.Kind.LOG && !isBlank()) {
                return true;
            }
            at = lineEnd;
        }
        return false;
    }

    /** To the next line of this log; false at its end. */
    private boolean advance() throws IOException {
        return load() && !turned();
    }

    private boolean turned() {
        boolean whole = !inLine;
        inLine = buffer[lineEnd - 1] != '\n';
        if (!whole || !sections.mayTurn(buffer[at])) {
            return false;
        }
        String line = new String(buffer, at, Math.min(lineEnd - at, LONGEST_HEADING), StandardCharsets.UTF_8);
        return sections.turns(line.strip().isEmpty() ? "" : line.stripTrailing());
    }

    private boolean isBlank() {
        for (int i = at; i < lineEnd; i++) {
            if (buffer[i] > ' ' || buffer[i] < 0) {
                return false;
            }
        }
        return true;
    }

    /** Makes the next line, or as much of it as there is room for, the line at hand; false at the end. */
    private boolean load() throws IOException {
        at = lineEnd;
        int searched = at;
        while (true) {
            for (int i = searched; i < filled; i++) {
                if (buffer[i] == '\n') {
                    lineEnd = i + 1;
                    return true;
                }
            }
            searched = filled;
            if (at > 0) {
                System.arraycopy(buffer, at, buffer, 0, filled - at);
                filled -= at;
                searched -= at;
                at = 0;
            }
            int got = filled == buffer.length ? 0 : in.read(buffer, filled, buffer.length - filled);
            if (got <= 0) {
                lineEnd = filled;
                return filled > at;
            }
            filled += got;
        }
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] to, int from, int length) throws IOException {
        Objects.checkFromIndexSize(from, length, to.length);
        int given = 0;
        while (given < length && !over) {
            if (at == lineEnd && !advance()) {
                over = true;
                // What turned the page is no content of the next section either.
                at = lineEnd;
                break;
            }
            int take = Math.min(length - given, lineEnd - at);
            System.arraycopy(buffer, at, to, from + given, take);
            at += take;
            given += take;
        }
        return given == 0 && length > 0 ? -1 : given;
    }
}
