// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/** Devices on one root bus, in rows, with the name of the bus below them. */
final class CardOfDevices extends CardBody {
    private static final double TITLE = 17;
    private static final double UNREAD = 12.5;

    private final Scene scene;
    private final List<Branch> devices;
    private final List<DeviceBox> boxes;
    private final int abreast;
    private final double tallest;

    private CardOfDevices(
            Scene scene,
            List<Branch> devices,
            List<DeviceBox> boxes,
            int abreast,
            double tallest,
            double width,
            double height) {
        super(width, height);
        this.scene = scene;
        this.devices = devices;
        this.boxes = boxes;
        this.abreast = abreast;
        this.tallest = tallest;
    }

    static CardOfDevices of(Scene scene, List<Branch> devices) {
        List<DeviceBox> boxes =
                devices.stream().map(device -> DeviceBox.of(scene, device)).toList();
        int abreast = (int) Math.ceil(Math.sqrt(boxes.size()));
        double widest = boxes.stream().mapToDouble(Block::width).max().orElse(0);
        double tallest = boxes.stream().mapToDouble(Block::height).max().orElse(0);
        double title = scene.measure().width(bus(scene, devices), Typeface.BOLD, Metrics.TITLE_TEXT) + 5;
        return new CardOfDevices(
                scene,
                devices,
                boxes,
                abreast,
                tallest,
                Math.max(abreast * (widest + Metrics.COLUMN_GAP) - Metrics.COLUMN_GAP, title),
                rows(boxes.size(), abreast) * (tallest + Metrics.COLUMN_GAP)
                        + TITLE
                        + (chainKnown(scene, devices) ? 0 : UNREAD));
    }

    private static int rows(int boxes, int abreast) {
        return (boxes + abreast - 1) / abreast;
    }

    @Override
    void place(Rect inner, Sheet sheet) {
        double each = (inner.width() - Metrics.COLUMN_GAP * (abreast - 1)) / abreast;
        for (int i = 0; i < boxes.size(); i++) {
            double left = inner.x() + i % abreast * (each + Metrics.COLUMN_GAP);
            int row = i / abreast;
            double top = inner.y() + row * (tallest + Metrics.COLUMN_GAP);
            Address address = devices.get(i).address();
            sheet.columns.put(
                    address,
                    Sheet.Gate.centered(
                            new Rect(left + 4, top, each - 8, 1),
                            left + each / 2,
                            Metrics.LANE,
                            scene.lanes().through(address)));
            boxes.get(i).place(left, top, each, new Sheet.Landing(true, top, top), sheet);
        }
        // Below the devices, for lines come in from above.
        title(inner, inner.y() + rows(boxes.size(), abreast) * (tallest + Metrics.COLUMN_GAP) + 9, sheet);
    }

    private void title(Rect inner, double baseline, Sheet sheet) {
        Address first = devices.getFirst().address();
        sheet.text(
                Sheet.mark("title", first, Role.TEXT_STRONG, Detail.NEAR, ""),
                inner.x() + 2,
                baseline,
                inner.width() - 4,
                bus(scene, devices),
                Typeface.BOLD,
                Metrics.TITLE_TEXT,
                Align.START);
        if (!chainKnown(scene, devices)) {
            sheet.text(
                    Sheet.mark(
                            "unread",
                            first,
                            Role.TEXT_MUTED,
                            Detail.NEAR,
                            scene.words().say("diagram.tip.bridges-unread")),
                    inner.x() + 2,
                    baseline + UNREAD,
                    inner.width() - 4,
                    scene.words().say("diagram.bridges-unread"),
                    Typeface.SANS,
                    Metrics.LEAST_TEXT,
                    Align.START);
        }
    }

    private static String bus(Scene scene, List<Branch> devices) {
        String bridge = place(scene, devices).hostBridge();
        return chainKnown(scene, devices) ? scene.words().say("diagram.root-bus", bridge) : bridge;
    }

    /** Where it is not, the devices may stand below bridges that were not read. */
    private static boolean chainKnown(Scene scene, List<Branch> devices) {
        return place(scene, devices).chainKnown();
    }

    private static Topology.Place place(Scene scene, List<Branch> devices) {
        return scene.host().topology().place(devices.getFirst().address());
    }
}
