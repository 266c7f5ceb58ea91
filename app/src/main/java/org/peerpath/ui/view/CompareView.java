// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import org.peerpath.advice.HostComparison;
import org.peerpath.diagram.PathKey;
import org.peerpath.model.HostModel;
import org.peerpath.path.Comparison;
import org.peerpath.path.Difference;
import org.peerpath.path.Outcome;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.base.Listeners;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** The host in view against another that is open: every difference as a row, and marked on the diagram. */
final class CompareView extends VBox {
    private static final Set<String> FIELDS = Set.of(
            "presence",
            "id",
            "acs",
            "ats",
            "link",
            "driver",
            "driver_override",
            "iommu_group",
            "numa_node",
            "sriov_numvfs",
            "verdict.as-is",
            "verdict.bare-metal",
            "verdict.vm");

    private final AppContext context;
    private final DiagramView diagram;
    private final ComboBox<HostEntry> other = new ComboBox<>();
    private final TableView<Difference> table = new TableView<>();
    /** What the empty table means: that nothing differs may only be said where both were compared. */
    private final Label state = Ui.wrapped("", "muted");

    private final Label count = Ui.label("", "muted", "small");
    private TableColumn<Difference, String> there = new TableColumn<>();
    private TableColumn<Difference, String> here = new TableColumn<>();
    private final ToggleButton marked = new ToggleButton();
    private List<Difference> found = List.of();
    private List<String> masked = List.of();
    private final Listeners chosen = new Listeners();
    private Running work = Running.NONE;
    /** Marks belong to the host that was compared: they do not follow to the next one unless this page is in view. */
    private boolean lookedAt;

    CompareView(AppContext context, DiagramView diagram) {
        this.context = context;
        this.diagram = diagram;
        setId("compare");
        getStyleClass().add("page");
        other.setId("compare-with");
        other.setPromptText(context.say("ui.compare.with"));
        other.setConverter(new Names());
        other.valueProperty().subscribe(entry -> {
            // It may still be being read when it is chosen.
            chosen.close();
            if (entry != null) {
                context.fleet().wake(entry);
                chosen.on(entry.hostProperty(), host -> compare());
            }
        });
        columns();
        marked.setText(context.say("ui.compare.mark"));
        marked.setId("compare-mark");
        marked.getStyleClass().add("quiet-toggle");
        marked.setSelected(true);
        marked.selectedProperty().subscribe(on -> mark());
        state.setId("compare-state");
        table.setPlaceholder(state);
        table.setColumnResizePolicy(TableView.CONSTRAINED_RESIZE_POLICY_FLEX_LAST_COLUMN);
        table.getSelectionModel().selectedItemProperty().subscribe(row -> {
            if (row != null) {
                List<Address> ends = ends(row);
                if (!ends.isEmpty()) {
                    context.session()
                            .select(
                                    ends.size() == 2
                                            ? Selection.of(new PathKey(ends.getFirst(), ends.getLast()))
                                            : Selection.of(ends.getFirst()));
                }
            }
        });
        getChildren()
                .addAll(
                        Ui.row(12, Ui.label(context.say("ui.compare.with"), "body"), other, count, Ui.filler(), marked),
                        Ui.grow(table));
        context.watch().changes(context.fleet().entries(), this::offer);
        context.watch().on(context.session().viewProperty(), view -> offer());
        parentProperty().subscribe(place -> {
            if (place != null) {
                lookedAt = true;
                mark();
            }
        });
        context.watch().on(context.fleet().currentProperty(), host -> lookedAt = getParent() != null);
    }

    /** Compares with this one. */
    void with(HostEntry entry) {
        other.setValue(entry);
    }

    private void offer() {
        Optional<HostEntry> current = context.fleet().currentProperty().get();
        HostEntry before = other.getValue();
        other.getItems()
                .setAll(context.fleet().entries().stream()
                        .filter(entry -> !current.equals(Optional.of(entry)))
                        .toList());
        if (before != null && other.getItems().contains(before)) {
            other.setValue(before);
        } else if (!other.getItems().isEmpty()) {
            other.setValue(other.getItems().getFirst());
        }
        compare();
    }

