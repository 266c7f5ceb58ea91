// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.measured.read.DataCheck;
import org.peerpath.measured.read.End;
import org.peerpath.measured.read.Figure;
import org.peerpath.measured.read.Readout;
import org.peerpath.measured.read.Trait;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Holds one figure after the other against the verdicts of a host. Not thread-safe. */
final class Judge {
    /** Why a figure is not compared with a path, the first that holds. */
    private static final List<Trait> APART = List.of(
            Trait.INCONSISTENT,
            Trait.SUMMARY,
            Trait.COLLECTIVE,
            Trait.LOCAL,
            Trait.PEER_DISABLED,
            Trait.FALLBACK,
            Trait.LOOPBACK,
            Trait.INTERVAL);
    /** Why a figure that belongs to a path is not held against its verdict. */
    private static final List<Trait> SHOWN_ONLY = List.of(Trait.CONCURRENT, Trait.UNDER_BOTH, Trait.BAR_READ);

    private final HostModel host;
    private final Standards standards;
    private final PathJudge paths;
    private final Joiner joiner;
    private final Expectations expectations;
    private final NextSteps next;
    private final Sentences sentences;
    private final GpuLinks gpuLinks;

    private record Ends(Address requester, Address target) {}

    private final Map<Ends, PathReport> judged = new HashMap<>();

    Judge(HostModel host, Scenario scenario, Optional<Pair> told, Standards standards, NextSteps next) {
        this.host = host;
        Labels labels = Labels.of(host);
        this.standards = standards;
        this.paths = new PathJudge(host, scenario);
        this.joiner = new Joiner(host, labels, told);
        this.expectations = new Expectations(host, labels, standards);
        this.next = next;
        this.sentences = new Sentences(labels, standards);
        this.gpuLinks = new GpuLinks(host, labels, standards);
    }

    /**
     * Judges a figure.
     *
     * @param best the largest figure of the same run; a sweep over sizes reaches its speed only there
     */
    Measured judge(Readout readout, Figure figure, Optional<Figure> best) {
        Joined ends = joiner.join(figure, readout.visible());
        Optional<Trait> apart = APART.stream().filter(figure::is).findFirst();
        if (apart.isPresent()) {
            Optional<Message> reference = sentences.reference(readout, figure);
            return reference.isPresent()
                    ? result(readout, figure, ends, reference.get())
                    : apart(readout, figure, ends, apart.get());
        }
        Optional<String> shownOnly = SHOWN_ONLY.stream()
                .filter(figure::is)
                .findFirst()
                .map(Judge::key)
                .or(() -> Optional.of("small").filter(key -> small(figure)))
                .or(() -> Optional.of("sweep")
                        .filter(key -> best.filter(b -> larger(b, figure)).isPresent()));
        if (ends.missing().isPresent()) {
            return unjoined(readout, figure, ends);
        }
        if (ends.requester().isPresent() && ends.target().isPresent()) {
            return pair(readout, figure, ends, shownOnly);
        }
        Optional<Address> single = ends.requester().or(ends::target);
        return single.map(function -> single(readout, figure, ends, function, shownOnly))
                .orElseGet(() ->
                        result(readout, figure, ends, Sentences.says(figure.is(Trait.NETWORK) ? "network" : "nobody")));
    }

    // ---- A pair ----------------------------------------------------------------------------------------------------

    private Measured pair(Readout readout, Figure figure, Joined ends, Optional<String> shownOnly) {
        PathReport path = path(ends.requester().orElseThrow(), ends.target().orElseThrow());
        Expectation expected = Says.refuses(path.verdict())
                ? Expectation.unknown(Message.of("measured.expected.refused"))
                : expectations.path(path, figure);
        Optional<Double> share = expected.gigabytesPerSecond().map(value -> figure.gigabytesPerSecond() / value);
        if (shownOnly.isPresent()) {
            return with(readout, figure, ends, path, expected, shownOnly.get(), share);
        }
        if (betweenGpus(ends) && figure.check() != DataCheck.FAILED) {
            Optional<Boolean> own =
                    gpuLinks.between(ends.requester().get(), ends.target().get());
            boolean more = share.filter(s -> s > standards.value("faster")).isPresent();
            if (own.equals(Optional.of(true)) || (own.isEmpty() && more)) {
                String key = own.isPresent() ? "own-link" : "own-link-likely";
                return with(readout, figure, ends, path, Expectation.unknown(expected.limit()), key, share);
            }
            if (own.isEmpty() && share.isPresent()) {
                return with(readout, figure, ends, path, expected, "own-link-unknown", share);
            }
        }
        if (figure.is(Trait.BROKEN_OFF) && figure.check() != DataCheck.FAILED) {
            return with(readout, figure, ends, path, expected, "broken-off", share);
        }
        if (share.isEmpty() && !Says.refuses(path.verdict())) {
            return new Measured(
                    readout.name(),
                    figure,
                    ends.requester(),
                    ends.target(),
                    Optional.of(path),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(MeasuredState.UNVERIFIED),
                    Message.of(
                            "measured.says."
                                    + (path.verdict() == Outcome.UNKNOWN ? "verdict-unknown" : "no-expectation"),
                            sentences.names(ends),
                            Amounts.gigabytes(figure.gigabytesPerSecond()),
                            expected.limit()),
                    List.of());
        }
        Pace pace = share.map(s -> Pace.of(s, standards)).orElse(Pace.REACHED);
        Says says = Says.of(path.verdict(), pace, figure.check());
        boolean lacking =
                says.state().filter(state -> state == MeasuredState.SHORT).isPresent()
                        || says.agrees().equals(Optional.of(false));
        return new Measured(
                readout.name(),
                figure,
                ends.requester(),
                ends.target(),
                Optional.of(path),
                expected.gigabytesPerSecond(),
                says.agrees(),
                says.state(),
                sentences.of(says.sentence(), figure, ends, Optional.of(path), expected, share),
                lacking ? next.of(figure, path, pace) : List.of());
    }

