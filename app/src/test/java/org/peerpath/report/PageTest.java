// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.Theme;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.testing.Chromium;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.RandomHosts;
import org.peerpath.text.Texts;

/** The HTML report in a browser: all of it is there without scripts and network, and nothing is cut or lies over another. */
class PageTest {
    /** Text cut by its own box, or boxes that reach beyond the window where they do not scroll. */
    private static final String CUT = """
            (() => {
                const inside = e => !!e.closest('svg, .wide');
                return [...document.querySelectorAll('body *')].filter(e => !e.closest('svg'))
                    .filter(e => (e.scrollWidth > e.clientWidth + 1 && e.clientWidth > 0
                            && getComputedStyle(e).display !== 'inline')
                        || (!inside(e) && e.getBoundingClientRect().right > innerWidth + 1))
                    .map(e => e.tagName + '.' + e.className + ' ' + e.scrollWidth + ' > ' + e.clientWidth).join(', ');
            })()""";

    @TempDir
    Path folder;

    @Test
    void nothingIsCutAndNothingIsFetched() throws Exception {
        assumeTrue(Chromium.program().isPresent(), "Chromium is not installed");
        try (Chromium browser = Chromium.start(folder.resolve("profile"))) {
            browser.scripts(false);
            for (String sample : Samples.names()) {
                Answer answer = Answer.of(HostModel.of(Samples.open(sample)), Scenario.VM, PathSelection.DEFAULT);
                for (Locale language : List.of(Locale.ENGLISH, Locale.KOREAN)) {
                    for (Theme theme : Theme.values()) {
                        look(browser, sample, answer, theme, language);
                    }
                }
            }
            Answer random = Answer.of(HostModel.of(RandomHosts.of(7).build()), Scenario.AS_IS, PathSelection.DEFAULT);
            look(browser, "random", random, Theme.LIGHT, Locale.ENGLISH);
            look(browser, "hostile", hostile(), Theme.LIGHT, Locale.ENGLISH);
        }
    }

    /** Markup, ten thousand letters, right-to-left writing and emoji for names. */
    private static Answer hostile() {
        HostBuilder host = HostBuilder.named("<script>alert(1)</script>")
                .intelIommu("f020de")
                .groups("DMA-FQ");
        FunctionBuilder up = host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .acs(0x1f, 0x1d)
                .upstreamPort("0000:16:00.0", 0x1000, 0xc030);
        List<String> names = List.of(
                "<img src=x onerror=alert(1)>", "x".repeat(10_000), "\u05d0\u05d1\u05d2 \u0634\u0628", "\ud83d\ude80");
        for (int i = 0; i < names.size(); i++) {
            up.downstreamPort("0000:17:%02x.0".formatted(i), 0x1000, 0xc030)
                    .acs(0x5f, 0x1d)
                    .endpoint("0000:%02x:00.0".formatted(0x20 + i), 0x15b3, 0x1023, 0x020000)
                    .directory("infiniband", names.get(i));
        }
        up.downstreamPort("0000:17:10.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .endpoint("0000:30:00.0", 0x10de, 0x3182, 0x030200);
        return Answer.of(HostModel.of(host.build()), Scenario.VM, PathSelection.DEFAULT);
    }

    private void look(Chromium browser, String name, Answer answer, Theme theme, Locale language)
            throws IOException, InterruptedException {
        ExportOptions options = new ExportOptions(LayoutOptions.FILE, theme, new Texts(language), 1);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExportKind.HTML.write(answer, options, out);
        Path page = Files.write(folder.resolve("page.html"), out.toByteArray());
        String which = name + " " + theme.id() + " " + language;
        for (int width : List.of(1280, 1920)) {
            browser.medium("screen");
            browser.open(page.toUri(), width, 900, 1);
            assertEquals(List.of(), browser.complaints(), which);
            assertEquals(List.of(), browser.fetched(), which);
            assertEquals("", browser.evaluate(CUT).asString(), which + " " + width);
            assertTrue(
                    browser.evaluate("document.querySelector('svg').getBoundingClientRect().width")
                                    .asDouble()
                            > 300,
                    which);
            keep(browser, which + "-" + width);
        }
        browser.medium("print");
        // A4 within margins of a centimetre.
        browser.open(page.toUri(), 718, 1040, 1);
        assertEquals("", browser.evaluate(CUT).asString(), which + " on paper");
        keep(browser, which + "-paper");
    }

    /** With {@code -Dpeerpath.pages=FOLDER} the pages are kept as pictures, for people to look at. */
    private static void keep(Chromium browser, String name) throws IOException, InterruptedException {
        String kept = System.getProperty("peerpath.pages", "");
        if (!kept.isEmpty()) {
            Files.write(Path.of(kept, name.replace(' ', '-') + ".png"), browser.wholePage());
        }
    }
}
