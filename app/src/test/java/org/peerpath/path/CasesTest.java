// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.iommu.HostModel;
import org.peerpath.snapshot.TreeReader;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shared synthetic hosts give the verdicts that an independent reading of the rules gave, in every scenario. */
class CasesTest {
    private static final Path CASES = Path.of(System.getProperty("peerpath.shared", "absent"), "cases");

    static Stream<Path> cases() throws IOException {
        if (!Files.isDirectory(CASES)) {
            return Stream.of(CASES);
        }
        try (Stream<Path> files = Files.list(CASES)) {
            return files.filter(file -> file.toString().endsWith(".tar.gz")).sorted().toList().stream();
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void verdictsAreAsExpected(Path archive) throws Exception {
        assumeTrue(Files.exists(archive), "the shared cases are not on this machine");
        HostModel host = HostModel.of(TreeReader.read(archive, archive.toString()));
        JsonNode expected = JsonMapper.shared()
                .readTree(Path.of(archive.toString().replace(".tar.gz", ".expected.json"))
                        .toFile());
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
