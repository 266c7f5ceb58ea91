// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import java.util.Optional;
import org.peerpath.measured.MeasuredState;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;

/** What stands around the cards: title and summary, what is not drawn, and the legend. */
final class Caption {
    private static final double LEGEND_LINE = 17;
    private static final double HEAD_FONT = 11;
    private static final double HEAD_LINE = 15;
    /** Longer lines are hard to read, and renderers drift apart along them. */
    private static final double HEAD_WIDTH = 420;

    private static final double LEGEND_FONT = Metrics.LEAST_TEXT;

    private final Scene scene;
    private final Sheet sheet;
    private final List<PathReport> nearest;
    private final List<PathReport> reports;
    private final List<Address> hidden;
    private final Imprint imprint;

    Caption(Scene scene, Sheet sheet, List<PathReport> reports, List<Address> hidden) {
        this.scene = scene;
        this.sheet = sheet;
        this.reports = reports;
        this.nearest = reports.stream().filter(PathReport::nearest).toList();
        this.hidden = hidden;
        this.imprint = new Imprint(scene, reports);
    }

    /** The host, the scenario and the host's state: a picture that is passed on says whether all is well. */
    String title() {
        return scene.words()
                .say(
                        "diagram.title",
                        scene.host().snapshot().origin().host(),
                        scene.words().scenario(scene.scenario()),
                        scene.words().say(scene.state().level().word().key()));
    }

    /** How many of the nearest pairs do what. */
    String summary() {
        if (nearest.isEmpty()) {
            return scene.words().say("diagram.summary.none");
        }
        return scene.words()
                .say("diagram.summary", nearest.size(), scene.words().counts(nearest));
    }

    String description() {
        StringBuilder text = new StringBuilder(summary());
        for (PathReport report : nearest) {
            if (report.verdict() != Outcome.INSIDE_SWITCH && report.verdict() != Outcome.ROOT_COMPLEX) {
                text.append(" ")
                        .append(scene.words()
                                .say(
                                        "diagram.tip.ribbon",
                                        scene.name(report.requester()),
                                        scene.name(report.target()),
                                        scene.words().deed(report.verdict())))
                        .append('.');
            }
        }
        return text.toString();
    }

    /** Draws what stands above the cards; returns where they begin. */
    double top(double left, double width, boolean empty) {
        double y = Metrics.MARGIN;
        if (scene.options().caption()) {
            double room = width - left - Metrics.MARGIN;
            sheet.text(
                    Sheet.mark("title", Role.TEXT_STRONG), left, y + 13, room, title(), Typeface.BOLD, 15, Align.START);
            sheet.text(
                    Sheet.mark("summary", Role.TEXT_MUTED),
                    left,
                    y + 30,
                    room,
                    summary(),
                    Typeface.SANS,
                    11,
                    Align.START);
            y += 44;
            for (String line : imprint.head(Math.min(room, HEAD_WIDTH), HEAD_FONT)) {
                sheet.text(
                        Sheet.mark("imprint-" + Math.round(y), Role.TEXT, line),
                        left,
                        y,
                        room,
                        line,
                        Typeface.SANS,
                        HEAD_FONT,
                        Align.START);
                y += HEAD_LINE;
            }
        }
        if (empty) {
            sheet.text(
                    Sheet.mark("empty", Role.TEXT_MUTED, scene.words().say("diagram.empty")),
                    left,
                    y + 14,
                    width - left - Metrics.MARGIN,
                    scene.words().say("diagram.empty"),
                    Typeface.SANS,
                    12,
                    Align.START);
            y += 30;
        }
        return y;
    }

    /** Draws what stands below the cards; returns the picture's height. */
    double bottom(double left, double top, double width) {
        double y = top;
        if (!hidden.isEmpty()) {
            sheet.text(
                    new Mark("more", Role.TEXT_MUTED, Optional.empty(), Optional.empty(), Detail.FAR, hiddenTip()),
                    left + 1,
                    y + 8,
                    width - left - Metrics.MARGIN,
                    scene.words().say("diagram.more", hidden.size()),
                    Typeface.SANS,
                    10.5,
                    Align.START);
            y += 18;
        }
        y = legend(left, y + 4, width);
        for (String line : imprint.controls(width - left - Metrics.MARGIN, LEGEND_FONT)) {
            label("legend-controls-" + Math.round(y), left, y, line, line, width);
            y += LEGEND_LINE;
        }
        return y + Metrics.MARGIN - 6;
    }

    private String hiddenTip() {
        List<String> names = hidden.stream().limit(40).map(Address::toString).toList();
        return String.join(", ", names) + (hidden.size() > names.size() ? ", …" : "");
    }

