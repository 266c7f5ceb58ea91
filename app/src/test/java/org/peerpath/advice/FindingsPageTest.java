// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.peerpath.text.Texts;

/** docs/findings.md is made from the catalogue; run this class as a program to write it anew. */
class FindingsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "findings.md");

    /**
     * Writes the page.
     *
     * @param args the file to write
     */
    public static void main(String[] args) throws IOException {
        Files.writeString(Path.of(args[0]), page());
    }

    @Test
    void thePageIsCurrent() throws IOException {
        assertEquals(page(), Files.readString(PAGE), "write it anew: FindingsPageTest docs/findings.md");
    }

    private static String page() {
        Texts texts = Texts.ENGLISH;
        StringBuilder page = new StringBuilder("""
                # Findings

                Every kind of finding that `peerpath check` and `peerpath show` can make: what it means, what to do, how much it
                matters, what must have been read for it, and where the rule comes from. An id never changes its meaning.
                `peerpath findings ID` prints the same. A host with a finding of severity error or warning is never green:
                [what green means](concepts.md#what-green-means). This page is made by `FindingsPageTest` from the program's own
                texts.
                """);
        for (FindingCatalog.Entry entry : FindingCatalog.all()) {
            page.append("\n## ").append(entry.id().id()).append("\n\n");
            page.append(lines(texts.say(entry.explanation()))).append("\n\n");
            page.append(lines("**What to do.** " + texts.say(entry.remedy()))).append("\n\n");
            page.append("- Severity: ").append(texts.say(entry.severity())).append('\n');
            page.append("- Needs: ").append(texts.say(entry.needs())).append('\n');
            page.append("- Source: ").append(entry.source()).append('\n');
        }
        return page.toString();
    }

    /** As wide as the other documents. */
    private static String lines(String text) {
        return text.replaceAll("(?=.{121})(.{1,120}) ", "$1\n");
    }
}
