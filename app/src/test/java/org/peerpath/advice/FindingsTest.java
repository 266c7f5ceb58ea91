// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** All findings together: every kind has its examples and its texts, and a healthy host has none to fear. */
class FindingsTest {
    static Stream<FindingExamples.Example> examples() {
        return Stream.of(
                        RouteFindingsTest.examples(),
                        UsabilityFindingsTest.examples(),
                        TransactionFindingsTest.examples(),
                        CompletionFindingsTest.examples(),
                        AtsFindingsTest.examples(),
                        IsolationFindingsTest.examples(),
                        OwnershipFindingsTest.examples(),
                        KernelFindingsTest.examples(),
                        FirmwareFindingsTest.examples(),
                        LinkFindingsTest.examples(),
                        DeviceFindingsTest.examples(),
                        VirtualFunctionFindingsTest.examples(),
                        VmOfHostFindingsTest.examples())
                .flatMap(family -> family);
    }

    static Stream<FindingExamples.Twin> unread() {
        return Stream.of(
                        RouteFindingsTest.unread(),
                        UsabilityFindingsTest.unread(),
                        TransactionFindingsTest.unread(),
                        CompletionFindingsTest.unread(),
                        AtsFindingsTest.unread(),
                        IsolationFindingsTest.unread(),
                        OwnershipFindingsTest.unread(),
                        KernelFindingsTest.unread(),
                        FirmwareFindingsTest.unread(),
                        LinkFindingsTest.unread(),
                        DeviceFindingsTest.unread(),
                        VirtualFunctionFindingsTest.unread(),
                        VmOfHostFindingsTest.unread())
                .flatMap(family -> family);
    }

    // ---- What is never done (facts H.6) ----------------------------------------------------------------------------

    private static final Pattern NEVER =
            Pattern.compile("setpci .*ECAP_ATS|new_id|mlxfwreset|mlxconfig[^.]*\\breset\\b|/dev/vfio/\\d|setpci .*-d\\b"
                    + "|reset_subordinate|ECAP_ACS\\+\\d\\.[wl]=[0-9a-f]+(?![0-9a-f:])");
    private static final Pattern ACS = Pattern.compile("setpci -s (\\S+) ECAP_ACS\\+6\\.w=([0-9a-f]{4}):([0-9a-f]{4})");
    /** Source Validation, both redirects, Upstream Forwarding. */
    private static final int ISOLATION = 0x1d;

    @Test
    void noRemedyTellsToDoWhatIsNeverDone() {
        for (Texts texts : List.of(Texts.ENGLISH, new Texts(Locale.KOREAN))) {
            for (FindingCatalog.Entry entry : FindingCatalog.all()) {
                assertFalse(
                        NEVER.matcher(texts.say(entry.remedy())).find(),
                        entry.id().id());
            }
        }
        examples().forEach(example -> {
            HostBuilder host = FaultyHost.with(example.healthy(), example.ill());
            Topology topology = HostModel.of(host.build()).topology();
            for (Scenario scenario : Scenario.values()) {
                FaultyHost.findings(host, scenario).forEach(finding -> {
                    assertFalse(
                            NEVER.matcher(Texts.ENGLISH.say(finding.remedy())).find(), finding.toString());
                    finding.commands().forEach(command -> isHarmless(command, topology));
                });
            }
        });
    }

    private static void isHarmless(String command, Topology topology) {
        assertFalse(NEVER.matcher(command).find(), command);
        Matcher acs = ACS.matcher(command);
        assertEquals(command.contains("ECAP_ACS"), acs.matches(), command);
        if (acs.matches()) {
            Address port = Address.of(acs.group(1));
            assertTrue(
                    topology.get(port).portType().knownToBe(PortType::isDownstreamFacing), "no endpoints: " + command);
            int cleared = Integer.parseInt(acs.group(3), 16) & ~Integer.parseInt(acs.group(2), 16);
            boolean guests = topology.functions().values().stream()
                    .filter(f -> topology.place(f.address()).chain().contains(port))
                    .anyMatch(f -> Ownership.heldByVfio(f.facts()).knownToBe(held -> held));
            assertFalse(guests && (cleared & ISOLATION) != 0, "guests are kept apart by it: " + command);
        }
    }

