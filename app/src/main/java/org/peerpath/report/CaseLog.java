// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.advice.Labels;
import org.peerpath.advice.log.Conclusion;
import org.peerpath.advice.log.Diagnosis;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/**
 * What a kernel log contributes to a case.
 *
 * @param diagnosis what it tells, as the command line prints it
 * @param stacks the call stacks in it, innermost frame first
 * @param suspect the function most suspect, where one is
 */
public record CaseLog(String diagnosis, String stacks, Optional<Address> suspect) {
    /**
     * From several logs of one host.
     *
     * @param logs by name
     */
    public static CaseLog of(List<Named> logs, Labels labels, Texts texts) {
        StringBuilder diagnosis = new StringBuilder();
        StringBuilder stacks = new StringBuilder();
        for (Named log : logs) {
            diagnosis.append(DiagnosisText.of(log.diagnosis(), log.name(), Optional.of(labels), texts, Ink.PLAIN));
            log.diagnosis().facts().events().stream()
                    .filter(event -> !event.stack().isEmpty())
                    .forEach(event -> stacks.append(stack(event)));
        }
        Optional<Address> suspect = logs.stream()
                .flatMap(log -> log.diagnosis().conclusions().stream())
                .flatMap(conclusion -> conclusion.suspects().stream())
                .map(Conclusion.Suspect::function)
                .findFirst();
        return new CaseLog(diagnosis.toString(), stacks.toString(), suspect);
    }

    /** A log and what it tells. */
    public record Named(String name, Diagnosis diagnosis) {}

    private static String stack(LogEvent event) {
        return event.line() + ": " + event.text() + "\n"
                + event.stack().stream().map(frame -> "    " + frame + "\n").collect(Collectors.joining()) + "\n";
    }
}
