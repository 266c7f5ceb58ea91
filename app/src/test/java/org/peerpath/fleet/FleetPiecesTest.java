// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.models.V1DaemonSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.live.Collector;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.testing.Cases;
import org.peerpath.testing.Docs;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/** The pieces of {@code packaging/fleet}, each asked of the tool that will read it, and run as far as a machine goes. */
class FleetPiecesTest {
    private static final Path PIECES = Docs.ROOT.resolve("packaging/fleet");
    private static final Path PROMTOOL = Path.of("/usr/bin/promtool");
    private static final Path ANALYZE = Path.of("/usr/bin/systemd-analyze");
    private static final Path YAMLLINT = Path.of("/usr/bin/yamllint");
    private static final Path ANSIBLE = Path.of("/usr/bin/ansible-playbook");
    private static final Pattern METRIC = Pattern.compile("peerpath_[a-z_]+");
    private static final Instant NOW = Instant.parse("2026-11-30T22:00:00Z");

    @TempDir
    Path folder;

    // ---- Kubernetes ------------------------------------------------------------------------------------------------

    private static ObjectNode daemonSet() throws IOException {
        return (ObjectNode) new YAMLMapper().readTree(Files.readString(PIECES.resolve("daemonset.yaml")));
    }

    private static void accept(JsonNode object) {
        JsonElement element = JsonParser.parseString(object.toString());
        try {
            V1DaemonSet.validateJsonElement(element);
        } catch (IOException e) {
            throw new IllegalArgumentException(e);
        }
    }

    @Test
    void kubernetesKnowsEveryFieldOfTheDaemonSet() throws Exception {
        accept(daemonSet());
    }

    /** A misspelt field would be dropped in silence by an old server: wherever one is put, the model refuses. */
    @Test
    void aFieldThatIsNoneIsRefusedWhereverItStands() throws Exception {
        Set<String> free = Set.of("labels", "matchLabels", "requests", "limits");
        List<String> places = places(daemonSet(), "").stream()
                .filter(place -> !free.contains(place.substring(place.lastIndexOf('/') + 1)))
                .toList();
        assertTrue(places.size() >= 20, places.toString());
        for (String place : places) {
            ObjectNode wrong = daemonSet();
            ((ObjectNode) wrong.at(place)).put("privilegd", true);
            assertThrows(IllegalArgumentException.class, () -> accept(wrong), place);
        }
    }

    private static List<String> places(JsonNode node, String at) {
        List<String> all = new ArrayList<>();
        if (node.isObject()) {
            all.add(at);
            node.properties().forEach(field -> all.addAll(places(field.getValue(), at + "/" + field.getKey())));
        } else if (node.isArray()) {
            for (int i = 0; i < node.size(); i++) {
                all.addAll(places(node.get(i), at + "/" + i));
            }
        }
        return all;
    }

    @Test
    void theHostIsMountedReadOnlyAndNothingIsGivenThatIsNotNeeded() throws Exception {
        JsonNode pod = daemonSet().at("/spec/template/spec");
        Set<String> ours = Set.of("out");
        for (JsonNode mount : pod.at("/containers/0/volumeMounts")) {
            String name = mount.get("name").stringValue();
            assertEquals(!ours.contains(name), mount.path("readOnly").asBoolean(false), name);
        }
        for (JsonNode volume : pod.get("volumes")) {
            boolean host = volume.has("hostPath");
            assertTrue(
                    !host
                            || Set.of("/sys", "/proc")
                                    .contains(volume.at("/hostPath/path").stringValue()),
                    volume.toString());
        }
        JsonNode security = pod.at("/containers/0/securityContext");
        assertFalse(security.has("privileged"));
        assertTrue(security.get("readOnlyRootFilesystem").booleanValue());
        assertEquals("ALL", security.at("/capabilities/drop/0").stringValue());
        assertFalse(pod.get("automountServiceAccountToken").booleanValue());
    }

