// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.Theme;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Texts;

/**
 * What exports of shipped samples look like as text, kept to be read by people when it changes. To renew them:
 * {@code mvn test -Dtest=GoldenTest -Dpeerpath.goldens=renew}, then look at the difference.
 */
class GoldenTest {
    private static final Path FOLDER = Path.of("src", "test", "resources", "org", "peerpath", "report", "goldens");

    @ParameterizedTest
    @CsvSource({
        "no-switch, svg, en",
        "no-switch, dot, en",
        "no-switch, mmd, en",
        "no-switch, drawio, en",
        "no-switch, csv, en",
        "no-switch, md, ko",
        "no-switch, html, en",
        "hgx-b300-one-bad, md, en"
    })
    void exportIsAsItWasLookedAt(String sample, String ending, String language) throws Exception {
        Answer answer = Answer.of(HostModel.of(Samples.open(sample)), Scenario.VM, PathSelection.DEFAULT);
        String text = export(answer, ending, language);
        Path golden = FOLDER.resolve(sample + "." + language + "." + ending);
        if (System.getProperty("peerpath.goldens", "").equals("renew")) {
            Files.createDirectories(FOLDER);
            Files.writeString(golden, text);
        }
        assertEquals(Files.readString(golden), text);
    }

    private static String export(Answer answer, String ending, String language) throws IOException {
        ExportOptions options =
                new ExportOptions(LayoutOptions.FILE, Theme.LIGHT, new Texts(Locale.forLanguageTag(language)), 2);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExportKind.of(ending).orElseThrow().write(answer, options, out);
        // The picture in a page is the one in the SVG, which is kept by itself.
        String text = out.toString(StandardCharsets.UTF_8);
        return ending.equals("html") ? text.replaceAll("(?s)<svg.*</svg>", "<svg/>") : text;
    }
}
