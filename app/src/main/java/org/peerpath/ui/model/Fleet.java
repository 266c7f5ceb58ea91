// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.peerpath.iommu.HostModel;
import org.peerpath.snapshot.Samples;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor;

/** The hosts and files that are open, and which of them is in view. A source that cannot be read spoils no other. */
public final class Fleet {
    private final Sources sources;
    private final TaskExecutor executor;
    private final Clock clock;
    private final BiConsumer<HostEntry, HostEntry.State.Failed> trouble;
    private final ObservableList<HostEntry> entries = FXCollections.observableArrayList();
    private final ReadOnlyObjectWrapper<Optional<HostEntry>> current = new ReadOnlyObjectWrapper<>(Optional.empty());
    /** What the person asked for last: of several that are being read, the one to show. */
    private Optional<HostEntry> wanted = Optional.empty();

    /**
     * An empty fleet.
     *
     * @param trouble told of every source that could not be read
     */
    public Fleet(
            Sources sources,
            TaskExecutor executor,
            Clock clock,
            BiConsumer<HostEntry, HostEntry.State.Failed> trouble) {
        this.trouble = trouble;
        this.sources = sources;
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
        read(entry, () -> sources.readAsAdministrator(entry.source()), () -> {});
    }

    private void read(HostEntry entry, Runnable then) {
        read(entry, () -> sources.read(entry.source()), then);
    }

    private void read(HostEntry entry, Callable<Snapshot> reading, Runnable then) {
        entry.stateProperty().set(new HostEntry.State.Reading(clock.instant()));
        entry.reading(executor.run(
                () -> HostModel.of(reading.call()),
                host -> {
                    entry.nameProperty().set(nameOf(entry, host.snapshot()));
                    entry.hostProperty().set(Optional.of(host));
                    entry.stateProperty().set(new HostEntry.State.Ready());
                    then.run();
                },
                problem -> {
                    HostEntry.State.Failed state = failed(problem);
                    entry.stateProperty().set(state);
                    trouble.accept(entry, state);
                }));
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

    private static HostEntry.State.Failed failed(Exception problem) {
        if (problem instanceof UnreadableSourceException unreadable) {
            return new HostEntry.State.Failed(unreadable.reason(), "");
        }
        StringWriter trace = new StringWriter();
        problem.printStackTrace(new PrintWriter(trace));
        return new HostEntry.State.Failed(Message.of("ui.host.unexpected"), trace.toString());
    }

    /** A file keeps its own name: two captures of one host must be told apart. */
    private static String nameOf(HostEntry entry, Snapshot snapshot) {
        boolean sample = entry.source().startsWith(Samples.PREFIX);
        String host = snapshot.origin().host();
        return entry.isLive() && !host.isBlank() && !sample
                ? host
                : entry.nameProperty().get();
    }

    private static String nameOf(String source) {
        if (source.startsWith(Samples.PREFIX)) {
            return source.substring(Samples.PREFIX.length());
        }
        if (source.startsWith(Sources.SSH)) {
            return source.substring(Sources.SSH.length());
        }
        if (source.equals(Sources.LOCAL)) {
            return source;
        }
        Path file = Path.of(source).getFileName();
        return file == null ? source : file.toString();
    }
}
