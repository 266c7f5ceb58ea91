// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.model.FleetWords;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** The chosen hosts beside the largest group: why they are odd, and what can be done about it. */
final class FleetDetail extends VBox {
    private final AppContext context;
    private final FleetDeeds deeds;
    private final Label title = Ui.wrapped("", "fleet-detail-title");
    private final Label why = Ui.wrapped("", "body");
    private final GridPane rows = Ui.styled(new GridPane(), "fleet-differences");
    private final VBox notes = Ui.column(3);
    private final HBox buttons = Ui.row(8);

    FleetDetail(AppContext context, FleetDeeds deeds) {
        this.context = context;
        this.deeds = deeds;
        setId("fleet-detail");
        getStyleClass().addAll("card", "fleet-detail");
        title.setId("fleet-detail-title");
        why.managedProperty().bind(why.textProperty().isNotEmpty());
        ColumnConstraints names = new ColumnConstraints();
        names.setMinWidth(90);
        ColumnConstraints here = new ColumnConstraints();
        here.setHgrow(Priority.ALWAYS);
        here.setPercentWidth(40);
        ColumnConstraints there = new ColumnConstraints();
        there.setHgrow(Priority.ALWAYS);
        rows.getColumnConstraints().setAll(List.of(names, here, there));
        rows.managedProperty().bind(rows.visibleProperty());
        ScrollPane words = new ScrollPane(Ui.column(8, title, why, rows, notes));
        words.setFitToWidth(true);
        words.getStyleClass().add("quiet-scroll");
        words.setFocusTraversable(false);
        getChildren().addAll(Ui.grow(words), buttons);
    }

    void show(FleetPage page, Optional<FleetPage.Line> chosen) {
        setVisible(chosen.isPresent());
        chosen.ifPresent(
                line -> show(line, FleetWords.of(page, line, context.language().texts())));
    }

    private void show(FleetPage.Line line, FleetWords words) {
        title.setText(words.title());
        why.setText(words.why());
        rows.getChildren().clear();
        rows.setVisible(!words.rows().isEmpty());
        int at = 0;
        for (FleetWords.Row row : words.rows()) {
            rows.addRow(
                    at++,
                    Ui.wrapped(row.name(), "muted"),
                    Ui.wrapped(row.here(), "fleet-here"),
                    Ui.wrapped(row.there(), "muted"));
        }
        notes.getChildren()
                .setAll(words.notes().stream()
                        .map(note -> Ui.wrapped(note, "muted", "small"))
                        .toList());
        buttons.getChildren().setAll(deeds.buttons(line));
    }
}
