// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Labeled;
import javafx.scene.text.Text;

/** Finds words that a view does not show in full: controls say so themselves by an ellipsis in place of the rest. */
final class CutText {
    private CutText() {}

    /** Each text that is cut off, with what it belongs to. */
    static List<String> in(Parent root) {
        List<String> cut = new ArrayList<>();
        look(root, cut);
        return cut;
    }

    private static void look(Node node, List<String> cut) {
        if (!node.isVisible()) {
            return;
        }
        if (node instanceof Labeled labeled && isCut(labeled) && !canBeRead(labeled)) {
            cut.add(labeled.getStyleClass() + " '" + labeled.getText() + "'");
        }
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> look(child, cut));
        }
    }

    private static boolean isCut(Labeled labeled) {
        String whole = labeled.getText();
        return whole != null
                && !whole.isEmpty()
                && labeled.getChildrenUnmodifiable().stream()
                        .anyMatch(child -> child instanceof Text text
                                && text.isVisible()
                                && !text.getText().equals(whole)
                                && text.getText().endsWith(labeled.getEllipsisString()));
    }

    /**
     * Cells of tables are as wide as a person makes them, names as long as one likes; the whole is in the tooltip then, and
     * where the cell shows a shorter form of it, screen readers get the whole too.
     */
    private static boolean canBeRead(Labeled labeled) {
        if (labeled.getTooltip() == null) {
            return false;
        }
        String tip = labeled.getTooltip().getText();
        return tip.contains(labeled.getText()) || tip.equals(labeled.getAccessibleText());
    }
}
