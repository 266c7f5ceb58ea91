// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.time.Duration;
import java.util.List;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.Attendant;
import org.peerpath.plan.run.Entry;
import org.peerpath.report.JournalText;
import org.peerpath.report.PlanText;
import org.peerpath.text.Message;

/** A person at a terminal. Nobody at a terminal agrees to nothing. */
final class TerminalAttendant implements Attendant {
    private static final Duration LONGEST_WAIT = Duration.ofMinutes(30);

    private final Terminal terminal;
    private final Conversation conversation;
    private final String host;

    TerminalAttendant(Terminal terminal, Conversation conversation, String host) {
        this.terminal = terminal;
        this.conversation = conversation;
        this.host = host;
    }

    @Override
    public void told(Entry entry) {
        terminal.printLine(JournalText.line(entry, terminal.texts()));
    }

    @Override
    public boolean accepts(Plan plan, List<Guard> asked) throws InterruptedException {
        terminal.print(PlanText.of(plan, terminal.texts(), terminal.ink()));
        for (Guard guard : asked) {
            boolean accepted = guard.id().wantsHostName()
                    ? is(Message.of("apply.question.host", plan.host()), plan.host())
                    : yes(Message.of("apply.question.guard", guard.id().id()));
            if (!accepted) {
                return false;
            }
        }
        return yes(Message.of("apply.question", Integer.toString(plan.toDo().size()), plan.host()));
    }

    @Override
    public boolean allows(Step step) throws InterruptedException {
        step.operations().stream().map(Operation::shell).forEach(command -> terminal.printLine("    $ " + command));
        return yes(Message.of("apply.question.step", step.purpose(), step.risk()));
    }

    @Override
    public boolean wantsToStop() {
        return false;
    }

    @Override
    public boolean waitsFor(Duration silent, List<String> log) {
        terminal.complain(Message.of(
                "apply.silent", host, Long.toString(silent.toSeconds()), log.isEmpty() ? "–" : log.getLast()));
        return silent.compareTo(LONGEST_WAIT) < 0;
    }

    @Override
    public boolean goesOn(Message what) throws InterruptedException {
        return yes(Message.of("apply.question.go-on", what));
    }

    private boolean yes(Message question) throws InterruptedException {
        return is(question, "yes");
    }

    private boolean is(Message question, String wanted) throws InterruptedException {
        return conversation
                .ask(terminal.texts().say(question) + " ")
                .filter(said -> said.strip().equals(wanted))
                .isPresent();
    }
}
