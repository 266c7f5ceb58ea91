// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.path.PathReport;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Sriov;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;

/** A NIC, a GPU or another device at the end of its wires. */
final class DeviceBox extends Block {
    private static final double PAD = 7;
    private static final double LONGEST = 118;
    /** Room for the state of ATS in any language and a group of four digits. */
    private static final double WIDEST_CHIPS = 150;

    private static final double WRAP = 88;
    private static final String SEPARATOR = " · ";
    private static final double CHIP = 12;
    private static final double CHIP_TEXT = 7.5;
    private static final double CHIP_PAD = 7;
    private static final double CHIP_GAP = 3;

    /** One line of text in the box. */
    private record Line(String kind, String text, Typeface face, double size, double lead, Role role, Detail detail) {}

    private final Scene scene;
    private final Branch branch;
    private final List<Line> head;
    private final List<Line> foot;
    private final boolean chips;

    private DeviceBox(
            Scene scene, Branch branch, List<Line> head, List<Line> foot, boolean chips, double width, double height) {
        super(width, height);
        this.scene = scene;
        this.branch = branch;
        this.head = head;
        this.foot = foot;
        this.chips = chips;
    }

    static DeviceBox of(Scene scene, Branch branch) {
        boolean plain = branch.kind() == Branch.Kind.OTHER;
        Address address = branch.address();
        List<Line> head = new ArrayList<>();
        List<Line> foot = new ArrayList<>();
        String name = scene.name(address);
        String model = scene.model(address);
        String bdf = scene.address(address);
        head.add(new Line("name", name, Typeface.BOLD, plain ? 9 : 11.5, plain ? 9 : 11, Role.TEXT_STRONG, Detail.FAR));
        if (!model.isEmpty() && (!plain || name.equals(bdf))) {
            head.add(new Line("model", model, Typeface.SANS, 9, 12, Role.TEXT_MUTED, Detail.NEAR));
        }
        if (!name.equals(bdf)) {
            head.add(new Line("bdf", bdf, Typeface.MONO, 8.5, plain ? 10.5 : 12, Role.TEXT, Detail.NEAR));
        }
        if (!plain) {
            foot.addAll(foot(scene, branch));
        }
        double width = 0;
        double height = PAD - 1;
        for (Line line : head) {
            width = Math.max(width, scene.measure().width(line.text(), line.face(), line.size()));
            height += line.lead();
        }
        for (Line line : foot) {
            width = Math.max(width, scene.measure().width(line.text(), line.face(), line.size()));
            height += line.lead();
        }
        boolean chips = !plain && hasChips(scene, branch);
        width = Math.max(Math.min(width, LONGEST), chips ? Math.min(chipsWidth(scene, branch), WIDEST_CHIPS) : 0);
        height += chips ? CHIP + 6 : 0;
        return new DeviceBox(scene, branch, head, foot, chips, width + 2 * PAD, height + PAD - 1);
    }

    private static boolean hasChips(Scene scene, Branch branch) {
        return showsAts(scene, branch) || !group(scene, branch.function()).isEmpty();
    }

    /** Of other devices ATS is worth a word only where they have it. */
    private static boolean showsAts(Scene scene, Branch branch) {
        AtsState state = scene.ats(branch.function()).state();
        return branch.kind() == Branch.Kind.NIC || (state != AtsState.ABSENT && state != AtsState.UNKNOWN);
    }

    private static double chipsWidth(Scene scene, Branch branch) {
        String group = group(scene, branch.function());
        double ats = showsAts(scene, branch)
                ? chipWidth(
                                scene,
                                scene.words().ats(scene.ats(branch.function()).state()))
                        + CHIP_GAP
                : 0;
        return ats + (group.isEmpty() ? 0 : chipWidth(scene, group));
    }

    private static double chipWidth(Scene scene, String text) {
        return scene.measure().width(text, Typeface.BOLD, CHIP_TEXT) + CHIP_PAD;
    }

    private static List<Line> foot(Scene scene, Branch branch) {
        List<Line> lines = new ArrayList<>();
        PciFunction function = branch.function();
        String driver = switch (function.facts().text(Attributes.DRIVER)) {
            case Fact.Known<String>(String name) -> name;
            case Fact.Absent<String>() -> scene.words().say("diagram.no-driver");
            case Fact.Unknown<String> unread -> "";
        };
        if (!driver.isEmpty()) {
            lines.add(new Line("driver", driver, Typeface.SANS, 8.5, 11.5, Role.TEXT, Detail.NEAR));
        }
        virtual(scene, function).ifPresent(text -> {
            for (String part : wrapped(scene, text)) {
                lines.add(new Line("vfs", part, Typeface.SANS, 8.5, 11.5, Role.TEXT, Detail.NEAR));
            }
        });
        List<PathReport> reports = scene.nearest(branch.address());
        Scene.worst(reports)
                .filter(worst -> scene.hasCompany(branch.address()))
                .ifPresent(worst -> lines.add(new Line(
                        "verdict",
                        scene.words().verdict(worst),
                        Typeface.BOLD,
                        8.5,
                        11.5,
                        Role.word(worst),
                        Detail.FAR)));
        return lines;
    }

