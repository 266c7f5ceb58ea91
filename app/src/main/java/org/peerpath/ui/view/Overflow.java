// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.MenuButton;
import javafx.scene.layout.Region;

/**
 * Things in a row that are shown whole or not at all: what has no room stands in the menu at the row's end, or in the
 * window's menus where the row has none.
 */
final class Overflow extends Region {
    private final List<? extends Region> inOrder;
    private final List<? extends Region> dropped;
    private final List<MenuButton> more;
    private final double gap;
    private final Pos at;

    /**
     * A row.
     *
     * @param inOrder as they stand, left to right; those that are not managed take no room
     * @param dropped the same ones, those first that give way first
     * @param more shown only while something has no room; none or one
     */
    Overflow(
            List<? extends Region> inOrder, List<? extends Region> dropped, List<MenuButton> more, double gap, Pos at) {
        this.inOrder = List.copyOf(inOrder);
        this.dropped = List.copyOf(dropped);
        this.more = List.copyOf(more);
        this.gap = gap;
        this.at = at;
        getStyleClass().add("overflow");
        getChildren().addAll(inOrder);
        getChildren().addAll(more);
        setMinWidth(0);
    }

    @Override
    protected void layoutChildren() {
        List<Region> shown =
                new ArrayList<>(inOrder.stream().filter(Node::isManaged).toList());
        boolean all = width(shown) <= getWidth() + 0.5;
        if (!all) {
            double menu = more.stream()
                    .mapToDouble(button -> button.prefWidth(-1) + gap)
                    .sum();
            for (Region next : dropped) {
                if (width(shown) + menu > getWidth()) {
                    shown.remove(next);
                }
            }
        }
        inOrder.stream().filter(Node::isManaged).forEach(each -> each.setVisible(shown.contains(each)));
        more.forEach(button -> button.setVisible(!all));
        List<Region> row = new ArrayList<>(shown);
        if (!all) {
            row.addAll(more);
        }
        double x = at == Pos.CENTER_RIGHT ? Math.max(0, getWidth() - width(row)) : 0;
        for (Region each : row) {
            double wide = snapSizeX(each.prefWidth(-1));
            double high = snapSizeY(each.prefHeight(wide));
            each.resizeRelocate(snapPositionX(x), snapPositionY((getHeight() - high) / 2), wide, high);
            x += wide + gap;
        }
    }

    private double width(List<? extends Region> row) {
        return row.stream().mapToDouble(each -> snapSizeX(each.prefWidth(-1))).sum()
                + gap * Math.max(0, row.size() - 1);
    }

    @Override
    protected double computePrefWidth(double height) {
        return width(inOrder.stream().filter(Node::isManaged).toList());
    }

    @Override
    protected double computePrefHeight(double width) {
        return inOrder.stream()
                .mapToDouble(each -> snapSizeY(each.prefHeight(-1)))
                .max()
                .orElse(0);
    }
}
