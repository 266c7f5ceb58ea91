// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.collections.ListChangeListener;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.ui.base.TaskExecutor;

/** Keeps every open host's one line up to date, in the scenario of now and as read, without any what-if. */
public final class Summaries {
    private final Session session;
    private final TaskExecutor executor;
    private final Set<HostEntry> watched = new HashSet<>();
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

    private void watch() {
        watched.retainAll(session.fleet().entries());
        for (HostEntry entry : session.fleet().entries()) {
            if (watched.add(entry)) {
                entry.hostProperty().subscribe(host -> compute(entry));
            }
        }
    }

    private void compute(HostEntry entry) {
        Optional<HostModel> host = entry.hostProperty().get();
        Scenario asked = scenario;
        host.ifPresent(read -> executor.<Summary>run(
                () -> Summary.of(new PathJudge(read, asked).judge(PathSelection.DEFAULT))
                        .withoutRoot(WithoutRoot.unread(read.snapshot())),
                summary -> {
                    if (asked == scenario && entry.hostProperty().get().equals(host)) {
                        entry.summaryProperty().set(Optional.of(summary));
                    }
                },
                problem -> entry.summaryProperty().set(Optional.empty())));
    }
}