    /** The signs that occur in a picture, each with its words, in as many lines as they need. */
    private double legend(double left, double top, double width) {
        double x = left;
        double y = top;
        for (Outcome outcome : Outcome.values()) {
            if (reports.isEmpty()) {
                break;
            }
            String word = scene.words().verdict(outcome);
            String meaning = scene.words().say("ui.help.verdict." + outcome.id());
            double need = 34 + scene.measure().width(word, Typeface.SANS, LEGEND_FONT) + 14;
            if (x + need > width - Metrics.MARGIN && x > left) {
                x = left;
                y += LEGEND_LINE;
            }
            sheet.add(
                    Sheet.Layer.RIBBON,
                    new Shape.Line(
                            Sheet.mark("legend-" + outcome.id(), Role.ribbon(outcome), meaning),
                            List.of(new Point(x, y + 8), new Point(x + (outcome == Outcome.UNUSABLE ? 14 : 28), y + 8)),
                            0,
                            false,
                            false));
            end(outcome, new Point(x + 28, y + 8), meaning);
            label("legend-word-" + outcome.id(), x + 34, y, word, meaning, width);
            x += need;
        }
        x = left;
        y += reports.isEmpty() ? 0 : LEGEND_LINE;
        y += measured(left, y, width);
        record Sample(Role role, String key) {}
        for (Sample sample : List.of(
                new Sample(Role.CHIP_ON, "diagram.legend.on"),
                new Sample(Role.CHIP_OFF, "diagram.legend.off"),
                new Sample(Role.CHIP_ABSENT, "diagram.legend.absent"),
                new Sample(Role.CHIP_UNREAD, "diagram.legend.unread"))) {
            String word = scene.words().say(sample.key());
            String meaning = scene.words().say(sample.key() + ".tip");
            double need = 34 + scene.measure().width(word, Typeface.SANS, LEGEND_FONT) + 14;
            if (x + need > width - Metrics.MARGIN && x > left) {
                x = left;
                y += LEGEND_LINE;
            }
            sheet.chip(
                    Sheet.mark("legend-chip-" + sample.role(), sample.role(), meaning),
                    new Rect(x + 6, y + 1, Metrics.CHIP_WIDTH, Metrics.CHIP_HEIGHT),
                    "RR",
                    Metrics.CHIP_FONT,
                    Optional.empty());
            label("legend-word-" + sample.role(), x + 34, y, word, meaning, width);
            x += need;
        }
        return y + LEGEND_LINE;
    }

    /** What such a path ends at, where it does not arrive. */
    private void end(Outcome outcome, Point at, String meaning) {
        if (outcome == Outcome.BLOCKED) {
            sheet.box(
                    Sheet.Layer.SIGN,
                    Sheet.mark("legend-bar", Role.SIGN_BLOCKED, meaning),
                    new Rect(at.x() - 4, at.y() - 6, 4, 12),
                    1);
        } else if (outcome == Outcome.UNUSABLE) {
            sheet.badge(
                    Sheet.mark("legend-cross", Role.SIGN_UNUSABLE, meaning),
                    new Point(at.x() - 7, at.y()),
                    Sheet.CROSS);
        }
    }

    /** The signs of measured figures, where there are any; returns the height they take. */
    private double measured(double left, double y, double width) {
        if (scene.options().measured().isEmpty()) {
            return 0;
        }
        double x = left;
        for (MeasuredState state : MeasuredState.values()) {
            MeasuredNote sample = new MeasuredNote(state, "", "", "");
            String word = scene.words().say("diagram.legend.measured-" + state.id());
            String meaning = scene.words().say("diagram.legend.measured-" + state.id() + ".tip");
            sheet.chip(
                    Sheet.mark("legend-measured-" + state.id(), sample.role(), meaning),
                    new Rect(x + 8, y + 2.5, 12, 12),
                    sample.sign(),
                    9,
                    Optional.empty());
            label("legend-word-measured-" + state.id(), x + 34, y, word, meaning, width);
            x += 34 + scene.measure().width(word, Typeface.SANS, LEGEND_FONT) + 14;
        }
        return LEGEND_LINE;
    }

    private void label(String id, double x, double y, String text, String meaning, double width) {
        sheet.text(
                Sheet.mark(id, Role.TEXT, meaning),
                x,
                y + 11.5,
                Math.max(0, width - Metrics.MARGIN - x),
                text,
                Typeface.SANS,
                LEGEND_FONT,
                Align.START);
    }
}
