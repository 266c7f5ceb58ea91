// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.beans.property.BooleanProperty;
import javafx.scene.control.Button;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.peerpath.ui.diagram.Camera;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** The buttons that lie over the picture's lower edge. */
final class DiagramControls {
    private DiagramControls() {}

    /**
     * Makes them.
     *
     * @param folded whether what is alike is folded
     * @param hidden whether devices are shown that are left out otherwise
     * @param chosen told when a person has set the first
     */
    static HBox of(AppContext context, Camera camera, BooleanProperty folded, BooleanProperty hidden, Runnable chosen) {
        ToggleButton alike = toggle(context, "fold", folded);
        alike.setOnAction(event -> chosen.run());
        ToggleButton more = toggle(context, "hidden", hidden);
        Button out = Ui.signButton(Icons.MINUS, context.say("ui.action.zoom-out"), () -> camera.zoom(1 / 1.2));
        Button in = Ui.signButton(Icons.PLUS, context.say("ui.action.zoom-in"), () -> camera.zoom(1.2));
        Button fit = Ui.signButton(Icons.FIT, context.say("ui.action.fit"), camera::fit);
        HBox controls = Ui.styled(Ui.row(4, alike, more, out, in, fit), "diagram-controls");
        controls.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        return controls;
    }

    private static ToggleButton toggle(AppContext context, String id, BooleanProperty on) {
        ToggleButton button = new ToggleButton(context.say("ui.diagram." + id));
        button.setId("diagram-" + id);
        button.getStyleClass().add("quiet-toggle");
        button.selectedProperty().bindBidirectional(on);
        Tips.set(button, context.say("ui.diagram." + id + ".tip"));
        return button;
    }
}