    private Measured with(
            Readout readout,
            Figure figure,
            Joined ends,
            PathReport path,
            Expectation expected,
            String sentence,
            Optional<Double> share) {
        return new Measured(
                readout.name(),
                figure,
                ends.requester(),
                ends.target(),
                Optional.of(path),
                expected.gigabytesPerSecond(),
                Optional.empty(),
                Optional.empty(),
                sentences.of(sentence, figure, ends, Optional.of(path), expected, share),
                List.of());
    }

    private boolean small(Figure figure) {
        return figure.bytes()
                .filter(bytes -> bytes < standards.value("smallest-message"))
                .isPresent();
    }

    private static boolean larger(Figure best, Figure figure) {
        return figure.bytes().isPresent()
                && best.bytes().filter(bytes -> bytes > figure.bytes().get()).isPresent()
                && best.gigabytesPerSecond() > figure.gigabytesPerSecond();
    }

    private boolean betweenGpus(Joined ends) {
        return ends.requester().filter(this::isGpu).isPresent()
                && ends.target().filter(this::isGpu).isPresent();
    }

    private boolean isGpu(Address address) {
        return Roles.isGpu(host.topology().get(address));
    }

    private PathReport path(Address requester, Address target) {
        return judged.computeIfAbsent(new Ends(requester, target), ends -> paths.judge(requester, target));
    }

    // ---- One end, or none ------------------------------------------------------------------------------------------

    private Measured single(Readout readout, Figure figure, Joined ends, Address function, Optional<String> shownOnly) {
        Expectation expected = expectations.host(function, figure);
        Optional<Double> share = expected.gigabytesPerSecond().map(value -> figure.gigabytesPerSecond() / value);
        String sentence = shownOnly.orElseGet(() -> single(figure, share));
        return new Measured(
                readout.name(),
                figure,
                ends.requester(),
                ends.target(),
                Optional.empty(),
                expected.gigabytesPerSecond(),
                Optional.empty(),
                Optional.empty(),
                sentences.of(sentence, figure, ends, Optional.empty(), expected, share),
                List.of());
    }

    private String single(Figure figure, Optional<Double> share) {
        if (figure.is(Trait.BROKEN_OFF)) {
            return "broken-off";
        }
        if (share.isEmpty()) {
            return "no-expectation";
        }
        if (figure.is(Trait.NETWORK)) {
            return "network.share";
        }
        return Pace.of(share.get(), standards) == Pace.FASTER ? "host.faster" : "host.share";
    }

    private Measured unjoined(Readout readout, Figure figure, Joined ends) {
        Optional<Expectation> known = ends.requester()
                .filter(function -> figure.target() instanceof End.Unsaid)
                .map(function -> expectations.host(function, figure));
        Message why = ends.missing().orElseThrow();
        return new Measured(
                readout.name(),
                figure,
                ends.requester(),
                ends.target(),
                Optional.empty(),
                known.flatMap(Expectation::gigabytesPerSecond),
                Optional.empty(),
                Optional.empty(),
                Message.of("measured.says.unjoined", Amounts.gigabytes(figure.gigabytesPerSecond()), why),
                List.of());
    }

    private Measured apart(Readout readout, Figure figure, Joined ends, Trait trait) {
        return result(
                readout, figure, ends, Sentences.says(key(trait), Amounts.gigabytes(figure.gigabytesPerSecond())));
    }

    private static String key(Trait trait) {
        return trait.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static Measured result(Readout readout, Figure figure, Joined ends, Message message) {
        return new Measured(
                readout.name(),
                figure,
                ends.requester(),
                ends.target(),
                Optional.empty(),
                Optional.empty(),
                figure.check() == DataCheck.FAILED ? Optional.of(false) : Optional.empty(),
                Optional.empty(),
                figure.check() == DataCheck.FAILED ? Sentences.says("wrong-data.collective") : message,
                List.of());
    }
}
