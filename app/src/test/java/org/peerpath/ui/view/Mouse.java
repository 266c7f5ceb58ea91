// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.event.EventType;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;

/** What a pointer in the middle of a node does; for the window's thread. */
final class Mouse {
    private Mouse() {}

    static void moves(Node node) {
        fire(node, MouseEvent.MOUSE_MOVED, MouseButton.NONE, 0);
    }

    static void leaves(Node node) {
        fire(node, MouseEvent.MOUSE_EXITED, MouseButton.NONE, 0);
    }

    static void clicks(Node node) {
        fire(node, MouseEvent.MOUSE_CLICKED, MouseButton.PRIMARY, 1);
    }

    private static void fire(Node node, EventType<MouseEvent> what, MouseButton button, int clicks) {
        Bounds place = node.localToScene(node.getBoundsInLocal());
        Point2D screen = node.localToScreen(node.sceneToLocal(place.getCenterX(), place.getCenterY()));
        node.fireEvent(new MouseEvent(
                what,
                place.getCenterX(),
                place.getCenterY(),
                screen.getX(),
                screen.getY(),
                button,
                clicks,
                false,
                false,
                false,
                false,
                button == MouseButton.PRIMARY,
                false,
                false,
                false,
                false,
                true,
                null));
    }
}
