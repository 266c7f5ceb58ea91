// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.advice.Finding;
import org.peerpath.advice.Findings;
import org.peerpath.advice.Labels;
import org.peerpath.diagram.PathKey;
import org.peerpath.measured.Measurements;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.path.WhatIf;
import org.peerpath.snapshot.Address;

/**
 * Everything the window shows of one host, in one piece: computed away from the window's thread and swapped there.
 *
 * @param read the host as it was read
 * @param host the host as it is shown: with the changes of a what-if, if there are any
 * @param changes the what-if's changes in order
 * @param scenario under which the question is asked
 * @param before every path of the host as read
 * @param paths every path of the host as shown; the same list without changes
 * @param labels what to call its functions
 * @param findings what is worth saying about it, worst first
 * @param summary the host in one line
 * @param measured what benchmarks measured on the host as read; empty where nothing was given, and in a what-if
 */
public record HostView(
        HostModel read,
        HostModel host,
        List<Change> changes,
        Scenario scenario,
        Map<PathKey, PathReport> before,
        Map<PathKey, PathReport> paths,
        Labels labels,
        List<Finding> findings,
        Summary summary,
        Optional<Measurements> measured) {

    /** What a view is computed for. */
    public record Question(Scenario scenario, List<Change> changes) {
        public Question {
            changes = List.copyOf(changes);
        }
    }

    /**
     * Computes a view: pure, some milliseconds for hundreds of functions.
     *
     * @throws WhatIf.RefusedException if the host cannot take one of the changes
     */
    public static HostView of(HostModel read, Question question) throws WhatIf.RefusedException {
        HostModel changed = WhatIf.apply(read, question.changes());
        Map<PathKey, PathReport> before = judge(read, question.scenario());
        Map<PathKey, PathReport> paths = question.changes().isEmpty() ? before : judge(changed, question.scenario());
        List<Finding> findings = Findings.of(changed, question.scenario(), List.copyOf(paths.values()));
        return new HostView(
                read,
                changed,
                question.changes(),
                question.scenario(),
                before,
                paths,
                Labels.of(changed),
                findings,
                Summary.of(changed, List.copyOf(paths.values()), findings),
                Optional.empty());
    }

    /** The same with what benchmarks measured. A what-if shows none: the figures are those of the host as it is. */
    public HostView measuring(List<Readout> readouts) {
        if (readouts.isEmpty() || isWhatIf()) {
            return this;
        }
        Measurements all = Measurements.of(read, scenario, readouts, Optional.empty());
        List<Finding> together = new ArrayList<>(findings);
        together.addAll(all.findings());
        together.sort(Comparator.comparing(Finding::severity));
        return new HostView(
                read, host, changes, scenario, before, paths, labels, List.copyOf(together), summary, Optional.of(all));
    }

    private static Map<PathKey, PathReport> judge(HostModel host, Scenario scenario) {
        Map<PathKey, PathReport> paths = new LinkedHashMap<>();
        new PathJudge(host, scenario).judge(PathSelection.DEFAULT).forEach(path -> paths.put(PathKey.of(path), path));
        return paths;
    }

    /** The paths worth drawing: each NIC's nearest targets. */
    public List<PathReport> nearest() {
        return paths.values().stream().filter(PathReport::nearest).toList();
    }

    /** The nearest path of a NIC below a port that most needs looking at. */
    public Optional<PathReport> worstBelow(Address port) {
        return nearest().stream()
                .filter(report ->
                        host.topology().place(report.requester()).chain().contains(port))
                .max(Comparator.comparingInt(report -> report.verdict() == Outcome.INSIDE_SWITCH ? 0 : 1));
    }

    public Optional<PathReport> path(PathKey key) {
        return Optional.ofNullable(paths.get(key));
    }

    /** Whether the view shows something that is not so on the host. */
    public boolean isWhatIf() {
        return !changes.isEmpty();
    }

    /** Paths whose verdict or isolation a what-if changes. */
    public List<Difference> differences() {
        List<Difference> differences = new ArrayList<>();
        paths.forEach((key, now) -> {
            PathReport was = before.get(key);
            if (was != null
                    && (was.verdict() != now.verdict()
                            || was.isolation().isolation() != now.isolation().isolation())) {
                differences.add(new Difference(was, now));
            }
        });
        return differences;
    }

    /** A path before and after. */
    public record Difference(PathReport before, PathReport after) {}
}
