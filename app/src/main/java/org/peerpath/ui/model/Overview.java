// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.ListChangeListener;
import javafx.util.Subscription;
import org.peerpath.advice.Finding;
import org.peerpath.diagram.PathKey;
import org.peerpath.fleet.HostRecord;
import org.peerpath.fleet.HostRecords;
import org.peerpath.path.Deciding;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.base.TaskExecutor.Running;

/** Keeps the page of all hosts up to date: their groups, what a person asks of it, and the baseline. */
public final class Overview {
    /** Hundreds of hosts arrive within seconds; grouping them anew for each would hold the window up. */
    private static final Duration TOGETHER = Duration.ofMillis(120);

    private final Session session;
    private final Summaries summaries;
    private final TaskExecutor executor;
    private final Language language;
    private final Dialogs dialogs;
    private final ReadOnlyObjectWrapper<FleetPage> page;
    private final ObjectProperty<FleetPage.Question> question = new SimpleObjectProperty<>(FleetPage.Question.PLAIN);
    private final ReadOnlyObjectWrapper<Optional<Baseline>> baseline = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final Map<HostEntry, Subscription> watched = new HashMap<>();
    private boolean waiting;
    private Running comparing = Running.NONE;
    /** The host whose problem is to be shown once it is in view. */
    private Optional<HostEntry> led = Optional.empty();

    public Overview(Session session, Summaries summaries, TaskExecutor executor, Language language, Dialogs dialogs) {
        this.session = session;
        this.summaries = summaries;
        this.executor = executor;
        this.language = language;
        this.dialogs = dialogs;
        this.page = new ReadOnlyObjectWrapper<>(FleetPage.of(List.of(), language.texts()));
        session.fleet().entries().addListener((ListChangeListener<HostEntry>) change -> watch());
        language.textsProperty().subscribe((was, now) -> group());
        session.viewProperty().subscribe(view -> view.ifPresent(this::lead));
        watch();
    }

    public ReadOnlyObjectProperty<FleetPage> pageProperty() {
        return page.getReadOnlyProperty();
    }

    /** What a person asks of the page: filter, order, open groups. */
    public ObjectProperty<FleetPage.Question> questionProperty() {
        return question;
    }

    public ReadOnlyObjectProperty<Optional<Baseline>> baselineProperty() {
        return baseline.getReadOnlyProperty();
    }

    /** How many hosts are not read or not judged yet. */
    public int toCome() {
        return (int) session.fleet().entries().stream()
                .filter(entry -> record(entry).isEmpty())
                .count();
    }

    /** The open host that a record is about; empty once it is closed. */
    public Optional<HostEntry> entry(HostRecord host) {
        return session.fleet().find(host.source());
    }

    /** Shows a host and selects what is wrong with it first of all. */
    public void lead(HostRecord host) {
        entry(host).ifPresent(entry -> {
            led = Optional.of(entry);
            boolean there = session.fleet().currentProperty().get().equals(led);
            session.fleet().show(entry);
            if (there) {
                session.viewProperty().get().ifPresent(this::lead);
            }
        });
    }

    private void lead(HostView view) {
        if (led.isPresent() && session.fleet().currentProperty().get().equals(led)) {
            led = Optional.empty();
            session.select(problem(view));
        }
    }

    /** The path that the worst finding is about, else its function. */
    private static Selection problem(HostView view) {
        Optional<Finding> worst = view.summary().state().worst();
        return worst.flatMap(finding -> view.nearest().stream()
                        .filter(Deciding::isWrong)
                        .filter(path -> finding.functions().contains(path.requester())
                                || finding.functions().contains(path.target()))
                        .findFirst()
                        .map(path -> Selection.of(PathKey.of(path))))
                .or(() -> worst.flatMap(finding -> finding.functions().stream()
                        .filter(function ->
                                view.host().topology().find(function).isPresent())
                        .findFirst()
                        .map(Selection::of)))
                .orElseGet(Selection::nothing);
    }

    /** Compares every host with an earlier reading: a snapshot, a folder or an archive. */
    public void compareWith(String source, String called) {
        comparing.cancel();
        comparing = executor.<Baseline>run(
                () -> Baseline.of(session.fleet(), source, called),
                read -> compareWith(Optional.of(read)),
                problem -> dialogs.problem(
                        Message.of("ui.fleet.baseline.failed", called),
                        problem instanceof UnreadableSourceException unreadable
                                ? unreadable.reason()
                                : Message.of("ui.host.unexpected")));
    }

    /** Compares with nothing any more. */
    public void compareWithNothing() {
        comparing.cancel();
        compareWith(Optional.empty());
    }

    private void compareWith(Optional<Baseline> since) {
        baseline.set(since);
        summaries.compareWith(since);
        touch();
    }

    private void watch() {
        List<HostEntry> now = session.fleet().entries();
        watched.entrySet().removeIf(entry -> {
            boolean gone = !now.contains(entry.getKey());
            if (gone) {
                entry.getValue().unsubscribe();
            }
            return gone;
        });
        for (HostEntry entry : now) {
            watched.computeIfAbsent(
                    entry,
                    fresh -> fresh.recordProperty()
                            .subscribe((was, record) -> touch())
                            .and(fresh.stateProperty().subscribe((was, state) -> touch())));
        }
        touch();
    }

    private void touch() {
        if (!waiting) {
            waiting = true;
            executor.after(TOGETHER, () -> {
                waiting = false;
                group();
            });
        }
    }

    private void group() {
        List<HostRecord> records = new ArrayList<>();
        session.fleet().entries().forEach(entry -> record(entry).ifPresent(records::add));
        page.set(FleetPage.of(records, language.texts()));
    }

    private Optional<HostRecord> record(HostEntry entry) {
        Optional<HostRecord> read = entry.recordProperty().get();
        return switch (entry.stateProperty().get()) {
            case HostEntry.State.Failed(Message why, String _) when !entry.isRead() -> Optional.of(without(entry, why));
            case HostEntry.State.Gone(Message why) -> Optional.of(without(entry, why));
            case HostEntry.State.Failed _, HostEntry.State.Ready _, HostEntry.State.Reading _ -> read;
        };
    }

    private HostRecord without(HostEntry entry, Message why) {
        Scenario scenario = session.questionProperty().get().scenario();
        return HostRecords.without(
                        entry.source(),
                        scenario,
                        entry.isLive() ? HostRecord.State.UNREACHABLE : HostRecord.State.UNREADABLE,
                        why)
                .called(entry.source(), entry.nameProperty().get());
    }
}
