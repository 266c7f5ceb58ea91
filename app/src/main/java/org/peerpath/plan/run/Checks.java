// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.List;
import java.util.Optional;
import org.peerpath.host.HostException;
import org.peerpath.plan.Check;
import org.peerpath.text.Message;

/** Asks a host the questions of a step. */
final class Checks {
    private Checks() {}

    /** What the first question that was not answered as expected says; empty if all were. */
    static Optional<Message> failing(RunContext session, List<Check> checks)
            throws HostException, InterruptedException {
        for (Check check : checks) {
            switch (session.ask(check.read())) {
                case Machine.Outcome.Exited(int status, String output) -> {
                    if (!check.met(status, output)) {
                        return Optional.of(Message.of("run.check-failed", check.what(), wanted(check), shown(output)));
                    }
                }
                case Machine.Outcome.Stuck(Hanging process) -> {
                    return Optional.of(Message.of("run.check-stuck", check.what(), process.shortly()));
                }
            }
        }
        return Optional.empty();
    }

    static boolean hold(RunContext session, List<Check> checks) throws HostException, InterruptedException {
        return failing(session, checks).isEmpty();
    }

    private static String wanted(Check check) {
        String expected = check.expected().isEmpty() ? "–" : check.expected();
        return check.mask() == 0 ? expected : expected + " & " + String.format("%04x", check.mask());
    }

    /** What a host answered, in one line: of several that which the question is about, where its answer begins alike. */
    static String shown(Check check, String output) {
        String[] words = check.expected().split(" ", 3);
        String beginning = words.length > 2 ? words[0] + " " + words[1] + " " : check.expected();
        return shown(output.lines()
                .map(String::strip)
                .filter(line -> !beginning.isEmpty() && line.startsWith(beginning))
                .findFirst()
                .orElse(output));
    }

    private static String shown(String output) {
        String line = output.strip().replaceAll("\\s+", " ");
        return line.isEmpty() ? "–" : line.substring(0, Math.min(200, line.length()));
    }
}