    @Test
    void theHealthyHostsAreCalm() {
        assertEquals(
                List.of("ats-is-per-key", "reads-need-relaxed-ordering"),
                FaultyHost.findings(FaultyHost.vm(), Scenario.VM).stream()
                        .map(f -> f.id().id())
                        .toList());
        List<Finding> metal = FaultyHost.findings(FaultyHost.bareMetal(), Scenario.BARE_METAL);
        assertEquals(List.of(), metal, () -> FindingExamples.text(metal));
    }

    @Test
    void worstFirst() {
        HostBuilder host = FaultyHost.vm().kernel("6.8.0").cmdline("pci=noacs").text(HostFiles.LOCKDOWN, "[integrity]");
        host.get(FaultyHost.NIC_PORT).acs(0x5f, 0x1d);
        List<Finding> found = FaultyHost.findings(host, Scenario.VM);
        assertEquals(found.stream().sorted(Finding.ORDER).toList(), found);
        assertEquals(Severity.ERROR, found.getFirst().severity());
        assertEquals(Severity.INFO, found.getLast().severity());
    }

    @Test
    void thenByIdAndByFunctionsAndByWords() {
        List<Finding> sorted = List.of(
                finding(Severity.ERROR, FindingId.ATS_OFF, "a", "0000:19:00.0"),
                finding(Severity.WARNING, FindingId.ATS_OFF, "a"),
                finding(Severity.WARNING, FindingId.ATS_OFF, "a", "0000:18:00.0"),
                finding(Severity.WARNING, FindingId.ATS_OFF, "b", "0000:18:00.0"),
                finding(Severity.WARNING, FindingId.ATS_OFF, "a", "0000:18:00.0", "0000:19:00.0"),
                finding(Severity.WARNING, FindingId.ATS_OFF, "a", "0000:19:00.0"),
                finding(Severity.WARNING, FindingId.VF_LIMIT, "a"));
        List<Finding> shuffled = new ArrayList<>(sorted.reversed());
        shuffled.sort(Finding.ORDER);
        assertEquals(sorted, shuffled);
    }

    private static Finding finding(Severity severity, FindingId id, String words, String... functions) {
        return RuleContext.finding(
                id, severity, Stream.of(functions).map(Address::of).toList(), Labels.plain(words), List.of());
    }

    @Test
    void whatSeveralFunctionsCouldNotBeAskedIsSaidOnce() {
        HostBuilder host = FaultyHost.vm();
        host.file(HostFiles.CMDLINE, Unread.READING).file(HostFiles.LOCKDOWN, Unread.READING);
        List<Finding> found = FaultyHost.findings(host, Scenario.VM).stream()
                .filter(f -> f.id() == FindingId.NOT_CHECKED)
                .toList();
        assertEquals(1, found.size());
        String said = Texts.ENGLISH.say(found.getFirst().message());
        for (FindingId id : List.of(FindingId.LOCKDOWN, FindingId.CONFIG_ACS_PARTIAL, FindingId.ISOLATION_NOT_REAL)) {
            assertEquals(said.indexOf(id.toString()), said.lastIndexOf(id.toString()), said);
            assertTrue(said.contains(id.toString()), said);
        }
    }

    @Test
    void whatLeavesTheSameChecksOpenIsOneLine() {
        HostBuilder host = FaultyHost.vm();
        List.of(FaultyHost.NIC, FaultyHost.GPU)
                .forEach(end -> host.get(end)
                        .attribute(
                                "aer_dev_fatal",
                                new Reading.Failed(Message.of("unknown.not-read", end + "/aer"), "sysfs")));
        Finding finding =
                FindingExamples.find(host, Scenario.VM, FindingId.NOT_CHECKED).orElseThrow();
        assertEquals(
                List.of("errors-counted 0000:18:00.0/aer was not read, 0000:19:00.0/aer was not read (not read)"),
                FindingExamples.evidence(finding));
    }

    @Test
    void longListsAreCut() {
        assertEquals("none", lists(0));
        assertEquals("x0", lists(1));
        assertEquals("x0, x1, x2, x3", lists(4));
        assertEquals("x0, x1, x2 and 2 more", lists(5));
    }

    private static String lists(int size) {
        return Texts.ENGLISH.say(Lists.of(
                IntStream.range(0, size).mapToObj(i -> Labels.plain("x" + i)).toList()));
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
