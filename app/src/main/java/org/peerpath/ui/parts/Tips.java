// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import javafx.event.EventHandler;
import javafx.scene.Node;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseEvent;
import javafx.util.Duration;

/** Tooltips that come soon, stay long enough to be read and break their lines. */
public final class Tips {
    private static final double WIDEST = 380;

    private Tips() {}

    /** The tooltip itself is made when the pointer first comes: there are many, and each is a window. */
    public static void set(Node node, String text) {
        node.addEventHandler(MouseEvent.MOUSE_ENTERED, new EventHandler<>() {
            @Override
            public void handle(MouseEvent event) {
                node.removeEventHandler(MouseEvent.MOUSE_ENTERED, this);
                Tooltip.install(node, of(text));
            }
        });
        node.setAccessibleHelp(text);
    }

    public static Tooltip of(String text) {
        Tooltip tip = new Tooltip(text);
        tip.setWrapText(true);
        tip.setMaxWidth(WIDEST);
        tip.setShowDelay(Duration.millis(350));
        tip.setShowDuration(Duration.minutes(1));
        return tip;
    }
}
