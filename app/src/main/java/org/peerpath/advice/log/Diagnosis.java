// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.hardware.Knowledge;
import org.peerpath.model.HostModel;
import org.peerpath.text.Message;

/**
 * What a log tells: what happened first, what followed from it, what has nothing to do with it, and which functions are to
 * be looked at.
 *
 * @param facts the log's events
 * @param conclusions by boot; in each the first cause first, then what follows from it, then the others likewise
 */
public record Diagnosis(LogFacts facts, List<Conclusion> conclusions) {
    public Diagnosis {
        conclusions = List.copyOf(conclusions);
    }

    /** From the log alone. */
    public static Diagnosis of(LogFacts facts) {
        return of(facts, Optional.empty(), Knowledge.inUse());
    }

    /** With the host the log comes from, which tells the suspects apart. */
    public static Diagnosis of(LogFacts facts, Optional<HostModel> host, Knowledge knowledge) {
        List<Conclusion> all = new ArrayList<>();
        for (int boot = 0; boot < facts.boots(); boot++) {
            int wanted = boot;
            List<LogEvent> events =
                    facts.events().stream().filter(e -> e.boot() == wanted).toList();
            if (!events.isEmpty()) {
                all.addAll(new BootDiagnosis(events, facts.topology(), host, knowledge).conclusions());
            }
        }
        return new Diagnosis(facts, all);
    }

    /** Whether something is wrong; a note of the kernel alone is not. */
    public boolean isTrouble() {
        return conclusions.stream().anyMatch(c -> c.signature().isTrouble());
    }

    /** What to collect next time, for a host that hung takes its last lines with it. */
    public Message nextTime() {
        return Message.of("log.next");
    }
}
