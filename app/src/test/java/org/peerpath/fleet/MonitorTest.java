// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.fleet.Monitor.Checked;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.testing.Cases;
import org.peerpath.text.Message;

class MonitorTest {
    private static final Instant NOW = Instant.parse("2026-11-30T22:00:00.5Z");
    private static final String EVIL = "gpu\"|\n# HELP x {${}\\";

    private static Checked checked(String name) throws Exception {
        Answer answer = Answer.of(HostModel.of(Cases.host(name)), Scenario.VM, PathSelection.DEFAULT);
        return new Checked(HostRecords.of(answer, Policy.NONE), answer.nearest());
    }

    private static Checked in(HostRecord.State state) {
        HostRecord one = HostRecords.without(
                EVIL,
                Scenario.VM,
                state,
                Message.of("label.plain", "a | reason\nOK - fine\r\n| x=1 " + "x".repeat(200)));
        return new Checked(one, List.of());
    }

    @ParameterizedTest
    @CsvSource({
        "BROKEN, 2, 1, 1, 1",
        "UNREACHABLE, 3, 2, 0, 0",
        "UNREADABLE, 3, 2, 0, 0",
        "UNKNOWN, 3, 2, 0, 0",
        "ATTENTION, 1, 0, 0, 0",
        "OK, 0, 0, 0, 0",
    })
    void exitStatusesAreThoseOfTheTools(HostRecord.State state, int nagios, int npd, int nhc, int slurm) {
        List<Checked> hosts = List.of(in(HostRecord.State.OK), in(state));
        assertEquals(Optional.of(nagios), Monitor.NAGIOS.status(hosts));
        assertEquals(Optional.of(npd), Monitor.NPD.status(hosts));
        assertEquals(Optional.of(nhc), Monitor.NHC.status(hosts));
        assertEquals(Optional.of(slurm), Monitor.SLURM.status(hosts));
        assertEquals(Optional.empty(), Monitor.PROMETHEUS.status(hosts));
    }

    @ParameterizedTest
    @EnumSource(
            value = Monitor.class,
            names = {"NPD", "NAGIOS", "NHC", "SLURM"})
    void oneLineWhateverTheHostIsCalled(Monitor form) {
        String text = form.text(List.of(in(HostRecord.State.BROKEN)), NOW);
        assertTrue(text.endsWith("\n"), text);
        assertEquals(1, text.lines().count(), text);
        if (form == Monitor.NPD) {
            assertTrue(text.strip().length() <= 80, text);
        }
        if (form == Monitor.NAGIOS) {
            assertEquals(
                    1, text.chars().filter(c -> c == '|').count(), "one bar, before the performance data: " + text);
        }
    }

    /** The grammar of the text format: comment lines, and samples of one metric together. */
    @Test
    void prometheusReadsIt() throws Exception {
        Pattern sample = Pattern.compile(
                "([a-z_]+)(?:\\{(?:[a-z_]+=\"(?:[^\"\\\\\\n]|\\\\[\\\\\"n])*\",?)+\\})? -?\\d+(?:\\.\\d+)?");
        String text = Monitor.PROMETHEUS.text(
                List.of(checked("b300-vm-good"), checked("b300-one-bad"), in(HostRecord.State.UNREACHABLE)), NOW);
        TreeMap<String, Integer> last = new TreeMap<>();
        TreeSet<String> seen = new TreeSet<>();
        List<String> lines = text.lines().toList();
        for (int i = 0; i < lines.size(); i++) {
            if (!lines.get(i).startsWith("# ")) {
                var m = sample.matcher(lines.get(i));
                assertTrue(m.matches(), lines.get(i));
                assertTrue(
                        seen.add(lines.get(i).substring(0, lines.get(i).lastIndexOf(' '))), "twice: " + lines.get(i));
                last.merge(m.group(1), 1, Integer::sum);
            }
        }
        assertEquals(16, last.get("peerpath_pair_ok"));
        assertEquals(18, last.get("peerpath_state"));
        assertEquals(
                15,
                lines.stream()
                        .filter(line -> line.startsWith("peerpath_pair_ok") && line.endsWith(" 1"))
                        .count());
    }

    @Test
    void theFormOfOneHostNamesNoHost() throws Exception {
        String text = Monitor.PROMETHEUS.text(List.of(checked("b300-vm-good")), NOW);
        assertTrue(
                text.contains("peerpath_pair_ok{gpu=\"0000:1b:00.0\",nic=\"0000:18:00.0\",scenario=\"vm\"} 1\n"), text);
        assertTrue(text.contains("peerpath_findings{severity=\"error\"} 0\n"), text);
    }

    /** Values of labels: at most 63 letters, digits, dots, underscores and dashes (Kubernetes, Labels and Selectors). */
    @Test
    void featuresAreLabels() throws Exception {
        Pattern feature = Pattern.compile("peerpath\\.[a-z0-9-]+=[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
        String text = Monitor.NFD.text(List.of(checked("b300-one-bad")), NOW);
        List<String> lines = text.lines().toList();
        assertEquals("# +expiry-time=2026-12-01T22:00:00Z", lines.getFirst());
        lines.stream().skip(1).forEach(line -> assertTrue(feature.matcher(line).matches(), line));
        assertTrue(lines.contains("peerpath.p2p=broken"), text);
    }

    @Test
    void everyFormHasItsWord() {
        assertEquals(
                List.of("prometheus", "nfd", "npd", "nagios", "nhc", "slurm", "jsonl"),
                Arrays.stream(Monitor.values()).map(Monitor::id).toList());
    }
}
