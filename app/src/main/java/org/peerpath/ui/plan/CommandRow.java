// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import org.peerpath.text.Message;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Ui;

/** A command, or the lines of a file, to read and to copy. */
public final class CommandRow {
    private CommandRow() {}

    /** Shows text as it would be typed, with a button that copies it. */
    public static Node of(AppContext context, String text) {
        Button copy = Ui.signButton(
                Icons.COPY,
                context.say("ui.plan.copy-command", text.lines().findFirst().orElse("")),
                () -> context.dialogs().copy(text, Message.of("ui.copied.command")));
        copy.setMinWidth(Region.USE_PREF_SIZE);
        return Ui.styled(Ui.row(6, Ui.grow(Ui.wrapped(text, "mono")), copy), "command");
    }
}
