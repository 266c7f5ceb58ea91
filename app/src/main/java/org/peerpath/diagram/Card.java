// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.peerpath.path.Bottleneck;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;

/** One complex: a root port and everything below it, or the devices on one root bus; framed, with its verdict. */
final class Card extends Block {
    private static final double NARROWEST = 120;
    private static final double WORD = 11;
    private static final double BEHIND = 4;

    private final Scene scene;
    private final List<Branch> roots;
    private final int alike;
    private final List<PathReport> reports;
    private final CardBody body;

    private Card(
            Scene scene,
            List<Branch> roots,
            int alike,
            List<PathReport> reports,
            CardBody body,
            double width,
            double height) {
        super(width, height);
        this.scene = scene;
        this.roots = roots;
        this.alike = alike;
        this.reports = reports;
        this.body = body;
    }

    /**
     * Measures a card.
     *
     * @param roots one root port, or the devices of one root bus
     * @param alike how many complexes it stands for
     */
    static Card of(Scene scene, List<Branch> roots, int alike) {
        List<PathReport> reports = roots.stream()
                .flatMap(Branch::all)
                .flatMap(b -> scene.nearest(b.address()).stream())
                .toList();
        double frame = 2 * Metrics.CARD_PAD;
        double least = NARROWEST - frame;
        CardBody body = roots.getFirst().isBridge()
                ? CardOfPort.of(scene, roots.getFirst(), least)
                : CardOfDevices.of(scene, roots);
        double inside = Math.max(Math.max(body.width(), word(scene, reports)), least);
        double footer = reports.isEmpty() ? Metrics.CARD_PAD : Metrics.FOOTER + 2;
        double behind = behind(alike);
        return new Card(
                scene,
                roots,
                alike,
                reports,
                body,
                inside + frame + behind,
                Metrics.CARD_PAD + body.height() + footer + behind);
    }

    /** Room for the edges of two more cards where it stands for several. */
    private static double behind(int alike) {
        return alike > 1 ? 2 * BEHIND : 0;
    }

    /** The width of the verdict's word: it is never clipped. */
    private static double word(Scene scene, List<PathReport> reports) {
        double figure = measured(scene, reports)
                .map(note -> scene.measure().width(note.line(), Typeface.SANS, Metrics.LEAST_TEXT) + 10)
                .orElse(0.0);
        return reports.isEmpty() ? 0 : scene.measure().width(summary(scene, reports), Typeface.BOLD, WORD) + 5 + figure;
    }

    /** The least of what was measured on its pairs: short before unverified before confirmed. */
    private static Optional<MeasuredNote> measured(Scene scene, List<PathReport> reports) {
        return reports.stream()
                .flatMap(
                        report -> Optional.ofNullable(scene.options().measured().get(PathKey.of(report))).stream())
                .min(Comparator.comparingInt(note -> switch (note.state()) {
                    case SHORT -> 0;
                    case UNVERIFIED -> 1;
                    case CONFIRMED -> 2;
                }));
    }

    boolean isPassedAcross() {
        return roots.stream()
                .anyMatch(r -> scene.lanes().across().stream()
                        .anyMatch(lane -> scene.lanes().through(r.address()).stream()
                                .anyMatch(l -> l.requester().equals(lane.requester()))));
    }

