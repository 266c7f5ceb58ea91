// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;

/**
 * What a log holds.
 *
 * @param events by boot and then by the time they were first told
 * @param lines how many lines there were
 * @param bytes how many bytes
 * @param boots how many boots
 * @param more whether there were more different events than are kept
 */
public record LogFacts(List<LogEvent> events, long lines, long bytes, int boots, boolean more) {
    public LogFacts {
        events = List.copyOf(events);
    }
}
