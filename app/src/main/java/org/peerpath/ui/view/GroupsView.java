// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import javafx.collections.transformation.FilteredList;
import javafx.collections.transformation.SortedList;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.controlsfx.control.textfield.CustomTextField;
import org.controlsfx.control.textfield.TextFields;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.model.Groups;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.Table;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** IOMMU groups: members, type, driver, whether a VM could be given the group and what stands in the way. */
final class GroupsView extends VBox {
    private final AppContext context;
    private final Session session;
    private final ObservableList<Groups.Row> rows = FXCollections.observableArrayList();
    private final FilteredList<Groups.Row> filtered = new FilteredList<>(rows);
    private final TableView<Groups.Row> table = new TableView<>();
    private final CustomTextField filter = (CustomTextField) TextFields.createClearableTextField();
    private final Label empty = Ui.wrapped("", "muted");
    private final Label count = Ui.label("", "muted", "small");
    private final ToggleButton bridges;
    private Running work = Running.NONE;

    GroupsView(AppContext context) {
        this.context = context;
        this.session = context.session();
        this.bridges = new ToggleButton(context.say("ui.groups.bridges"));
        setId("groups");
        getStyleClass().add("page");
        filter.setPromptText(context.say("ui.groups.filter"));
        filter.setId("groups-filter");
        filter.getStyleClass().add("search-field");
        filter.setPrefWidth(320);
        filter.textProperty().subscribe(text -> filter(text));
        TakeTable take = new TakeTable(context, "groups", this::taken);
        bridges.setId("groups-bridges");
        bridges.getStyleClass().add("quiet-toggle");
        Tips.set(bridges, context.say("ui.groups.bridges.tip"));
        bridges.setOnAction(event -> filter(filter.getText()));
        HBox top = Ui.row(12, filter, Ui.grow(count), bridges, take.buttons());
        columns();
        SortedList<Groups.Row> sorted = new SortedList<>(filtered);
        sorted.comparatorProperty().bind(table.comparatorProperty());
        table.setItems(sorted);
        table.setPlaceholder(empty);
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.getSelectionModel().selectedItemProperty().subscribe(row -> {
            if (row != null) {
                session.select(new Selection.OfGroup(row.name()));
            }
        });
        ThingMenu.on(table, () -> {
            Groups.Row row = table.getSelectionModel().getSelectedItem();
            return Stream.concat(row == null ? Stream.of() : Stream.of(copyMembers(row)), take.items().stream())
                    .toList();
        });
        getChildren().addAll(top, Ui.grow(table));
        context.watch().on(session.viewProperty(), this::compute);
        context.watch().on(session.selectionProperty(), this::linked);
    }

    private void columns() {
        TableColumn<Groups.Row, Integer> number = new TableColumn<>(context.say("ui.groups.group"));
        number.setCellValueFactory(
                cell -> new ReadOnlyObjectWrapper<>(cell.getValue().number()));
        width(number, 70, 70);
        TableColumn<Groups.Row, Groups.State> state = new TableColumn<>(context.say("ui.groups.state"));
        state.setCellValueFactory(
                cell -> new ReadOnlyObjectWrapper<>(cell.getValue().state()));
        state.setCellFactory(column -> new StateCell());
        width(state, 132, 132);
        TableColumn<Groups.Row, String> members = text("ui.groups.members", Groups.Row::members);
        width(members, 200, 100);
        TableColumn<Groups.Row, String> drivers = text("ui.groups.drivers", Groups.Row::drivers);
        width(drivers, 106, 80);
        TableColumn<Groups.Row, String> holder = text("ui.groups.held-by", Groups.Row::holder);
        width(holder, 102, 80);
        TableColumn<Groups.Row, String> type = text("ui.groups.type", Groups.Row::type);
        width(type, 84, 84);
        table.getColumns().setAll(List.of(number, members, drivers, holder, type, state));
    }

    private static void width(TableColumn<?, ?> column, double width, double least) {
        column.setPrefWidth(width);
        column.setMinWidth(least);
    }

    private TableColumn<Groups.Row, String> text(String key, Function<Groups.Row, String> value) {
        TableColumn<Groups.Row, String> column = new TableColumn<>(context.say(key));
        column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(value.apply(cell.getValue())));
        column.setCellFactory(c -> new TipCell<>());
        return column;
    }

    private MenuItem copyMembers(Groups.Row row) {
        return ThingMenu.item(
                context,
                "ui.groups.copy-members",
                () -> context.dialogs()
                        .copy(
                                row.addresses().stream().map(Address::toString).collect(Collectors.joining(" ")),
                                Message.of("ui.copied.address")));
    }

    /** What is shown, in the order in which it is shown. */
    private Table taken() {
        return new Table(
                table.getColumns().stream().map(TableColumn::getText).toList(),
                table.getItems().stream()
                        .map(row -> List.of(
                                row.name(),
                                row.members(),
                                row.drivers(),
                                row.holder(),
                                row.type(),
                                stateText(row.state())))
                        .toList());
    }

    private void compute(Optional<HostView> view) {
        work.cancel();
        if (view.isEmpty()) {
            rows.clear();
            return;
        }
        var texts = context.language().texts();
        work = context.executor()
                .<List<Groups.Row>>run(() -> Groups.of(view.get(), texts), this::show, problem -> rows.clear());
    }

    private void show(List<Groups.Row> computed) {
        rows.setAll(computed);
        filter(filter.getText());
        linked(session.selectionProperty().get());
    }

    private void filter(String text) {
        String wanted = text.strip().toLowerCase(Locale.ROOT);
        boolean all = bridges.isSelected();
        filtered.setPredicate(row -> wanted.isEmpty()
                ? all || !row.bridges()
                : row.name().equals(wanted)
                        || (row.members() + " " + row.drivers() + " " + row.holder() + " " + row.type() + " "
                                        + stateText(row.state()))
                                .toLowerCase(Locale.ROOT)
                                .contains(wanted));
        empty.setText(context.say(rows.isEmpty() ? "ui.groups.none" : "ui.groups.none-shown"));
        count.setText(context.say("ui.groups.count", filtered.size(), rows.size()));
    }

    private void linked(Selection selection) {
        if (selection instanceof Selection.OfGroup(String name)) {
            // What was chosen elsewhere is shown, whatever was hidden at first.
            if (!bridges.isSelected()
                    && rows.stream().anyMatch(row -> row.bridges() && row.name().equals(name))) {
                bridges.setSelected(true);
                filter(filter.getText());
            }
            table.getItems().stream()
                    .filter(row -> row.name().equals(name))
                    .findFirst()
                    .filter(row -> !row.equals(table.getSelectionModel().getSelectedItem()))
                    .ifPresent(row -> {
                        table.getSelectionModel().select(row);
                        table.scrollTo(row);
                    });
        }
    }

    private String stateText(Groups.State state) {
        return context.say("ui.groups.state." + state.name().toLowerCase(Locale.ROOT));
    }

    /** The state as a word with its reason at hand. */
    private final class StateCell extends TableCell<Groups.Row, Groups.State> {
        @Override
        protected void updateItem(Groups.State state, boolean empty) {
            super.updateItem(state, empty);
            Groups.Row row = getTableRow() == null ? null : getTableRow().getItem();
            if (empty || state == null || row == null) {
                setText(null);
                setTooltip(null);
                return;
            }
            setText(stateText(state));
            setTooltip(Tips.of(row.why()));
            getStyleClass().removeIf(style -> style.startsWith("state-"));
            getStyleClass().add("state-" + state.name().toLowerCase(Locale.ROOT));
        }
    }
}
