// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.ui.inspect.Inspection.Way;
import org.peerpath.ui.parts.Ui;

/** The three ways of getting GPU data to the wire, each as many marks as it has local moves. */
final class WaysFigure {
    private WaysFigure() {}

    static Node of(List<Way> ways) {
        VBox box = Ui.column(8);
        for (Way way : ways) {
            HBox marks = Ui.row(3);
            for (int i = 0; i < way.moves(); i++) {
                marks.getChildren().add(Ui.styled(new Region(), "move"));
            }
            Label name = Ui.label(way.name(), way.now() ? "way-now" : "body");
            name.setMinWidth(108);
            HBox head = Ui.row(8, name, marks);
            VBox one = Ui.column(2, head, Ui.wrapped(way.usable(), "muted", "small"));
            one.getStyleClass().add(way.now() ? "way-used" : "way");
            one.setAccessibleText(way.name() + ", " + way.moves() + ", " + way.usable());
            box.getChildren().add(one);
        }
        return box;
    }
}
