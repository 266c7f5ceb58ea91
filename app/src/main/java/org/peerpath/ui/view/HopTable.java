// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Optional;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.ui.inspect.Inspection.HopRow;
import org.peerpath.ui.inspect.Inspection.Hops;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** The way hop by hop, both kinds of request side by side; a hop is a button that shows its registers. */
final class HopTable extends VBox {
    private final AppContext context;

    HopTable(AppContext context, Hops hops) {
        this.context = context;
        getStyleClass().add("section");
        setMinHeight(Region.USE_PREF_SIZE);
        GridPane grid = new GridPane();
        grid.setHgap(6);
        ColumnConstraints mark = new ColumnConstraints(14, 14, 14);
        ColumnConstraints name = new ColumnConstraints();
        name.setHgrow(Priority.ALWAYS);
        ColumnConstraints step = new ColumnConstraints();
        step.setHalignment(HPos.CENTER);
        step.setMinWidth(Region.USE_PREF_SIZE);
        ColumnConstraints other = new ColumnConstraints();
        other.setHalignment(HPos.CENTER);
        other.setMinWidth(Region.USE_PREF_SIZE);
        grid.getColumnConstraints().setAll(mark, name, step, other);
        Label title = Ui.label(hops.title(), "caption");
        title.setMinWidth(0);
        name.setMinWidth(40);
        grid.add(title, 0, 0, 2, 1);
        grid.add(head("ui.hops.untranslated"), 2, 0);
        grid.add(head("ui.hops.translated"), 3, 0);
        List<HopRow> rows = hops.rows();
        for (int i = 0; i < rows.size(); i++) {
            add(grid, rows.get(i), i + 1, i == 0, i == rows.size() - 1);
        }
        getChildren().add(grid);
    }

    private Label head(String key) {
        Label head = Ui.label(context.say(key), "muted", "small");
        head.setMinWidth(Region.USE_PREF_SIZE);
        return head;
    }

    private void add(GridPane grid, HopRow row, int at, boolean first, boolean last) {
        grid.add(mark(row, first, last), 0, at);
        Button name = Ui.button(row.name(), "hop-name");
        name.setId("hop-" + row.function());
        name.setMaxWidth(Double.MAX_VALUE);
        name.setAlignment(Pos.CENTER_LEFT);
        name.setMinWidth(0);
        name.pseudoClassStateChanged(Ui.SELECTED, row.shown());
        name.setAccessibleText(row.name() + ", " + context.say("ui.hops.untranslated") + " " + row.untranslated() + ", "
                + context.say("ui.hops.translated") + " " + row.translated());
        name.setOnAction(event -> show(row));
        Tips.set(name, row.function().toString());
        grid.add(name, 1, at);
        grid.add(step(row.untranslated(), row.decides() && !row.translatedCounts()), 2, at);
        grid.add(step(row.translated(), row.decides() && row.translatedCounts()), 3, at);
        if (row.decides()) {
            name.getStyleClass().add("deciding");
        }
    }

    private void show(HopRow row) {
        Selection now = context.session().selectionProperty().get();
        boolean port = context.session()
                .viewProperty()
                .get()
                .flatMap(view -> view.host().topology().find(row.function()))
                .filter(function -> function.kind().isBridge())
                .isPresent();
        context.session()
                .select(
                        port && now instanceof Selection.OfPath path
                                ? new Selection.OfPath(path.path(), Optional.of(row.function()))
                                : Selection.of(row.function()));
    }

    private static Label step(String text, boolean deciding) {
        Label step = Ui.label(text, deciding ? "decides" : "body");
        step.setMinWidth(Region.USE_PREF_SIZE);
        return step;
    }

    /** A dot on a line that joins it to its neighbours. */
    private static StackPane mark(HopRow row, boolean first, boolean last) {
        Region line = Ui.styled(new Region(), "hop-line");
        line.setMaxWidth(1.5);
        StackPane place = new StackPane(line, Ui.styled(new Region(), "hop-dot"));
        place.setMinHeight(26);
        if (first || last) {
            line.maxHeightProperty().bind(place.heightProperty().divide(2));
            StackPane.setAlignment(line, first ? Pos.BOTTOM_CENTER : Pos.TOP_CENTER);
        }
        if (row.decides()) {
            place.getStyleClass().add("deciding");
        }
        return place;
    }
}
