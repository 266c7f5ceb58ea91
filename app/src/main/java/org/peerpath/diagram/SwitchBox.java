// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.peerpath.pci.FunctionKind;
import org.peerpath.snapshot.Address;

/** A switch: one box with its upstream port, the body in which lines turn, and its downstream ports, each above its own. */
final class SwitchBox extends Block {
    /** More ports than this stand on each other. */
    private static final int WIDEST = 8;

    private static final double TITLE_SIZE = Metrics.TITLE_TEXT;

    /** Said in words beside the name already. */
    private static final Pattern SWITCH_WORD = Pattern.compile("(?i)(\\s+pci(e|\\s+express))?\\s+switch$");

    private final Scene scene;
    private final Branch branch;
    private final List<Column> columns;
    private final double[] widths;
    private final double fabric;
    private final double body;
    private final int depth;

    private SwitchBox(
            Scene scene,
            Branch branch,
            List<Column> columns,
            double[] widths,
            double fabric,
            double body,
            int depth,
            double width,
            double height) {
        super(width, height);
        this.scene = scene;
        this.branch = branch;
        this.columns = columns;
        this.widths = widths;
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
        double[] widths = widths(columns);
        double width = Arrays.stream(widths).sum()
                + Metrics.COLUMN_GAP * Math.max(0, columns.size() - 1)
                + 2 * Metrics.SWITCH_PAD;
        double below = columns.stream().mapToDouble(Column::below).max().orElse(0);
        return new SwitchBox(scene, branch, columns, widths, fabric, body, depth, Math.max(width, 98), body + below);
    }

    /** Columns that are nearly alike become alike, so that a switch looks even. */
    private static double[] widths(List<Column> columns) {
        double[] widths = columns.stream().mapToDouble(Block::width).toArray();
        double widest = 0;
        for (int i = 0; i < widths.length; i++) {
            widest = columns.get(i).stacked() || widths[i] > 160 ? widest : Math.max(widest, widths[i]);
        }
        for (int i = 0; i < widths.length; i++) {
            widths[i] = !columns.get(i).stacked() && widths[i] > 0.7 * widest ? Math.max(widths[i], widest) : widths[i];
        }
        return widths;
    }

    private static List<Column> columns(Scene scene, Branch branch, int depth) {
        double bleed = branch.below().size() == 1 ? Metrics.SWITCH_PAD : 0;
        List<Cell> main = new ArrayList<>();
        List<Cell> plain = new ArrayList<>();
        for (Branch child : branch.below()) {
            boolean player = child.holds(Branch.Kind.NIC) || child.holds(Branch.Kind.GPU);
            (player ? main : plain).add(Cell.of(scene, child, depth, bleed));
        }
        List<Column> columns = new ArrayList<>(stack(scene, main, high(scene, main)));
        double tallest = main.stream().mapToDouble(Block::height).max().orElse(0);
        double each = plain.stream().mapToDouble(Block::height).max().orElse(1) + 10;
        int abreast = (int) Math.ceil(Math.sqrt(plain.size() / 1.5));
        int high = main.isEmpty()
                ? (plain.size() + Math.max(1, abreast) - 1) / Math.max(1, abreast)
                : (int) Math.max(2, tallest / each);
        columns.addAll(stack(scene, plain, plain.size() <= 2 && main.size() + plain.size() <= 4 ? 1 : high));
        return columns;
    }

    /** How many ports stand on each other, so that no more stand side by side than there is room for. */
    private static int high(Scene scene, List<Cell> cells) {
        double widest = cells.stream().mapToDouble(Block::width).max().orElse(1) + Metrics.COLUMN_GAP;
        double room = scene.options().room() - 2 * (Metrics.MARGIN + Metrics.CARD_PAD + Metrics.SWITCH_PAD);
        int abreast = (int) Math.clamp(room / widest, 1, WIDEST);
        return (cells.size() + abreast - 1) / abreast;
    }

    private static List<Column> stack(Scene scene, List<Cell> cells, int high) {
        List<Column> columns = new ArrayList<>();
        int step = Math.max(1, high);
        for (int i = 0; i < cells.size(); i += step) {
            columns.add(Column.of(scene, cells.subList(i, Math.min(cells.size(), i + step))));
        }
        return columns;
    }

    /** Whether it has one port only, so that lines go straight through. */
    boolean isNarrow() {
        return columns.size() == 1 && !columns.getFirst().stacked();
    }

    /** From its edge to that of the port in it, and of the one in the switch below that. */
    double inset() {
        return Metrics.SWITCH_PAD + columns.getFirst().inset();
    }

    Address address() {
        return branch.address();
    }

