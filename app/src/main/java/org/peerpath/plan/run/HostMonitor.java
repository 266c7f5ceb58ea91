// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.peerpath.host.HostException;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Step;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * What a run sees of its host: whether it answers, is in the same boot, is as the run left it, and has nothing to complain of
 * in its log. Stops the run where that is not so.
 */
final class HostMonitor {
    /** No person has had time to do anything since. */
    private static final Duration FRESH = Duration.ofSeconds(2);

    private static final String UNREAD = "–";

    private final RunContext session;
    private final String boot;
    private final Set<Address> targets = new TreeSet<>();
    private @Nullable Seen last;

    /** A reading, and what of it matters here. */
    record Seen(HostModel host, Drift.View view, Instant at) {}

    /** @param boot the one in which the run began, or goes on */
    HostMonitor(RunContext session, String boot) {
        this.session = session;
        this.boot = boot;
    }

    /** Whose functions must stay as they are but for the steps. */
    void watch(List<Step> steps) {
        steps.forEach(step -> targets.add(step.target()));
    }

    /** The host right before a step, which must be as it was left. A reading made this moment serves. */
    Seen look(Step step) throws Stop, InterruptedException, JournalException {
        Seen left = last;
        if (left != null && Duration.between(left.at(), session.now()).compareTo(FRESH) < 0) {
            return left;
        }
        HostModel host;
        try {
            host = session.read();
        } catch (HostException e) {
            host = awaitBack(step, e);
        }
        sameBoot(host);
        Seen now = seen(host);
        if (left != null) {
            List<String> changed = Drift.between(left.view(), now.view(), Drift.nothing());
            if (!changed.isEmpty()) {
                throw new Stop(RunState.CHANGED, Message.of("run.changed", String.join("; ", changed)));
            }
        }
        last = now;
        return now;
    }

    private Seen seen(HostModel host) {
        return new Seen(host, Drift.view(host, targets), session.now());
    }

    /** Stops where the host was booted in between: what the run has done may be gone. */
    void sameBoot(HostModel host) throws Stop, JournalException {
        String now = boot(host);
        if (now.equals(UNREAD)) {
            throw new Stop(RunState.CHANGED, Message.of("run.boot-unread"));
        }
        if (!now.equals(boot)) {
            session.write(new Entry.Back(session.now(), now, false));
            throw new Stop(RunState.REBOOTED, Message.of("run.rebooted"));
        }
    }

    /** The host's id of its boot; a dash where it was not read. */
    static String boot(HostModel host) {
        return host.snapshot()
                .hostText(HostFiles.BOOT_ID)
                .asOptional()
                .map(String::strip)
                .orElse(UNREAD);
    }

    /** The host as it is now, in the same boot. */
    Seen again() throws Stop, HostException, InterruptedException, JournalException {
        HostModel host = session.read();
        sameBoot(host);
        return seen(host);
    }

    /** This is how the run leaves the host: any other state at the next look is somebody else's doing. */
    void left(Seen after) {
        last = after;
    }

    /** The next look takes the host as it is. */
    void forget() {
        last = null;
    }

    /** Stops at trouble in the kernel's log that was not there before. */
    void alarms() throws Stop {
        Optional<Message> alarm = session.watch().alarm();
        if (alarm.isPresent()) {
            throw new Stop(RunState.ALARM, alarm.get());
        }
    }

    /**
     * Keeps trying to reach the host until it answers or the person has had enough.
     *
     * @return the host, in the same boot
     */
    HostModel awaitBack(Step step, HostException failure) throws Stop, InterruptedException, JournalException {
        session.write(new Entry.Silent(session.now(), step.id(), tail()));
        Instant since = session.now();
        while (session.attendant().waitsFor(Duration.between(since, session.now()), tail())) {
            session.pace().pause(session.limits().probe());
            try {
                HostModel host = session.read();
                sameBoot(host);
                session.write(new Entry.Back(session.now(), boot, true));
                return host;
            } catch (HostException e) {
                // Still not there.
            }
        }
        throw new Stop(RunState.HOST_STOPPED, Message.of("run.host-stopped", step.purpose(), failure.reason()));
    }

    /** The last lines of the kernel's log that came over the second channel. */
    List<String> tail() {
        List<String> log = session.watch().log();
        return log.subList(Math.max(0, log.size() - 20), log.size());
    }
}
