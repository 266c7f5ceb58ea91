// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import javafx.collections.ListChangeListener;
import org.peerpath.fleet.HostFigures;
import org.peerpath.fleet.HostRecord;
import org.peerpath.fleet.HostRecords;
import org.peerpath.fleet.Policy;
import org.peerpath.measured.Measurements;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.report.Answer;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor;

/**
 * Keeps every open host's one line and record up to date, in the scenario of now and as read, without any what-if. Of
 * many hosts, those that nobody has looked at are kept packed once they are summed up.
 */
public final class Summaries {
    /** As many hosts as stay at hand, looked at or not. */
    private static final int AT_HAND = 12;

    private final Session session;
    private final TaskExecutor executor;
    private final Set<HostEntry> watched = new HashSet<>();
    private Optional<Baseline> baseline = Optional.empty();
    private Scenario scenario;

    public Summaries(Session session, TaskExecutor executor) {
        this.session = session;
        this.executor = executor;
        this.scenario = session.questionProperty().get().scenario();
        session.fleet().entries().addListener((ListChangeListener<HostEntry>) change -> watch());
        session.questionProperty().subscribe(question -> {
            if (question.scenario() != scenario) {
                scenario = question.scenario();
                List.copyOf(session.fleet().entries()).forEach(this::compute);
            }
        });
        watch();
    }

    /** Says what has changed on each host since; empty for no comparison. */
    void compareWith(Optional<Baseline> since) {
        baseline = since;
        List.copyOf(session.fleet().entries()).forEach(this::compute);
    }

    private void watch() {
        watched.retainAll(new HashSet<>(session.fleet().entries()));
        for (HostEntry entry : session.fleet().entries()) {
            if (watched.add(entry)) {
                entry.hostProperty().subscribe(host -> host.ifPresent(read -> compute(entry)));
                entry.measuredProperty().subscribe((was, now) -> compute(entry));
            }
        }
    }

    /** What is known of a host, and it itself packed where it need not stay at hand. */
    private record Summed(Summary summary, HostRecord record, Optional<PackedHost> small) {}

    private void compute(HostEntry entry) {
        Scenario asked = scenario;
        Optional<Baseline> since = baseline;
        Optional<HostModel> host = entry.hostProperty().get();
        String name = entry.nameProperty().get();
        boolean pack = host.isPresent() && isIdle(entry);
        List<Readout> readouts = entry.measuredProperty().get();
        entry.model()
                .ifPresent(model -> executor.<Summed>run(
                        () -> summed(entry.source(), name, model, asked, since, readouts, pack),
                        summed -> {
                            if (asked == scenario
                                    && since.equals(baseline)
                                    && readouts.equals(entry.measuredProperty().get())
                                    && entry.hostProperty().get().equals(host)) {
                                entry.summaryProperty().set(Optional.of(summed.summary()));
                                entry.recordProperty().set(Optional.of(summed.record()));
                                summed.small().filter(small -> isIdle(entry)).ifPresent(entry::rest);
                            }
                        },
                        problem -> {
                            entry.summaryProperty().set(Optional.empty());
                            entry.recordProperty()
                                    .set(Optional.of(HostRecords.without(
                                                    entry.source(),
                                                    asked,
                                                    HostRecord.State.UNREADABLE,
                                                    Message.of("ui.host.unexpected"))
                                            .called(entry.source(), name)));
                        }));
    }

    /** Nobody has looked at it, and there are many. */
    private boolean isIdle(HostEntry entry) {
        return session.fleet().entries().size() > AT_HAND && !entry.isLookedAt();
    }

    private static Summed summed(
            String source,
            String name,
            Callable<HostModel> model,
            Scenario scenario,
            Optional<Baseline> baseline,
            List<Readout> readouts,
            boolean pack)
            throws Exception {
        HostModel host = model.call();
        Answer answer = Answer.of(host, scenario, PathSelection.DEFAULT);
        Summary summary =
                Summary.of(host, answer.paths(), answer.findings()).withoutRoot(WithoutRoot.unread(host.snapshot()));
        return new Summed(
                summary,
                record(answer, source, name, baseline).measured(figures(host, scenario, readouts)),
                pack ? Optional.of(PackedHost.of(host.snapshot())) : Optional.empty());
    }

    private static Optional<HostFigures> figures(HostModel host, Scenario scenario, List<Readout> readouts) {
        return readouts.isEmpty()
                ? Optional.empty()
                : HostFigures.of(Measurements.of(host, scenario, readouts, Optional.empty()));
    }

    private static HostRecord record(Answer answer, String source, String name, Optional<Baseline> baseline)
            throws UnreadableSourceException {
        HostRecord judged = HostRecords.of(answer, Policy.NONE);
        HostRecord record = judged.called(source, judged.host().isBlank() ? name : judged.host());
        return baseline.isPresent() ? baseline.get().compared(record, answer.host()) : record;
    }
}
