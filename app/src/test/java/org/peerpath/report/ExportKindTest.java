// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TimeZone;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.advice.Finding;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.Theme;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/** Reports say what the answer says, and nothing a host is called can get out of its place. */
class ExportKindTest {
    private static final ExportOptions KOREAN =
            new ExportOptions(LayoutOptions.FILE, Theme.DARK, new Texts(Locale.KOREAN), 1);
    private static final String EVIL = "=cmd|'/C calc'!A0\"<script>alert(1)</script>```\n# <b>[x](javascript:y)|</b>";

    private static Answer oddOneOut() throws UnreadableSourceException {
        return Answer.of(HostModel.of(Samples.open("hgx-b300-one-bad")), Scenario.VM, PathSelection.DEFAULT);
    }

    private static Answer hostile() {
        return Answer.of(HostModel.of(named(EVIL)), Scenario.VM, PathSelection.DEFAULT);
    }

    /** A NIC and a GPU below one switch, the host, the NIC and its driver of this name. */
    static Snapshot named(String name) {
        HostBuilder host = HostBuilder.named(name).intelIommu("f020de").groups("DMA-FQ");
        FunctionBuilder up = host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .upstreamPort("0000:16:00.0", 0x1000, 0xc030);
        up.downstreamPort("0000:17:00.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .endpoint("0000:20:00.0", 0x15b3, 0x1023, 0x020000)
                .driver(name)
                .directory("infiniband", name);
        up.downstreamPort("0000:17:10.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .endpoint("0000:30:00.0", 0x10de, 0x3182, 0x030200);
        return host.build();
    }

    private static byte[] bytes(ExportKind kind, Answer answer, ExportOptions options) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        kind.write(answer, options, out);
        return out.toByteArray();
    }

    private static String text(ExportKind kind, Answer answer) throws IOException {
        return new String(bytes(kind, answer, ExportOptions.DEFAULT), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @EnumSource(
            value = ExportKind.class,
            names = {"CSV", "MD", "HTML"})
    void sameBytesInAnyTimeZoneAndLocale(ExportKind kind) throws Exception {
        Answer answer = oddOneOut();
        byte[] first = bytes(kind, answer, KOREAN);
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Kiritimati"));
            assertArrayEquals(first, bytes(kind, answer, KOREAN));
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    /** A cell that holds commas itself. */
    private static final Pattern QUOTED = Pattern.compile("\"[^\"]*\"");

    @Test
    void csvHasOneLineForEachPathAndAsManyCellsAsNames() throws Exception {
        Answer answer = oddOneOut();
        List<String> lines = text(ExportKind.CSV, answer).lines().toList();
        assertEquals(answer.paths().size() + 1, lines.size());
        int cells = lines.getFirst().split(",", -1).length;
        lines.forEach(
                line -> assertEquals(cells, QUOTED.matcher(line).replaceAll("").split(",", -1).length, line));
        assertEquals(
                1,
                lines.stream()
                        .filter(l -> l.contains(",true,") && l.contains(",detour,enforced,"))
                        .count());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {"=1+1|'=1+1", "@x|'@x", "-1|'-1", "plain|plain", "a,b|\"a,b\"", "a\"b|\"a\"\"b\""})
    void csvCellsAreNeverFormulas(String text, String cell) {
        assertEquals(cell, Csv.cell(text));
    }

    @Test
    void markdownAndHtmlTellEveryFindingWithItsRemedy() throws Exception {
        Answer answer = oddOneOut();
        String markdown = text(ExportKind.MD, answer);
        String html = text(ExportKind.HTML, answer);
        assertFalse(answer.findings().isEmpty());
        for (Finding finding : answer.findings()) {
            assertTrue(
                    markdown.contains(MarkdownReport.escape(finding.id().id())),
                    finding.id().id());
            assertTrue(
                    html.contains("<code>" + finding.id().id() + "</code>"),
                    finding.id().id());
            for (String command : finding.commands()) {
                assertTrue(markdown.contains(command), command);
            }
        }
        assertTrue(markdown.contains("```mermaid\n"), "no picture");
        assertTrue(html.contains("<svg xmlns="), "no picture");
    }

    @Test
    void htmlNeedsNoScriptAndNoNetwork() throws Exception {
        String html = text(ExportKind.HTML, oddOneOut());
        assertFalse(html.contains("<script"), "a script");
        assertFalse(
                Pattern.compile("(src|href)\\s*=|url\\(|@import").matcher(html).find(), "a reference");
        assertTrue(html.contains("default-src 'none'"), "no policy");
    }

    @Test
    void namesStayInTheirPlace() throws Exception {
        Answer answer = hostile();
        String html = text(ExportKind.HTML, answer);
        assertFalse(html.contains("<script"), html);
        assertFalse(html.contains("<b>"), html);
        String markdown = text(ExportKind.MD, answer);
        String outside = markdown.replaceAll("(?s)```mermaid.*?\n```\n", "");
        assertFalse(outside.contains("<script"), outside);
        assertFalse(outside.contains("\n# <b>"), outside);
        assertFalse(Pattern.compile("(?<!\\\\)\\[x").matcher(outside).find(), outside);
        String csv = text(ExportKind.CSV, answer);
        assertTrue(csv.lines().skip(1).allMatch(l -> !l.startsWith("=")), csv);
        assertTrue(csv.contains("\"'=cmd"), csv);
    }

    @Test
    void endingsAreThoseOfTheContract() {
        assertEquals(
                List.of("svg", "png", "pdf", "html", "drawio", "dot", "mmd", "md", "csv", "json", "nccl"),
                Arrays.stream(ExportKind.values()).map(ExportKind::ending).toList());
        assertEquals(ExportKind.HTML, ExportKind.of("HTML").orElseThrow());
        assertTrue(ExportKind.of("docx").isEmpty());
    }
}
