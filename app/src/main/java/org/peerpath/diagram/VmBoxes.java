// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmRole;

/** Boxes of a VM's functions, and how many of them stand side by side. */
final class VmBoxes {
    static final double GAP = 10;
    static final double HEIGHT = 48;
    private static final double LEAST = 132;
    private static final double PAD = 8;
    private static final double LINE = 12.5;

    private VmBoxes() {}

    /** Draws one: its name, and one or two lines of small letters. */
    static void draw(
            VmPicture.Scenery scenery, VmFunction function, List<String> lines, String kind, Rect place, Sheet sheet) {
        String tip = scenery.words()
                .say(
                        "diagram.vm.function",
                        scenery.name(function),
                        function.name(),
                        scenery.guest(function),
                        function.assigned().backend().id());
        sheet.box(Sheet.Layer.BOX, VmPicture.mark(kind, function, role(function), tip), place, 5);
        sheet.text(
                VmPicture.mark(kind + "-name", function, Role.TEXT_STRONG, ""),
                place.x() + PAD,
                place.y() + 15,
                place.width() - 2 * PAD,
                scenery.name(function),
                Typeface.BOLD,
                12,
                Align.START);
        double y = place.y() + 15;
        for (String line : lines) {
            y += LINE;
            sheet.text(
                    VmPicture.mark(kind + "-line" + y, function, Role.TEXT, ""),
                    place.x() + PAD,
                    y,
                    place.width() - 2 * PAD,
                    line,
                    Typeface.SANS,
                    Metrics.LEAST_TEXT,
                    Align.START);
        }
    }

    static double width(VmPicture.Scenery scenery, List<String> lines) {
        return Math.max(
                LEAST,
                lines.stream()
                                .mapToDouble(line -> scenery.measure().width(line, Typeface.SANS, Metrics.LEAST_TEXT))
                                .max()
                                .orElse(0)
                        + 2 * PAD);
    }

    private static Role role(VmFunction function) {
        return function.role() == VmRole.NIC ? Role.NIC : function.role() == VmRole.GPU ? Role.GPU : Role.DEVICE;
    }

    /** Puts things of these widths into rows of this room; each row has at least one. */
    static List<List<Integer>> rows(List<Double> widths, double gap, double room) {
        List<List<Integer>> rows = new ArrayList<>();
        double taken = 0;
        for (int i = 0; i < widths.size(); i++) {
            double width = widths.get(i);
            if (rows.isEmpty() || taken + gap + width > room) {
                rows.add(new ArrayList<>());
                taken = width;
            } else {
                taken += gap + width;
            }
            rows.getLast().add(i);
        }
        return rows;
    }
}
