// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmPair;

/** The first layer: the VM's functions below their switches on the host, and the ways between them. */
final class VmHardware implements VmPicture.Layer {
    private static final double SWITCH = 40;
    private static final double GROUP_GAP = 18;
    private static final double ABOVE = 22;
    private static final double WIRE = 22;
    private static final double LANE = 5;

    private final VmAnswer vm;
    private final VmPicture.Scenery scenery;
    private final Map<VmFunction, Rect> places = new HashMap<>();
    private final Map<VmFunction, Rect> switches = new HashMap<>();

    VmHardware(VmAnswer vm, VmPicture.Scenery scenery) {
        this.vm = vm;
        this.scenery = scenery;
    }

    @Override
    public String key() {
        return "diagram.vm.hardware";
    }

    @Override
    public VmPicture.Result result() {
        List<PathReport> reports =
                vm.nearest().stream().flatMap(pair -> pair.host().stream()).toList();
        boolean all = reports.size() == vm.nearest().size();
        Optional<Outcome> worst = Scene.worst(reports).filter(outcome -> all || outcome != Outcome.INSIDE_SWITCH);
        return worst.map(outcome -> new VmPicture.Result(scenery.words().verdict(outcome), Role.word(outcome)))
                .orElseGet(() -> new VmPicture.Result(
                        scenery.words().say(vm.pairs().isEmpty() ? "diagram.vm.no-pair" : "diagram.verdict.unknown"),
                        Role.WORD_UNKNOWN));
    }

    /** Those below one root port. */
    private record Below(String title, Optional<Address> port, List<VmFunction> functions, double each) {
        double width() {
            return functions.size() * (each + VmBoxes.GAP) - VmBoxes.GAP + 2 * VmBoxes.GAP;
        }
    }

    @Override
    public double draw(double x, double y, double room, Sheet sheet) {
        List<Below> groups = groups(room);
        double top = y;
        for (List<Integer> row : VmBoxes.rows(groups.stream().map(Below::width).toList(), GROUP_GAP, room)) {
            double left = x;
            for (int index : row) {
                Below group = groups.get(index);
                draw(group, left, top + ABOVE, sheet);
                left += group.width() + GROUP_GAP;
            }
            top += ABOVE + SWITCH + WIRE + VmBoxes.HEIGHT + 8;
        }
        int lane = 0;
        for (VmPair pair : vm.nearest()) {
            ribbon(pair, lane++ % 4, sheet);
        }
        return top - y;
    }

    private List<Below> groups(double room) {
        Map<String, List<VmFunction>> byRoot = new LinkedHashMap<>();
        Map<String, Address> ports = new HashMap<>();
        for (VmFunction function : vm.vm().functions()) {
            Optional<Address> root = root(function);
            String key = root.map(Address::toString).orElse("");
            root.ifPresent(port -> ports.put(key, port));
            byRoot.computeIfAbsent(key, k -> new ArrayList<>()).add(function);
        }
        List<Below> groups = new ArrayList<>();
        byRoot.forEach((key, functions) -> {
            double each = functions.stream()
                    .mapToDouble(function -> VmBoxes.width(scenery, lines(function)))
                    .max()
                    .orElse(0);
            int most = (int) Math.max(1, (room - VmBoxes.GAP) / (each + VmBoxes.GAP));
            Optional<Address> port = Optional.ofNullable(ports.get(key));
            String title = port.map(at -> scenery.words().say("diagram.vm.below", at.toString()))
                    .orElseGet(() -> scenery.words().say("diagram.vm.not-on-host"));
            for (int from = 0; from < functions.size(); from += most) {
                groups.add(
                        new Below(title, port, functions.subList(from, Math.min(functions.size(), from + most)), each));
            }
        });
        return groups;
    }

    private Optional<Address> root(VmFunction function) {
        return function.host()
                .filter(address -> scenery.host().topology().find(address).isPresent())
                .map(address ->
                        scenery.host().topology().physicalFunction(address).orElse(address))
                .map(address -> {
                    List<Address> chain =
                            scenery.host().topology().place(address).chain();
                    return chain.isEmpty() ? address : chain.getLast();
                });
    }

