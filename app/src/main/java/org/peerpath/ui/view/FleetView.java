// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.Label;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.fleet.NodeRanges;
import org.peerpath.ui.model.Baseline;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.model.Overview;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** All hosts on one page: what needs somebody first, in words, with what changed; those alike in one row. */
final class FleetView extends VBox {
    private static final double DETAIL = 12.5;

    private final AppContext context;
    private final Overview overview;
    private final StateStrip strip;
    private final TextField filter = new TextField();
    private final MenuButton baseline = new MenuButton();
    private final Label coming = Ui.label("", "muted", "small");
    private final Label gone = Ui.wrapped("", "muted", "small");
    private final FleetTable table;
    private final FleetDetail detail;
    private final FleetDeeds deeds;

    FleetView(AppContext context, FleetDeeds.Pages pages) {
        this.context = context;
        this.overview = context.overview();
        setId("hosts");
        getStyleClass().add("page");
        deeds = new FleetDeeds(context, pages);
        strip = new StateStrip(context, this::filterByState);
        table = new FleetTable(context, this::opened);
        detail = new FleetDetail(context, deeds);
        context.watch().on(context.settings().textScaleProperty(), scale -> {
            double high = Math.rint(13 * scale.doubleValue() * DETAIL);
            detail.setMinHeight(high * 0.7);
            detail.setPrefHeight(high);
        });
        gone.managedProperty().bind(gone.visibleProperty());
        getChildren().addAll(strip, tools(), Ui.grow(table), gone, detail);
        table.getSelectionModel()
                .selectedItemProperty()
                .subscribe(line -> detail.show(overview.pageProperty().get(), Optional.ofNullable(line)));
        table.setOnContextMenuRequested(event -> table.chosen()
                .ifPresent(
                        line -> deeds.menu(line).show(getScene().getWindow(), event.getScreenX(), event.getScreenY())));
        context.watch().on(overview.pageProperty(), page -> show());
        context.watch().on(overview.questionProperty(), question -> show());
        context.watch().on(overview.baselineProperty(), this::compared);
    }

    /** For the keys that lead to a search: here it is the filter. */
    void focusFilter() {
        filter.requestFocus();
        filter.selectAll();
    }

    private HBox tools() {
        filter.setId("fleet-filter");
        filter.setPromptText(context.say("ui.fleet.filter"));
        filter.getStyleClass().add("search-field");
        filter.setText(overview.questionProperty().get().filter());
        filter.setPrefWidth(340);
        filter.setMinWidth(120);
        filter.textProperty()
                .subscribe((was, text) -> overview.questionProperty()
                        .set(overview.questionProperty().get().filtered(text)));
        filter.addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE && !filter.getText().isEmpty()) {
                filter.clear();
                event.consume();
            } else if (event.getCode() == KeyCode.DOWN) {
                table.requestFocus();
                event.consume();
            }
        });
        baseline.setId("fleet-baseline");
        baseline.getStyleClass().add("bar-button");
        baseline.setMinWidth(Region.USE_PREF_SIZE);
        Tips.set(baseline, context.say("ui.fleet.baseline.tip"));
        baseline.getItems()
                .setAll(
                        item(
                                "ui.fleet.baseline.folder",
                                "fleet-baseline-folder",
                                () -> context.dialogs().askForFolder().ifPresent(this::compareWith)),
                        item(
                                "ui.fleet.baseline.file",
                                "fleet-baseline-file",
                                () -> context.dialogs().askForFiles().stream()
                                        .findFirst()
                                        .ifPresent(this::compareWith)),
                        item("ui.fleet.baseline.off", "fleet-baseline-off", overview::compareWithNothing));
        MenuButton export = new MenuButton(context.say("ui.fleet.export"));
        export.setId("fleet-export");
        export.getStyleClass().addAll("bar-button", "fleet-export");
        export.setMinWidth(Region.USE_PREF_SIZE);
        export.getItems()
                .setAll(
                        item("ui.fleet.export.report", "fleet-export-report", () -> FleetExport.report(context)),
                        item("ui.fleet.export.csv", "fleet-export-csv", () -> FleetExport.csv(context)));
        return Ui.row(10, filter, baseline, coming, Ui.filler(), export);
    }

    private MenuItem item(String key, String id, Runnable run) {
        MenuItem item = new MenuItem(context.say(key));
        item.setId(id);
        item.setOnAction(event -> run.run());
        return item;
    }

    private void compareWith(Path source) {
        Path whole = source.toAbsolutePath().normalize();
        Path name = whole.getFileName();
        overview.compareWith(whole.toString(), name == null ? whole.toString() : name.toString());
    }

    private void filterByState(String word) {
        filter.setText(filter.getText().equals(word) ? "" : word);
    }

    private void opened(FleetPage.Line line) {
        if (line.folds()) {
            table.toggle(line);
        } else {
            deeds.open(line);
        }
    }

    private void compared(Optional<Baseline> since) {
        baseline.setText(since.map(each -> context.say("ui.fleet.baseline", each.name()))
                .orElseGet(() -> context.say("ui.fleet.baseline.none")));
        show();
    }

    private void show() {
        FleetPage page = overview.pageProperty().get();
        strip.show(page.states());
        int toCome = overview.toCome();
        coming.setText(toCome == 0 ? "" : context.say("ui.fleet.to-come", toCome));
        List<String> missing =
                overview.baselineProperty().get().map(Baseline::gone).orElse(List.of());
        gone.setVisible(toCome == 0 && !missing.isEmpty());
        gone.setText(context.say("ui.fleet.gone", missing.size(), NodeRanges.of(missing)));
        table.show(page, overview.questionProperty().get());
        detail.show(page, table.chosen());
    }
}
