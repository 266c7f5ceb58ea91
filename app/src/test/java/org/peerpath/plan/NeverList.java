// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Commands that no plan may hold, whatever is asked for (facts H.6). */
final class NeverList {
    private static final List<Pattern> NEVER = List.of(
            Pattern.compile("ECAP_ATS"),
            Pattern.compile("new_id"),
            Pattern.compile("mlxconfig.*\\breset\\b"),
            Pattern.compile("mlxfwreset"),
            Pattern.compile("reset_subordinate|/reset\\b"),
            Pattern.compile("/dev/vfio/\\d"),
            Pattern.compile("setpci.*-d\\b"),
            Pattern.compile("ECAP_ACS\\+\\d\\.[wl]=[0-9a-f]+$"));

    private NeverList() {}

    static void assertKept(Plan plan) {
        for (Step step : plan.steps()) {
            Stream.of(step.operations(), step.undo()).flatMap(List::stream).forEach(NeverList::assertKept);
            Stream.of(step.prechecks(), step.verification(), step.undoChecks())
                    .flatMap(List::stream)
                    .map(Check::read)
                    .forEach(read -> {
                        assertKept(read);
                        assertTrue(AllowedOperation.isRead(read), read.shell());
                    });
        }
    }

    private static void assertKept(Operation operation) {
        String command = operation.shell();
        NEVER.forEach(never -> assertFalse(never.matcher(command).find(), command));
        assertTrue(AllowedOperation.allows(operation), command);
    }
}
