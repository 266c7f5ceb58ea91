// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.peerpath.pci.FunctionKind;
import org.peerpath.snapshot.Address;

/** A switch: one box with its upstream port, the body in which lines turn, and its downstream ports, each above its own. */
final class SwitchBox extends Block {
    /** More ports than this stand on each other. */
    private static final int WIDEST = 8;

    private final Scene scene;
    private final Branch branch;
    private final List<Column> columns;
    private final double fabric;
    private final double body;
    private final int depth;

    private SwitchBox(
            Scene scene,
            Branch branch,
            List<Column> columns,
            double fabric,
            double body,
            int depth,
            double width,
            double height) {
        super(width, height);
        this.scene = scene;
        this.branch = branch;
        this.columns = columns;
        this.fabric = fabric;
        this.body = body;
        this.depth = depth;
    }

    /**
     * Measures a switch, or another bridge with something below it.
     *
     * @param depth how many switches are above it
     */
    static SwitchBox of(Scene scene, Branch branch, int depth) {
        List<Column> columns = columns(scene, branch, depth + 1);
        int lanes = scene.lanes().within(branch.address()).size();
        double fabric = columns.size() > 1 ? Metrics.LANE * Math.max(2, Math.min(lanes, 10)) + 4 : 3;
        boolean ports = columns.stream().anyMatch(Column::hasPort);
        double body = Metrics.SWITCH_HEADER + fabric + (ports ? Metrics.PORT_HEIGHT + Metrics.SWITCH_PAD : 3);
        double width = columns.stream().mapToDouble(Block::width).sum()
                + Metrics.COLUMN_GAP * Math.max(0, columns.size() - 1)
                + 2 * Metrics.SWITCH_PAD;
        double below = columns.stream().mapToDouble(Column::below).max().orElse(0);
        return new SwitchBox(scene, branch, columns, fabric, body, depth, Math.max(width, 84), body + below);
    }

    private static List<Column> columns(Scene scene, Branch branch, int depth) {
        List<Cell> main = new ArrayList<>();
        List<Cell> plain = new ArrayList<>();
        for (Branch child : branch.below()) {
            boolean player = child.holds(Branch.Kind.NIC) || child.holds(Branch.Kind.GPU);
            (player ? main : plain).add(Cell.of(scene, child, depth));
        }
        List<Column> columns = new ArrayList<>(stack(scene, main, (main.size() + WIDEST - 1) / WIDEST));
        double tallest = main.stream().mapToDouble(Block::height).max().orElse(0);
        double each = plain.stream().mapToDouble(Block::height).max().orElse(1) + 10;
        int abreast = (int) Math.ceil(Math.sqrt(plain.size() / 1.5));
        int high = main.isEmpty()
                ? (plain.size() + Math.max(1, abreast) - 1) / Math.max(1, abreast)
                : (int) Math.max(2, tallest / each);
        columns.addAll(stack(scene, plain, plain.size() <= 2 && main.size() + plain.size() <= 4 ? 1 : high));
        return columns;
    }

    private static List<Column> stack(Scene scene, List<Cell> cells, int high) {
        List<Column> columns = new ArrayList<>();
        int step = Math.max(1, high);
        for (int i = 0; i < cells.size(); i += step) {
            columns.add(Column.of(scene, cells.subList(i, Math.min(cells.size(), i + step))));
        }
        return columns;
    }

    Address address() {
        return branch.address();
    }

    /**
     * Places and draws it.
     *
     * @param above the strip of the port it hangs from, if it alone hangs from it
     * @return where the wire from above enters
     */
    double place(double x, double y, double w, Side side, Sheet.@Nullable Gate above, Sheet sheet) {
        Address address = branch.address();
        Rect box = new Rect(x, y, w, body);
        sheet.boxes.put(address, box);
        sheet.box(Sheet.Layer.BODY, Sheet.mark("switch", address, Role.SWITCH, Detail.FAR, tip()), box, 7);
        double fabricTop = y + Metrics.SWITCH_HEADER + 2;
        List<Net.Lane> within = scene.lanes().within(address);
        double step = within.size() > 1 ? Math.min(Metrics.LANE, (fabric - 4) / (within.size() - 1)) : Metrics.LANE;
        sheet.fabrics.put(address, new Sheet.Fabric(fabricTop + 1, step, within));
        double spare = Math.max(0, w - width()) / Math.max(1, columns.size());
        double left = x + Metrics.SWITCH_PAD;
        double portY = fabricTop + fabric - 2;
        for (int i = 0; i < columns.size(); i++) {
            Column column = columns.get(i);
            Side at = columns.size() == 1 ? side : i < (columns.size() + 1) / 2 ? Side.LEFT : Side.RIGHT;
            double room = column.width() + spare;
            column.place(left, portY, y + body, room, at, sheet);
            left += room + Metrics.COLUMN_GAP;
        }
        double center = entry(x, w, above, sheet);
        header(sheet, box, center);
        return tab(sheet, center, y).first();
    }

