// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;

/** A small sign for a verdict: colour and shape say the same, so that neither has to be seen to know. */
public final class VerdictDot extends StackPane {
    private final Region shape = new Region();

    public VerdictDot() {
        getStyleClass().add("dot-place");
        shape.getStyleClass().add("dot");
        getChildren().add(shape);
        setMinSize(12, 12);
        setPrefSize(12, 12);
        setMaxSize(12, 12);
    }

    public VerdictDot(String look) {
        this();
        show(look);
    }

    /** Takes the look of a verdict's id, or of "reading", "failed", "none". */
    public void show(String look) {
        shape.getStyleClass().setAll("dot", "dot-" + look);
    }
}
