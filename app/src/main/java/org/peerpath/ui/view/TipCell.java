// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import javafx.scene.control.TableCell;
import javafx.scene.control.Tooltip;
import org.peerpath.ui.parts.Tips;

/** A text of a table, with the whole of it as its tooltip: columns are as wide as a person makes them. */
final class TipCell<R> extends TableCell<R, String> {
    /** One for all that the cell will ever show: tables fill their cells anew at every turn of the wheel. */
    private final Tooltip tip = Tips.of("");

    @Override
    protected void updateItem(String text, boolean empty) {
        super.updateItem(text, empty);
        setText(empty ? null : text);
        tip.setText(text);
        setTooltip(empty || text == null || text.isEmpty() ? null : tip);
    }
}
