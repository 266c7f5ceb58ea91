// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/** What hangs below one port: its link, and devices or switches side by side. */
final class Group extends Block {
    private static final double GAP = 8;
    private static final double LINK_FONT = Metrics.LEAST_TEXT;

    /** From the middle of a line, past its arrow head, to the text beside it. */
    private static final double CLEAR = 9;

    private final Scene scene;
    private final Branch above;
    private final List<DeviceStack> stacks;
    private final List<Branch> devices;
    private final List<SwitchBox> switches;
    private final double lead;

    private Group(
            Scene scene,
            Branch above,
            List<Branch> devices,
            List<DeviceStack> stacks,
            List<SwitchBox> switches,
            double lead,
            double width,
            double height) {
        super(width, height);
        this.scene = scene;
        this.above = above;
        this.devices = devices;
        this.stacks = stacks;
        this.switches = switches;
        this.lead = lead;
    }

    /** Measures what hangs below a bridge. */
    static Group below(Scene scene, Branch above, int depth) {
        List<Branch> devices = above.below().stream().filter(b -> !b.isBridge()).toList();
        int lanes = scene.lanes().through(above.address()).size();
        List<DeviceStack> stacks = devices.isEmpty() ? List.of() : List.of(DeviceStack.of(scene, devices, lanes));
        List<SwitchBox> switches = above.below().stream()
                .filter(Branch::isBridge)
                .map(b -> SwitchBox.of(scene, b, depth))
                .toList();
        List<Block> parts = new ArrayList<>(stacks);
        parts.addAll(switches);
        double width = parts.stream().mapToDouble(Block::width).sum() + GAP * Math.max(0, parts.size() - 1);
        double height = parts.stream().mapToDouble(Block::height).max().orElse(0);
        double lead = Math.max(Metrics.LINK, 5 + Metrics.LANE * Math.min(lanes, 6));
        return new Group(scene, above, devices, stacks, switches, lead, width, lead + height);
    }

    /** Whether it is one switch with several ports. */
    boolean isEnteredInTheMiddle() {
        return stacks.isEmpty() && switches.size() == 1 && !switches.getFirst().isNarrow();
    }

    /** How far inside its edge lines come down: a switch of one port has its own strip further in. */
    double inset() {
        return stacks.isEmpty() && switches.size() == 1 && switches.getFirst().isNarrow()
                ? switches.getFirst().inset()
                : 0;
    }

    boolean isEmpty() {
        return stacks.isEmpty() && switches.isEmpty();
    }

    /** Places and draws it below the strip in which lines pass the port above. */
    void place(double x, double y, double w, Block.Side side, Sheet.Gate gate, Sheet sheet) {
        double top = y + lead;
        int parts = stacks.size() + switches.size();
        double spare = Math.max(0, w - width()) / Math.max(1, parts);
        double left = x;
        List<Sheet.Gate> entries = new ArrayList<>();
        entries.add(gate);
        for (DeviceStack stack : stacks) {
            double room = stack.width() + spare;
            Sheet.Gate entry = parts == 1 ? gate : column(stack, left, top, room, side, gate);
            if (parts > 1) {
                devices.forEach(d -> sheet.columns.put(d.address(), entry));
            }
            stack.place(left, top, room, side, entry.middle(), sheet);
            wire(sheet, devices.getFirst().address(), gate, y, entry.middle(), top);
            entries.add(entry);
            left += room + GAP;
        }
        for (SwitchBox box : switches) {
            double room = box.width() + spare;
            Sheet.Gate entry = box.place(left, top, room, side, parts == 1 ? gate : null, sheet);
            wire(sheet, box.address(), gate, y, entry.middle(), top);
            entries.add(entry);
            left += room + GAP;
        }
        if (!isEmpty()) {
            link(sheet, y, side, entries);
        }
    }

    private static Sheet.Gate column(
            DeviceStack stack, double left, double top, double room, Block.Side side, Sheet.Gate gate) {
        double center = left + (stack.single() ? 12 : stack.stripCenter(room, side));
        return Sheet.Gate.centered(new Rect(center - 8, top, 16, stack.height()), center, Metrics.LANE, gate.lanes());
    }

    private void wire(Sheet sheet, Address lower, Sheet.Gate gate, double y, double to, double top) {
        double from = gate.middle();
        LinkNote note = note(lower);
        Role role = note.slower() ? Role.WIRE_DOWNGRADED : Role.WIRE;
        List<Point> points = Math.abs(from - to) < 0.01
                ? List.of(new Point(from, y), new Point(from, top))
                : List.of(
                        new Point(from, y),
                        new Point(from, y + lead / 2),
                        new Point(to, y + lead / 2),
                        new Point(to, top));
        sheet.wire(Sheet.id("link", lower), lower, role, note.tip(), points);
    }

    private LinkNote note(Address lower) {
        PciFunction below = scene.host().topology().get(lower);
        return LinkNote.of(above.function(), below, scene.words());
    }

    /** The speed stands beside the wire, on the side where no line runs. */
    private void link(Sheet sheet, double y, Block.Side side, List<Sheet.Gate> entries) {
        Address lower = devices.isEmpty()
                ? switches.getFirst().address()
                : devices.getFirst().address();
        LinkNote note = note(lower);
        boolean crowded = stacks.size() + switches.size() > 1
                && !entries.getFirst().lanes().isEmpty();
        if (note.text().isEmpty() || crowded) {
            // Between several things lines run level here; the wire's own tooltip tells its speed.
            return;
        }
        double last = entries.stream().mapToDouble(Sheet.Gate::last).max().orElse(0);
        double first = entries.stream().mapToDouble(Sheet.Gate::first).min().orElse(0);
        double x = side == Side.LEFT ? last + CLEAR : first - CLEAR;
        String text = note.slower() ? "▼ " + note.text() : note.text();
        sheet.text(
                Sheet.mark(
                        "speed", lower, note.slower() ? Role.TEXT_WARNING : Role.TEXT_MUTED, Detail.NEAR, note.tip()),
                x,
                y + lead / 2 + 3.5,
                86,
                text,
                note.slower() ? Typeface.BOLD : Typeface.SANS,
                LINK_FONT,
                side == Side.LEFT ? Align.START : Align.END);
    }
}
