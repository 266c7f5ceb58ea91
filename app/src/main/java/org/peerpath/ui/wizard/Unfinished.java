// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.peerpath.model.HostModel;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.JournalException;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Session;

/** Whether the journal knows a run on the host in view that something is left to do about. */
final class Unfinished {
    private final Session session;
    private final TaskExecutor executor;
    private final Dialogs dialogs;
    private final Journal journal;
    private final Consumer<RunRecord> offer;
    private final ReadOnlyObjectWrapper<Optional<RunRecord>> run = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final Set<String> offered = new HashSet<>();
    private Optional<HostModel> lookedAt = Optional.empty();

    /**
     * Looks whenever another host, or another reading, comes into view.
     *
     * @param offer told of the first run found on each host
     */
    Unfinished(Session session, TaskExecutor executor, Dialogs dialogs, Journal journal, Consumer<RunRecord> offer) {
        this.session = session;
        this.executor = executor;
        this.dialogs = dialogs;
        this.journal = journal;
        this.offer = offer;
        session.viewProperty().subscribe(view -> look());
    }

    ReadOnlyObjectProperty<Optional<RunRecord>> runProperty() {
        return run.getReadOnlyProperty();
    }

    /** Somebody sees to it. */
    void forget() {
        run.set(Optional.empty());
    }

    private void look() {
        String source = source();
        if (run.get()
                .filter(record -> !record.source().equals(Optional.of(source)))
                .isPresent()) {
            forget();
        }
        Optional<HostModel> read = session.viewProperty().get().map(HostView::read);
        if (!source.isEmpty() && read.isPresent() && !isSame(read, lookedAt)) {
            lookedAt = read;
            executor.<Optional<RunRecord>>run(
                    () -> journal.unfinished(source),
                    found -> found(source, found),
                    problem -> dialogs.problem(Message.of("ui.wizard.journal-unread"), reason(problem)));
        }
    }

    /** Another scenario or a what-if of the very same reading leaves the journal as it is. */
    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(Optional<HostModel> one, Optional<HostModel> other) {
        return one.isPresent() && other.isPresent() && one.get() == other.get();
    }

    /** The live host in view, as the user calls it. */
    private String source() {
        return session.fleet()
                .currentProperty()
                .get()
                .filter(HostEntry::isLive)
                .map(HostEntry::source)
                .orElse("");
    }

    private void found(String source, Optional<RunRecord> found) {
        if (source.equals(source())) {
            run.set(found);
            boolean first = offered.add(source);
            found.filter(record -> first).ifPresent(offer);
        }
    }

    static Message reason(Exception problem) {
        return problem instanceof JournalException e
                ? e.reason()
                : Message.of("label.plain", String.valueOf(problem.getMessage()));
    }
}
