// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.peerpath.diagram.ExportOptions;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.MeasuredNote;
import org.peerpath.diagram.PathKey;
import org.peerpath.measured.Amounts;
import org.peerpath.measured.Measured;
import org.peerpath.measured.Measurements;
import org.peerpath.path.PathReport;
import org.peerpath.text.Texts;

/** What the picture shows of measured figures. */
public final class MeasuredNotes {
    private MeasuredNotes() {}

    /** The figures of a host by path, in one language. */
    public static Map<PathKey, MeasuredNote> of(Measurements measurements, Collection<PathReport> paths, Texts texts) {
        Map<PathKey, MeasuredNote> notes = new HashMap<>();
        for (PathReport path : paths) {
            measurements
                    .of(path.requester(), path.target())
                    .ifPresent(result -> notes.put(
                            PathKey.of(path),
                            new MeasuredNote(
                                    result.state().orElseThrow(),
                                    figure(result),
                                    text(result, texts),
                                    texts.say(result.message()))));
        }
        return notes;
    }

    private static String figure(Measured result) {
        return Amounts.gigabytes(result.figure().gigabytesPerSecond());
    }

    /** "97.5 of 98.0 GB/s (99 %)". */
    public static String text(Measured result, Texts texts) {
        String measured = figure(result);
        return result.expected()
                .map(expected -> texts.say(
                        "measured.amount-of",
                        measured,
                        Amounts.gigabytes(expected),
                        Amounts.percent(result.share().orElse(0.0))))
                .orElseGet(() -> texts.say("measured.amount", measured));
    }

    /** Options of a picture with the answer's scenario and figures in it. */
    static ExportOptions in(Answer answer, ExportOptions options) {
        LayoutOptions layout = options.layout().withScenario(answer.scenario());
        return new ExportOptions(
                answer.measured()
                        .map(all -> layout.withMeasured(of(all, answer.paths(), options.texts())))
                        .orElse(layout),
                options.theme(),
                options.texts(),
                options.scale());
    }
}