    private List<String> lines(VmFunction function) {
        return List.of(function.host().map(Address::toString).orElse("?"), "→ " + scenery.guest(function));
    }

    private void draw(Below group, double x, double y, Sheet sheet) {
        Rect box = new Rect(x, y, group.width(), SWITCH);
        String id = "vm-below-"
                + group.port().map(port -> port.toString().replace(':', '-')).orElse("none") + "-"
                + group.functions().getFirst().name().replaceAll("[^A-Za-z0-9._-]", "-");
        sheet.box(Sheet.Layer.BODY, Sheet.mark(id, Role.SWITCH, group.title()), box, 7);
        sheet.text(
                Sheet.mark(id + "-title", Role.TEXT_STRONG),
                x + 9,
                y + 14,
                group.width() - 18,
                group.title(),
                Typeface.BOLD,
                Metrics.TITLE_TEXT,
                Align.START);
        double left = x + VmBoxes.GAP;
        for (VmFunction function : group.functions()) {
            Rect place = new Rect(left, y + SWITCH + WIRE, group.each(), VmBoxes.HEIGHT);
            places.put(function, place);
            switches.put(function, box);
            VmBoxes.draw(scenery, function, lines(function), "vm-function", place, sheet);
            sheet.add(
                    Sheet.Layer.WIRE,
                    new Shape.Line(
                            VmPicture.mark("vm-wire", function, Role.WIRE, ""),
                            List.of(new Point(place.centerX(), box.bottom()), new Point(place.centerX(), place.y())),
                            0,
                            false,
                            false));
            left += group.each() + VmBoxes.GAP;
        }
    }

    /** As the host's picture has it: inside turns in the switch, a detour above it, what is refused ends at a bar. */
    private void ribbon(VmPair pair, int lane, Sheet sheet) {
        Rect from = places.get(pair.requester());
        Rect to = places.get(pair.target());
        Rect home = switches.get(pair.requester());
        if (from == null || to == null || home == null || pair.host().isEmpty()) {
            return;
        }
        Outcome verdict = pair.host().get().verdict();
        double shift = LANE * (lane - 1.5);
        double up = from.centerX() + shift;
        double down = to.centerX() + shift;
        boolean refused = verdict == Outcome.BLOCKED || verdict == Outcome.UNUSABLE;
        boolean together = home.equals(switches.get(pair.target()));
        double turn = verdict == Outcome.INSIDE_SWITCH && together
                ? home.bottom() - 8 - lane * LANE / 2
                : refused ? home.bottom() - 2 : home.y() - 6 - lane * 3;
        String tip = scenery.words()
                .say(
                        "diagram.tip.ribbon",
                        scenery.name(pair.requester()),
                        scenery.name(pair.target()),
                        scenery.words().deed(verdict));
        Mark mark = new Mark(
                "vm-path-" + pair.requester().name().replace(':', '-') + "-"
                        + pair.target().name().replace(':', '-'),
                Role.ribbon(verdict),
                pair.requester().host(),
                VmPicture.key(pair),
                Detail.FAR,
                tip);
        List<Point> points = new ArrayList<>(List.of(new Point(up, from.y()), new Point(up, turn)));
        if (!refused) {
            Rect there = switches.get(pair.target());
            double landing = there != null && !together ? there.y() - 6 : turn;
            if (Math.abs(landing - turn) > LANE * 4) {
                points.add(new Point(home.x() - GROUP_GAP / 2, turn));
                points.add(new Point(home.x() - GROUP_GAP / 2, landing));
            }
            points.add(new Point(down, Math.abs(landing - turn) > LANE * 4 ? landing : turn));
            points.add(new Point(down, to.y()));
        }
        sheet.add(Sheet.Layer.RIBBON, new Shape.Line(mark, points, 6, !refused, false));
        if (refused) {
            sheet.box(
                    Sheet.Layer.SIGN,
                    new Mark(mark.id() + "-bar", Role.SIGN_BLOCKED, mark.function(), mark.path(), Detail.FAR, tip),
                    new Rect(up - 6, turn - 2, 12, 4),
                    1);
        }
    }
}