    /**
     * Places and draws it.
     *
     * @param above the strip of the port it hangs from, if it alone hangs from it
     * @return where lines and the wire from above enter
     */
    Sheet.Gate place(double x, double y, double w, Side side, Sheet.@Nullable Gate above, Sheet sheet) {
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
            double room = widths[i] + spare;
            column.place(left, portY, y + body, room, at, sheet);
            left += room + Metrics.COLUMN_GAP;
        }
        double center = entry(x, w, above, sheet);
        Sheet.Gate tab = tab(sheet, center, y);
        header(sheet, box, tab);
        return tab;
    }

    /** A switch with one port is entered straight above it; others in the middle. */
    private double entry(double x, double w, Sheet.@Nullable Gate above, Sheet sheet) {
        if (!isNarrow()) {
            return x + w / 2;
        }
        Sheet.Gate port = sheet.ports.get(branch.below().getFirst().address());
        return port != null ? port.middle() : above != null ? above.middle() : x + w / 2;
    }

    private Sheet.Gate tab(Sheet sheet, double center, double y) {
        Address address = branch.address();
        List<Net.Lane> lanes = scene.lanes().through(address);
        double step =
                isNarrow() || depth > 0 ? Metrics.LANE : lanes.size() <= 2 ? 16 : lanes.size() <= 4 ? 10 : Metrics.LANE;
        double width = tabWidth(step, lanes.size());
        Rect tab = new Rect(center - width / 2, y, width, 8);
        sheet.box(Sheet.Layer.BOX, Sheet.mark("port", address, Role.UPSTREAM_PORT, Detail.NEAR, tip()), tab, 3);
        Sheet.Gate gate = Sheet.Gate.centered(tab, center, step, lanes);
        sheet.tabs.put(address, gate);
        return gate;
    }

    private static double tabWidth(double step, int lanes) {
        return Math.max(18, 12 + step * Math.min(Math.max(0, lanes - 1), 8));
    }

    /** Name and address stand beside the lines that come in: both sides if there is room, else on the roomier one. */
    private void header(Sheet sheet, Rect box, Sheet.Gate tab) {
        double clear = tab.bounds().width() / 2 + 4;
        double left = tab.bounds().centerX() - clear - box.x() - 7;
        double right = box.right() - 7 - tab.bounds().centerX() - clear;
        String model = SWITCH_WORD.matcher(scene.model(branch.address())).replaceFirst("");
        String kind = scene.words().say(kind());
        boolean both = Math.min(left, right) > 42;
        if (!both) {
            double x = left >= right ? box.x() + 7 : tab.bounds().centerX() + clear;
            double room = Math.max(left, right);
            text(sheet, "title", Role.TEXT_STRONG, x, box.y() + 13.5, room, kind, Typeface.BOLD, Align.START);
            bdf(sheet, x, box.y() + 26, room, Align.START);
            return;
        }
        // Where no line comes in, the name may run below the port.
        double room = tab.lanes().isEmpty() ? box.width() - 64 : left;
        String title = model.isEmpty() ? kind : fitting(model, room);
        String rest = model.substring(Math.min(model.length(), title.length())).strip();
        double x = box.x() + 7;
        text(sheet, "title", Role.TEXT_STRONG, x, box.y() + 15.5, room, title, Typeface.BOLD, Align.START);
        if (!model.isEmpty()) {
            String second = rest.isEmpty() ? kind : rest + " · " + kind;
            text(sheet, "kind", Role.TEXT_MUTED, x, box.y() + 27.5, left, second, Typeface.SANS, Align.START);
        }
        bdf(sheet, box.right() - 7, box.y() + 15.5, right, Align.END);
    }

    /** As many of its words as fit; all of it, to be clipped, where not even the first does. */
    private String fitting(String model, double room) {
        TextMeasure measure = scene.measure();
        int blank = model.length();
        while (blank > 0 && measure.width(model.substring(0, blank), Typeface.BOLD, TITLE_SIZE) > room) {
            blank = model.lastIndexOf(' ', blank - 1);
        }
        return blank <= 0 ? model : model.substring(0, blank);
    }

    private void text(
            Sheet sheet,
            String what,
            Role role,
            double x,
            double baseline,
            double room,
            String text,
            Typeface face,
            Align align) {
        Detail detail = role == Role.TEXT_STRONG ? Detail.FAR : Detail.NEAR;
        double size = role == Role.TEXT_STRONG ? TITLE_SIZE : Metrics.LEAST_TEXT;
        sheet.text(Sheet.mark(what, branch.address(), role, detail, ""), x, baseline, room, text, face, size, align);
    }

    private void bdf(Sheet sheet, double x, double baseline, double room, Align align) {
        text(sheet, "bdf", Role.TEXT, x, baseline, room, scene.address(branch.address()), Typeface.SANS, align);
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
