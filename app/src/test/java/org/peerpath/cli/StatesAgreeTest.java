// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.advice.HostState;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.Layout;
import org.peerpath.fleet.FleetFormat;
import org.peerpath.fleet.HostRecord;
import org.peerpath.fleet.HostRecords;
import org.peerpath.fleet.Monitor;
import org.peerpath.fleet.Policy;
import org.peerpath.model.HostModel;
import org.peerpath.path.Explanation;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.path.VerdictText;
import org.peerpath.report.Answer;
import org.peerpath.report.CheckJson;
import org.peerpath.report.CheckText;
import org.peerpath.report.ExplainText;
import org.peerpath.report.ExportKind;
import org.peerpath.report.Ink;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.Breakage;
import org.peerpath.testing.Cases;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.RandomHosts;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.PathWords;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Summary;

/** Every place that says how a host is says the same, and no host with a fault is said to be fine. */
class StatesAgreeTest {
    /** More of them by {@code packaging/prove random}. */
    private static final int HOSTS = Integer.getInteger("peerpath.state.hosts", 200);

    /** Pages and pictures take longer than the rest, so only some of many hosts are written out. */
    private static final int WRITTEN = 30;

    private static final Instant NOW = Instant.parse("2026-12-01T00:00:00Z");

    // ---- All cases -------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @EnumSource(Scenario.class)
    void everyPlaceAgreesOnEveryCase(Scenario scenario) throws Exception {
        List<Snapshot> hosts = new ArrayList<>(HostShapes.all());
        for (String folder : List.of("", "field/hosts/")) {
            Stream<java.nio.file.Path> files = folder.isEmpty() ? Cases.hosts() : Cases.fieldHosts();
            for (java.nio.file.Path file : files.toList()) {
                hosts.add(Cases.host(folder + file.getFileName().toString().replace(".tar.gz", "")));
            }
        }
        for (Snapshot host : hosts) {
            agree(HostModel.of(host), scenario, true);
        }
    }

    // ---- Random hosts with random faults ---------------------------------------------------------------------------

    @Test
    void noRandomFaultIsGreenAnywhere() throws Exception {
        int made = 0;
        for (long seed = 0; seed < HOSTS; seed++) {
            Random random = new Random(~seed);
            HostBuilder host = RandomHosts.placed(seed);
            HostModel well = HostModel.of(host.build());
            List<PathReport> nearest =
                    Answer.of(well, Scenario.BARE_METAL, PathSelection.DEFAULT).nearest();
            boolean written = seed < WRITTEN;
            agree(well, List.of(Scenario.values()).get(random.nextInt(3)), written);
            if (nearest.isEmpty()) {
                continue;
            }
            PathReport pair = nearest.get(random.nextInt(nearest.size()));
            FunctionBuilder sender = host.get(pair.requester().toString());
            FunctionBuilder target = host.get(pair.target().toString());
            Scenario scenario = Scenario.BARE_METAL;
            String fault;
            boolean asleep = random.nextInt(14) == 0;
            if (asleep) {
                fault = "asleep";
                target.gone().attribute("power/runtime_status", "suspended").driver("nvidia");
            } else if (!sender.virtualFunctions().isEmpty() && random.nextInt(4) == 0) {
                fault = "VFs off";
                scenario = Scenario.VM;
                sender.readable(4096).config(c -> c.change16(c.findExtended(0x0010) + 0x08, 0x0009, random.nextInt(2)));
            } else {
                Breakage breakage = List.of(Breakage.values()).get(random.nextInt(Breakage.values().length));
                fault = breakage.name();
                assertTrue(breakage.into(sender, target, random), fault);
            }
            made++;
            Answer answer = agree(HostModel.of(host.build()), scenario, written);
            String what = "host " + seed + ": " + fault + " on " + pair.requester() + " > " + pair.target();
            assertNotEquals(HostState.Level.OK, answer.state().level(), what);
            if (!asleep) {
                assertEquals(HostState.Level.BROKEN, answer.state().level(), what);
                assertTrue(
                        answer.nearest().stream()
                                .filter(path -> path.requester().equals(pair.requester())
                                        && path.target().equals(pair.target()))
                                .allMatch(path -> path.verdict() == Outcome.UNUSABLE),
                        what);
            }
        }
        assertTrue(made > HOSTS / 4, made + " faults made");
    }

    // ---- All places ------------------------------------------------------------------------------------------------

