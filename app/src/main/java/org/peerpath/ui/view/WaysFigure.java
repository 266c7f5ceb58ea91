// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.peerpath.ui.inspect.Inspection.Way;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** The three ways of getting GPU data to the wire, each with how often it moves the data. */
final class WaysFigure {
    private WaysFigure() {}

    static Node of(List<Way> ways, AppContext context) {
        VBox box = Ui.column(8);
        for (Way way : ways) {
            String moves = context.say("ui.ways.moves", way.moves());
            Label name = Ui.label(way.name(), way.now() ? "way-now" : "body");
            HBox head = Ui.row(8, name, Ui.label(moves, "muted", "small"));
            VBox one = Ui.column(2, head, Ui.wrapped(way.usable(), "muted", "small"));
            one.getStyleClass().add(way.now() ? "way-used" : "way");
            one.setAccessibleText(way.name() + ", " + moves + ", " + way.usable());
            box.getChildren().add(one);
        }
        return box;
    }
}
