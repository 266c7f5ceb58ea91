// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.advice.Finding;
import org.peerpath.advice.Findings;
import org.peerpath.advice.HostState;
import org.peerpath.advice.Labels;
import org.peerpath.measured.Measured;
import org.peerpath.measured.Measurements;
import org.peerpath.model.HostModel;
import org.peerpath.path.PairKind;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;

/**
 * Everything there is to say about one host in one scenario.
 *
 * @param host the host
 * @param scenario under which it was asked
 * @param selection which paths were asked for
 * @param labels what its functions are called
 * @param paths the verdicts of the pairs asked for
 * @param nearest the pairs that decide how the host is: each NIC and its nearest GPUs, asked for or not
 * @param findings what is worth saying, worst first
 * @param state how the host is, in one word
 * @param measured what benchmarks measured on it; empty where nothing was given
 */
public record Answer(
        HostModel host,
        Scenario scenario,
        PathSelection selection,
        Labels labels,
        List<PathReport> paths,
        List<PathReport> nearest,
        List<Finding> findings,
        HostState state,
        Optional<Measurements> measured) {

    /** Judges the wanted paths, and those that decide how the host is; makes all findings about them and the host. */
    public static Answer of(HostModel host, Scenario scenario, PathSelection selection) {
        List<PathReport> judged = new PathJudge(host, scenario).judge(selection.withDefault(host.topology()));
        Set<PairKind> asked = selection.on(host.topology());
        List<Finding> findings = Findings.of(host, scenario, judged);
        return new Answer(
                host,
                scenario,
                selection,
                Labels.of(host),
                judged.stream().filter(path -> asked.contains(path.pair())).toList(),
                judged.stream().filter(PathReport::nearest).toList(),
                findings,
                HostState.of(host, judged, findings),
                Optional.empty());
    }

    /** The same with what benchmarks measured, whose findings join the others. */
    public Answer with(Measurements measurements) {
        List<Finding> all = new ArrayList<>(findings);
        all.addAll(measurements.findings());
        all.sort(Comparator.comparing(Finding::severity));
        return new Answer(
                host, scenario, selection, labels, paths, nearest, List.copyOf(all), state, Optional.of(measurements));
    }

    /** The figure to show beside a path. */
    public Optional<Measured> measured(PathReport path) {
        return measured.flatMap(all -> all.of(path.requester(), path.target()));
    }

    public int gpus() {
        return Roles.targets(host.topology(), Roles.TargetKind.GPU).size();
    }

    public int nics() {
        return Roles.nics(host.topology(), selection.allNics()).size();
    }

    /** Whether pairs of a kind were asked for. */
    public boolean asks(PairKind kind) {
        return selection.on(host.topology()).contains(kind);
    }

    /** The pairs asked for that do not decide how the host is, such as those of drives. */
    public List<PathReport> besides() {
        return paths.stream()
                .filter(path -> !path.pair().counts(host.topology()))
                .toList();
    }
}
