// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.RandomHosts;
import org.peerpath.text.Texts;

/** The one word about a host, and the finding that goes with it. */
class HostStateTest {
    private static final int HOSTS = Integer.getInteger("peerpath.state.hosts", 40);

    private static HostState state(Snapshot snapshot, Scenario scenario) {
        HostModel host = HostModel.of(snapshot);
        List<PathReport> reports = new PathJudge(host, scenario).judge(PathSelection.DEFAULT);
        return HostState.of(host, reports, Findings.of(host, scenario, reports));
    }

    /** Every state but ok names a finding, and a sentence that can be said. */
    @ParameterizedTest
    @EnumSource(Scenario.class)
    void whatIsNotFineSaysWhy(Scenario scenario) {
        for (long seed = 0; seed < HOSTS; seed++) {
            said(RandomHosts.of(seed).build(), scenario, "random " + seed);
        }
        HostShapes.all()
                .forEach(snapshot -> said(snapshot, scenario, snapshot.origin().host()));
    }

    private static void said(Snapshot snapshot, Scenario scenario, String name) {
        HostState state = state(snapshot, scenario);
        assertEquals(state.level() != HostState.Level.OK, state.worst().isPresent(), name + " " + state.level());
        assertTrue(Texts.ENGLISH.say(state.sentence()).length() > 1);
    }

    @Test
    void theWordsAreThoseOfTheContract() {
        assertEquals(
                List.of("ok", "attention", "unknown", "broken"),
                List.of(HostState.Level.values()).stream()
                        .map(HostState.Level::id)
                        .toList());
    }
}
