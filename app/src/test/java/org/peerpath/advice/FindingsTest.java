// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/** All findings together: every kind has its examples and its texts, and a healthy host has none to fear. */
class FindingsTest {
    @Test
    void everyKindHasAnExample() {
        Set<FindingId> missing = EnumSet.allOf(FindingId.class);
        Stream.of(
                        RouteFindingsTest.examples(),
                        AtsFindingsTest.examples(),
                        IsolationFindingsTest.examples(),
                        OwnershipFindingsTest.examples(),
                        KernelFindingsTest.examples(),
                        FirmwareFindingsTest.examples(),
                        LinkFindingsTest.examples(),
                        DeviceFindingsTest.examples(),
                        VirtualFunctionFindingsTest.examples())
                .flatMap(family -> family)
                .map(FindingExamples.Example::id)
                .forEach(missing::remove);
        // These two have tests of their own.
        missing.removeAll(Set.of(FindingId.NOT_CHECKED, FindingId.KNOWLEDGE_FILE));
        assertEquals(Set.of(), missing);
    }

    @Test
    void theHealthyHostsAreCalm() {
        assertEquals(
                List.of("ats-is-per-key", "reads-need-relaxed-ordering"),
                Ill.findings(Ill.vm(), Scenario.VM).stream()
                        .map(f -> f.id().id())
                        .toList());
        List<Finding> metal = Ill.findings(Ill.bareMetal(), Scenario.BARE_METAL);
        assertEquals(List.of(), metal, () -> FindingExamples.text(metal));
    }

    @Test
    void worstFirst() {
        HostBuilder host = Ill.vm().kernel("6.8.0").cmdline("pci=noacs").text(HostFiles.LOCKDOWN, "[integrity]");
        host.get(Ill.NIC_PORT).acs(0x5f, 0x1d);
        List<Finding> found = Ill.findings(host, Scenario.VM);
        assertEquals(found.stream().sorted(Finding.ORDER).toList(), found);
        assertEquals(Severity.ERROR, found.getFirst().severity());
        assertEquals(Severity.INFO, found.getLast().severity());
    }

    @Test
    void everyKindHasItsTextsInBothLanguages() {
        for (Texts texts : List.of(Texts.ENGLISH, new Texts(Locale.KOREAN))) {
            for (FindingCatalog.Entry entry : FindingCatalog.all()) {
                List.of(entry.explanation(), entry.remedy(), entry.needs(), entry.severity())
                        .forEach(message -> assertTrue(texts.say(message).length() > 1));
            }
        }
        Set<String> ids = FindingCatalog.all().stream().map(e -> e.id().id()).collect(Collectors.toSet());
        assertEquals(FindingId.values().length, ids.size());
        assertEquals(
                FindingId.ATS_OFF, FindingCatalog.find("ats-off").orElseThrow().id());
    }
}
