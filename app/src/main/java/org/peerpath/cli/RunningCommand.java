// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.host.Hosts;
import org.peerpath.host.LocalHost;
import org.peerpath.host.RootChannels;
import org.peerpath.plan.run.HostMachine;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.JournalException;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.Person;
import org.peerpath.plan.run.RunState;
import org.peerpath.plan.run.Runs;
import org.peerpath.text.Clean;
import org.peerpath.text.Message;

/** A command that changes hosts, or reads what was changed. */
abstract class RunningCommand extends Command {
    private final Context context;

    RunningCommand(Context context) {
        super(context);
        this.context = context;
    }

    /** Something done with a host. */
    @FunctionalInterface
    interface Work {
        Runs.Result on(Runs runs) throws HostException, InterruptedException, JournalException, UsageException;
    }

    final Journal journal() {
        return context.journal();
    }

    final ExitStatus work(String source, Work work) throws UsageException {
        if (!Hosts.isHost(source)) {
            throw new UsageException(Message.of("apply.no-host", Clean.line(source)));
        }
        try (Host host = new RootChannels(Hosts.of(
                source,
                LocalHost.Elevation.SUDO,
                new TerminalPrompter(terminal().texts()),
                stage -> {}))) {
            TerminalAttendant attendant = new TerminalAttendant(terminal(), context.conversation(), source);
            Runs runs = new Runs(
                    new HostMachine(host, source, Pace.REAL),
                    journal(),
                    attendant,
                    Pace.REAL,
                    Limits.USUAL,
                    Person.here());
            return said(work.on(runs));
        } catch (HostException e) {
            terminal().complain(e.reason());
            return ExitStatus.UNREADABLE;
        } catch (JournalException e) {
            terminal().complain(e.reason());
            return ExitStatus.USAGE;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            terminal().complain(Message.of("cli.interrupted", Clean.line(source)));
            return ExitStatus.UNREADABLE;
        }
    }

    private ExitStatus said(Runs.Result result) {
        terminal().complain(result.why());
        if (result.state().open()) {
            result.run().ifPresent(run -> terminal().complain(Message.of("apply.resume-hint", run)));
        }
        return status(result.state());
    }

    private static ExitStatus status(RunState state) {
        return switch (state) {
            case DONE, NOTHING_TO_DO, UNDONE, WAITING_FOR_REBOOT, LEFT -> ExitStatus.FINE;
            case REFUSED, CANCELLED, CHANGED -> ExitStatus.REFUSED;
            case FAILED_UNDONE -> ExitStatus.FAILED_UNDONE;
            case FAILED_NOT_UNDONE, NOT_UNDONE, ALARM -> ExitStatus.FAILED_NOT_UNDONE;
            case HOST_STOPPED, REBOOTED, UNFINISHED -> ExitStatus.UNREADABLE;
        };
    }
}