    /** Its own words, with the folders that it would have there. */
    @Test
    void itsContainerWritesOneWholeSnapshot() throws Exception {
        JsonNode container = daemonSet().at("/spec/template/spec/containers/0");
        Path tree = tree();
        Path out = Files.createDirectory(folder.resolve("out"));
        Path collector = Files.createDirectory(folder.resolve("collector"));
        Files.writeString(collector.resolve("collect.sh"), CollectorScript.text());
        String script = container
                .at("/args/0")
                .stringValue()
                .replace("/collector/", collector + "/")
                .replace("/out/", out + "/")
                .replace("exec sleep 2147483647", "exit 0");
        List<String> command = new ArrayList<>(List.of("busybox"));
        container.get("command").forEach(word -> command.add(word.stringValue().replace("/bin/", "")));
        command.add(script);
        Map<String, String> environment = Map.of(
                container.at("/env/0/name").stringValue(),
                container.at("/env/0/value").stringValue().replace("/host", tree.toString()));
        Ended ended = run(command, environment);
        assertEquals(0, ended.status(), ended.output());
        sameHost(tree, out.resolve("host.peerpath"));
        try (Stream<Path> files = Files.list(out)) {
            assertEquals(1, files.count(), "nothing half-written is left");
        }
    }

    private Path tree() throws Exception {
        Path tree = Files.createDirectory(folder.resolve("tree"));
        Collector.unpack(Cases.path("b300-vm-good.tar.gz").toAbsolutePath(), tree);
        return tree;
    }

    private static void sameHost(Path tree, Path snapshot) throws Exception {
        assertEquals(verdicts(TreeReader.read(tree, "x")), verdicts(Collector.read(Files.readAllBytes(snapshot))));
    }

    private static List<String> verdicts(Snapshot snapshot) {
        List<String> all = Answer.of(HostModel.of(snapshot), Scenario.VM, PathSelection.DEFAULT).nearest().stream()
                .map(report -> report.requester() + " " + report.verdict())
                .toList();
        assertEquals(8, all.size());
        return all;
    }

    // ---- Prometheus and Grafana ------------------------------------------------------------------------------------

    private static Monitor.Checked checked(String name) throws Exception {
        Answer answer = Answer.of(HostModel.of(Cases.host(name)), Scenario.VM, PathSelection.DEFAULT);
        return new Monitor.Checked(HostRecords.of(answer, Policy.NONE), answer.nearest());
    }

    private Ended promtool(String... words) throws Exception {
        assumeTrue(Files.isExecutable(PROMTOOL), "promtool is not installed");
        List<String> command = new ArrayList<>(List.of(PROMTOOL.toString()));
        command.addAll(List.of(words));
        return run(command, Map.of());
    }

    @Test
    void prometheusAcceptsTheRules() throws Exception {
        Ended ended = promtool("check", "rules", PIECES.resolve("alerts.yml").toString());
        assertEquals(0, ended.status(), ended.output());
        assertTrue(ended.output().contains("3 rules found"), ended.output());
    }

    @Test
    void prometheusAcceptsWhatACheckWrites() throws Exception {
        Path written = folder.resolve("peerpath.prom");
        Files.writeString(
                written, Monitor.PROMETHEUS.text(List.of(checked("b300-one-bad"), checked("field/hosts/gpu-ff")), NOW));
        assumeTrue(Files.isExecutable(PROMTOOL), "promtool is not installed");
        Ended ended = run(List.of("sh", "-c", PROMTOOL + " check metrics < " + written), Map.of());
        assertEquals("", ended.output());
        assertEquals(0, ended.status());
    }

    /** The rules over what a check really wrote of a host, an hour long: what is raised, and nothing else. */
    @Test
    void theRulesRaiseWhatIsWrong() throws Exception {
        raised("b300-vm-good", "");
        raised("b300-one-bad", "PeerpathHostBroken PeerpathPairLeavesSwitch");
        raised("field/hosts/gpu-ff", "PeerpathHostBroken PeerpathPairLeavesSwitch");
        raised("b300-fw-bad", "PeerpathHostBroken");
    }

