// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Sriov;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;

/** What is written in a {@link DeviceBox}, line by line. */
final class DeviceText {
    private static final double WRAP = 104;
    private static final double SMALL_LEAD = 12.5;
    private static final String SEPARATOR = " · ";

    /**
     * One line.
     *
     * @param size of the letters
     * @param lead how far down it moves what follows
     * @param tip what it says, as a sentence; empty where the box says it
     */
    record Line(
            String kind, String text, Typeface face, double size, double lead, Role role, Detail detail, String tip) {
        /** A line in the least letters. */
        static Line small(String kind, String text, String tip) {
            return new Line(kind, text, Typeface.SANS, Metrics.LEAST_TEXT, SMALL_LEAD, Role.TEXT, Detail.NEAR, tip);
        }
    }

    private DeviceText() {}

    /** Who it is. */
    static List<Line> head(Scene scene, Branch branch) {
        boolean plain = branch.kind() == Branch.Kind.OTHER;
        String name = scene.name(branch.address());
        String model = scene.model(branch.address());
        String bdf = scene.address(branch.address());
        List<Line> lines = new ArrayList<>();
        lines.add(new Line(
                "name",
                name,
                Typeface.BOLD,
                plain ? Metrics.LEAST_TEXT : 12,
                plain ? 10.5 : 12.5,
                Role.TEXT_STRONG,
                Detail.FAR,
                ""));
        if (!model.isEmpty() && (!plain || name.equals(bdf))) {
            lines.add(new Line(
                    "model", model, Typeface.SANS, Metrics.LEAST_TEXT, SMALL_LEAD, Role.TEXT_MUTED, Detail.NEAR, ""));
        }
        if (!name.equals(bdf)) {
            lines.add(new Line(
                    "bdf",
                    bdf,
                    Typeface.SANS,
                    Metrics.LEAST_TEXT,
                    plain ? 11.5 : SMALL_LEAD,
                    Role.TEXT,
                    Detail.NEAR,
                    ""));
        }
        return lines;
    }

    /** Who drives it, its VFs, and the verdict of its paths where it shares its card; nothing for other devices. */
    static List<Line> foot(Scene scene, Branch branch) {
        if (branch.kind() == Branch.Kind.OTHER) {
            return List.of();
        }
        List<Line> lines = new ArrayList<>();
        scene.trouble(branch.address())
                .ifPresent(trouble -> lines.add(new Line(
                        "trouble",
                        scene.words().say(trouble.key()),
                        Typeface.BOLD,
                        Metrics.LEAST_TEXT,
                        SMALL_LEAD,
                        Role.WORD_BLOCKED,
                        Detail.FAR,
                        scene.words().texts().say(trouble.why()))));
        String driver = driver(scene, branch.function());
        if (!driver.isEmpty()) {
            lines.add(Line.small("driver", driver, driverTip(scene, branch)));
        }
        virtual(scene, branch.function()).ifPresent(text -> {
            for (String part : wrapped(scene, text)) {
                lines.add(Line.small(
                        "vfs", part, scene.words().say("diagram.tip.vfs", scene.name(branch.address()), text)));
            }
        });
        Scene.worst(scene.nearest(branch.address()))
                .filter(worst -> scene.hasCompany(branch.address()))
                .ifPresent(worst -> lines.add(new Line(
                        "verdict",
                        scene.words().verdict(worst),
                        Typeface.BOLD,
                        Metrics.LEAST_TEXT,
                        SMALL_LEAD,
                        Role.word(worst),
                        Detail.FAR,
                        "")));
        return lines;
    }

    private static String driverTip(Scene scene, Branch branch) {
        String name = scene.name(branch.address());
        return branch.function()
                .facts()
                .text(Attributes.DRIVER)
                .asOptional()
                .map(driver -> scene.words().say("diagram.tip.driver", name, driver))
                .orElseGet(() -> scene.words().say("diagram.tip.no-driver", name));
    }

    /** Nothing where it was not read. */
    private static String driver(Scene scene, PciFunction function) {
        return switch (function.facts().text(Attributes.DRIVER)) {
            case Fact.Known<String>(String name) -> name;
            case Fact.Absent<String>() -> scene.words().say("diagram.no-driver");
            case Fact.Unknown<String> unread -> "";
        };
    }

    /** In as many lines as it needs, broken where its parts meet. */
    private static List<String> wrapped(Scene scene, String text) {
        List<String> lines = new ArrayList<>();
        for (String part : text.split(SEPARATOR)) {
            String together = lines.isEmpty() ? part : lines.getLast() + SEPARATOR + part;
            if (!lines.isEmpty() && scene.measure().width(together, Typeface.SANS, Metrics.LEAST_TEXT) <= WRAP) {
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
            drivers.merge(driver(scene, scene.host().topology().get(vf)), 1, Integer::sum);
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
}
