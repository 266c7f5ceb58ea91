// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.peerpath.advice.Labels;
import org.peerpath.advice.log.Conclusion;
import org.peerpath.advice.log.Diagnosis;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.advice.log.LogFacts;
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
                        diagnosis.facts().lines(),
                        diagnosis.facts().boots()))
                .blank();
        if (diagnosis.conclusions().isEmpty()) {
            page.line(page.say(quiet(diagnosis.facts())));
            harmless(page, diagnosis.facts());
        }
        int boot = -1;
        for (Conclusion conclusion : diagnosis.conclusions()) {
            if (conclusion.first().boot() != boot) {
                boot = conclusion.first().boot();
                if (diagnosis.facts().boots() > 1) {
                    page.line(page.ink().strong(page.say("log.boot", Integer.toString(boot + 1))));
                }
            }
            conclusion(page, conclusion, labels);
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

    /** What a log tells that holds nothing known: how much was looked at, so that nobody takes it for an all-clear. */
    public static Message quiet(LogFacts facts) {
        return facts.from().isEmpty() || facts.to().isEmpty()
                ? Message.of("log.quiet", facts.lines(), facts.boots())
                : Message.of("log.quiet-dated", facts.lines(), facts.boots(), facts.from(), facts.to());
    }

    /** What is known, yet no trouble alone, such as errors that a link corrected itself. */
    private static void harmless(TextPage page, LogFacts facts) {
        if (!facts.events().isEmpty()) {
            page.line(page.say("log.harmless"));
            facts.events().stream().limit(EVIDENCE).forEach(event -> page.line("  " + page.say(line(event))));
        }
    }

    private static void conclusion(TextPage page, Conclusion conclusion, Optional<Labels> labels) {
        page.line(page.ink()
                        .strong(page.say(conclusion.place().message()) + ": "
                                + page.say(conclusion.signature().message()))
                + "  "
                + page.ink()
                        .faint(conclusion.signature().id() + ", "
                                + page.say(conclusion.confidence().message())));
        conclusion.circumstance().ifPresent(message -> page.line("  " + page.say(message)));
        conclusion.before().stream()
                .limit(EVIDENCE)
                .forEach(event -> page.line("  " + page.say(before(event, conclusion.first()))));
        conclusion.evidence().stream().limit(EVIDENCE).forEach(event -> page.line("  " + page.say(line(event))));
        if (!conclusion.followers().isEmpty()) {
            List<LogEvent> followers = conclusion.followers();
            page.line("  " + page.say("log.followers", page.say(line(followers.getFirst())))
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
        page.line("  → " + page.say(conclusion.advice())).blank();
    }

    /** What led to an event, and how long before it. */
    public static Message before(LogEvent event, LogEvent first) {
        OptionalDouble passed = event.until(first);
        return passed.isPresent()
                ? Message.of("log.before", String.format(Locale.ROOT, "%.1f", passed.getAsDouble()), line(event))
                : Message.of("log.before-undated", line(event));
    }

    /** A line of the log, with its number and how often it was told. */
    public static Message line(LogEvent event) {
        String number = Long.toString(event.line());
        return event.count() > 1
                ? Message.of("log.line-times", number, event.text(), event.count())
                : Message.of("log.line", number, event.text());
    }
}
