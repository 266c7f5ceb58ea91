// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.path.Deciding;
import org.peerpath.path.Outcome;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;

/** Draws the paths through the strips that ports keep free for them. */
final class Ribbons {
    private static final double CORNER = 6;
    private static final double TURN = 5;

    private final Scene scene;
    private final Sheet sheet;

    private Ribbons(Scene scene, Sheet sheet) {
        this.scene = scene;
        this.sheet = sheet;
    }

    static void draw(Scene scene, List<Net> nets, Sheet sheet) {
        Ribbons ribbons = new Ribbons(scene, sheet);
        boolean any = nets.stream().anyMatch(Net::selected);
        nets.stream()
                .sorted(Comparator.comparing(Net::selected))
                .forEach(net -> ribbons.draw(net, any && !net.selected()));
    }

    /** One half of a path: from a device up to where it turns. */
    private record Half(List<Point> points, double x) {}

    private void draw(Net net, boolean faded) {
        Address from = net.report().sender();
        Optional<Half> up = climb(from, passed(net, net.up()), net.lane(true));
        if (up.isEmpty()) {
            return;
        }
        List<Point> points = new ArrayList<>(up.get().points());
        if (net.turn() == Net.Turn.STOPPED) {
            points.add(new Point(up.get().x(), stop(net)));
        } else {
            Optional<Half> down =
                    climb(net.report().target(), passed(net, net.down().reversed()), net.lane(false));
            if (down.isEmpty()) {
                return;
            }
            join(net, up.get(), down.get(), points);
        }
        List<Point> path = straight(points);
        sheet.add(
                Sheet.Layer.RIBBON,
                new Shape.Line(
                        mark(net, "path", Role.ribbon(net.outcome()), Detail.FAR, tip(net)),
                        path,
                        CORNER,
                        net.arrives(),
                        faded));
        if (!faded) {
            sign(net, path);
            decider(net);
            measured(net, path);
        }
    }

    /** What turns or ends at a root port below a switch does so at its lower edge, beside its controls' strip. */
    private List<Address> passed(Net net, List<Address> bridges) {
        boolean edge =
                net.turn() == Net.Turn.ROOT_PORT || net.stopsAtRoot(scene.host().topology());
        return !edge || bridges.isEmpty() ? bridges : bridges.subList(0, bridges.size() - 1);
    }

    private Optional<Half> climb(Address device, List<Address> bridges, Net.Lane lane) {
        Sheet.Landing landing = sheet.landings.get(device);
        if (landing == null) {
            return Optional.empty();
        }
        List<Point> points = new ArrayList<>();
        Sheet.Gate own = sheet.columns.get(device);
        Sheet.Gate first = own != null || bridges.isEmpty() ? own : sheet.ports.get(bridges.getFirst());
        if (first == null) {
            return Optional.empty();
        }
        double x = first.x(lane);
        points.add(landing.fromAbove() ? new Point(x, landing.y()) : new Point(landing.edge(), landing.y()));
        if (!landing.fromAbove()) {
            points.add(new Point(x, landing.y()));
        }
        for (Address bridge : bridges) {
            Sheet.Gate tab = sheet.tabs.get(bridge);
            if (tab != null) {
                Sheet.Fabric fabric = sheet.fabrics.get(bridge);
                x = jog(points, x, tab.x(lane), fabric == null ? tab.bounds().bottom() + 2 : fabric.y(lane));
                continue;
            }
            Sheet.Gate port = sheet.ports.get(bridge);
            if (port == null) {
                return Optional.empty();
            }
            double below = port.bounds().bottom() + 5 + 3 * Math.min(3, port.index(lane));
            x = jog(points, x, port.x(lane), below);
            Sheet.Gate column = sheet.columns.get(bridge);
            if (column != null) {
                x = jog(points, x, column.x(lane), port.bounds().y() - 3 - 1.5 * Math.min(4, port.index(lane)));
            }
        }
        return Optional.of(new Half(points, x));
    }

    private static double jog(List<Point> points, double from, double to, double y) {
        if (Math.abs(from - to) > 0.01) {
            points.add(new Point(from, y));
            points.add(new Point(to, y));
        }
        return to;
    }

    private void join(Net net, Half up, Half down, List<Point> points) {
        switch (net.turn()) {
            case SWITCH -> {
                Sheet.Fabric fabric =
                        net.report().commonSwitch().map(sheet.fabrics::get).orElse(null);
                double y = fabric == null ? points.getLast().y() : fabric.y(net.lane(true));
                points.add(new Point(up.x(), y));
                points.add(new Point(down.x(), y));
            }
            case ROOT_PORT -> {
                double y = rootTurn(net.up().getLast());
                points.add(new Point(up.x(), y));
                points.add(new Point(down.x(), y));
            }
            case CHANNEL -> {
                Sheet.Channel here = channel(net.up(), net.report().sender());
                Sheet.Channel there =
                        channel(net.down().reversed(), net.report().target());
                Net.Lane lane = net.lane(true);
                points.add(new Point(up.x(), here.y(lane)));
                if (here.row() != there.row()) {
                    points.add(new Point(here.marginX(lane), here.y(lane)));
                    points.add(new Point(here.marginX(lane), there.y(lane)));
                }
                points.add(new Point(down.x(), there.y(lane)));
            }
            case STOPPED -> {}
        }
        points.addAll(down.points().reversed());
    }

    private double rootTurn(Address top) {
        Sheet.Gate root = sheet.ports.get(top);
        if (root != null) {
            return root.bounds().bottom() - TURN;
        }
        Sheet.Gate tab = sheet.tabs.get(top);
        return tab == null ? 0 : tab.bounds().y() - TURN;
    }

