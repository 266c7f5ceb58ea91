// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.tree.TreeReader;
import org.peerpath.testing.Cases;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shared synthetic hosts give the verdicts that an independent reading of the rules gave, in every scenario. */
class CasesTest {
    static Stream<Path> cases() throws IOException {
        return Cases.hosts();
    }

    /** The hosts with a fault too. */
    static Stream<Path> expected() throws IOException {
        return Stream.concat(
                Cases.hosts(), Cases.fieldHosts().filter(host -> Files.exists(Path.of(expectation(host)))));
    }

    private static String expectation(Path archive) {
        return archive.toString().replace(".tar.gz", ".expected.json");
    }

    @ParameterizedTest
    @MethodSource("expected")
    void verdictsAreAsExpected(Path archive) throws Exception {
        HostModel host = HostModel.of(TreeReader.read(archive, archive.toString()));
        JsonNode expected =
                JsonMapper.shared().readTree(Path.of(expectation(archive)).toFile());
        for (Scenario scenario : Scenario.values()) {
            Map<String, Map<String, String>> found = new PathJudge(host, scenario)
                    .judge(PathSelection.DEFAULT).stream()
                            .collect(Collectors.toMap(CasesTest::name, CasesTest::fields, (a, b) -> a, TreeMap::new));
            Map<String, Map<String, String>> wanted = new TreeMap<>();
            expected.get(scenario.id())
                    .forEach(path -> wanted.put(
                            path.get("requester").asString() + ">"
                                    + path.get("target").asString(),
                            fields(path)));
            assertEquals(wanted, found, scenario.id());
        }
    }

    /** Files that carry less give the same routes, as far as routes need nothing else. */
    @ParameterizedTest
    @MethodSource("cases")
    void routesFromBytesAloneAreTheSame(Path archive, @TempDir Path folder) throws Exception {
        Process tar = new ProcessBuilder(
                        "tar", "xzf", archive.toString(), "-C", folder.toString(), "lspci-xxxx.txt", "rdma_topo.json")
                .start();
        assertEquals(0, tar.waitFor());
        HostModel whole = HostModel.of(TreeReader.read(archive, archive.toString()));
        Router router = new Router(whole.topology(), Sockets.of(whole.snapshot()));
        for (String file : List.of("lspci-xxxx.txt", "rdma_topo.json")) {
            HostModel read = HostModel.of(Recognizer.open(folder.resolve(file).toString()));
            Topology other = read.topology();
            int compared = 0;
            for (PciFunction nic : Roles.nics(other, true)) {
                for (PciFunction gpu : Roles.targets(other, Roles.TargetKind.GPU)) {
                    Router.Routes wanted = router.route(nic.address(), gpu.address());
                    Router.Routes found =
                            new Router(other, Sockets.of(read.snapshot())).route(nic.address(), gpu.address());
                    String pair = file + " " + nic.address() + " " + gpu.address();
                    assertEquals(way(wanted.physical()), way(found.physical()), pair);
                    assertEquals(way(wanted.iommuAddress()), way(found.iommuAddress()), pair);
                    assertEquals(way(wanted.translated()), way(found.translated()), pair);
                    compared++;
                }
            }
            assertTrue(compared > 0, file + " holds no pair");
        }
    }

    private static List<Object> way(Route route) {
        return List.of(route.outcome(), route.decidedBy(), route.completion());
    }

    private static String name(PathReport report) {
        return report.requester() + ">" + report.target();
    }

    private static Map<String, String> fields(PathReport report) {
        Map<String, String> fields = new TreeMap<>();
        fields.put("nearest", String.valueOf(report.nearest()));
        fields.put("commonSwitch", report.commonSwitch().map(Object::toString).orElse("null"));
        fields.put("proximity", report.proximity().name());
        fields.put("decidingFunction", report.decidingFunction().toString());
        fields.put("ats", report.ats().state().id());
        fields.put("verdict", report.verdict().id());
        fields.put(
                "unusable",
                report.unusable()
                        .map(unusable ->
                                unusable.function() + " " + unusable.cause().id())
                        .orElse("null"));
        fields.put("isolation", report.isolation().isolation().id());
        route(fields, "untranslated", report.untranslated());
        route(fields, "translated", report.translated());
        return fields;
    }

    private static void route(Map<String, String> fields, String kind, Route route) {
        fields.put(kind + ".route", route.outcome().id());
        fields.put(kind + ".port", or(route, decision -> decision.port().toString()));
        fields.put(kind + ".rule", or(route, decision -> decision.rule().name()));
        fields.put(
                kind + ".relaxed", route.completion().map(c -> c.relaxed().id()).orElse("null"));
        fields.put(
                kind + ".strict", route.completion().map(c -> c.strict().id()).orElse("null"));
    }

    private static String or(Route route, Function<Decision, String> field) {
        return route.decidedBy().map(field).orElse("null");
    }

    private static Map<String, String> fields(JsonNode path) {
        Map<String, String> fields = new TreeMap<>();
        for (String name :
                List.of("nearest", "commonSwitch", "proximity", "decidingFunction", "ats", "verdict", "isolation")) {
            fields.put(name, text(path.get(name)));
        }
        JsonNode unusable = path.get("unusable");
        fields.put(
                "unusable",
                unusable == null || unusable.isNull()
                        ? "null"
                        : text(unusable.get("function")) + " " + text(unusable.get("cause")));
        for (String kind : List.of("untranslated", "translated")) {
            JsonNode route = path.get(kind);
            fields.put(kind + ".route", text(route.get("route")));
            fields.put(kind + ".port", text(route.get("port")));
            fields.put(kind + ".rule", text(route.get("rule")));
            fields.put(kind + ".relaxed", text(route.get("completion").get("relaxed")));
            fields.put(kind + ".strict", text(route.get("completion").get("strict")));
        }
        return fields;
    }

    private static String text(JsonNode node) {
        return node.isNull() ? "null" : node.asString();
    }
}
