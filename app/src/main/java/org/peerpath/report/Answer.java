// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.List;
import org.peerpath.advice.Finding;
import org.peerpath.advice.Findings;
import org.peerpath.advice.Labels;
import org.peerpath.advice.Severity;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.Outcome;
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
 * @param paths the verdicts
 * @param findings what is worth saying, worst first
 */
public record Answer(
        HostModel host,
        Scenario scenario,
        PathSelection selection,
        Labels labels,
        List<PathReport> paths,
        List<Finding> findings) {

    /** Judges the wanted paths and makes all findings about them and the host. */
    public static Answer of(HostModel host, Scenario scenario, PathSelection selection) {
        List<PathReport> paths = new PathJudge(host, scenario).judge(selection);
        return new Answer(host, scenario, selection, Labels.of(host), paths, Findings.of(host, scenario, paths));
    }

    public int gpus() {
        return Roles.targets(host.topology(), Roles.TargetKind.GPU).size();
    }

    public int nics() {
        return Roles.nics(host.topology(), selection.allNics()).size();
    }

    /** The pairs that matter most: each NIC and its nearest targets. */
    public List<PathReport> nearest() {
        return paths.stream().filter(PathReport::nearest).toList();
    }

    /** Whether something is wrong: an error, or a nearest pair that shares a switch and does not stay inside it. */
    public boolean wrong() {
        return findings.stream().anyMatch(f -> f.severity() == Severity.ERROR)
                || nearest().stream()
                        .anyMatch(path -> path.commonSwitch().isPresent()
                                && path.verdict() != Outcome.INSIDE_SWITCH
                                && path.verdict() != Outcome.UNKNOWN);
    }

    /** Whether a nearest pair's verdict is unknown, or the source tells of no function at all, as a log or a matrix. */
    public boolean undecided() {
        return host.topology().functions().isEmpty()
                || nearest().stream().anyMatch(path -> path.verdict() == Outcome.UNKNOWN);
    }
}
