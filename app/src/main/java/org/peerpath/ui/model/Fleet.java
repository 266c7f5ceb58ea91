// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.peerpath.host.HostException;
import org.peerpath.host.HostStage;
import org.peerpath.host.Hosts;
import org.peerpath.iommu.HostModel;
import org.peerpath.snapshot.Samples;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor;

/** The hosts and files that are open, and which of them is in view. A source that cannot be read spoils no other. */
public final class Fleet {
    private final MadeSources sources;
    private final TaskExecutor executor;
    private final Clock clock;
    private final BiConsumer<HostEntry, Message> trouble;
    private final ObservableList<HostEntry> entries = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<Optional<HostEntry>> current = new ReadOnlyObjectWrapper<>(Optional.empty());
    /** What the person asked for last: of several that are being read, the one to show. */
    private Optional<HostEntry> wanted = Optional.empty();

    /**
     * An empty fleet.
     *
     * @param trouble told of every source that could not be read, and why
     */
    public Fleet(Sources sources, TaskExecutor executor, Clock clock, BiConsumer<HostEntry, Message> trouble) {
        this.trouble = trouble;
        this.sources = new MadeSources(sources);
        this.executor = executor;
        this.clock = clock;
    }

    public ObservableList<HostEntry> entries() {
        return entries;
    }

    public ReadOnlyObjectProperty<Optional<HostEntry>> currentProperty() {
        return current.getReadOnlyProperty();
    }

    public void show(HostEntry entry) {
        wanted = Optional.of(entry);
        current.set(Optional.of(entry));
    }

    /**
     * Opens a source, or reads it again if it is open. A host that is in view stays there until the new one is read; if
     * that fails it stays for good, and the trouble is told.
     */
    public HostEntry open(String source) {
        HostEntry entry = add(source);
        boolean keep = current.get()
                .filter(c -> c != entry && c.hostProperty().get().isPresent())
                .isPresent();
        if (!keep) {
            show(entry);
        }
        wanted = Optional.of(entry);
        read(entry, () -> {
            if (wanted.equals(Optional.of(entry))) {
                show(entry);
            }
        });
        return entry;
    }

    /** Opens a text that was pasted. */
    public HostEntry openPasted(String text) {
        return open(sources.pasted(text));
    }

    /** Opens several files as one host's, in place of those that were opened by themselves. */
    public HostEntry openTogether(List<HostEntry> files) {
        HostEntry together =
                open(sources.together(files.stream().map(HostEntry::source).toList()));
        files.forEach(this::remove);
        return together;
    }

    /** Puts a source on the list without reading or showing it. */
    public HostEntry add(String source) {
        return find(source).orElseGet(() -> {
            HostEntry made = new HostEntry(source, nameOf(source));
            entries.add(made);
            return made;
        });
    }

    /** Reads a source again; the earlier reading stays in view until the new one is there. */
    public void read(HostEntry entry) {
        read(entry, () -> {});
    }

    /** Reads a host again as root, which may ask for a password. */
    public void readAsAdministrator(HostEntry entry) {
        read(entry, stage -> sources.readAsAdministrator(entry.source(), stage), () -> {});
    }

    private void read(HostEntry entry, Runnable then) {
        read(entry, stage -> sources.read(entry.source(), stage), then);
    }

    /** Reads something, telling what it is busy with. */
    private interface Reading {
        Snapshot read(Consumer<HostStage> stage) throws UnreadableSourceException, InterruptedException;
    }

    private void read(HostEntry entry, Reading reading, Runnable then) {
        Instant since = clock.instant();
        HostEntry.State.Reading begun = new HostEntry.State.Reading(since, Optional.empty());
        entry.cancel();
        entry.stateProperty().set(begun);
        entry.reading(executor.run(
                () -> HostModel.of(reading.read(stage -> executor.onWindowThread(() -> at(entry, since, stage)))),
                host -> {
                    entry.nameProperty().set(entry.given().orElseGet(() -> ownName(entry, host.snapshot())));
                    entry.hostProperty().set(Optional.of(host));
                    entry.stateProperty().set(new HostEntry.State.Ready());
                    then.run();
                },
                problem -> {
                    HostEntry.State state = failed(entry, problem);
                    entry.stateProperty().set(state);
                    trouble.accept(entry, why(state));
                }));
    }

