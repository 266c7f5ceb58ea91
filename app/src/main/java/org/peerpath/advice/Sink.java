// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Collects what the rules find and what they could not tell. */
final class Sink {
    private final List<Finding> findings = new ArrayList<>();
    /** By reason, the ids that could not be checked for it. */
    private final Map<Message, TreeSet<String>> unchecked = new LinkedHashMap<>();

    void add(Finding finding) {
        findings.add(finding);
    }

    /** A check that could not be made. */
    void unchecked(FindingId id, Message why) {
        unchecked.computeIfAbsent(why, w -> new TreeSet<>()).add(id.id());
    }

    /** The value where it is known; a fact that is unknown is noted as a check not made. */
    <T> Optional<T> known(FindingId id, Fact<T> fact) {
        fact.whyUnknown().ifPresent(why -> unchecked(id, why));
        return fact.asOptional();
    }

    List<Finding> sorted() {
        List<Finding> all = new ArrayList<>(findings);
        if (!unchecked.isEmpty()) {
            all.add(notChecked());
        }
        return all.stream().distinct().sorted(Finding.ORDER).toList();
    }

    /** One finding for all of them: with files as sources there are many reasons, and each concerns several checks. */
    private Finding notChecked() {
        TreeSet<String> ids = new TreeSet<>();
        unchecked.values().forEach(ids::addAll);
        // Many functions of a host may lack the same: one line for all that leave the same checks open.
        Map<String, List<Message>> reasons = new LinkedHashMap<>();
        unchecked.forEach((why, some) -> reasons.computeIfAbsent(String.join(", ", some), s -> new ArrayList<>())
                .add(why));
        List<Evidence> evidence = new ArrayList<>();
        reasons.forEach((some, why) ->
                evidence.add(new Evidence(some, Lists.of(why), Message.of("finding.not-checked.unread"))));
        return new Finding(
                FindingId.NOT_CHECKED,
                Severity.INFO,
                List.of(),
                Message.of("finding.not-checked", Lists.of(List.copyOf(unchecked.keySet())), String.join(", ", ids)),
                evidence,
                FindingId.NOT_CHECKED.remedy(),
                List.of(),
                FindingId.NOT_CHECKED.source());
    }
}
