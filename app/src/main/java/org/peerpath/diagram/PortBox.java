// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;

/** A port: its address, its controls, and beside them the strip in which lines pass it. */
final class PortBox extends Block {
    private static final double PAD = 4;
    private static final double TITLE = 13;
    private static final double TURN = 6;

    private final Scene scene;
    private final Branch branch;
    private final boolean root;
    private final boolean abreast;
    private final double gutter;
    private final List<Net.Lane> lanes;

    private PortBox(Scene scene, Branch branch, boolean root, boolean abreast, double height) {
        super(width(scene, branch, root, abreast), height);
        this.scene = scene;
        this.branch = branch;
        this.root = root;
        this.abreast = abreast;
        this.lanes = scene.lanes().through(branch.address());
        this.gutter = gutter(scene, branch, root, abreast);
    }

    /** A switch's downstream port. */
    static PortBox slot(Scene scene, Branch branch) {
        return new PortBox(scene, branch, false, false, Metrics.PORT_HEIGHT);
    }

    /**
     * A root port.
     *
     * @param room for it: with enough of it all controls stand in one row
     */
    static PortBox root(Scene scene, Branch branch, double room) {
        boolean abreast = room >= width(scene, branch, true, true);
        double strip = abreast && scene.lanes().turnsAtRoot() ? TURN : 0;
        double height = abreast ? 37 + strip : Metrics.PORT_HEIGHT + TITLE;
        return new PortBox(scene, branch, true, abreast, height);
    }

    private static double width(Scene scene, Branch branch, boolean root, boolean abreast) {
        int chips = abreast ? AcsBit.values().length : Metrics.CHIPS_ABREAST;
        double content = Math.max(
                Metrics.chips(chips),
                root && abreast ? scene.measure().width(title(scene, branch), Typeface.BOLD, Metrics.TITLE_TEXT) : 0);
        return gutter(scene, branch, root, abreast) + content + 2 * PAD;
    }

    /** A root port above a switch is passed only by lines that cross the root complex. */
    private static double gutter(Scene scene, Branch branch, boolean root, boolean abreast) {
        int count = scene.lanes().through(branch.address()).size();
        return root && abreast ? (scene.lanes().across().isEmpty() ? 0 : Metrics.gutter(count)) : Metrics.gutter(count);
    }

    private static String title(Scene scene, Branch branch) {
        return scene.words().say("diagram.root-port", scene.address(branch.address()));
    }

    /** Whether all its controls stand in one row. */
    boolean isAbreast() {
        return abreast;
    }

    /** From its edge to the middle of the strip in which lines pass it. */
    double stripCenter() {
        return gutter / 2 + 1;
    }

    /**
     * Places and draws it; lines may pass it from then on.
     *
     * @param inset by which the strip moves away from the edge, so that it stands above another one
     */
    void place(double x, double y, double w, Side side, double inset, Sheet sheet) {
        Address address = branch.address();
        Rect box = new Rect(x, y, w, height());
        sheet.boxes.put(address, box);
        sheet.box(
                Sheet.Layer.BOX,
                Sheet.mark("port", address, root ? Role.ROOT_PORT : Role.PORT, Detail.FAR, tip()),
                box,
                root ? 6 : 4);
        double in = inset + stripCenter();
        double center = side == Side.LEFT ? x + in : box.right() - in;
        double strip = Math.max(gutter, Metrics.GUTTER);
        sheet.ports.put(
                address,
                Sheet.Gate.centered(new Rect(center - strip / 2, y, strip, height()), center, Metrics.LANE, lanes));
        double taken = inset + Math.max(gutter, PAD);
        double left = side == Side.LEFT ? x + taken : x + PAD;
        double room = w - taken - PAD;
        if (abreast) {
            abreast(sheet, x + PAD + (side == Side.LEFT ? gutter : 0), y, w - gutter - 2 * PAD);
        } else {
            twoRows(sheet, left + Math.max(0, room - Metrics.chips(Metrics.CHIPS_ABREAST)) / 2, y);
        }
    }

    private void abreast(Sheet sheet, double left, double y, double room) {
        Address address = branch.address();
        sheet.text(
                Sheet.mark("title", address, Role.TEXT_STRONG, Detail.NEAR, ""),
                left + 2,
                y + 13.5,
                room - 2,
                title(scene, branch),
                Typeface.BOLD,
                Metrics.TITLE_TEXT,
                Align.START);
        chips(sheet, left + 2, y + 19.5, AcsBit.values().length);
    }

    private void twoRows(Sheet sheet, double left, double y) {
        Address address = branch.address();
        double top = y;
        if (root) {
            sheet.text(
                    Sheet.mark("title", address, Role.TEXT_STRONG, Detail.NEAR, ""),
                    left,
                    y + 12.5,
                    Metrics.chips(Metrics.CHIPS_ABREAST),
                    scene.words().say("diagram.root-port.short"),
                    Typeface.BOLD,
                    Metrics.TITLE_TEXT,
                    Align.START);
            top = y + TITLE;
        }
        sheet.text(
                Sheet.mark("bdf", address, Role.TEXT, Detail.NEAR, ""),
                left,
                top + 12,
                Metrics.chips(Metrics.CHIPS_ABREAST),
                scene.address(address),
                Typeface.SANS,
                Metrics.LEAST_TEXT,
                Align.START);
        chips(sheet, left, top + 16.5, Metrics.CHIPS_ABREAST);
    }

    private void chips(Sheet sheet, double left, double top, int inFirstRow) {
        Map<AcsBit, Rect> placed = new EnumMap<>(AcsBit.class);
        AcsBit[] bits = AcsBit.values();
        for (int i = 0; i < bits.length; i++) {
            AcsBit bit = bits[i];
            int column = i % inFirstRow;
            int row = i / inFirstRow;
            Rect bounds = new Rect(
                    left + column * (Metrics.CHIP_WIDTH + Metrics.CHIP_GAP),
                    top + row * (Metrics.CHIP_HEIGHT + Metrics.CHIP_GAP),
                    Metrics.CHIP_WIDTH,
                    Metrics.CHIP_HEIGHT);
            BitChip chip = BitChip.of(branch.function(), bit, scene.words());
            sheet.chip(
                    Sheet.mark("chip-" + bit, branch.address(), chip.role(), Detail.CLOSE, chip.tip()),
                    bounds,
                    bit.name(),
                    Metrics.CHIP_FONT,
                    Optional.of(bit));
            placed.put(bit, bounds);
        }
        sheet.chips.put(branch.address(), placed);
    }

    private String tip() {
        String what = scene.words()
                .say(
                        root ? "diagram.tip.root-port" : "diagram.tip.port",
                        branch.address().toString());
        return branch.function()
                .facts()
                .text(Attributes.IOMMU_GROUP)
                .asOptional()
                .map(group -> scene.words().say("diagram.tip.with-group", what, group))
                .orElse(what);
    }
}
