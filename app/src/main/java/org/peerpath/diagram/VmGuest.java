// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmPair;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestDeviceKind;
import org.peerpath.vm.shape.NcclDistance;

/** The third layer: the tree that the guest sees, and what NCCL makes of it. */
final class VmGuest implements VmPicture.Layer {
    private static final double BUS = 26;
    private static final double BUS_GAP = 18;
    private static final double WIRE = 16;
    private static final double SENTENCE = 22;

    private final VmAnswer vm;
    private final VmPicture.Scenery scenery;

    VmGuest(VmAnswer vm, VmPicture.Scenery scenery) {
        this.vm = vm;
        this.scenery = scenery;
    }

    @Override
    public String key() {
        return "diagram.vm.guest";
    }

    @Override
    public VmPicture.Result result() {
        Optional<NcclDistance> worst = worst();
        if (vm.nearest().isEmpty()) {
            return new VmPicture.Result(scenery.words().say("diagram.vm.no-pair"), Role.WORD_UNKNOWN);
        }
        return worst.map(distance -> distance.usesGpuDirect()
                        ? new VmPicture.Result(scenery.words().say("diagram.vm.used"), Role.WORD_INSIDE)
                        : new VmPicture.Result(scenery.words().say("diagram.vm.not-used"), Role.WORD_DETOUR))
                .orElseGet(
                        () -> new VmPicture.Result(scenery.words().say("diagram.verdict.unknown"), Role.WORD_UNKNOWN));
    }

    /** Of all nearest pairs; empty where that of one is not known. */
    private Optional<NcclDistance> worst() {
        List<VmPair> pairs = vm.nearest();
        return pairs.stream().allMatch(pair -> pair.ncclNow().isPresent())
                ? pairs.stream()
                        .flatMap(pair -> pair.ncclNow().stream())
                        .reduce((one, other) -> one.compareTo(other) >= 0 ? one : other)
                : Optional.empty();
    }

    /** Those below one switch, or directly on one root bus. */
    private record Below(String title, String tip, List<VmFunction> functions, double each) {
        double width() {
            return functions.size() * (each + VmBoxes.GAP) - VmBoxes.GAP;
        }
    }

    @Override
    public double draw(double x, double y, double room, Sheet sheet) {
        List<Below> groups = groups(room);
        double top = y;
        for (List<Integer> row : VmBoxes.rows(groups.stream().map(Below::width).toList(), BUS_GAP, room)) {
            double left = x;
            for (int index : row) {
                draw(groups.get(index), left, top, sheet);
                left += groups.get(index).width() + BUS_GAP;
            }
            top += BUS + WIRE + VmBoxes.HEIGHT + 10;
        }
        sheet.text(
                Sheet.mark("vm-nccl", Role.TEXT_STRONG, scenery.words().say("diagram.vm.guest.tip")),
                x,
                top + 12,
                room,
                sentence(),
                Typeface.BOLD,
                11,
                Align.START);
        return top + SENTENCE - y;
    }

    private String sentence() {
        Optional<NcclDistance> worst = worst();
        if (vm.nearest().isEmpty()) {
            return scenery.words().say("diagram.vm.no-pair");
        }
        if (worst.isEmpty()) {
            return scenery.words().say("diagram.vm.nccl.unknown");
        }
        if (worst.get().usesGpuDirect()) {
            return scenery.words().say("diagram.vm.nccl.used", worst.get().name());
        }
        String kit = vm.nearest().stream()
                .flatMap(pair -> pair.ncclWithKit().stream())
                .reduce((one, other) -> one.compareTo(other) >= 0 ? one : other)
                .map(NcclDistance::name)
                .orElse("?");
        return scenery.words().say("diagram.vm.nccl.not-used", worst.get().name(), kit);
    }

    private List<Below> groups(double room) {
        Map<String, List<VmFunction>> together = new LinkedHashMap<>();
        for (VmFunction function : vm.vm().shown()) {
            together.computeIfAbsent(place(function), key -> new ArrayList<>()).add(function);
        }
        List<Below> groups = new ArrayList<>();
        together.forEach((title, functions) -> {
            double each = functions.stream()
                    .mapToDouble(function -> VmBoxes.width(scenery, lines(function)))
                    .max()
                    .orElse(0);
            int most = (int) Math.max(1, (room + VmBoxes.GAP) / (each + VmBoxes.GAP));
            for (int from = 0; from < functions.size(); from += most) {
                groups.add(new Below(
                        title,
                        scenery.words().say("diagram.vm.bus.tip", title),
                        functions.subList(from, Math.min(functions.size(), from + most)),
                        each));
            }
        });
        return groups;
    }

    /** The switch above a function and its root bus, as the hypervisor calls them. */
    private String place(VmFunction function) {
        List<GuestDevice> way = way(function);
        if (way.isEmpty()) {
            return scenery.words().say("diagram.vm.bus.unknown");
        }
        String bus = way.getLast().id();
        return way.stream()
                .filter(device -> device.kind() == GuestDeviceKind.UPSTREAM_PORT)
                .findFirst()
                .map(device -> scenery.words().say("diagram.vm.bus.switch", device.id(), bus))
                .orElseGet(() -> scenery.words().say("diagram.vm.bus", bus));
    }

    private List<GuestDevice> way(VmFunction function) {
        return function.assigned()
                .place()
                .flatMap(place -> vm.vm().description().shape().way(place))
                .orElse(List.of());
    }

    private List<String> lines(VmFunction function) {
        List<GuestDevice> way = way(function);
        String port = way.size() < 2
                ? ""
                : scenery.words().say("diagram.vm.port", way.getFirst().id());
        return List.of(scenery.guest(function), port);
    }

    private void draw(Below group, double x, double y, Sheet sheet) {
        String id = "vm-bus-" + group.functions().getFirst().name().replaceAll("[^A-Za-z0-9._-]", "-");
        Rect bar = new Rect(x, y, group.width(), BUS);
        sheet.box(Sheet.Layer.BODY, Sheet.mark(id, Role.SWITCH, group.tip()), bar, 6);
        sheet.text(
                Sheet.mark(id + "-title", Role.TEXT_STRONG),
                x + 9,
                y + 17,
                group.width() - 18,
                group.title(),
                Typeface.BOLD,
                Metrics.TITLE_TEXT,
                Align.START);
        double left = x;
        for (VmFunction function : group.functions()) {
            Rect place = new Rect(left, bar.bottom() + WIRE, group.each(), VmBoxes.HEIGHT);
            VmBoxes.draw(scenery, function, lines(function), "vm-inside", place, sheet);
            sheet.add(
                    Sheet.Layer.WIRE,
                    new Shape.Line(
                            VmPicture.mark("vm-inside-wire", function, Role.WIRE, ""),
                            List.of(new Point(place.centerX(), bar.bottom()), new Point(place.centerX(), place.y())),
                            0,
                            false,
                            false));
            left += group.each() + VmBoxes.GAP;
        }
    }
}