    /** What is told late, after the reading is over or another has begun, is dropped. */
    private static void at(HostEntry entry, Instant since, HostStage stage) {
        if (entry.stateProperty().get() instanceof HostEntry.State.Reading(Instant begun, Optional<HostStage> _)
                && begun.equals(since)) {
            entry.stateProperty().set(new HostEntry.State.Reading(since, Optional.of(stage)));
        }
    }

    /** Takes over what somebody else has read of a host. */
    public void adopt(HostEntry entry, HostModel host) {
        entry.cancel();
        entry.hostProperty().set(Optional.of(host));
        entry.stateProperty().set(new HostEntry.State.Ready());
    }

    /** Reads a host over a new connection. */
    public void reconnect(HostEntry entry) {
        entry.cancel();
        read(
                entry,
                stage -> {
                    sources.forget(entry.source());
                    return sources.read(entry.source(), stage);
                },
                () -> {});
    }

    /** Calls an entry something else; a blank name gives it back its own. */
    public void rename(HostEntry entry, String name) {
        String own = entry.hostProperty()
                .get()
                .map(host -> ownName(entry, host.snapshot()))
                .orElseGet(() -> nameOf(entry.source()));
        entry.rename(name, own);
    }

    /** Stops reading; what was read before stays. */
    public void cancel(HostEntry entry) {
        entry.cancel();
        if (entry.stateProperty().get() instanceof HostEntry.State.Reading) {
            entry.stateProperty()
                    .set(
                            entry.hostProperty().get().isPresent()
                                    ? new HostEntry.State.Ready()
                                    : new HostEntry.State.Failed(Message.of("ui.host.cancelled"), ""));
        }
    }

    /** Takes a source off the list; nothing happens to the file or host. */
    public void remove(HostEntry entry) {
        entry.cancel();
        int at = entries.indexOf(entry);
        entries.remove(entry);
        if (entry.isLive()) {
            executor.<String>run(
                    () -> {
                        sources.forget(entry.source());
                        return entry.source();
                    },
                    done -> {},
                    problem -> {});
        }
        if (current.get().equals(Optional.of(entry))) {
            current.set(
                    entries.isEmpty()
                            ? Optional.empty()
                            : Optional.of(entries.get(Math.min(Math.max(at, 0), entries.size() - 1))));
        }
    }

    public Optional<HostEntry> find(String source) {
        return entries.stream().filter(e -> e.source().equals(source)).findFirst();
    }

    private static HostEntry.State failed(HostEntry entry, Exception problem) {
        if (problem instanceof UnreadableSourceException unreadable) {
            boolean silent = unreadable.getCause() instanceof HostException e
                    && (e.kind() == HostException.Kind.GONE
                            || (e.kind() == HostException.Kind.UNREACHABLE
                                    && entry.hostProperty().get().isPresent()));
            if (silent) {
                return new HostEntry.State.Gone(unreadable.reason());
            }
            return new HostEntry.State.Failed(unreadable.reason(), "");
        }
        StringWriter trace = new StringWriter();
        problem.printStackTrace(new PrintWriter(trace));
        return new HostEntry.State.Failed(Message.of("ui.host.unexpected"), trace.toString());
    }

    private static Message why(HostEntry.State state) {
        return switch (state) {
            case HostEntry.State.Failed(Message why, String _) -> why;
            case HostEntry.State.Gone(Message why) -> why;
            case HostEntry.State.Reading _, HostEntry.State.Ready _ -> Message.of("ui.host.unexpected");
        };
    }

    /** A file keeps its own name: two captures of one host must be told apart. */
    private static String ownName(HostEntry entry, Snapshot snapshot) {
        boolean sample = entry.source().startsWith(Samples.PREFIX);
        String host = snapshot.origin().host();
        return entry.isLive() && !host.isBlank() && !sample ? host : nameOf(entry.source());
    }

    private static String nameOf(String source) {
        if (source.startsWith(Samples.PREFIX)) {
            return source.substring(Samples.PREFIX.length());
        }
        if (source.startsWith(Hosts.SSH)) {
            return source.substring(Hosts.SSH.length());
        }
        if (source.equals(Hosts.LOCAL)) {
            return source;
        }
        Path file = Path.of(source).getFileName();
        return file == null ? source : file.toString();
    }
}
