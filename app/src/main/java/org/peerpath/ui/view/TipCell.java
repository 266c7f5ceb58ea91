// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.scene.control.TableCell;
import org.peerpath.ui.parts.Tips;

/** A text of a table, with the whole of it as its tooltip: columns are as wide as a person makes them. */
final class TipCell<R> extends TableCell<R, String> {
    @Override
    protected void updateItem(String text, boolean empty) {
        super.updateItem(text, empty);
        setText(empty ? null : text);
        setTooltip(empty || text == null ? null : Tips.of(text));
    }
}
