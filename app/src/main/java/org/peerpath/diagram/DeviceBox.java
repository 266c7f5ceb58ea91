// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;

/** A NIC, a GPU or another device at the end of its wires. */
final class DeviceBox extends Block {
    private static final double PAD = 7;
    private static final double LONGEST = 136;

    private final Scene scene;
    private final Branch branch;
    private final List<DeviceText.Line> head;
    private final Optional<DeviceChips> chips;
    private final List<DeviceText.Line> foot;

    private DeviceBox(
            Scene scene,
            Branch branch,
            List<DeviceText.Line> head,
            Optional<DeviceChips> chips,
            List<DeviceText.Line> foot,
            double width,
            double height) {
        super(width, height);
        this.scene = scene;
        this.branch = branch;
        this.head = head;
        this.chips = chips;
        this.foot = foot;
    }

    static DeviceBox of(Scene scene, Branch branch) {
        List<DeviceText.Line> head = DeviceText.head(scene, branch);
        List<DeviceText.Line> foot = DeviceText.foot(scene, branch);
        Optional<DeviceChips> chips = DeviceChips.of(scene, branch);
        double width = 0;
        double height = PAD - 1;
        for (DeviceText.Line line : Stream.concat(head.stream(), foot.stream()).toList()) {
            width = Math.max(width, scene.measure().width(line.text(), line.face(), line.size()));
            height += line.lead();
        }
        width = Math.max(Math.min(width, LONGEST), chips.map(Block::width).orElse(0.0));
        height += chips.map(Block::height).orElse(0.0);
        return new DeviceBox(scene, branch, head, chips, foot, width + 2 * PAD, height + PAD - 1);
    }

    /**
     * Places and draws it.
     *
     * @param landing where lines to it end
     */
    void place(double x, double y, double w, Sheet.Landing landing, Sheet sheet) {
        Address address = branch.address();
        sheet.landings.put(address, landing);
        Rect box = new Rect(x, y, w, height());
        sheet.boxes.put(address, box);
        Role role = switch (branch.kind()) {
            case NIC -> Role.NIC;
            case GPU -> Role.GPU;
            case BRIDGE, OTHER -> Role.DEVICE;
        };
        sheet.box(Sheet.Layer.BOX, Sheet.mark("function", address, role, Detail.FAR, tip()), box, 5);
        double at = y + PAD - 1;
        for (DeviceText.Line line : head) {
            at = text(sheet, line, x, at, w);
        }
        if (chips.isPresent()) {
            chips.get().place(x + PAD, at, w - 2 * PAD, sheet);
            at += chips.get().height();
        }
        for (DeviceText.Line line : foot) {
            at = text(sheet, line, x, at, w);
        }
    }

    private double text(Sheet sheet, DeviceText.Line line, double x, double top, double w) {
        double baseline = top + line.lead() - (line.lead() - line.size()) / 2 - 0.5;
        sheet.text(
                Sheet.mark(line.kind(), branch.address(), line.role(), line.detail(), line.tip()),
                x + PAD,
                baseline,
                w - 2 * PAD,
                line.text(),
                line.face(),
                line.size(),
                Align.START);
        return top + line.lead();
    }

    /** The words for a screen reader: what it is, and what each of its nearest paths does. */
    private String tip() {
        Words words = scene.words();
        String name = scene.name(branch.address());
        String model = scene.model(branch.address());
        String what = switch (branch.kind()) {
            case NIC -> words.say("diagram.tip.nic", name, branch.address().toString(), model);
            case GPU -> words.say("diagram.tip.gpu", name, branch.address().toString(), model);
            case BRIDGE, OTHER ->
                words.say("diagram.tip.device", name, branch.address().toString(), model);
        };
        StringBuilder text = new StringBuilder(what);
        for (PathReport report : scene.nearest(branch.address())) {
            text.append("; ")
                    .append(words.say(
                            report.leansOnAts() ? "diagram.tip.path-ats" : "diagram.tip.path",
                            scene.name(report.target()),
                            words.deed(report.verdict())));
        }
        return text.toString();
    }
}
