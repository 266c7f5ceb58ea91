// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.peerpath.path.Bottleneck;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/** One complex: a root port and everything below it, or the devices on one root bus; framed, with its verdict. */
final class Card extends Block {
    private static final double NARROWEST = 104;
    private static final double TITLE = 16;
    private static final double UNREAD = 11.5;
    private static final double BEHIND = 4;

    private final Scene scene;
    private final List<Branch> roots;
    private final int alike;
    private final List<PathReport> reports;
    private final Optional<PortBox> port;
    private final Optional<Group> group;
    private final List<DeviceBox> loose;

    private Card(
            Scene scene,
            List<Branch> roots,
            int alike,
            List<PathReport> reports,
            Optional<PortBox> port,
            Optional<Group> group,
            List<DeviceBox> loose,
            double width,
            double height) {
        super(width, height);
        this.scene = scene;
        this.roots = roots;
        this.alike = alike;
        this.reports = reports;
        this.port = port;
        this.group = group;
        this.loose = loose;
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
        double footer = reports.isEmpty() ? Metrics.CARD_PAD : Metrics.FOOTER + 2;
        double frame = 2 * Metrics.CARD_PAD;
        double behind = alike > 1 ? 2 * BEHIND : 0;
        Branch first = roots.getFirst();
        if (first.isBridge()) {
            Group group = Group.below(scene, first, 0);
            PortBox port = PortBox.root(scene, first, Math.max(group.width(), NARROWEST - frame));
            double inside = Math.max(port.width() + group.inset(), Math.max(group.width(), word(scene, reports)));
            double width = Math.max(inside, NARROWEST - frame) + frame;
            double below = group.isEmpty() ? 0 : group.height();
            return new Card(
                    scene,
                    roots,
                    alike,
                    reports,
                    Optional.of(port),
                    Optional.of(group),
                    List.of(),
                    width + behind,
                    Metrics.CARD_PAD + port.height() + below + footer + behind);
        }
        List<DeviceBox> loose = roots.stream().map(r -> DeviceBox.of(scene, r)).toList();
        int abreast = (int) Math.ceil(Math.sqrt(loose.size()));
        double widest = loose.stream().mapToDouble(Block::width).max().orElse(0);
        double tallest = loose.stream().mapToDouble(Block::height).max().orElse(0);
        int rows = (loose.size() + abreast - 1) / abreast;
        return new Card(
                scene,
                roots,
                alike,
                reports,
                Optional.empty(),
                Optional.empty(),
                loose,
                Math.max(
                                Math.max(
                                        NARROWEST - frame,
                                        abreast * (widest + Metrics.COLUMN_GAP) - Metrics.COLUMN_GAP),
                                Math.max(word(scene, reports), title(scene, roots)))
                        + frame
                        + behind,
                Metrics.CARD_PAD
                        + TITLE
                        + unread(scene, roots)
                        + rows * (tallest + Metrics.COLUMN_GAP)
                        + footer
                        + behind);
    }

    /** The width of the verdict's word: it is never clipped. */
    private static double word(Scene scene, List<PathReport> reports) {
        return reports.isEmpty() ? 0 : scene.measure().width(summary(scene, reports), Typeface.BOLD, 10) + 5;
    }

    boolean isPassedAcross() {
        return roots.stream()
                .anyMatch(r -> scene.lanes().across().stream()
                        .anyMatch(lane -> scene.lanes().through(r.address()).stream()
                                .anyMatch(l -> l.requester().equals(lane.requester()))));
    }

    /** Places and draws it; the channel is the way across above its row. */
    void place(double x, double y, double w, double h, Sheet.Channel channel, Sheet sheet) {
        double behind = alike > 1 ? 2 * BEHIND : 0;
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
        if (port.isPresent() && group.isPresent()) {
            tree(inner, port.get(), group.get(), sheet);
        } else {
            loose(inner, sheet);
        }
        footer(box, sheet);
        if (alike > 1) {
            count(box, sheet);
        }
    }

