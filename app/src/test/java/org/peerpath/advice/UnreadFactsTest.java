// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.peerpath.advice.FindingExamples.Example;
import org.peerpath.snapshot.Snapshot;

/**
 * No fact that nobody read makes a host look well. Every fact of every ill host is left unread, one at a time: where the
 * finding is gone, the answer must say that it could not be told. So it must on a healthy host without such a fact.
 */
class UnreadFactsTest {
    /**
     * Left out are those that no single fact can hide: a disagreement takes two readings, what says that a fact was not
     * read is made by its absence, and a knowledge file is no fact of a host.
     */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_NONE,
            names = {
                "SOURCES_DISAGREE",
                "PATH_UNKNOWN",
                "NOTHING_JUDGED",
                "NOT_CHECKED",
                "KNOWLEDGE_FILE",
                "MEASURED_.*"
            })
    void isNotRuledOutByAnUnreadFact(FindingId id) {
        List<Example> examples =
                FindingsTest.examples().filter(example -> example.id() == id).toList();
        List<String> silent = examples.stream().flatMap(UnreadFactsTest::silent).toList();
        assertEquals(List.of(), silent, () -> "looks well without\n" + String.join("\n", silent));
        assertTrue(
                FindingsTest.unread().anyMatch(twin -> twin.id() == id)
                        || examples.stream().anyMatch(UnreadFactsTest::healthyTwinAdmits),
                "a healthy host of which the deciding fact was not read");
    }

    /** The facts without which the ill host looks well. */
    private static Stream<String> silent(Example example) {
        Snapshot ill = example.made().build();
        return deciding(example, ill)
                .filter(fact -> !admitted(example, fact.without(ill)))
                .map(fact -> fact + " (" + example + ")");
    }

    private static Stream<Unread> deciding(Example example, Snapshot ill) {
        return Unread.factsOf(ill).filter(fact -> !made(example, fact.without(ill)));
    }

    private static boolean healthyTwinAdmits(Example example) {
        Snapshot healthy = example.healthy().build();
        return deciding(example, example.made().build())
                .map(fact -> fact.without(healthy))
                .anyMatch(host -> !made(example, host) && admitted(example, host));
    }

    private static boolean made(Example example, Snapshot host) {
        return FaultyHost.findings(host, example.scenario()).stream().anyMatch(f -> f.id() == example.id());
    }

    private static boolean admitted(Example example, Snapshot host) {
        return FaultyHost.findings(host, example.scenario()).stream()
                .anyMatch(f -> FindingExamples.admits(f, example.id()));
    }
}
