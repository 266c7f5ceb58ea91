// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import java.util.Optional;
import javafx.animation.PauseTransition;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.scene.input.ScrollEvent;
import javafx.util.Duration;

/**
 * A tooltip for what is painted on one node: its text follows the place pointed at. A tooltip of JavaFX says the same all
 * over its node and, once shown, does not change before the pointer has left.
 */
public final class PointerTip {
    private static final Duration DELAY = Duration.millis(350);
    /** Away from the pointer, so that it covers neither what is pointed at nor the way of the pointer. */
    private static final double ASIDE = 14;

    private final Node node;
    private final Says says;
    private final Tooltip tip = Tips.of("");
    private final PauseTransition wait = new PauseTransition(DELAY);
    private double x;
    private double y;

    /** Finds the words for a place. */
    @FunctionalInterface
    public interface Says {
        /** Returns the sentence for a place of the scene; empty for none. */
        Optional<String> at(double sceneX, double sceneY);
    }

    public PointerTip(Node node, Says says) {
        this.node = node;
        this.says = says;
        wait.setOnFinished(event -> show());
        node.addEventHandler(MouseEvent.MOUSE_MOVED, this::moved);
        node.addEventHandler(MouseEvent.MOUSE_EXITED, event -> hide());
        node.addEventHandler(MouseEvent.MOUSE_PRESSED, event -> hide());
        node.addEventFilter(ScrollEvent.SCROLL, event -> hide());
    }

    private void moved(MouseEvent event) {
        x = event.getScreenX();
        y = event.getScreenY();
        String text = says.at(event.getSceneX(), event.getSceneY()).orElse("");
        if (!text.equals(tip.getText())) {
            tip.hide();
            tip.setText(text);
        }
        if (text.isEmpty()) {
            wait.stop();
        } else if (!tip.isShowing()) {
            wait.playFromStart();
        }
    }

    private void show() {
        if (node.getScene() != null && node.getScene().getWindow() != null) {
            tip.show(node, x + ASIDE, y + ASIDE);
        }
    }

    private void hide() {
        wait.stop();
        tip.hide();
        tip.setText("");
    }
}
