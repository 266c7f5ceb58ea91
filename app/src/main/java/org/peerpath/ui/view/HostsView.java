// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.scene.control.ContentDisplay;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.VBox;
import org.peerpath.path.Outcome;
import org.peerpath.ui.base.Watch;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.HostTable;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;

/** All open hosts in one table; those alike in one row. */
final class HostsView extends VBox {
    private final AppContext context;
    private final TableView<HostTable.Row> table = new TableView<>();
    private final Label headline = Ui.wrapped("", "page-headline");
    private final BooleanProperty folded = new SimpleBooleanProperty(true);
    private final Watch entries = new Watch();

    HostsView(AppContext context) {
        this.context = context;
        setId("hosts");
        getStyleClass().add("page");
        ToggleButton fold = new ToggleButton(context.say("ui.hosts.fold"));
        fold.getStyleClass().add("quiet-toggle");
        fold.selectedProperty().bindBidirectional(folded);
        columns();
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.setRowFactory(view -> {
            var row = new TableRow<HostTable.Row>();
            row.setOnMouseClicked(event -> {
                if (event.getClickCount() == 2 && row.getItem() != null) {
                    context.fleet().show(row.getItem().hosts().getFirst());
                }
            });
            return row;
        });
        getChildren().addAll(Ui.row(12, Ui.grow(headline), fold), Ui.grow(table));
        context.watch().changes(context.fleet().entries(), this::follow);
        context.watch().on(folded, whether -> show());
        follow();
    }

    private void follow() {
        entries.close();
        for (HostEntry entry : context.fleet().entries()) {
            entries.on(entry.summaryProperty(), summary -> show());
            entries.on(entry.stateProperty(), state -> show());
        }
        show();
    }

    private void show() {
        List<HostEntry> all = List.copyOf(context.fleet().entries());
        table.getItems().setAll(HostTable.of(all, folded.get()));
        headline.setText(HostTable.headline(all).map(context.language()::say).orElse(""));
    }

    private void columns() {
        TableColumn<HostTable.Row, Outcome> verdict = new TableColumn<>("");
        verdict.setCellValueFactory(
                cell -> new ReadOnlyObjectWrapper<>(cell.getValue().worst().orElse(null)));
        verdict.setCellFactory(column -> new DotCell());
        verdict.setPrefWidth(40);
        verdict.setMinWidth(40);
        verdict.setMaxWidth(40);
        TableColumn<HostTable.Row, String> names = new TableColumn<>(context.say("ui.hosts.host"));
        names.setCellValueFactory(cell -> new ReadOnlyStringWrapper(names(cell.getValue())));
        names.setPrefWidth(204);
        names.setCellFactory(column -> new TipCell<>());
        TableColumn<HostTable.Row, Integer> count = new TableColumn<>(context.say("ui.hosts.count"));
        count.setCellValueFactory(
                cell -> new ReadOnlyObjectWrapper<>(cell.getValue().hosts().size()));
        count.setPrefWidth(76);
        TableColumn<HostTable.Row, String> pairs = new TableColumn<>(context.say("ui.hosts.inside"));
        pairs.setCellValueFactory(cell -> new ReadOnlyStringWrapper(
                cell.getValue().pairs() == 0
                        ? ""
                        : context.say(
                                "ui.hosts.inside.value",
                                cell.getValue().inside(),
                                cell.getValue().pairs())));
        pairs.setPrefWidth(100);
        TableColumn<HostTable.Row, HostTable.Row> line = new TableColumn<>(context.say("ui.hosts.line"));
        line.setCellValueFactory(cell -> new ReadOnlyObjectWrapper<>(cell.getValue()));
        line.setCellFactory(column -> new LineCell());
        line.setPrefWidth(265);
        table.getColumns().setAll(List.of(verdict, names, count, pairs, line));
    }

    private String names(HostTable.Row row) {
        return row.hosts().stream()
                        .map(entry -> Sidebar.displayName(entry, context))
                        .limit(6)
                        .collect(Collectors.joining(", "))
                + (row.hosts().size() > 6 ? " …" : "");
    }

    /** What is said of a row, and a badge where something is unknown for want of root. */
    private final class LineCell extends TableCell<HostTable.Row, HostTable.Row> {
        private final Label badge = Ui.label(context.say("ui.host.partial"), "badge");

        LineCell() {
            setContentDisplay(ContentDisplay.RIGHT);
            setGraphicTextGap(8);
        }

        @Override
        protected void updateItem(HostTable.Row row, boolean empty) {
            super.updateItem(row, empty);
            boolean partial = !empty && row != null && row.withoutRoot();
            setText(empty || row == null ? null : context.language().say(row.line()));
            setGraphic(partial ? badge : null);
            setTooltip(empty || row == null ? null : Tips.of(explained(row)));
        }
    }

    /** The line, and what is missing for want of root. */
    private String explained(HostTable.Row row) {
        return Stream.concat(
                        Stream.of(context.language().say(row.line())),
                        row.hosts().stream()
                                .flatMap(host -> Partial.of(host).stream()
                                        .map(missing -> missing.explained(host, context.language())))
                                .limit(1))
                .collect(Collectors.joining("\n\n"));
    }

    /** A verdict's sign. */
    private static final class DotCell extends TableCell<HostTable.Row, Outcome> {
        @Override
        protected void updateItem(Outcome outcome, boolean empty) {
            super.updateItem(outcome, empty);
            setGraphic(empty || outcome == null ? null : new VerdictDot(outcome.id()));
        }
    }
}