    /** Places and draws it; the channel is the way across above its row. */
    void place(double x, double y, double w, double h, Sheet.Channel channel, Sheet sheet) {
        double behind = behind(alike);
        Rect box = new Rect(x, y, w - behind, h - behind);
        Address name = roots.getFirst().address();
        for (int i = alike > 1 ? 2 : 0; i > 0; i--) {
            sheet.box(
                    Sheet.Layer.GROUND,
                    Sheet.mark(Sheet.id("behind" + i, name), Role.CARD_BEHIND),
                    new Rect(x + i * BEHIND, y + i * BEHIND, box.width(), box.height()),
                    10);
        }
        Optional<Outcome> worst = Scene.worst(reports);
        sheet.box(
                Sheet.Layer.CARD,
                Sheet.mark("card", name, worst.map(Role::card).orElse(Role.CARD), Detail.FAR, tip()),
                box,
                10);
        roots.forEach(r -> sheet.channels.put(r.address(), channel));
        Rect inner = new Rect(
                box.x() + Metrics.CARD_PAD,
                box.y() + Metrics.CARD_PAD,
                box.width() - 2 * Metrics.CARD_PAD,
                box.height() - 2 * Metrics.CARD_PAD);
        body.place(inner, sheet);
        footer(box, sheet);
        if (alike > 1) {
            count(box, sheet);
        }
    }

    private void footer(Rect box, Sheet sheet) {
        Optional<Outcome> worst = Scene.worst(reports);
        if (worst.isEmpty()) {
            return;
        }
        Address name = roots.getFirst().address();
        double baseline = box.bottom() - 8.5;
        double room = box.width() - 2 * Metrics.CARD_PAD - 4;
        String word = summary(scene, reports);
        Shape.Label label = sheet.text(
                Sheet.mark("word", name, Role.word(worst.get()), Detail.FAR, ""),
                box.x() + Metrics.CARD_PAD + 2,
                baseline,
                room,
                word,
                Typeface.BOLD,
                WORD,
                Align.START);
        Optional<MeasuredNote> measured = measured(scene, reports);
        if (measured.isPresent()) {
            sheet.text(
                    Sheet.mark(
                            "measured",
                            name,
                            Role.TEXT_STRONG,
                            Detail.FAR,
                            measured.get().tip()),
                    box.right() - Metrics.CARD_PAD - 2,
                    baseline,
                    room,
                    measured.get().line(),
                    Typeface.SANS,
                    Metrics.LEAST_TEXT,
                    Align.END);
            return;
        }
        Optional<Bottleneck> slowest = reports.stream()
                .flatMap(r -> r.bottleneck().stream())
                .min(Comparator.comparingDouble(Bottleneck::gigabytesPerSecond));
        if (slowest.isEmpty()) {
            return;
        }
        String rate = scene.words().rate(slowest.get().gigabytesPerSecond());
        if (scene.measure().width(rate, Typeface.SANS, Metrics.LEAST_TEXT) + label.width() + 8 <= room) {
            sheet.text(
                    Sheet.mark(
                            "rate",
                            name,
                            Role.TEXT_MUTED,
                            Detail.NEAR,
                            scene.words()
                                    .say(
                                            "diagram.tip.rate",
                                            slowest.get().port().toString())),
                    box.right() - Metrics.CARD_PAD - 2,
                    baseline,
                    room,
                    rate,
                    Typeface.SANS,
                    Metrics.LEAST_TEXT,
                    Align.END);
        }
    }

    /** One word if all agree, else how many of each. */
    private static String summary(Scene scene, List<PathReport> reports) {
        Outcome first = reports.getFirst().verdict();
        return reports.stream().allMatch(r -> r.verdict() == first)
                ? scene.words().verdict(first)
                : scene.words().counts(reports);
    }

    private void count(Rect box, Sheet sheet) {
        Address name = roots.getFirst().address();
        String text = "× " + alike;
        double width = scene.measure().width(text, Typeface.BOLD, Metrics.LEAST_TEXT) + 12;
        sheet.chip(
                Sheet.mark("alike", name, Role.COUNT, Detail.FAR, scene.words().say("diagram.tip.alike", alike)),
                new Rect(box.right() - width - 10, box.y() - 7, width, 14),
                text,
                Metrics.LEAST_TEXT,
                Optional.empty());
    }

    private String tip() {
        return scene.words()
                .say(
                        "diagram.tip.card",
                        scene.address(roots.getFirst().address()),
                        reports.isEmpty() ? scene.words().say("diagram.summary.none") : summary(scene, reports));
    }
}
