// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.function.Consumer;
import java.util.function.Function;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.Tooltip;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.SVGPath;
import org.jspecify.annotations.Nullable;
import org.peerpath.fleet.HostRecord;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** The cells of the table of all hosts. */
final class FleetCells {
    private static final PseudoClass BAD = PseudoClass.getPseudoClass("bad");
    private static final PseudoClass BELOW = PseudoClass.getPseudoClass("below");

    private FleetCells() {}

    /** The state as a word on its colour. */
    static final class State extends TableCell<FleetPage.Line, FleetPage.Line> {
        private final AppContext context;
        private final Label badge = Ui.label("");

        State(AppContext context) {
            this.context = context;
            badge.setMinWidth(Region.USE_PREF_SIZE);
            setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        }

        @Override
        protected void updateItem(FleetPage.@Nullable Line line, boolean empty) {
            super.updateItem(line, empty);
            setGraphic(empty || line == null ? null : badge);
            if (line != null) {
                HostRecord.State state = line.group().state();
                badge.setText(context.language().say(state.word()));
                badge.getStyleClass().setAll("label", "fleet-badge", "fleet-" + state.id());
            }
        }
    }

    /** The hosts' names, folded, with the arrow that opens the group. */
    static final class Hosts extends TableCell<FleetPage.Line, FleetPage.Line> {
        private final SVGPath arrow = Ui.icon(Icons.FOLDED);
        private final StackPane place = new StackPane(arrow);
        private final Label names = Ui.label("", "fleet-names");
        private final HBox content = Ui.row(6, place, names);
        private final Tooltip tip = Tips.of("");

        /**
         * A cell.
         *
         * @param toggle opens or closes the group of a line
         */
        Hosts(Consumer<FleetPage.Line> toggle) {
            names.setWrapText(true);
            names.setMinWidth(0);
            place.setMinSize(14, 14);
            place.setOnMouseClicked(event -> {
                if (event.getButton() == MouseButton.PRIMARY
                        && getItem() != null
                        && getItem().folds()) {
                    toggle.accept(getItem());
                    event.consume();
                }
            });
            content.setAlignment(Pos.CENTER_LEFT);
            setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
        }

        @Override
        protected void updateItem(FleetPage.@Nullable Line line, boolean empty) {
            super.updateItem(line, empty);
            setGraphic(empty || line == null ? null : content);
            setTooltip(empty || line == null ? null : tip);
            if (line != null) {
                boolean below = line.host().isPresent();
                String said = line.names();
                // A line may end behind a comma; screen readers and the clipboard get the text without.
                names.setText(said.replace(",", ",\u200a"));
                names.setTooltip(tip);
                pseudoClassStateChanged(BELOW, below);
                arrow.setVisible(line.folds());
                arrow.setContent(line.open() ? Icons.UNFOLDED : Icons.FOLDED);
                tip.setText(said);
                names.setAccessibleText(said);
                setAccessibleText(said);
            }
        }
    }

    /** A text, whole in its tooltip, strong where it says what is wrong. */
    static final class Words extends TableCell<FleetPage.Line, FleetPage.Line> {
        private final Function<FleetPage.Line, String> text;
        private final Function<FleetPage.Line, String> whole;
        private final Function<FleetPage.Line, Boolean> bad;
        private final Tooltip tip = Tips.of("");

        Words(
                Function<FleetPage.Line, String> text,
                Function<FleetPage.Line, String> whole,
                Function<FleetPage.Line, Boolean> bad) {
            this.text = text;
            this.whole = whole;
            this.bad = bad;
            setWrapText(true);
        }

        @Override
        protected void updateItem(FleetPage.@Nullable Line line, boolean empty) {
            super.updateItem(line, empty);
            FleetPage.Line shown = empty ? null : line;
            setText(shown == null ? null : text.apply(shown));
            pseudoClassStateChanged(BAD, shown != null && bad.apply(shown));
            String said = shown == null ? "" : whole.apply(shown);
            tip.setText(said);
            setTooltip(said.isEmpty() ? null : tip);
            setAccessibleText(said.isEmpty() ? null : said);
        }
    }
}