    /** In as many lines as it needs, broken where its parts meet. */
    private static List<String> wrapped(Scene scene, String text) {
        List<String> lines = new ArrayList<>();
        for (String part : text.split(SEPARATOR)) {
            String together = lines.isEmpty() ? part : lines.getLast() + SEPARATOR + part;
            if (!lines.isEmpty() && scene.measure().width(together, Typeface.SANS, 8.5) <= WRAP) {
                lines.set(lines.size() - 1, together);
            } else {
                lines.add(part);
            }
        }
        return lines;
    }

    /** {@code 16 VFs · 14 vfio-pci · 2 mlx5_core}: all of a NIC's virtual functions in one line. */
    static Optional<String> virtual(Scene scene, PciFunction function) {
        List<Address> vfs = scene.host().topology().virtualFunctions(function.address());
        if (vfs.isEmpty()) {
            return function.sriov()
                    .asOptional()
                    .filter(sriov -> sriov.vfEnable() && sriov.numVfs() > 0)
                    .map(Sriov::numVfs)
                    .map(count -> scene.words().say("diagram.vfs.unlisted", Integer.toString(count)));
        }
        Map<String, Integer> drivers = new TreeMap<>();
        for (Address vf : vfs) {
            String driver = switch (scene.host().topology().get(vf).facts().text(Attributes.DRIVER)) {
                case Fact.Known<String>(String name) -> name;
                case Fact.Absent<String>() -> scene.words().say("diagram.no-driver");
                case Fact.Unknown<String> unread -> "";
            };
            drivers.merge(driver, 1, Integer::sum);
        }
        StringBuilder text = new StringBuilder(scene.words().say("diagram.vfs", vfs.size()));
        drivers.forEach((driver, count) -> {
            if (!driver.isEmpty()) {
                text.append(SEPARATOR)
                        .append(drivers.size() == 1 ? driver : scene.words().say("diagram.count", count, driver));
            }
        });
        return Optional.of(text.toString());
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
        for (Line line : head) {
            at = text(sheet, line, x, at, w);
        }
        if (chips) {
            chips(sheet, x + PAD, at + 5, w - 2 * PAD);
            at += CHIP + 6;
        }
        for (Line line : foot) {
            at = text(sheet, line, x, at, w);
        }
    }

    private double text(Sheet sheet, Line line, double x, double top, double w) {
        double baseline = top + line.lead() - (line.lead() - line.size()) / 2 - 0.5;
        sheet.text(
                Sheet.mark(line.kind(), branch.address(), line.role(), line.detail(), ""),
                x + PAD,
                baseline,
                w - 2 * PAD,
                line.text(),
                line.face(),
                line.size(),
                Align.START);
        return top + line.lead();
    }

    private void chips(Sheet sheet, double x, double y, double room) {
        Address address = branch.address();
        AtsStatus status = scene.ats(branch.function());
        double left = x;
        if (showsAts(scene, branch)) {
            String text = scene.words().ats(status.state());
            double width = chipWidth(scene, text);
            sheet.chip(
                    Sheet.mark(
                            "ats",
                            address,
                            atsRole(status.state()),
                            Detail.NEAR,
                            scene.words().texts().say(status.why())),
                    new Rect(left, y, Math.min(width, room), CHIP),
                    text,
                    CHIP_TEXT,
                    Optional.empty());
            left += width + CHIP_GAP;
        }
        double rest = room - (left - x);
        String group = group(scene, branch.function());
        double width = Math.min(chipWidth(scene, group), rest);
        if (!group.isEmpty() && width > 2 * CHIP) {
            sheet.chip(
                    Sheet.mark("group", address, Role.GROUP, Detail.NEAR, groupTip(branch.function())),
                    new Rect(left, y, width, CHIP),
                    group,
                    CHIP_TEXT,
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

    private static String group(Scene scene, PciFunction function) {
        return switch (function.facts().text(Attributes.IOMMU_GROUP)) {
            case Fact.Known<String>(String name) -> scene.words().say("diagram.group", name);
            case Fact.Absent<String>() -> "";
            case Fact.Unknown<String> unread -> "";
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
