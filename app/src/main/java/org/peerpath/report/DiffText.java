// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.path.Difference;
import org.peerpath.path.PathReport;
import org.peerpath.text.Texts;

/** {@code diff} and {@code what-if} as text. */
public final class DiffText {
    /** Characters of a value that a row has room for. */
    private static final int LONGEST = 40;

    private DiffText() {}

    public static String of(List<Difference> differences, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        if (differences.isEmpty()) {
            return page.line(page.say("diff.none")).toString();
        }
        List<List<String>> rows = new ArrayList<>();
        for (Difference difference : differences) {
            rows.add(List.of(
                    difference.subject(),
                    difference.field(),
                    value(page, difference.before()),
                    "→",
                    page.ink().strong(value(page, difference.after()))));
        }
        return page.columns("", rows).toString();
    }

    /** The verdicts that change from one judgement to the other, and how many stay. */
    public static String verdicts(Answer before, Answer after, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        page.line(page.ink().strong(page.say("whatif.banner"))).blank();
        int same = 0;
        for (int i = 0; i < after.paths().size(); i++) {
            PathReport was = before.paths().get(i);
            PathReport is = after.paths().get(i);
            if (was.verdict() == is.verdict()) {
                same++;
            } else {
                page.line(page.say(
                        "whatif.changed",
                        after.labels().requester(is),
                        after.labels().shortName(is.target()),
                        ink.verdict(
                                was.verdict(),
                                texts.say("outcome." + was.verdict().id())),
                        ink.verdict(
                                is.verdict(),
                                texts.say("outcome." + is.verdict().id()))));
                page.line("  " + CheckText.sentence(page, after, is));
            }
        }
        return page.line(page.say("whatif.same", same)).toString();
    }

    private static String value(TextPage page, Optional<String> value) {
        return value.map(DiffText::cut).orElseGet(() -> page.say("diff.nothing"));
    }

    /** What a finding says may be long; JSON has all of it. */
    private static String cut(String value) {
        return value.codePointCount(0, value.length()) <= LONGEST
                ? value
                : value.substring(0, value.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }
}
