// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.plan.Guard.Answer.ASKS;
import static org.peerpath.plan.Guard.Answer.REFUSES;

import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Every guard, each by whole plans: a host where it speaks, the same host but for one fact where it is silent, and the same
 * host with that fact unread, where it refuses or asks. A guard without its row does not compile.
 */
class GuardMatrixTest {
    /**
     * A guard's three hosts.
     *
     * @param answer what it says where it speaks
     * @param instead which guard speaks where the fact is unread
     * @param unreadAnswer what that says
     */
    record Row(
            Guard.Answer answer,
            Supplier<Plan> speaks,
            Supplier<Plan> silent,
            Supplier<Plan> unread,
            GuardId instead,
            Guard.Answer unreadAnswer) {}

    @ParameterizedTest
    @EnumSource(GuardId.class)
    void speaksIsSilentAndNeverPassesWhatWasNotRead(GuardId id) {
        Row row = GuardRows.of(id);
        Plan spoken = row.speaks().get();
        assertTrue(says(spoken, id, row.answer()), () -> "speaks: " + words(spoken));
        Plan silent = row.silent().get();
        assertFalse(PlanHosts.mentions(silent, id), () -> "is silent: " + words(silent));
        Plan unread = row.unread().get();
        assertTrue(says(unread, row.instead(), row.unreadAnswer()), () -> "unread: " + words(unread));
    }

    /** A refusal stops the command line, scripts and runs alike; asking does not. */
    @ParameterizedTest
    @EnumSource(GuardId.class)
    void aRefusalStopsThePlan(GuardId id) {
        Plan spoken = GuardRows.of(id).speaks().get();
        boolean refuses = spoken.guards().stream().anyMatch(guard -> guard.answer() == REFUSES);
        assertTrue(GuardRows.of(id).answer() == ASKS || refuses);
        assertTrue(spoken.refused() == refuses);
    }

    private static boolean says(Plan plan, GuardId id, Guard.Answer answer) {
        return plan.guards().stream().anyMatch(guard -> guard.id() == id && guard.answer() == answer);
    }

    private static String words(Plan plan) {
        StringBuilder all = new StringBuilder();
        for (Guard guard : plan.guards()) {
            all.append('\n')
                    .append(guard.id().id())
                    .append(' ')
                    .append(guard.answer().name().toLowerCase(Locale.ROOT))
                    .append(' ')
                    .append(guard.reason());
        }
        return Optional.of(all.toString()).filter(text -> !text.isEmpty()).orElse("nothing is said");
    }
}