    private Sheet.Channel channel(List<Address> bridges, Address device) {
        Address root = bridges.isEmpty() ? device : bridges.getLast();
        Sheet.Channel channel = sheet.channels.get(root);
        return channel == null ? new Sheet.Channel(0, 0, Metrics.LANE, 0, List.of()) : channel;
    }

    private double stop(Net net) {
        if (net.stopsAtRoot(scene.host().topology())) {
            return rootTurn(net.up().getLast());
        }
        Address last = net.up().isEmpty() ? net.report().sender() : net.up().getLast();
        Rect box = sheet.boxes.get(last);
        return box == null ? 0 : box.centerY();
    }

    private void sign(Net net, List<Point> path) {
        if (!net.arrives()) {
            Point end = Deciding.port(net.report())
                    .filter(net.down()::contains)
                    .flatMap(port -> at(port, net.lane(false)))
                    .orElseGet(path::getLast);
            if (net.outcome() == Outcome.UNUSABLE) {
                sheet.badge(mark(net, "cross", Role.SIGN_UNUSABLE, Detail.FAR, tip(net)), end, Sheet.CROSS);
            } else {
                sheet.box(
                        Sheet.Layer.SIGN,
                        mark(net, "bar", Role.SIGN_BLOCKED, Detail.FAR, tip(net)),
                        new Rect(end.x() - 6, end.y() - 2, 12, 4),
                        1);
            }
        } else if (net.outcome() == Outcome.UNKNOWN) {
            Point at = unread(net).orElse(path.get(path.size() / 2));
            sheet.badge(mark(net, "missing", Role.SIGN_UNKNOWN, Detail.FAR, tip(net)), at, "?");
        }
    }

    /** The measured figure's sign, in the middle of the longest piece of the way; the figure stands in the card. */
    private void measured(Net net, List<Point> path) {
        MeasuredNote note = scene.options().measured().get(net.key());
        if (note == null || path.size() < 2) {
            return;
        }
        Point at = MeasuredNote.place(path);
        sheet.add(
                Sheet.Layer.SIGN,
                new Shape.Chip(
                        mark(net, "measured", note.role(), Detail.FAR, note.tip()),
                        new Rect(at.x() - 6, at.y() - 6, 12, 12),
                        note.sign(),
                        scene.measure().width(note.sign(), Typeface.BOLD, 9),
                        9,
                        Optional.empty()));
    }

    /** At the first port above the requester whose controls were not read: on the line if it passes there, else at its end. */
    private Optional<Point> unread(Net net) {
        return scene.host().topology().place(net.report().sender()).chain().stream()
                .filter(port -> scene.host()
                        .topology()
                        .find(port)
                        .filter(f -> f.acs().isUnknown() || f.portType().isUnknown())
                        .isPresent())
                .findFirst()
                .flatMap(port -> sign(net, port));
    }

    private Optional<Point> sign(Net net, Address port) {
        return at(port, net.lane(true))
                .or(() -> Optional.ofNullable(sheet.boxes.get(port)).map(b -> new Point(b.right() - 8, b.y() + 10)));
    }

    /** Where a line passes a port. */
    private Optional<Point> at(Address port, Net.Lane lane) {
        return Optional.ofNullable(sheet.ports.get(port))
                .filter(gate -> gate.lanes().contains(lane))
                .map(gate -> new Point(gate.x(lane), gate.bounds().centerY()));
    }

    /** The ring around the port that decides and the chip that shows why; none where all is as it should be. */
    private void decider(Net net) {
        Optional<Address> decides = Deciding.port(net.report());
        if (decides.isEmpty() || (net.outcome() == Outcome.INSIDE_SWITCH && !net.selected())) {
            return;
        }
        Rect port = sheet.boxes.get(decides.get());
        if (port == null) {
            return;
        }
        Role ring = Role.ring(net.outcome());
        sheet.box(
                Sheet.Layer.SIGN,
                mark(
                        net,
                        "decides",
                        ring,
                        Detail.NEAR,
                        net.outcome() == Outcome.UNUSABLE
                                ? tip(net)
                                : scene.words().say("diagram.tip.decides-port", scene.address(decides.get()))),
                port.grown(1),
                5);
        Map<AcsBit, Rect> chips = sheet.chips.getOrDefault(decides.get(), Map.of());
        Deciding.bits(scene.host(), net.report()).stream()
                .flatMap(bit -> Optional.ofNullable(chips.get(bit)).stream())
                .forEach(chip -> sheet.box(
                        Sheet.Layer.SIGN,
                        mark(
                                net,
                                "decides-bit",
                                ring,
                                Detail.CLOSE,
                                scene.words().say("diagram.tip.decides")),
                        chip.grown(0.75),
                        3.5));
    }

    private static Mark mark(Net net, String kind, Role role, Detail detail, String tip) {
        Address from = net.report().requester();
        return new Mark(
                Sheet.id(kind, from) + Sheet.id("", net.report().target()),
                role,
                Optional.of(from),
                Optional.of(net.key()),
                detail,
                tip);
    }

    private String tip(Net net) {
        PathKey key = net.key();
        return scene.words()
                .say(
                        net.report().leansOnAts() ? "diagram.tip.ribbon-ats" : "diagram.tip.ribbon",
                        scene.name(key.requester()),
                        scene.name(key.target()),
                        scene.words().deed(net.outcome()));
    }

    /** Without points in the middle of straight pieces. */
    private static List<Point> straight(List<Point> points) {
        List<Point> out = new ArrayList<>();
        for (Point p : points) {
            int n = out.size();
            if (n > 0 && out.get(n - 1).isSame(p)) {
                continue;
            }
            if (n > 1 && out.get(n - 1).isBetween(out.get(n - 2), p)) {
                out.set(n - 1, p);
            } else {
                out.add(p);
            }
        }
        return out;
    }
}