    /** A switch with one port is entered straight above it; others in the middle, as far as its ports go. */
    private double entry(double x, double w, Sheet.@Nullable Gate above, Sheet sheet) {
        if (columns.size() == 1 && above != null) {
            double middle = above.middle();
            if (middle > x + 8 && middle < x + w - 8) {
                return middle;
            }
        }
        Sheet.Gate port = columns.size() == 1 && branch.below().size() == 1
                ? sheet.ports.get(branch.below().getFirst().address())
                : null;
        return port == null ? x + w / 2 : port.middle();
    }

    private Sheet.Gate tab(Sheet sheet, double center, double y) {
        Address address = branch.address();
        List<Net.Lane> lanes = scene.lanes().through(address);
        double width = Math.max(18, 12 + Metrics.LANE * Math.min(lanes.size(), 8));
        Rect tab = new Rect(center - width / 2, y, width, 8);
        sheet.box(Sheet.Layer.BOX, Sheet.mark("port", address, Role.UPSTREAM_PORT, Detail.NEAR, tip()), tab, 3);
        Sheet.Gate gate = Sheet.Gate.centered(tab, center, Metrics.LANE, lanes);
        sheet.tabs.put(address, gate);
        return gate;
    }

    /** Name and address stand beside the lines that come in: both sides if there is room, else on the roomier one. */
    private void header(Sheet sheet, Rect box, double center) {
        Address address = branch.address();
        double clear =
                Math.max(12, 8 + Metrics.LANE * scene.lanes().through(address).size() / 2);
        double left = center - clear - box.x() - 7;
        double right = box.right() - 7 - center - clear;
        boolean both = Math.min(left, right) > 42;
        boolean leftRoomier = left >= right;
        double x = both || leftRoomier ? box.x() + 7 : center + clear;
        double room = both ? left : Math.max(left, right);
        String model = scene.model(address);
        String kind = scene.words().say(kind());
        boolean named = !model.isEmpty();
        sheet.text(
                Sheet.mark("title", address, Role.TEXT_STRONG, Detail.FAR, ""),
                x,
                box.y() + 12.5,
                room,
                named ? model : kind,
                Typeface.BOLD,
                9.5,
                Align.START);
        String brief = scene.address(address);
        if (both) {
            sheet.text(
                    Sheet.mark("bdf", address, Role.TEXT, Detail.NEAR, ""),
                    box.right() - 7,
                    box.y() + 12.5,
                    right,
                    brief,
                    Typeface.MONO,
                    8.5,
                    Align.END);
            if (named) {
                sheet.text(
                        Sheet.mark("kind", address, Role.TEXT_MUTED, Detail.NEAR, ""),
                        x,
                        box.y() + 23.5,
                        room,
                        kind,
                        Typeface.SANS,
                        8.5,
                        Align.START);
            }
        } else {
            sheet.text(
                    Sheet.mark("bdf", address, Role.TEXT, Detail.NEAR, ""),
                    x,
                    box.y() + 23.5,
                    room,
                    brief,
                    Typeface.MONO,
                    8.5,
                    Align.START);
        }
    }

    private String kind() {
        if (branch.function().kind() != FunctionKind.UPSTREAM_PORT) {
            return "diagram.bridge";
        }
        return depth > 0 ? "diagram.inner-switch" : "diagram.switch";
    }

    private String tip() {
        return scene.words()
                .say(
                        "diagram.tip.switch",
                        scene.words().say(kind()),
                        branch.address().toString(),
                        scene.model(branch.address()));
    }
}
