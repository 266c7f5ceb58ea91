// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.testing.Cases;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** Findings about whole hosts: the shipped samples, and the synthetic ones. */
class CasesTest {
    private static List<Finding> findings(Snapshot snapshot, Scenario scenario) {
        HostModel host = HostModel.of(snapshot);
        return Findings.of(
                host, scenario, new PathJudge(host, scenario).judge(PathSelection.DEFAULT), Knowledge.shipped());
    }

    private static List<String> ids(List<Finding> findings, Severity severity) {
        return findings.stream()
                .filter(f -> f.severity() == severity)
                .map(f -> f.id().id())
                .toList();
    }

    private static Snapshot recorded(String name) throws UnreadableSourceException {
        return Cases.host(name);
    }

    @ParameterizedTest
    @CsvSource({
        "b300-vm-good, ''",
        "b300-one-bad, 'p2p-redirected'",
        "b300-vm-no-dt, 'p2p-redirected'",
        "b300-vm-ats-off, 'ats-off'",
        "b300-vm-ats-ready, ''",
        "b300-tb, 'translation-blocked'",
        "b300-fw-bad, 'firmware-freezes-host'",
        "b300-bmc, ''",
        "b300-rr-without-cr, 'ats-off isolation-open mixed-redirect'",
        "b300-baremetal-acs-off, 'ats-off isolation-open mixed-redirect'"
    })
    void errorsForVirtualMachines(String name, String errors) throws UnreadableSourceException {
        List<Finding> found = findings(recorded(name), Scenario.VM);
        assertEquals(
                errors.isEmpty() ? List.of() : List.of(errors.split(" ")),
                ids(found, Severity.ERROR),
                () -> text(found));
    }

    @ParameterizedTest
    @ValueSource(strings = {"hgx-b300-vm"})
    void theVmSampleIsFreeOfErrors(String name) throws UnreadableSourceException {
        for (Scenario scenario : List.of(Scenario.VM, Scenario.AS_IS)) {
            List<Finding> found = findings(Samples.open(name), scenario);
            assertEquals(List.of(), ids(found, Severity.ERROR), () -> text(found));
        }
    }

    @Test
    void oneBadPairIsOneErrorThatNamesPortAndBit() throws UnreadableSourceException {
        List<Finding> found = findings(Samples.open("hgx-b300-one-bad"), Scenario.VM);
        List<Finding> errors =
                found.stream().filter(f -> f.severity() == Severity.ERROR).toList();
        assertEquals(1, errors.size(), () -> text(found));
        assertEquals(
                "mlx5_5 → GPU 5: requests go up to the root complex and come back, because at port b7:00.0 P2P Request "
                        + "Redirect is on and Direct Translated P2P is off.",
                Texts.ENGLISH.say(errors.getFirst().message()));
        assertEquals(
                List.of("setpci -s 0000:b7:00.0 ECAP_ACS+6.w=0040:0040"),
                errors.getFirst().commands());
    }

    static Stream<String> samples() {
        return Samples.names().stream();
    }

    /** Sentences can be said in both languages, and nothing is said twice. */
    @ParameterizedTest
    @MethodSource("samples")
    void everyFindingCanBeSaid(String name) throws UnreadableSourceException {
        for (Scenario scenario : Scenario.values()) {
            List<Finding> found = findings(Samples.open(name), scenario);
            for (Texts texts : List.of(Texts.ENGLISH, new Texts(Locale.KOREAN))) {
                found.forEach(finding -> {
                    texts.say(finding.message());
                    texts.say(finding.remedy());
                    finding.evidence().forEach(e -> texts.say(e.text()));
                });
            }
            assertEquals(
                    found.size(),
                    Set.copyOf(found.stream().map(Finding::message).toList()).size());
        }
    }

    /** The groups that emulated machines with a real kernel formed are never called stale. */
    @ParameterizedTest
    @ValueSource(strings = {"flat", "cascade", "hgx-patched", "numa-patched"})
    void noRecordedKernelHasStaleGroups(String name) throws IOException {
        Path folder = Cases.path("captures").resolve(name);
        Snapshot capture = Captures.read(folder);
        for (Scenario scenario : Scenario.values()) {
            List<Finding> found = findings(capture, scenario);
            assertEquals(
                    List.of(),
                    found.stream()
                            .filter(f -> f.id() == FindingId.GROUPS_STALE)
                            .map(f -> Texts.ENGLISH.say(f.message()))
                            .toList());
        }
    }

    private static String text(List<Finding> findings) {
        StringBuilder text = new StringBuilder("\n");
        for (Finding finding : findings) {
            text.append(finding.severity().id())
                    .append(' ')
                    .append(finding.id())
                    .append(": ")
                    .append(Texts.ENGLISH.say(finding.message()))
                    .append('\n');
        }
        return text.toString();
    }
}
