// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.peerpath.model.HostModel;
import org.peerpath.path.Comparison;
import org.peerpath.path.Difference;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** Compares two hosts by everything that decides: facts and verdicts, and the states and findings that come of them. */
public final class HostComparison {
    private static final String HOST = "host";

    private HostComparison() {}

    /** What differs: facts first, then states and findings by scenario. */
    public static List<Difference> of(HostModel before, HostModel after) {
        List<Difference> all = new ArrayList<>(Comparison.of(before, after));
        for (Scenario scenario : Scenario.values()) {
            all.addAll(Difference.between(HOST, said(before, scenario), said(after, scenario)));
        }
        return List.copyOf(all);
    }

    /** The state and the findings in one scenario, by {@code state.SCENARIO} and {@code finding.SCENARIO.ID}. */
    private static SortedMap<String, String> said(HostModel host, Scenario scenario) {
        List<PathReport> reports = new PathJudge(host, scenario).judge(PathSelection.DEFAULT);
        List<Finding> findings = Findings.of(host, scenario, reports);
        SortedMap<String, String> said = new TreeMap<>(findings.stream()
                .filter(finding -> !comesAndGoes(finding))
                .collect(Collectors.groupingBy(
                        finding -> "finding." + scenario.id() + "." + finding.id(),
                        Collectors.mapping(HostComparison::line, Collectors.joining("; ")))));
        said.put(
                "state." + scenario.id(),
                HostState.of(host, reports, findings).level().id());
        return said;
    }

    /** Whether it tells only that a GPU idles at the moment: its link's speed changes from one reading to the next. */
    private static boolean comesAndGoes(Finding finding) {
        return finding.id() == FindingId.LINK_DOWNGRADED && finding.severity() == Severity.INFO;
    }

    private static String line(Finding finding) {
        return finding.severity().id() + ": " + Texts.ENGLISH.say(finding.message());
    }
}
