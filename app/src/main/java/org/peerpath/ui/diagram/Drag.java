// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.function.BiConsumer;
import javafx.scene.Cursor;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.Pane;

/** Dragging with the main or the middle button moves the picture. */
final class Drag {
    private static final double SLACK = 3;

    private final BiConsumer<Double, Double> moved;
    private double x;
    private double y;
    private boolean dragging;

    Drag(Pane pane, BiConsumer<Double, Double> moved) {
        this.moved = moved;
        pane.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> {
            x = event.getX();
            y = event.getY();
            dragging = false;
        });
        pane.addEventHandler(MouseEvent.MOUSE_DRAGGED, event -> dragged(pane, event));
        pane.addEventHandler(MouseEvent.MOUSE_RELEASED, event -> pane.setCursor(Cursor.DEFAULT));
    }

    private void dragged(Pane pane, MouseEvent event) {
        if (event.getButton() == MouseButton.SECONDARY) {
            return;
        }
        double dx = event.getX() - x;
        double dy = event.getY() - y;
        if (!dragging && Math.hypot(dx, dy) < SLACK) {
            return;
        }
        dragging = true;
        pane.setCursor(Cursor.CLOSED_HAND);
        moved.accept(dx, dy);
        x = event.getX();
        y = event.getY();
    }
}
