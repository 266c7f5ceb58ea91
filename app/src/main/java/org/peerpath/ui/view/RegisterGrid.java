// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.ui.inspect.Inspection.RegisterRow;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** Registers with their fields. */
final class RegisterGrid {
    private RegisterGrid() {}

    static Node of(List<RegisterRow> rows) {
        VBox box = Ui.column(8);
        for (RegisterRow row : rows) {
            Label value = Ui.label(row.value(), "mono");
            value.setMinWidth(Region.USE_PREF_SIZE);
            HBox head = Ui.row(8, Ui.grow(Ui.wrapped(row.name(), "body")), value);
            VBox register = Ui.column(1, head);
            if (!row.fields().isEmpty()) {
                register.getChildren().add(Ui.wrapped(String.join(" · ", row.fields()), "muted", "small"));
            }
            Tips.set(register, row.shortName() + " · " + row.offset());
            box.getChildren().add(register);
        }
        return box;
    }
}