    private void raised(String host, String alerts) throws Exception {
        StringBuilder test = new StringBuilder("rule_files:\n  - ")
                .append(PIECES.resolve("alerts.yml").toAbsolutePath().normalize())
                .append("\nevaluation_interval: 1m\ntests:\n  - interval: 1m\n    input_series:\n");
        for (String line :
                Monitor.PROMETHEUS.text(List.of(checked(host)), NOW).lines().toList()) {
            if (!line.startsWith("#")) {
                int end = line.lastIndexOf(' ');
                // The clock of such a test begins at 0: its check was made then.
                String value = line.startsWith("peerpath_check_time_seconds") ? "0" : line.substring(end + 1);
                test.append("      - series: '")
                        .append(line, 0, end)
                        .append("'\n        values: '")
                        .append(value)
                        .append("x60'\n");
            }
        }
        test.append("    promql_expr_test:\n");
        for (String alert : List.of("PeerpathHostBroken", "PeerpathPairLeavesSwitch", "PeerpathNotChecked")) {
            boolean expected = List.of(alerts.split(" ")).contains(alert);
            test.append("      - expr: 'count by (alertname) (ALERTS{alertname=\"" + alert
                    + "\", alertstate=\"firing\"} > 0) > bool 0'\n        eval_time: 60m\n        exp_samples:"
                    + (expected
                            ? "\n          - labels: '{alertname=\"" + alert + "\"}'\n            value: 1\n"
                            : " []\n"));
        }
        Path file = Files.writeString(folder.resolve("test.yml"), test);
        Ended ended = promtool("test", "rules", file.toString());
        assertEquals(0, ended.status(), () -> host + ": " + ended.output());
    }

    private static Set<String> metrics(String text) {
        Matcher names = METRIC.matcher(text);
        Set<String> all = new TreeSet<>();
        while (names.find()) {
            all.add(names.group());
        }
        return all;
    }

    private static List<String> queries() throws IOException {
        JsonNode dashboard = new JsonMapper().readTree(Files.readString(PIECES.resolve("dashboard.json")));
        List<String> all = new ArrayList<>();
        dashboard
                .get("panels")
                .forEach(panel -> panel.get("targets")
                        .forEach(target -> all.add(target.get("expr").stringValue())));
        assertFalse(all.isEmpty());
        return all;
    }

