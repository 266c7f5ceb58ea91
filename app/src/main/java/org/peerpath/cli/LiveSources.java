// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.advice.log.LogReader;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.host.Hosts;
import org.peerpath.host.KernelLogs;
import org.peerpath.host.LocalHost;
import org.peerpath.host.Prompter;
import org.peerpath.host.Secret;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.live.LiveReader;
import org.peerpath.text.Message;
import org.peerpath.vm.read.Monitors;

/** Reads hosts: this machine, or one over SSH. */
final class LiveSources {
    private final boolean root;

    /**
     * Live sources.
     *
     * @param root whether the user asked to be root there, so that a password may be asked for
     */
    LiveSources(boolean root) {
        this.root = root;
    }

    /**
     * Reads a host.
     *
     * @param monitors whether the monitors of its VMs are asked too
     */
    Snapshot open(String source, boolean monitors) throws UnreadableSourceException {
        return with(source, (host, privilege) -> {
            Snapshot read = LiveReader.read(host, source, LiveReader.Options.USUAL.as(privilege), Instant.now());
            return monitors ? Monitors.ask(host, privilege, read) : read;
        });
    }

    /** The logs that the host lets us read; each is read in one pass. */
    List<NamedLog> logs(String source) throws UnreadableSourceException {
        List<NamedLog> logs = with(source, (host, privilege) -> {
            List<NamedLog> read = new ArrayList<>();
            for (KernelLogs log : KernelLogs.values()) {
                log.read(host, privilege, LogReader::read)
                        .ifPresent(facts -> read.add(new NamedLog(
                                source + " "
                                        + log.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                                facts)));
            }
            return read;
        });
        if (logs.isEmpty()) {
            throw new UnreadableSourceException(Message.of("cli.no-host-log", source));
        }
        return logs;
    }

    /** What is done with a host while it is open. */
    private interface Use<T> {
        T of(Host host, Host.Privilege privilege) throws HostException, UnreadableSourceException, InterruptedException;
    }

    private <T> T with(String source, Use<T> use) throws UnreadableSourceException {
        boolean local = source.equals(Hosts.LOCAL);
        Host.Privilege privilege =
                root ? Host.Privilege.ROOT : local ? Host.Privilege.USER : Host.Privilege.ROOT_IF_POSSIBLE;
        try (Host host = Hosts.of(source, LocalHost.Elevation.SUDO, prompter(), stage -> {})) {
            return use.of(host, privilege);
        } catch (HostException e) {
            // A bare name was taken for a host only because there is no file of that name.
            boolean bare = !local && !source.startsWith(Hosts.SSH) && source.indexOf('@') < 0;
            throw new UnreadableSourceException(
                    bare ? Message.of("cli.neither-file-nor-host", source, e.reason()) : e.reason(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnreadableSourceException(Message.of("cli.interrupted", source), e);
        }
    }

    /** Asks for sudo's password only if the user wants root: reading works without, if less well. */
    private Prompter prompter() {
        Prompter terminal = new TerminalPrompter(Surroundings.texts());
        return root
                ? terminal
                : new Prompter() {
                    @Override
                    public Optional<Secret> ask(Question question) throws InterruptedException {
                        return question.kind() == Kind.SUDO_PASSWORD ? Optional.empty() : terminal.ask(question);
                    }

                    @Override
                    public boolean vouchFor(UnknownKey key) throws InterruptedException {
                        return terminal.vouchFor(key);
                    }

                    @Override
                    public void tell(Question notice) {
                        terminal.tell(notice);
                    }
                };
    }
}