    private void tree(Rect inner, PortBox root, Group below, Sheet sheet) {
        Address address = roots.getFirst().address();
        boolean abreast = root.isAbreast();
        root.place(
                inner.x(),
                inner.y(),
                inner.width(),
                abreast ? Side.RIGHT : Side.LEFT,
                abreast ? 0 : below.inset(),
                sheet);
        if (below.isEmpty()) {
            return;
        }
        double top = inner.y() + root.height();
        Sheet.Gate gate = java.util.Objects.requireNonNull(sheet.ports.get(address));
        if (abreast) {
            boolean devices = roots.getFirst().below().stream().noneMatch(Branch::isBridge);
            double center = devices ? inner.x() + 14 : inner.centerX();
            gate = Sheet.Gate.centered(
                    new Rect(center - 8, top, 16, Metrics.LINK),
                    center,
                    Metrics.LANE,
                    scene.lanes().through(address));
            for (Branch child : roots.getFirst().below()) {
                if (!child.isBridge()) {
                    sheet.columns.put(child.address(), gate);
                }
            }
        }
        // Lines across the root complex leave to the right; the link's speed stands on the other side then.
        boolean crossed = abreast && !scene.lanes().across().isEmpty();
        below.place(inner.x(), top, inner.width(), crossed ? Side.RIGHT : Side.LEFT, gate, sheet);
    }

    private void loose(Rect inner, Sheet sheet) {
        Address first = roots.getFirst().address();
        int abreast = (int) Math.ceil(Math.sqrt(loose.size()));
        double each = (inner.width() - Metrics.COLUMN_GAP * (abreast - 1)) / abreast;
        double tallest = loose.stream().mapToDouble(Block::height).max().orElse(0);
        for (int i = 0; i < loose.size(); i++) {
            double left = inner.x() + i % abreast * (each + Metrics.COLUMN_GAP);
            int line = i / abreast;
            double top = inner.y() + line * (tallest + Metrics.COLUMN_GAP);
            Address address = roots.get(i).address();
            double center = left + each / 2;
            sheet.columns.put(
                    address,
                    Sheet.Gate.centered(
                            new Rect(left + 4, top, each - 8, 1),
                            center,
                            Metrics.LANE,
                            scene.lanes().through(address)));
            loose.get(i).place(left, top, each, new Sheet.Landing(true, top, top), sheet);
        }
        // Below the devices, for lines come in from above.
        int rows = (loose.size() + abreast - 1) / abreast;
        double below = inner.y() + rows * (tallest + Metrics.COLUMN_GAP) + 8;
        sheet.text(
                Sheet.mark("title", first, Role.TEXT_STRONG, Detail.NEAR, ""),
                inner.x() + 2,
                below,
                inner.width() - 4,
                bus(scene, roots),
                Typeface.BOLD,
                9.5,
                Align.START);
        if (unread(scene, roots) > 0) {
            sheet.text(
                    Sheet.mark(
                            "unread",
                            first,
                            Role.TEXT_MUTED,
                            Detail.NEAR,
                            scene.words().say("diagram.tip.bridges-unread")),
                    inner.x() + 2,
                    below + UNREAD,
                    inner.width() - 4,
                    scene.words().say("diagram.bridges-unread"),
                    Typeface.SANS,
                    9,
                    Align.START);
        }
    }

    /** The bus on which loose devices stand. */
    private static String bus(Scene scene, List<Branch> roots) {
        Topology.Place place = scene.host().topology().place(roots.getFirst().address());
        return place.chainKnown() ? scene.words().say("diagram.root-bus", place.hostBridge()) : place.hostBridge();
    }

    private static double title(Scene scene, List<Branch> roots) {
        return scene.measure().width(bus(scene, roots), Typeface.BOLD, 9.5) + 5;
    }

    /** The line that says so where the bridges above are not known. */
    private static double unread(Scene scene, List<Branch> roots) {
        return roots.getFirst().isBridge()
                        || scene.host()
                                .topology()
                                .place(roots.getFirst().address())
                                .chainKnown()
                ? 0
                : UNREAD;
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
                10,
                Align.START);
        Optional<Bottleneck> slowest = reports.stream()
                .flatMap(r -> r.bottleneck().stream())
                .min(Comparator.comparingDouble(Bottleneck::gigabytesPerSecond));
        if (slowest.isEmpty()) {
            return;
        }
        String rate = scene.words().rate(slowest.get().gigabytesPerSecond());
        if (scene.measure().width(rate, Typeface.SANS, 9) + label.width() + 8 <= room) {
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
                    9,
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
        double width = scene.measure().width(text, Typeface.BOLD, 9) + 12;
        sheet.chip(
                Sheet.mark("alike", name, Role.COUNT, Detail.FAR, scene.words().say("diagram.tip.alike", alike)),
                new Rect(box.right() - width - 10, box.y() - 7, width, 14),
                text,
                9,
                Optional.empty());
    }

    private String tip() {
        return reports.isEmpty()
                ? ""
                : scene.words()
                        .say("diagram.tip.card", scene.address(roots.getFirst().address()), summary(scene, reports));
    }
}
