// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.host.HostStage;
import org.peerpath.host.Hosts;
import org.peerpath.host.LocalHost;
import org.peerpath.host.Prompter;
import org.peerpath.host.RootChannels;
import org.peerpath.plan.run.HostMachine;
import org.peerpath.plan.run.Pace;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.ManyHosts;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.evidence.SourceLines;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.snapshot.live.LiveReader;
import org.peerpath.ui.model.Sources;
import org.peerpath.ui.wizard.Machines;

/**
 * Samples, files and folders by their content, this machine, hosts over SSH. A bounded number of hosts is read at once; the
 * connection to a host stays open between readings, so that a password is asked for once.
 */
public final class RealSources implements Sources, AutoCloseable {
    private final Prompter prompter;
    private final Clock clock;
    private final Reach reach;
    private final BusyHosts places = new BusyHosts(12);
    private final Map<String, Connection> connections = new HashMap<>();
    private final Map<String, ManyHosts.Member> members = new ConcurrentHashMap<>();

    /** How hosts are reached; tests reach servers of their own. */
    public interface Reach {
        Host host(String source, Prompter prompter, Consumer<HostStage> stage) throws HostException;

        /** Where on a host a recorded tree lies that is read in its place; empty for the host itself. */
        default String recordedTree(String source) {
            return "";
        }
    }

    RealSources(Prompter prompter, Clock clock) {
        this(prompter, clock, (source, asked, stage) -> Hosts.of(source, LocalHost.Elevation.PKEXEC, asked, stage));
    }

    public RealSources(Prompter prompter, Clock clock, Reach reach) {
        this.prompter = prompter;
        this.clock = clock;
        this.reach = reach;
    }

    @Override
    public List<String> hosts(String source) throws UnreadableSourceException {
        if (Hosts.isHost(source) || source.startsWith(Samples.PREFIX)) {
            return List.of();
        }
        List<ManyHosts.Member> found = ManyHosts.in(source);
        // Those of a folder are files by themselves; those of an archive are kept packed under the archive's name.
        found.stream()
                .filter(member -> !Files.exists(Path.of(member.name())))
                .forEach(member -> members.put(member.name(), member));
        return found.isEmpty()
                ? SourceLines.in(source)
                : found.stream().map(ManyHosts.Member::name).toList();
    }

    private Snapshot file(String source) throws UnreadableSourceException {
        ManyHosts.Member member = members.get(source);
        return member == null ? Recognizer.open(source) : member.open();
    }

    private interface Reaching {
        Host reach() throws HostException;
    }

    /** One host and the right to use it: two readings of one host do not run at once. */
    private static final class Connection {
        private final ReentrantLock turn = new ReentrantLock();
        private Optional<Host> host = Optional.empty();
        private Consumer<HostStage> told = stage -> {};

        /** The host of before, or another one. */
        synchronized Host host(Reaching how) throws HostException {
            if (host.isEmpty()) {
                host = Optional.of(how.reach());
            }
            return host.get();
        }

        synchronized void close() {
            host.ifPresent(Host::close);
            host = Optional.empty();
        }
    }

    @Override
    public Snapshot read(String source) throws UnreadableSourceException, InterruptedException {
        return read(source, stage -> {});
    }

    @Override
    public Snapshot read(String source, Consumer<HostStage> stage)
            throws UnreadableSourceException, InterruptedException {
        return Hosts.isHost(source) ? live(source, Host.Privilege.ROOT_IF_POSSIBLE, stage) : file(source);
    }

    @Override
    public Snapshot readAsAdministrator(String source, Consumer<HostStage> stage)
            throws UnreadableSourceException, InterruptedException {
        return Hosts.isHost(source) ? live(source, Host.Privilege.ROOT, stage) : file(source);
    }

    /**
     * Reaches a host as root to work on it, over a connection of its own: a reading that fails in the window meanwhile must
     * not take the run's away. A password is asked for once for each of the two channels, not for each command.
     */
    public Machines.Reached reach(String source) throws HostException {
        Host host = new RootChannels(reach.host(source, prompter, stage -> {}));
        return new Machines.Reached(new HostMachine(host, source, Pace.REAL), host::close);
    }

    /** A reading under way is not waited for: without its connection it ends by itself. */
    @Override
    public void forget(String source) {
        Connection connection;
        synchronized (connections) {
            connection = connections.remove(source);
        }
        if (connection != null) {
            connection.close();
        }
    }

    @Override
    public void close() {
        Map<String, Connection> all;
        synchronized (connections) {
            all = Map.copyOf(connections);
        }
        all.keySet().forEach(this::forget);
    }

    private Snapshot live(String source, Host.Privilege privilege, Consumer<HostStage> stage)
            throws UnreadableSourceException, InterruptedException {
        Connection connection;
        synchronized (connections) {
            connection = connections.computeIfAbsent(source, s -> new Connection());
        }
        connection.turn.lockInterruptibly();
        BusyHosts.Place place = places.place();
        try {
            place.take();
            connection.told = at -> {
                stage.accept(at);
                place.at(at);
            };
            return read(connection, source, privilege);
        } catch (HostException e) {
            connection.close();
            throw new UnreadableSourceException(e.reason(), e);
        } finally {
            place.leave();
            connection.turn.unlock();
        }
    }

    private Snapshot read(Connection connection, String source, Host.Privilege privilege)
            throws HostException, UnreadableSourceException, InterruptedException {
        LiveReader.Options usual = LiveReader.Options.USUAL.as(privilege);
        LiveReader.Options options = new LiveReader.Options(
                usual.privilege(), usual.vitalProductData(), usual.limit(), reach.recordedTree(source));
        if (source.equals(Hosts.LOCAL)) {
            return thisMachine(source, options);
        }
        Host host = connection.host(() -> reach.host(source, prompter, stage -> connection.told.accept(stage)));
        return LiveReader.read(host, source, options, clock.instant());
    }

    /** Where sudo would ask for a password, or is not there, the first reading is done without root. */
    private Snapshot thisMachine(String source, LiveReader.Options options)
            throws HostException, UnreadableSourceException, InterruptedException {
        try {
            return LiveReader.read(local(options.privilege()), source, options, clock.instant());
        } catch (HostException e) {
            boolean noRoot = e.kind() == HostException.Kind.NO_ROOT || e.kind() == HostException.Kind.NO_PROGRAM;
            if (options.privilege() != Host.Privilege.ROOT_IF_POSSIBLE || !noRoot) {
                throw e;
            }
            Host.Privilege user = Host.Privilege.USER;
            return LiveReader.read(local(user), source, options.as(user), clock.instant());
        }
    }

    /** Only when root is asked for does the desktop ask for a password; the first reading must ask nothing. */
    private static Host local(Host.Privilege privilege) {
        return new LocalHost(
                privilege == Host.Privilege.ROOT
                        ? LocalHost.Elevation.PKEXEC
                        : LocalHost.Elevation.SUDO_WITHOUT_ASKING);
    }
}
