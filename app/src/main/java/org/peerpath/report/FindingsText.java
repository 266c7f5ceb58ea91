// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import org.peerpath.advice.FindingCatalog;
import org.peerpath.text.Texts;

/** {@code findings} as text: every id with its explanation and remedy. */
public final class FindingsText {
    private FindingsText() {}

    public static String of(List<FindingCatalog.Entry> entries, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        for (FindingCatalog.Entry entry : entries) {
            page.line(page.ink().strong(entry.id().id()) + "  " + page.ink().faint(page.say(entry.severity())));
            page.line("  " + page.say(entry.explanation()));
            page.line("  → " + page.say(entry.remedy()));
            page.line(page.ink().faint("  " + page.say("findings.needs", entry.needs())));
            page.line(page.ink().faint("  " + page.say("findings.source", entry.source())))
                    .blank();
        }
        return page.toString();
    }
}
