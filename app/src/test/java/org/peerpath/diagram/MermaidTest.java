// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.testing.Chromium;
import org.peerpath.text.Texts;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Mermaid's own parser takes every chart and draws all of it: {@code bash packaging/lib/mermaid-check.sh}. */
class MermaidTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    Path folder;

    @Test
    void mermaidReadsAndDrawsEveryChart() throws Exception {
        Path library = Path.of(System.getProperty("peerpath.mermaid", "nowhere"));
        assumeTrue(Files.isRegularFile(library), "Mermaid itself is tried by packaging/lib/mermaid-check.sh");
        assumeTrue(Chromium.program().isPresent(), "Chromium is not installed");
        Files.copy(library, folder.resolve("mermaid.js"));
        Path page = Files.writeString(
                folder.resolve("page.html"), "<!DOCTYPE html><meta charset=utf-8><script src=mermaid.js></script>");
        try (Chromium browser = Chromium.start(folder.resolve("profile"))) {
            browser.open(page.toUri(), 1600, 1000, 1);
            browser.evaluate("mermaid.initialize({startOnLoad: false, securityLevel: 'strict'})");
            assertThrows(IOException.class, () -> browser.evaluate("mermaid.parse('flowchart TB\\n a[\"b]\\n')"));
            for (Pictures.Judged host : Stream.of(
                            Pictures.samples(), Pictures.cases(), Pictures.random(20), Stream.of(Pictures.hostile()))
                    .flatMap(hosts -> hosts)
                    .toList()) {
                for (Locale language : List.of(Locale.ENGLISH, Locale.KOREAN)) {
                    drawn(browser, host, new ExportOptions(LayoutOptions.FILE, Theme.LIGHT, new Texts(language), 1));
                }
            }
        }
    }

    private static void drawn(Chromium browser, Pictures.Judged host, ExportOptions options)
            throws IOException, InterruptedException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Exporter.write(Format.MERMAID, host.host(), host.reports(), options, out);
        String text = JSON.writeValueAsString(out.toString(StandardCharsets.UTF_8));
        assertEquals(
                "flowchart-v2",
                browser.evaluate("mermaid.parse(%s).then(said => said.diagramType)".formatted(text))
                        .asString(),
                host.name());
        JsonNode counts = browser.evaluate("""
                mermaid.render('chart', %s).then(drawn => {
                    const page = new DOMParser().parseFromString(drawn.svg, 'text/html');
                    return {
                        nodes: page.querySelectorAll('g.node').length,
                        edges: page.querySelectorAll('path.flowchart-link').length,
                        scripts: page.querySelectorAll('script, [onclick], [onerror]').length};
                })""".formatted(text));
        Chart chart = Chart.of(host.host(), host.reports(), options.layout(), options.texts());
        long nodes = chart.sections().stream().mapToInt(s -> s.nodes().size()).sum();
        assertEquals(nodes, counts.get("nodes").asInt(), host.name());
        assertTrue(counts.get("edges").asInt() >= chart.links().size(), host + ": " + counts);
        assertEquals(0, counts.get("scripts").asInt(), host.name());
    }
}
