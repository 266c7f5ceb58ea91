// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.advice.Finding;
import org.peerpath.advice.Findings;
import org.peerpath.measured.read.Figure;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;

/**
 * What benchmarks measured, held against one host.
 *
 * @param host the host
 * @param scenario under which its paths were judged
 * @param readouts the files, as read
 * @param results one for each printed figure, in the order of the files
 * @param findings what the figures together tell
 * @param told the pair that figures belong to whose own text does not tell
 */
public record Measurements(
        HostModel host,
        Scenario scenario,
        List<Readout> readouts,
        List<Measured> results,
        List<Finding> findings,
        Optional<Pair> told) {
    public Measurements {
        readouts = List.copyOf(readouts);
        results = List.copyOf(results);
        findings = List.copyOf(findings);
    }

    /**
     * Judges every figure.
     *
     * @param told the pair that figures belong to whose own text does not tell
     */
    public static Measurements of(HostModel host, Scenario scenario, List<Readout> readouts, Optional<Pair> told) {
        List<PathReport> paths = new PathJudge(host, scenario).judge(PathSelection.DEFAULT);
        NextSteps next = new NextSteps(host, Findings.of(host, scenario, paths));
        Judge judge = new Judge(host, scenario, told, Standards.SHIPPED, next);
        List<Measured> results = new ArrayList<>();
        for (Readout readout : readouts) {
            Map<Integer, Figure> best = best(readout);
            readout.figures()
                    .forEach(figure -> results.add(judge.judge(
                            readout,
                            figure,
                            Optional.ofNullable(best.get(figure.printed().run())))));
        }
        return new Measurements(
                host,
                scenario,
                readouts,
                results,
                MeasuredFindings.of(host, results, readouts, Standards.SHIPPED),
                told);
    }

    /** The largest figure of each run. */
    private static Map<Integer, Figure> best(Readout readout) {
        double smallest = Standards.SHIPPED.value("smallest-message");
        Map<Integer, Figure> best = new HashMap<>();
        readout.figures().stream()
                .filter(figure ->
                        figure.bytes().filter(bytes -> bytes >= smallest).isPresent())
                .forEach(figure -> best.merge(
                        figure.printed().run(),
                        figure,
                        (one, other) -> one.gigabytesPerSecond() >= other.gigabytesPerSecond() ? one : other));
        return best;
    }

    /**
     * Returns the figure to show beside a path: of those of its pair that say something, the one with the largest share;
     * a verified one before others.
     */
    public Optional<Measured> of(Address requester, Address target) {
        return results.stream()
                .filter(result -> result.state().isPresent())
                .filter(result -> result.path()
                        .filter(path -> path.requester().equals(requester)
                                && path.target().equals(target))
                        .isPresent())
                .max(Comparator.comparing(
                                (Measured result) -> result.state().equals(Optional.of(MeasuredState.CONFIRMED)))
                        .thenComparingDouble(result -> result.share().orElse(0.0))
                        .thenComparingDouble(result -> result.figure().gigabytesPerSecond()));
    }

    /** Returns the figure to show of each measured pair of which it is known what it could carry. */
    public List<Measured> perPair() {
        return results.stream()
                .filter(result -> result.state().isPresent())
                .flatMap(result -> result.path().stream())
                .map(path -> new Pair(path.requester(), path.target()))
                .distinct()
                .flatMap(pair -> of(pair.requester(), pair.target()).stream())
                .filter(result -> result.share().isPresent())
                .toList();
    }

    /** Returns of several measured pairs the one that falls shortest of what it could carry. */
    public Optional<Measured> slowest() {
        return perPair().stream()
                .min(Comparator.comparingDouble(result -> result.share().orElse(Double.MAX_VALUE)));
    }

    /** Returns whether a figure contradicts its verdict or falls short of it, or wrong data arrived. */
    public boolean wrong() {
        return results.stream().anyMatch(result -> result.agrees().equals(Optional.of(false)));
    }

    /** Returns whether not one figure could be held against a verdict. */
    public boolean undecided() {
        return results.stream().noneMatch(result -> result.agrees().isPresent());
    }
}
