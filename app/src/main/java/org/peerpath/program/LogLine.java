// SPDX-License-Identifier: Apache-2.0
package org.peerpath.program;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.logging.Formatter;
import java.util.logging.LogRecord;
import org.peerpath.text.Clean;

/** One line a record: time (UTC), level, thread, text; below it where a failure arose. Hostile text stays on its line. */
final class LogLine extends Formatter {
    @Override
    public String format(LogRecord record) {
        StringBuilder line = new StringBuilder()
                .append(record.getInstant())
                .append(' ')
                .append(record.getLevel().getName())
                .append(" [")
                .append(record.getLongThreadID())
                .append("] ")
                .append(Clean.line(formatMessage(record)))
                .append('\n');
        if (record.getThrown() != null) {
            StringWriter trace = new StringWriter();
            record.getThrown().printStackTrace(new PrintWriter(trace));
            trace.toString()
                    .lines()
                    .forEach(
                            each -> line.append("    ").append(Clean.line(each)).append('\n'));
        }
        return line.toString();
    }
}
