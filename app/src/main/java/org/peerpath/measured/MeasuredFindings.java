// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.peerpath.advice.Evidence;
import org.peerpath.advice.Finding;
import org.peerpath.advice.FindingId;
import org.peerpath.advice.Labels;
import org.peerpath.advice.Lists;
import org.peerpath.measured.read.DataCheck;
import org.peerpath.measured.read.Observation;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** What all figures of a host tell together. */
final class MeasuredFindings {
    private static final int SHOWN = 8;

    private final Labels labels;
    private final List<Measured> results;
    private final List<Readout> readouts;
    private final Comparisons comparisons;
    private final List<Finding> findings = new ArrayList<>();

    private MeasuredFindings(HostModel host, List<Measured> results, List<Readout> readouts, Standards standards) {
        this.labels = Labels.of(host);
        this.results = results;
        this.readouts = readouts;
        this.comparisons = new Comparisons(results, standards);
    }

    static List<Finding> of(HostModel host, List<Measured> results, List<Readout> readouts, Standards standards) {
        MeasuredFindings made = new MeasuredFindings(host, results, readouts, standards);
        made.wrongData();
        made.add(FindingId.MEASURED_FASTER, Severity.WARNING, made.best(MeasuredFindings::contradicts));
        made.slower();
        made.add(FindingId.MEASURED_UNVERIFIED, Severity.INFO, made.unverified());
        made.add(FindingId.MEASURED_OUTLIER, Severity.WARNING, made.comparisons.outliers());
        made.add(FindingId.MEASURED_ONE_WAY, Severity.WARNING, made.comparisons.slowerThanReverse());
        made.add(FindingId.MEASURED_PEER_SLOWER, Severity.WARNING, made.comparisons.slowerThanWithoutPeer());
        made.uncheckedOk();
        return List.copyOf(made.findings);
    }

    private static boolean contradicts(Measured result) {
        return result.agrees().equals(Optional.of(false))
                && result.figure().check() != DataCheck.FAILED
                && (result.share().filter(share -> share > 1).isPresent()
                        || result.path()
                                .filter(path -> Says.refuses(path.verdict()))
                                .isPresent());
    }

    /** Short in its best figure: a sweep reaches its speed only in the large sizes. */
    private void slower() {
        add(
                FindingId.MEASURED_SLOWER,
                Severity.WARNING,
                best(result -> result.state().isPresent() && !result.figure().both()).stream()
                        .filter(result -> result.agrees().equals(Optional.of(false)))
                        .filter(result -> result.state().equals(Optional.of(MeasuredState.SHORT)))
                        .toList());
    }

    private List<Measured> unverified() {
        return best(result -> result.state().isPresent()).stream()
                .filter(result -> result.state().equals(Optional.of(MeasuredState.UNVERIFIED)))
                .filter(result -> result.agrees().isEmpty() && result.share().isPresent())
                .toList();
    }

    private void wrongData() {
        List<Measured> wrong = results.stream()
                .filter(result -> result.figure().check() == DataCheck.FAILED)
                .toList();
        List<Observation> said = said(Observation.Kind.WRONG_DATA);
        if (!wrong.isEmpty() || !said.isEmpty()) {
            findings.add(finding(
                    FindingId.MEASURED_WRONG_DATA,
                    Severity.ERROR,
                    ends(wrong),
                    Message.of("finding.measured-wrong-data"),
                    wrong.stream().limit(SHOWN).map(this::evidence).toList()));
        }
    }

    private void uncheckedOk() {
        if (!said(Observation.Kind.UNCHECKED_OK).isEmpty()) {
            findings.add(finding(
                    FindingId.MEASURED_NOT_CHECKED,
                    Severity.WARNING,
                    List.of(),
                    Message.of("finding.measured-not-checked"),
                    readouts.stream()
                            .flatMap(readout -> readout.observations().stream()
                                    .filter(o -> o.kind() == Observation.Kind.UNCHECKED_OK)
                                    .map(o -> line(readout.name(), o.line(), o.message())))
                            .limit(SHOWN)
                            .toList()));
        }
    }

    private List<Observation> said(Observation.Kind kind) {
        return readouts.stream()
                .flatMap(readout -> readout.observations().stream())
                .filter(observation -> observation.kind() == kind)
                .toList();
    }

    /** The largest figure of each pair and tool among those that are wanted. */
    private List<Measured> best(Predicate<Measured> wanted) {
        Map<String, Measured> best = new LinkedHashMap<>();
        results.stream()
                .filter(wanted)
                .filter(result -> result.path().isPresent())
                .forEach(result -> best.merge(
                        result.requester() + " " + result.target() + " "
                                + result.figure().tool() + result.figure().both(),
                        result,
                        (one, other) -> one.figure().gigabytesPerSecond()
                                        >= other.figure().gigabytesPerSecond()
                                ? one
                                : other));
        return List.copyOf(best.values());
    }

    private void add(FindingId id, Severity severity, List<Measured> about) {
        if (!about.isEmpty()) {
            Measured worst = about.stream()
                    .min(Comparator.comparingDouble(result -> result.figure().gigabytesPerSecond()))
                    .orElseThrow();
            findings.add(finding(
                    id,
                    severity,
                    ends(about),
                    Message.of(
                            "finding." + id.id(),
                            Lists.of(about.stream().map(this::pair).toList()),
                            pair(worst),
                            Amounts.gigabytes(worst.figure().gigabytesPerSecond()),
                            worst.expected().map(Amounts::gigabytes).orElse("?")),
                    about.stream().limit(SHOWN).map(this::evidence).toList()));
        }
    }

    private static List<Address> ends(Collection<Measured> about) {
        return about.stream()
                .flatMap(result -> Stream.concat(result.requester().stream(), result.target().stream()))
                .toList();
    }

    private Message pair(Measured result) {
        return Message.of(
                "finding.pair",
                result.requester().map(labels::shortName).orElse(Message.of("label.plain", "?")),
                result.target().map(labels::shortName).orElse(Message.of("label.plain", "?")));
    }

    private Evidence evidence(Measured result) {
        return line(
                result.file(),
                result.figure().printed().line(),
                Message.of(
                        "measured.evidence",
                        result.figure().printed().value(),
                        result.figure().printed().unit(),
                        pair(result)));
    }

    private static Evidence line(String file, int line, Message said) {
        return new Evidence(file, said, Message.of("measured.line", Integer.toString(line)));
    }

    private static Finding finding(
            FindingId id, Severity severity, List<Address> functions, Message message, List<Evidence> evidence) {
        return new Finding(id, severity, functions, message, evidence, id.remedy(), List.of(), id.source());
    }
}
