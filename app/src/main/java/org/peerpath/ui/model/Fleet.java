// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.peerpath.host.HostStage;
import org.peerpath.model.HostModel;
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
    private final BooleanProperty all = new SimpleBooleanProperty();
    private final Intake intake;
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
        this.intake = new Intake(entry -> read(entry, () -> {}));
    }

    public ObservableList<HostEntry> entries() {
        return entries;
    }

    public ReadOnlyObjectProperty<Optional<HostEntry>> currentProperty() {
        return current.getReadOnlyProperty();
    }

    /** Whether all hosts are in view rather than one of them. */
    public BooleanProperty allProperty() {
        return all;
    }

    public void show(HostEntry entry) {
        wanted = Optional.of(entry);
        all.set(false);
        current.set(Optional.of(entry));
        wake(entry);
    }

    /** Has what was read of a host at hand again, if it is packed. */
    public void wake(HostEntry entry) {
        entry.lookAt();
        if (entry.isPacked()) {
            entry.model()
                    .ifPresent(packed -> entry.reading(executor.run(
                            packed,
                            host -> entry.hostProperty().set(Optional.of(host)),
                            problem -> entry.stateProperty().set(Troubles.state(entry, problem)))));
        }
    }

    /** Returns the hosts that a source holds; empty if it is one. Called away from the window's thread. */
    public List<String> hosts(String source) throws UnreadableSourceException {
        return sources.hosts(source);
    }

    /** Reads a source without listing it. Called away from the window's thread. */
    public Snapshot peek(String source) throws UnreadableSourceException, InterruptedException {
        return sources.read(source);
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
        Runnable then = () -> {
            if (wanted.equals(Optional.of(entry))) {
                show(entry);
            }
        };
        if (entry.isLive() || entry.isMember() || entry.isRead()) {
            read(entry, then);
        } else {
            look(entry, then);
        }
        return entry;
    }

    /** A folder, an archive or a list may hold many hosts: then each of them takes its place. */
    private void look(HostEntry entry, Runnable then) {
        entry.cancel();
        waits(entry);
        entry.reading(executor.run(
                () -> sources.hosts(entry.source()),
                hosts -> {
                    if (hosts.isEmpty()) {
                        read(entry, then);
                    } else {
                        expand(entry, hosts);
                    }
                },
                problem -> fail(entry, problem)));
    }

    private void waits(HostEntry entry) {
        entry.stateProperty().set(new HostEntry.State.Reading(clock.instant(), Optional.empty()));
    }

    private void expand(HostEntry found, List<String> hosts) {
        List<HostEntry> members = hosts.stream()
                .filter(host -> find(host).isEmpty())
                .map(host -> new HostEntry(host, SourceNames.of(host), found.source()))
                .toList();
        members.forEach(this::waits);
        List<HostEntry> now = new ArrayList<>(entries);
        int at = now.indexOf(found);
        now.remove(found);
        now.addAll(Math.max(at, 0), members);
        // The entry goes at once, so that nothing shows the folder as a host.
        if (current.get().equals(Optional.of(found))) {
            current.set(Optional.empty());
        }
        entries.setAll(now);
        all.set(true);
        intake.take(members);
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
            HostEntry made = new HostEntry(source, SourceNames.of(source), source);
            entries.add(made);
            return made;
        });
    }

    /** Reads a source again; the earlier reading stays in view until the new one is there. */
    public void read(HostEntry entry) {
        read(entry, () -> {});
    }

    /** Reads all sources again, a few at a time. */
    public void readAll() {
        List<HostEntry> again = List.copyOf(entries);
        again.stream().filter(entry -> !entry.isLive()).forEach(this::waits);
        intake.take(again);
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
                    entry.nameProperty().set(entry.given().orElseGet(() -> own(entry, host.snapshot())));
                    entry.hostProperty().set(Optional.of(host));
                    entry.stateProperty().set(new HostEntry.State.Ready());
                    then.run();
                },
                problem -> fail(entry, problem)));
    }

    private void fail(HostEntry entry, Exception problem) {
        HostEntry.State state = Troubles.state(entry, problem);
        entry.stateProperty().set(state);
        // Of many hosts in one folder, the page of all says which could not be read.
        if (!entry.isMember()) {
            trouble.accept(entry, Troubles.why(state));
        }
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

    /** Two snapshots of one host stay apart by their files' names. */
    private String own(HostEntry entry, Snapshot snapshot) {
        String own = SourceNames.own(entry, snapshot);
        boolean taken = entry.isMember()
                && entries().stream()
                        .anyMatch(other -> !other.equals(entry)
                                && other.nameProperty().get().equals(own));
        return taken ? SourceNames.of(entry.source()) : own;
    }

    /** Calls an entry something else; a blank name gives it back its own. */
    public void rename(HostEntry entry, String name) {
        String own = entry.hostProperty()
                .get()
                .map(host -> own(entry, host.snapshot()))
                .orElseGet(() -> SourceNames.of(entry.source()));
        entry.rename(name, own);
    }

    /** Stops reading; what was read before stays. */
    public void cancel(HostEntry entry) {
        entry.cancel();
        if (entry.stateProperty().get() instanceof HostEntry.State.Reading) {
            entry.stateProperty()
                    .set(
                            entry.isRead()
                                    ? new HostEntry.State.Ready()
                                    : new HostEntry.State.Failed(Message.of("ui.host.cancelled"), ""));
        }
    }

    /** Takes a source off the list; nothing happens to the file or host. */
    public void remove(HostEntry entry) {
        cancel(entry);
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
        if (entries.size() < 2) {
            all.set(false);
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
}