    private void compare() {
        work.cancel();
        Optional<HostModel> now = context.session().viewProperty().get().map(view -> view.host());
        Optional<HostModel> before = Optional.ofNullable(other.getValue())
                .flatMap(entry -> entry.hostProperty().get());
        if (now.isEmpty() || before.isEmpty()) {
            Optional<HostEntry> chosenOne = Optional.ofNullable(other.getValue());
            nothing(chosenOne
                    .map(entry -> context.say("ui.compare.unread", Sidebar.displayName(entry, context)))
                    .orElseGet(() -> context.say("ui.compare.nothing")));
            return;
        }
        masked = Comparison.masked(before.get(), now.get());
        work = context.executor()
                .<List<Difference>>run(
                        () -> HostComparison.of(before.get(), now.get()),
                        this::show,
                        problem -> nothing(context.say("ui.host.unexpected")));
    }

    private void nothing(String why) {
        masked = List.of();
        show(List.of());
        state.setText(why);
        count.setText("");
    }

    private String name(Optional<HostEntry> entry) {
        return entry.map(each -> Sidebar.displayName(each, context)).orElse("");
    }

    private void show(List<Difference> differences) {
        there.setText(name(Optional.ofNullable(other.getValue())));
        here.setText(name(context.fleet().currentProperty().get()));
        String secrets = masked.stream()
                .map(path -> " " + context.say("diff.masked", "/" + path))
                .collect(Collectors.joining());
        state.setText(context.say("ui.compare.none") + secrets);
        table.getItems().setAll(differences);
        count.setText(context.say("ui.compare.count", differences.size()) + (differences.isEmpty() ? "" : secrets));
        found = differences;
        mark();
    }

    private void mark() {
        diagram.differ(
                marked.isSelected() && lookedAt ? found : List.of(), name(Optional.ofNullable(other.getValue())));
    }

    private void columns() {
        TableColumn<Difference, String> subject = column("ui.compare.what", this::subject, 190);
        TableColumn<Difference, String> field = column("ui.compare.field", this::field, 170);
        TableColumn<Difference, String> before = column("ui.compare.before", row -> value(row, row.before()), 190);
        there = before;
        TableColumn<Difference, String> after = column("ui.compare.after", row -> value(row, row.after()), 190);
        here = after;
        table.getColumns().setAll(List.of(subject, field, before, after));
    }

    /** A function or a path by its name; the host as it is. */
    private String subject(Difference row) {
        var view = context.session().viewProperty().get();
        if (view.isEmpty()) {
            return row.subject();
        }
        DiagramNames names = new DiagramNames(view.get(), context.language().texts());
        List<Address> ends = ends(row);
        return ends.isEmpty()
                ? row.subject()
                : ends.stream().map(names::shortName).collect(Collectors.joining(" → "));
    }

    /** The function, or both ends of the path, that a row speaks of; nothing for the host. */
    private static List<Address> ends(Difference row) {
        return Arrays.stream(row.subject().split(">", 2))
                .flatMap(end -> Address.parse(end).stream())
                .toList();
    }

    /** Fields by their names in the window; those that are a file's by its name. */
    private String field(Difference row) {
        return FIELDS.contains(row.field())
                ? context.say("ui.compare.field." + row.field().replace('_', '-'))
                : row.field();
    }

    private String value(Difference row, Optional<String> value) {
        if (value.isEmpty()) {
            return "–";
        }
        boolean outcome = row.field().startsWith("verdict.")
                && Stream.of(Outcome.values()).anyMatch(o -> o.id().equals(value.get()));
        if (outcome) {
            return context.say("ui.verdict.short." + value.get());
        }
        return value.get().equals(Outcome.UNKNOWN.id()) ? context.say("ui.fact.not-read") : value.get();
    }

    private TableColumn<Difference, String> column(String key, Function<Difference, String> value, double width) {
        TableColumn<Difference, String> column = new TableColumn<>(context.say(key));
        column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(value.apply(cell.getValue())));
        column.setCellFactory(each -> new TipCell<>());
        column.setPrefWidth(width);
        return column;
    }

    /** Entries by the name they have in the sidebar. */
    private final class Names extends StringConverter<HostEntry> {
        @Override
        public String toString(@Nullable HostEntry entry) {
            return entry == null ? "" : Sidebar.displayName(entry, context);
        }

        @Override
        public HostEntry fromString(String name) {
            throw new UnsupportedOperationException(name);
        }
    }
}