    private static Answer agree(HostModel host, Scenario scenario, boolean written) throws Exception {
        Answer answer = Answer.of(host, scenario, PathSelection.DEFAULT);
        HostState state = answer.state();
        String name = host.snapshot().origin().host() + " " + scenario.id();
        String id = state.level().id();
        String word = Texts.ENGLISH.say(state.level().word());
        int status = switch (state.level()) {
            case OK, ATTENTION -> 0;
            case UNKNOWN -> 3;
            case BROKEN -> 1;
        };
        assertEquals(status, ExitStatus.of(answer).code(), name);

        List<String> page =
                CheckText.of(answer, Texts.ENGLISH, Ink.PLAIN).strip().lines().toList();
        assertTrue(page.getFirst().contains("  " + Texts.ENGLISH.say(state.sentence())), name + page.getFirst());
        assertTrue(page.getLast().startsWith(word + ": "), name + page.getLast());
        assertTrue(CheckText.line(answer, Texts.ENGLISH, Ink.PLAIN).contains(": " + word + ": "), name);
        assertEquals(id, CheckJson.of(answer).get("summary").get("state").asString(), name);

        HostRecord record = HostRecords.of(answer, Policy.NONE);
        assertEquals(id, record.state().id(), name);
        assertEquals(status, ExitStatus.of(record.state()).code(), name);
        assertTrue(FleetFormat.jsonLine(record).contains("\"state\":\"" + id + "\""), name);
        assertTrue(FleetFormat.csvLine(record).contains("," + id + ","), name);
        monitors(new Monitor.Checked(record, answer.nearest()), state.level(), name);

        HostView view = HostView.of(host, new HostView.Question(scenario, List.of()));
        assertEquals(state, view.summary().state(), name + ", the window");
        assertEquals(state, Summary.of(host, answer.paths(), answer.findings()).state(), name + ", the sidebar");

        for (PathReport path : answer.nearest()) {
            explained(host, path, view, name);
        }
        written(
                answer,
                ExportKind.CSV,
                text -> assertTrue(
                        text.lines().skip(1).allMatch(line -> line.contains("," + id + ","))
                                && text.lines().count() > 1,
                        name + "\n" + text));
        if (written) {
            String title = Layout.of(
                            host, answer.paths(), ExportOptions.DEFAULT.layout().withScenario(scenario), Texts.ENGLISH)
                    .title();
            assertTrue(title.endsWith(" · " + word), name + ": " + title);
            for (ExportKind kind : List.of(ExportKind.SVG, ExportKind.MMD, ExportKind.DOT, ExportKind.DRAWIO)) {
                written(answer, kind, text -> assertTrue(text.contains(" · " + word), name + " as " + kind));
            }
            for (ExportKind kind : List.of(ExportKind.HTML, ExportKind.MD)) {
                written(answer, kind, text -> assertTrue(text.contains(word), name + " as " + kind));
            }
        }
        return answer;
    }

    /** Every verdict can be explained, in either language, on a terminal and in the window. */
    private static void explained(HostModel host, PathReport path, HostView view, String name) {
        for (Texts texts : List.of(Texts.ENGLISH, new Texts(Locale.KOREAN))) {
            String page = ExplainText.of(host, Explanation.of(host, path), texts, Ink.PLAIN);
            String said = texts.say(VerdictText.of(host, path));
            assertTrue(page.contains(said), () -> name + ": " + said + "\n" + page);
            assertTrue(new PathWords(view, texts).why(path).length() > 1, name);
        }
    }

    private static void monitors(Monitor.Checked checked, HostState.Level level, String name) {
        List<Monitor.Checked> one = List.of(checked);
        String id = level.id();
        int at = List.of(HostState.Level.values()).indexOf(level);
        // OK, ATTENTION, UNKNOWN, BROKEN
        assertEquals(Optional.of(List.of(0, 1, 3, 2).get(at)), Monitor.NAGIOS.status(one), name);
        assertEquals(Optional.of(List.of(0, 0, 2, 1).get(at)), Monitor.NPD.status(one), name);
        for (Monitor form : List.of(Monitor.NHC, Monitor.SLURM)) {
            assertEquals(Optional.of(List.of(0, 0, 0, 1).get(at)), form.status(one), name);
            assertTrue(form.text(one, NOW).startsWith("peerpath: " + id + ": "), name);
        }
        String nagios = List.of("OK", "WARNING", "UNKNOWN", "CRITICAL").get(at);
        assertTrue(Monitor.NAGIOS.text(one, NOW).startsWith("PEERPATH " + nagios + " - " + id + ": "), name);
        assertTrue(Monitor.NPD.text(one, NOW).startsWith("P2P " + id + ": "), name);
        assertTrue(Monitor.NFD.text(one, NOW).contains("peerpath.p2p=" + id + "\n"), name);
        assertTrue(
                Monitor.PROMETHEUS
                        .text(one, NOW)
                        .lines()
                        .anyMatch(line -> line.matches("peerpath_state\\{[^}]*state=\"" + id + "\"} 1")),
                name);
        assertTrue(Monitor.JSONL.text(one, NOW).contains("\"state\":\"" + id.toLowerCase(Locale.ROOT) + "\""), name);
    }

    private static void written(Answer answer, ExportKind kind, Consumer<String> check) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        kind.write(answer, ExportOptions.DEFAULT, out);
        check.accept(out.toString(StandardCharsets.UTF_8));
    }
}
