// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Optional;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.peerpath.ui.model.Table;
import org.peerpath.ui.model.VmComparison;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmJudge;

/** Another VM of the host beside the one in view: what differs that decides. */
final class VmBeside extends VBox {
    private final AppContext context;
    private final ComboBox<VmAnswer> other = new ComboBox<>();
    private final GridPane grid = new GridPane();
    private Optional<VmAnswer> here = Optional.empty();
    private List<VmComparison.Row> rows = List.of();

    VmBeside(AppContext context) {
        super(8);
        this.context = context;
        setId("vm-beside");
        other.setId("vm-compare");
        other.setAccessibleText(context.say("ui.vms.compare"));
        other.setConverter(new Names());
        other.valueProperty().subscribe(vm -> compare());
        grid.setHgap(16);
        grid.setVgap(4);
        for (int column = 0; column < 3; column++) {
            var width = new ColumnConstraints();
            width.setHgrow(column == 0 ? Priority.NEVER : Priority.ALWAYS);
            width.setMinWidth(column == 0 ? 120 : 60);
            grid.getColumnConstraints().add(width);
        }
        TakeTable take = new TakeTable(context, "vms", this::table);
        getChildren()
                .addAll(Ui.row(8, Ui.label(context.say("ui.vms.compare"), "caption"), other, take.buttons()), grid);
        managedProperty().bind(visibleProperty());
    }

    void show(VmAnswer vm, VmJudge.Answer all) {
        here = Optional.of(vm);
        List<VmAnswer> others =
                all.vms().stream().filter(each -> !each.equals(vm)).toList();
        setVisible(!others.isEmpty());
        other.getItems().setAll(others);
        if (!others.isEmpty()) {
            other.setValue(others.getFirst());
        }
        compare();
    }

    private void compare() {
        grid.getChildren().clear();
        VmAnswer there = other.getValue();
        if (here.isEmpty() || there == null) {
            rows = List.of();
            return;
        }
        rows = VmComparison.of(here.get(), there, context.language().texts());
        grid.addRow(0, Ui.label(""), Ui.label(here.get().name(), "caption"), Ui.label(there.name(), "caption"));
        int at = 1;
        for (VmComparison.Row row : rows) {
            Label mark = Ui.wrapped(row.differs() ? "≠ " + row.name() : row.name(), row.differs() ? "body" : "muted");
            grid.addRow(at++, mark, value(row.here(), row), value(row.there(), row));
        }
    }

    private static Label value(String text, VmComparison.Row row) {
        return Ui.wrapped(text, row.differs() ? "page-headline" : "muted");
    }

    private Table table() {
        String there = other.getValue() == null ? "" : other.getValue().name();
        return new Table(
                List.of("", here.map(VmAnswer::name).orElse(""), there),
                rows.stream()
                        .map(row -> List.of(row.name(), row.here(), row.there()))
                        .toList());
    }

    /** By name. */
    private static final class Names extends StringConverter<VmAnswer> {
        @Override
        public String toString(VmAnswer vm) {
            return vm == null ? "" : vm.name();
        }

        @Override
        public VmAnswer fromString(String name) {
            throw new UnsupportedOperationException(name);
        }
    }
}
