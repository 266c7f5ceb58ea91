// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.advice.log.LogReader;

/** What in the kernel's log must stop a run. */
final class Alarms {
    private Alarms() {}

    /** The events of trouble in these lines, in order. */
    static List<LogEvent> in(List<String> log) {
        byte[] text = String.join("\n", log).getBytes(StandardCharsets.UTF_8);
        try {
            return LogReader.read(new ByteArrayInputStream(text)).events().stream()
                    .filter(Alarms::isTrouble)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isTrouble(LogEvent event) {
        return switch (event.kind()) {
            case BOOT, TRACE_CPU, TRACE_BACKTRACE, TRACE_END, PSTORE_PART, ATS_DISABLED, AER_BIT, AER_STATUS -> false;
            case AER_ERROR -> event.detail().map(Alarms::isUncorrectable).orElse(true);
            default -> true;
        };
    }

    private static boolean isUncorrectable(String detail) {
        return !detail.startsWith("corrected") && !detail.startsWith("correctable");
    }
}
