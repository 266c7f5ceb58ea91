// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertAll;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.advice.FindingExamples.Example;
import org.peerpath.snapshot.Snapshot;

/**
 * The table of all kinds of finding. Each has a host on which it is made, the same host in health on which it is not, and
 * facts that decide it. These are found by leaving every fact of the ill host unread, one at a time: where the finding is
 * gone, the answer must say that it could not be told. So it must on a healthy host without such a fact.
 */
class FindingTableTest {
    /** Those that no fact of a host can hide. */
    private static final Map<FindingId, String> OF_NO_SINGLE_FACT = Map.of(
            FindingId.SOURCES_DISAGREE, "it takes two readings to disagree: DisagreementFindingTest",
            FindingId.PATH_UNKNOWN, "it is what says that a fact of a path was not read",
            FindingId.NOT_CHECKED, "it is what says that a fact was not read",
            FindingId.KNOWLEDGE_FILE, "it is about a file of the user's, not about a host: KnowledgeTest");

    private static List<Example> examples(FindingId id) {
        return FindingsTest.examples().filter(example -> example.id() == id).toList();
    }

    @ParameterizedTest
    @EnumSource
    void isMadeAndNotOnTheHealthyTwinAndNotRuledOutByAnUnreadFact(FindingId id) {
        if (id == FindingId.KNOWLEDGE_FILE) {
            return;
        }
        List<Example> examples = examples(id);
        assertNotEquals(List.of(), examples, "an example");
        assertAll(examples.stream().map(example -> () -> {
            assertEquals(
                    List.of(example.severity()),
                    severities(example, example.made().build()),
                    "made");
            assertEquals(List.of(), severities(example, example.healthy().build()), "on the healthy twin");
        }));
        if (OF_NO_SINGLE_FACT.containsKey(id)) {
            return;
        }
        List<String> silent =
                examples.stream().flatMap(FindingTableTest::silent).toList();
        assertEquals(List.of(), silent, () -> "looks well without\n" + String.join("\n", silent));
        assertTrue(
                FindingsTest.unread().anyMatch(twin -> twin.id() == id)
                        || examples.stream().anyMatch(FindingTableTest::healthyTwinAdmits),
                "a healthy host of which the deciding fact was not read");
    }

    private static List<Severity> severities(Example example, Snapshot host) {
        return Ill.findings(host, example.scenario()).stream()
                .filter(f -> f.id() == example.id() && f.severity() == example.severity())
                .map(Finding::severity)
                .distinct()
                .toList();
    }

    private static Stream<Unread> deciding(Example example, Snapshot ill) {
        return Unread.factsOf(ill).filter(fact -> !made(example, fact.without(ill)));
    }

    /** The facts without which the ill host looks well. */
    private static Stream<String> silent(Example example) {
        Snapshot ill = example.made().build();
        return deciding(example, ill)
                .filter(fact -> !admitted(example, fact.without(ill)))
                .map(fact -> fact + " (" + example + ")");
    }

    private static boolean healthyTwinAdmits(Example example) {
        Snapshot healthy = example.healthy().build();
        return deciding(example, example.made().build())
                .map(fact -> fact.without(healthy))
                .anyMatch(host -> !made(example, host) && admitted(example, host));
    }

    private static boolean made(Example example, Snapshot host) {
        return Ill.findings(host, example.scenario()).stream().anyMatch(f -> f.id() == example.id());
    }

    private static boolean admitted(Example example, Snapshot host) {
        return Ill.findings(host, example.scenario()).stream().anyMatch(f -> FindingExamples.admits(f, example.id()));
    }
}
