// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.peerpath.advice.FindingExamples.Example;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Severity;

/** The table of all kinds of finding: each has hosts on which it is made, and the same hosts in health on which not. */
class FindingTableTest {
    /** A knowledge file is the user's (KnowledgeTest), a measurement a benchmark's (SaysTest): neither is a host's. */
    @ParameterizedTest
    @EnumSource(
            mode = Mode.MATCH_NONE,
            names = {"KNOWLEDGE_FILE", "MEASURED_.*"})
    void isMadeWhereItShouldBeAndNotOnTheHealthyTwin(FindingId id) {
        List<Example> examples =
                FindingsTest.examples().filter(example -> example.id() == id).toList();
        assertNotEquals(List.of(), examples, "an example");
        examples.forEach(example -> {
            assertEquals(
                    List.of(example.severity()),
                    severities(example, example.made().build()),
                    example + " made");
            assertEquals(List.of(), severities(example, example.healthy().build()), example + " on the healthy twin");
        });
    }

    private static List<Severity> severities(Example example, Snapshot host) {
        return FaultyHost.findings(host, example.scenario()).stream()
                .filter(f -> f.id() == example.id() && f.severity() == example.severity())
                .map(Finding::severity)
                .distinct()
                .toList();
    }
}
