// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.host.HostException;
import org.peerpath.plan.Operation;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/**
 * A process on the host that had not ended when its time was up, as proc(5) tells of it.
 *
 * @param number its process id
 * @param name of its program
 * @param state {@code D} for an uninterruptible sleep in the kernel; other letters as in {@code /proc/PID/stat}
 * @param where the kernel function it sleeps in; a dash where the kernel does not say
 * @param began in clock ticks since boot, which tells it from a later process of the same number
 * @param calls the kernel functions that led there, the last first; empty where they may not be read
 */
public record Hanging(String number, String name, String state, String where, String began, List<String> calls) {
    private static final String KEY = "run.stuck";
    private static final int MOST_CALLS = 12;
    private static final String UNREAD = "–";
    /** The number of fields in {@code /proc/PID/stat} between the name and the start. */
    private static final int TO_START = 20;

    public Hanging {
        calls = calls.stream().limit(MOST_CALLS).toList();
    }

    /** The supervising script's words: number, state, where, start, name. */
    static Hanging parse(String words, List<String> calls) {
        String[] parts = Clean.line(words).split(" ", 5);
        return parts.length < 5
                ? new Hanging(UNREAD, UNREAD, UNREAD, UNREAD, UNREAD, calls)
                : new Hanging(parts[0], parts[4], parts[1], parts[2], parts[3], calls);
    }

    /** {@code 412 cat: D sriov_vf_total_msix_show}. */
    String shortly() {
        return number + " " + name + ": " + state + " " + where;
    }

    /** What is to be said of it: what hangs where, and what to do. */
    Message told(Operation operation, Duration limit) {
        return Message.of(
                KEY,
                operation.shell(),
                Long.toString(limit.toSeconds()),
                number,
                name,
                state,
                where,
                calls.isEmpty() ? UNREAD : String.join(" < ", calls),
                began);
    }

    /** Of a run: what one of its processes that is still there is to be told of; empty if there is none any more. */
    static Optional<Message> stillThere(RunContext session, RunRecord record, String boot)
            throws HostException, InterruptedException {
        for (RunRecord.Progress progress : record.progress()) {
            Optional<Message> told =
                    progress.boot().equals(boot) ? progress.why().flatMap(Hanging::find) : Optional.empty();
            if (told.isPresent() && runs(session, told.get())) {
                List<Object> args = told.get().args();
                return Optional.of(Message.of(
                        "run.still-stuck", progress.step().purpose(), args.get(2), args.get(3), args.get(5)));
            }
        }
        return Optional.empty();
    }

    private static Optional<Message> find(Message message) {
        if (message.key().equals(KEY) && message.args().size() == 8) {
            return Optional.of(message);
        }
        return message.args().stream()
                .flatMap(arg -> arg instanceof Message inner ? find(inner).stream() : Stream.empty())
                .findFirst();
    }

    private static boolean runs(RunContext session, Message told) throws HostException, InterruptedException {
        String number = String.valueOf(told.args().get(2));
        String began = String.valueOf(told.args().get(7));
        if (!number.matches("[1-9]\\d{0,9}")) {
            return false;
        }
        Operation.Run read = new Operation.Run(List.of("cat", "/proc/" + number + "/stat"));
        if (!(session.ask(read) instanceof Machine.Outcome.Exited(int status, String output)) || status != 0) {
            return false;
        }
        String[] fields = output.substring(output.lastIndexOf(')') + 1).strip().split(" ");
        return fields.length >= TO_START && fields[TO_START - 1].equals(began) && !fields[0].equals("Z");
    }
}
