// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Optional;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;

/** The chips in a {@link DeviceBox}: the state of ATS, and the IOMMU group. */
final class DeviceChips extends Block {
    /** Room for the state of ATS in any language and a group of four digits. */
    private static final double WIDEST = 180;

    private static final double ABOVE = 5;
    private static final double CHIP = 14;
    private static final double TEXT = Metrics.LEAST_TEXT;
    private static final double PAD = 7;
    private static final double GAP = 3;

    private final Scene scene;
    private final Branch branch;

    private DeviceChips(Scene scene, Branch branch, double width) {
        super(width, CHIP + ABOVE + 1);
        this.scene = scene;
        this.branch = branch;
    }

    /** Empty where there is nothing to show. */
    static Optional<DeviceChips> of(Scene scene, Branch branch) {
        boolean ats = showsAts(scene, branch);
        String group = group(scene, branch.function());
        if (branch.kind() == Branch.Kind.OTHER || (!ats && group.isEmpty())) {
            return Optional.empty();
        }
        String state = scene.words().ats(scene.ats(branch.function()).state());
        double width = (ats ? width(scene, state) + GAP : 0) + (group.isEmpty() ? 0 : width(scene, group));
        return Optional.of(new DeviceChips(scene, branch, Math.min(width, WIDEST)));
    }

    /** Of other devices than NICs ATS is worth a word only where they have it. */
    private static boolean showsAts(Scene scene, Branch branch) {
        AtsState state = scene.ats(branch.function()).state();
        return branch.kind() == Branch.Kind.NIC || (state != AtsState.ABSENT && state != AtsState.UNKNOWN);
    }

    private static double width(Scene scene, String text) {
        return scene.measure().width(text, Typeface.BOLD, TEXT) + PAD;
    }

    private static String group(Scene scene, PciFunction function) {
        return function.facts()
                .text(Attributes.IOMMU_GROUP)
                .asOptional()
                .map(name -> scene.words().say("diagram.group", name))
                .orElse("");
    }

    /** Draws them, the less important one only as far as there is room. */
    void place(double x, double top, double room, Sheet sheet) {
        double y = top + ABOVE;
        Address address = branch.address();
        AtsStatus status = scene.ats(branch.function());
        double left = x;
        if (showsAts(scene, branch)) {
            String text = scene.words().ats(status.state());
            double width = width(scene, text);
            sheet.chip(
                    Sheet.mark(
                            "ats",
                            address,
                            atsRole(status.state()),
                            Detail.NEAR,
                            scene.words().texts().say(status.why())),
                    new Rect(left, y, Math.min(width, room), CHIP),
                    text,
                    TEXT,
                    Optional.empty());
            left += width + GAP;
        }
        double rest = room - (left - x);
        String group = group(scene, branch.function());
        double width = Math.min(width(scene, group), rest);
        if (!group.isEmpty() && width > 2 * CHIP) {
            sheet.chip(
                    Sheet.mark("group", address, Role.GROUP, Detail.NEAR, groupTip(branch.function())),
                    new Rect(left, y, width, CHIP),
                    group,
                    TEXT,
                    Optional.empty());
        }
    }

    private static Role atsRole(AtsState state) {
        return switch (state) {
            case ON -> Role.ATS_ON;
            case READY -> Role.ATS_READY;
            case OFF -> Role.ATS_OFF;
            case ABSENT -> Role.ATS_ABSENT;
            case UNKNOWN -> Role.ATS_UNKNOWN;
        };
    }

    private String groupTip(PciFunction function) {
        return scene.host()
                .iommu()
                .groupOf(function.facts())
                .asOptional()
                .map(group -> scene.words()
                        .say(
                                "diagram.tip.group",
                                group.name(),
                                group.members().size(),
                                group.domainType().asOptional().orElse("?")))
                .orElse("");
    }
}