    /** A query for what nobody writes shows an empty panel, which looks like a healthy fleet. */
    @Test
    void dashboardAndRulesAskForWhatIsWritten() throws Exception {
        Set<String> written = metrics(Monitor.PROMETHEUS
                .text(List.of(checked("b300-one-bad")), NOW)
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.joining("\n")));
        for (String asked : List.of(String.join(" ", queries()), Files.readString(PIECES.resolve("alerts.yml")))) {
            Set<String> unknown = metrics(asked);
            assertFalse(unknown.isEmpty());
            unknown.removeAll(written);
            assertEquals(Set.of(), unknown);
        }
    }

    @Test
    void theDashboardsQueriesAreQueries() throws Exception {
        StringBuilder rules = new StringBuilder("groups:\n  - name: dashboard\n    rules:\n");
        for (String query : queries()) {
            rules.append("      - record: panel:a\n        expr: >-\n          ")
                    .append(query)
                    .append("\n");
        }
        Path file = Files.writeString(folder.resolve("dashboard-rules.yml"), rules);
        Ended ended = promtool("check", "rules", "--lint=none", file.toString());
        assertEquals(0, ended.status(), ended.output());
        assertTrue(ended.output().contains(queries().size() + " rules found"), ended.output());
    }

    // ---- systemd, Ansible, Slurm -----------------------------------------------------------------------------------

    @Test
    void systemdAcceptsTheUnits() throws Exception {
        assumeTrue(Files.isExecutable(ANALYZE), "systemd-analyze is not installed");
        for (String unit : List.of("peerpath-check.service", "peerpath-check.timer")) {
            Ended ended = run(
                    List.of(
                            ANALYZE.toString(),
                            "verify",
                            "--recursive-errors=no",
                            "--man=no",
                            PIECES.resolve(unit).toAbsolutePath().normalize().toString()),
                    Map.of());
            // The program is not installed here.
            assertEquals(
                    List.of(),
                    ended.output()
                            .lines()
                            .filter(line -> line.contains("peerpath-check") && !line.contains("is not executable: "))
                            .toList());
        }
    }

    @Test
    void yamlIsInOrder() throws Exception {
        assumeTrue(Files.isExecutable(YAMLLINT), "yamllint is not installed");
        Ended ended = run(
                List.of(
                        YAMLLINT.toString(),
                        "-s",
                        "-d",
                        "{extends: default, rules: {line-length: {max: 140}, document-start: disable}}",
                        PIECES.toAbsolutePath().normalize().toString()),
                Map.of());
        assertEquals("", ended.output());
        assertEquals(0, ended.status());
    }

    /** On this machine, by Ansible itself, with a stand-in for the right to become root. */
    @Test
    void ansibleBringsTheSnapshotHome() throws Exception {
        assumeTrue(Files.isExecutable(ANSIBLE), "ansible-playbook is not installed");
        Path tree = tree();
        Path home = folder.resolve("snapshots");
        String[] limits = {"peerpath_snapshots=" + home, "ansible_become=false"};
        List<String> command = new ArrayList<>(List.of(
                ANSIBLE.toString(),
                "-i",
                "gpu01,gpu02,",
                "-c",
                "local",
                PIECES.resolve("collect.yml").toAbsolutePath().normalize().toString()));
        for (String limit : limits) {
            command.addAll(List.of("-e", limit));
        }
        Map<String, String> environment = Map.of(
                "PEERPATH_ROOT",
                tree.toString(),
                "ANSIBLE_HOME",
                folder.resolve("ansible").toString(),
                "ANSIBLE_LOCALHOST_WARNING",
                "False",
                "LC_ALL",
                "C.UTF-8");
        Ended ended = run(command, environment);
        assertEquals(0, ended.status(), ended.output());
        for (String host : List.of("gpu01", "gpu02")) {
            Path brought = home.resolve(host + ".peerpath");
            sameHost(tree, brought);
            assertEquals("rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(brought)));
        }
        Ended again = run(command, environment);
        assertTrue(again.output().contains("failed=0"), again.output());
    }

    /** {@code srun} in the words that the script uses: the input to every node, each output in a file of its own. */
    @Test
    void slurmsNodesWriteAFileEach() throws Exception {
        Path tree = tree();
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path srun = Files.writeString(bin.resolve("srun"), """
                #!/bin/sh
                for word; do
                    case $word in
                        --output=*) output=${word#--output=} ;;
                        --input=*) input=${word#--input=} ;;
                        --ntasks-per-node=1) ;;
                        --*) echo "srun: unrecognized option '$word'" >&2; exit 1 ;;
                        *) break ;;
                    esac
                    shift
                done
                for node in gpu01 gpu02; do
                    "$@" < "$input" > "${output%%%N*}$node${output##*%N}" || exit
                done
                """);
        Files.setPosixFilePermissions(srun, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path collector = Files.writeString(folder.resolve("collect.sh"), CollectorScript.text());
        Ended ended = run(
                List.of(
                        "bash",
                        PIECES.resolve("collect.slurm")
                                .toAbsolutePath()
                                .normalize()
                                .toString(),
                        collector.toString()),
                Map.of("PATH", bin + ":" + System.getenv("PATH"), "PEERPATH_ROOT", tree.toString()));
        assertEquals(0, ended.status(), ended.output());
        sameHost(tree, folder.resolve("snapshots/gpu01.peerpath"));
        sameHost(tree, folder.resolve("snapshots/gpu02.peerpath"));
    }

    // ---- Processes -------------------------------------------------------------------------------------------------

    private record Ended(int status, String output) {}

    private Ended run(List<String> command, Map<String, String> environment) throws Exception {
        Path log = Files.createTempFile(folder, "run", ".log");
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        Process process = builder.start();
        if (!process.waitFor(3, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("still running: " + command);
        }
        return new Ended(process.exitValue(), Files.readString(log, StandardCharsets.UTF_8));
    }
}
