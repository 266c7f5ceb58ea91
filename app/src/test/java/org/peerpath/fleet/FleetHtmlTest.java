// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.Cases;
import org.peerpath.testing.Chromium;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** The page of a fleet: whole without scripts and network, the same each time, and safe whatever hosts call themselves. */
class FleetHtmlTest {
    private static final String SCRIPT = "<script>alert(1)</script>";

    @TempDir
    private Path folder;

    private static Snapshot named(String name, String example) throws Exception {
        Snapshot read = Cases.host(example);
        Origin origin = read.origin();
        return read.withOrigin(new Origin(name, origin.kind(), name, origin.readAt()));
    }

    private static Map<String, HostModel> hosts() throws Exception {
        Map<String, HostModel> hosts = new LinkedHashMap<>();
        for (Snapshot each : List.of(
                named("gpu01", "b300-vm-good"),
                named("gpu02", "b300-vm-good"),
                named("gpu03", "b300-one-bad"),
                named(SCRIPT, "b300-fw-bad"),
                named("x".repeat(2000), "b300-vm-no-dt"))) {
            hosts.put(each.origin().host(), HostModel.of(each));
        }
        return hosts;
    }

    private static String page(Texts texts) throws Exception {
        Map<String, HostModel> hosts = hosts();
        List<HostRecord> records = new ArrayList<>();
        hosts.values()
                .forEach(host ->
                        records.add(HostRecords.of(Answer.of(host, Scenario.VM, PathSelection.DEFAULT), Policy.NONE)));
        records.add(HostRecords.without(
                "ssh://" + SCRIPT, Scenario.VM, HostRecord.State.UNREACHABLE, Message.of("label.plain", SCRIPT)));
        return FleetHtml.of(HostGroups.of(records), host -> Objects.requireNonNull(hosts.get(host.host())), texts);
    }

    @Test
    void theSameHostsGiveTheSamePageInWhichNobodyCanWrite() throws Exception {
        String page = page(Texts.ENGLISH);
        assertEquals(page, page(Texts.ENGLISH));
        assertFalse(page.contains(SCRIPT), "names are text");
        assertTrue(page.contains("&lt;script&gt;alert(1)"), "and shown");
        assertTrue(page.contains("gpu[01-02]"));
        assertTrue(page.contains("40.47.2526"));
        assertEquals(3, page.split("<svg", -1).length - 1, "a picture of each odd group that gave anything");
        List<String> ids = Pattern.compile(" id=\"([^\"]+)\"")
                .matcher(page)
                .results()
                .map(id -> id.group(1))
                .toList();
        assertEquals(ids.size(), Set.copyOf(ids).size(), "every id occurs once");
    }

    @Test
    void aHostThatIsGoneHasNoPictureAndSpoilsNothing() throws Exception {
        HostRecord record = HostRecords.of(
                Answer.of(HostModel.of(Cases.host("b300-one-bad")), Scenario.VM, PathSelection.DEFAULT), Policy.NONE);
        String page = FleetHtml.of(
                HostGroups.of(List.of(record)),
                host -> {
                    throw new IOException("gone");
                },
                Texts.ENGLISH);
        assertTrue(page.contains("could not be read again") && page.endsWith("</html>\n"));
    }

    @Test
    void aBrowserShowsItWholeWithoutAskingAnybody() throws Exception {
        assumeTrue(Chromium.program().isPresent(), "Chromium is not installed");
        try (Chromium browser = Chromium.start(folder.resolve("profile"))) {
            browser.scripts(false);
            for (Texts texts : List.of(Texts.ENGLISH, Texts.KOREAN)) {
                Path file = Files.writeString(folder.resolve("fleet.html"), page(texts));
                for (int width : List.of(1280, 1920)) {
                    browser.open(file.toUri(), width, 900, 1);
                    assertEquals(List.of(), browser.complaints());
                    assertEquals(List.of(), browser.fetched());
                    assertEquals(
                            "0",
                            browser.evaluate("String(Math.max(0, document.documentElement.scrollWidth - innerWidth))")
                                    .asString(),
                            "nothing reaches beyond the window");
                    assertEquals(
                            3,
                            browser.evaluate("document.querySelectorAll('figure svg').length")
                                    .asInt());
                    keep(browser, texts.locale().getLanguage() + "-" + width);
                }
            }
        }
    }

    /** With {@code -Dpeerpath.pages=FOLDER} the pages are kept as pictures, for people to look at. */
    private static void keep(Chromium browser, String name) throws Exception {
        String kept = System.getProperty("peerpath.pages", "");
        if (!kept.isEmpty()) {
            Files.write(Path.of(kept, "fleet-" + name + ".png"), browser.wholePage());
        }
    }
}
