// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.Optional;
import org.peerpath.advice.Labels;
import org.peerpath.measured.read.Figure;
import org.peerpath.measured.read.Readout;
import org.peerpath.measured.read.Trait;
import org.peerpath.path.PathReport;
import org.peerpath.text.Message;

/** What is said about a figure. */
final class Sentences {
    private final Labels labels;
    private final Standards standards;

    Sentences(Labels labels, Standards standards) {
        this.labels = labels;
        this.standards = standards;
    }

    static Message says(String sentence, Object... args) {
        return Message.of("measured.says." + sentence, args);
    }

    /** A collective on one host, beside a published figure for its GPUs. */
    Optional<Message> reference(Readout readout, Figure figure) {
        boolean load = figure.is(Trait.COLLECTIVE) && !figure.is(Trait.ALGORITHM) && !figure.is(Trait.SUMMARY);
        return Optional.ofNullable(readout.ranks().get(figure.printed().run()))
                .filter(ranks -> load && ranks.hosts() == 1)
                .flatMap(ranks -> standards.reference(
                        ranks.model(),
                        figure.test(),
                        ranks.count(),
                        figure.bytes().orElse(0L)))
                .map(reference -> says(
                        figure.gigabytesPerSecond() >= reference.gigabytesPerSecond()
                                ? "reference.met"
                                : "reference.missed",
                        Amounts.gigabytes(figure.gigabytesPerSecond()),
                        reference.source(),
                        Amounts.gigabytes(reference.gigabytesPerSecond())));
    }

    /** Returns the sentence with this key about a figure and its path. */
    Message of(
            String key,
            Figure figure,
            Joined ends,
            Optional<PathReport> path,
            Expectation expected,
            Optional<Double> share) {
        return Message.of(
                "measured.says." + key,
                names(ends),
                Amounts.gigabytes(figure.gigabytesPerSecond()),
                expected.gigabytesPerSecond().map(Amounts::gigabytes).orElse("?"),
                share.map(Amounts::percent).orElse("?"),
                expected.limit(),
                path.<Object>map(p -> Message.of("outcome." + p.verdict().id())).orElse(""));
    }

    /** Returns the pair, or the one function a figure belongs to. */
    Message names(Joined ends) {
        if (ends.requester().isPresent() && ends.target().isPresent()) {
            return Message.of(
                    "finding.pair",
                    labels.shortName(ends.requester().get()),
                    labels.shortName(ends.target().get()));
        }
        return ends.requester().or(ends::target).map(labels::shortName).orElseGet(() -> Message.of("label.plain", "?"));
    }
}
