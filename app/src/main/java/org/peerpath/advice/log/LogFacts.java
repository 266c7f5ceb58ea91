// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;

/**
 * What a log holds.
 *
 * @param events by boot and then by the time they were first told
 * @param topology what it tells of the tree
 * @param lines how many lines there were
 * @param bytes how many bytes
 * @param boots how many boots
 * @param more whether there were more different events than are kept
 * @param log whether it is a log at all
 * @param from the time of its first line, as it stands there; empty if its lines say none
 * @param to the time of its last line
 */
public record LogFacts(
        List<LogEvent> events,
        LogTopology topology,
        long lines,
        long bytes,
        int boots,
        boolean more,
        boolean log,
        String from,
        String to) {
    public LogFacts {
        events = List.copyOf(events);
    }
}
