// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.advice.log.Conclusion;
import org.peerpath.advice.log.Diagnosis;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.advice.log.Signature;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** {@code diagnose} as text: the first cause, what it rests on, who is suspect, what to try and what to collect. */
public final class DiagnosisText {
    private static final int EVIDENCE = 6;
    private static final int SUSPECTS = 12;

    private DiagnosisText() {}

    /**
     * The page.
     *
     * @param name what the log was called
     * @param labels names of the host's functions, where a host was given
     */
    public static String of(Diagnosis diagnosis, String name, Optional<Labels> labels, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        page.line(page.say(
                        "log.title",
                        name,
                        Long.toString(diagnosis.facts().lines()),
                        Integer.toString(diagnosis.facts().boots())))
                .blank();
        if (diagnosis.conclusions().isEmpty()) {
            page.line(page.say("log.quiet"));
        }
        int boot = -1;
        for (Conclusion conclusion : diagnosis.conclusions()) {
            boolean first = conclusion.first().boot() != boot;
            if (first) {
                boot = conclusion.first().boot();
                if (diagnosis.facts().boots() > 1) {
                    page.line(page.ink().strong(page.say("log.boot", Integer.toString(boot + 1))));
                }
            }
            conclusion(page, conclusion, first, labels);
        }
        if (diagnosis.facts().more()) {
            page.line(page.say("log.more"));
        }
        boolean hang = diagnosis.conclusions().stream()
                .anyMatch(c -> c.signature() == Signature.DEVICE_TLB_HANG
                        || c.signature() == Signature.LOCKUP_ELSEWHERE
                        || c.signature() == Signature.KERNEL_CRASH);
        if (hang) {
            page.line(page.say(diagnosis.nextTime()));
        }
        return page.toString();
    }

    private static void conclusion(TextPage page, Conclusion conclusion, boolean first, Optional<Labels> labels) {
        String place = page.say(first ? "log.first" : conclusion.consequence() ? "log.then" : "log.also");
        page.line(
                page.ink().strong(place + ": " + page.say(conclusion.signature().message())) + "  "
                        + page.ink()
                                .faint(conclusion.signature().id() + ", "
                                        + page.say(conclusion.confidence().message())));
        conclusion.circumstance().ifPresent(message -> page.line("  " + page.say(message)));
        conclusion.evidence().stream().limit(EVIDENCE).forEach(event -> page.line("  " + line(page, event)));
        if (!conclusion.followers().isEmpty()) {
            List<LogEvent> followers = conclusion.followers();
            page.line("  " + page.say("log.followers", line(page, followers.getFirst()))
                    + (followers.size() > 1 ? " (+" + (followers.size() - 1) + ")" : ""));
        }
        if (!conclusion.suspects().isEmpty()) {
            page.line("  " + page.say("log.suspects"));
            conclusion.suspects().stream().limit(SUSPECTS).forEach(suspect -> {
                String name = labels.map(l -> " " + page.say(l.shortName(suspect.function())))
                        .orElse("");
                page.line("    " + suspect.function() + name + ": " + page.say(suspect.why()));
            });
        }
        page.line("  → " + page.say(conclusion.signature().advice())).blank();
    }

    private static String line(TextPage page, LogEvent event) {
        String text = page.say(Message.of("log.line", Long.toString(event.line()), event.text()));
        return event.count() > 1 ? text + " (" + page.say("log.times", Long.toString(event.count())) + ")" : text;
    }
}
