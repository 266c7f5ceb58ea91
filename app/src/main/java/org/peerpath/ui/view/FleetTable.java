// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.scene.control.Label;
import javafx.scene.control.TableCell;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableRow;
import javafx.scene.control.TableView;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import org.peerpath.fleet.HostRecord;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.model.FleetPage.Column;
import org.peerpath.ui.model.FleetPage.Line;
import org.peerpath.ui.model.Overview;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Dates;
import org.peerpath.ui.parts.Ui;

/** The groups of hosts as rows; those of an open group below it. Rows are as high as two lines of text. */
final class FleetTable extends TableView<FleetPage.Line> {
    private static final double ROW = 2.7;
    /** Room for the bar at the side. */
    private static final double SCROLLING = 16;

    private final AppContext context;
    private final Overview overview;
    private final Consumer<Line> opened;
    private final TableColumn<Line, Line> since;
    private final TableColumn<Line, Line> slowest;
    private boolean touched;
    private final Label nothing = Ui.wrapped("", "muted");

    /**
     * The table.
     *
     * @param opened told of the line that a person opens
     */
    FleetTable(AppContext context, Consumer<Line> opened) {
        this.context = context;
        this.overview = context.overview();
        this.opened = opened;
        setId("fleet-table");
        setColumnResizePolicy(CONSTRAINED_RESIZE_POLICY_SUBSEQUENT_COLUMNS);
        context.watch()
                .on(
                        context.settings().textScaleProperty(),
                        scale -> setFixedCellSize(Math.rint(13 * scale.doubleValue() * ROW)));
        since = column(
                Column.SINCE,
                140,
                this::since,
                line -> line.first().changed().isEmpty()
                        ? since(line)
                        : String.join("\n", line.first().changed()));
        slowest = column(
                Column.SLOWEST,
                110,
                line -> FleetColumns.slowest(line, context),
                line -> FleetColumns.pair(line, context));
        columns();
        widthProperty().subscribe(this::fit);
        setSortPolicy(table -> {
            sorted();
            return true;
        });
        setPlaceholder(nothing);
        setRowFactory(view -> {
            TableRow<Line> row = new TableRow<>();
            row.setOnMouseClicked(event -> {
                if (event.getClickCount() == 2 && event.getButton() == MouseButton.PRIMARY && row.getItem() != null) {
                    opened.accept(row.getItem());
                }
            });
            return row;
        });
        addEventFilter(MouseEvent.MOUSE_PRESSED, event -> touched = true);
        addEventFilter(KeyEvent.KEY_PRESSED, this::pressed);
    }

    /** Shows the lines, keeping what was selected where it still is there. */
    void show(FleetPage page, FleetPage.Question question) {
        // What nobody has chosen stays the first one while more hosts arrive.
        Optional<Line> before = touched ? chosen() : Optional.empty();
        boolean compared = overview.baselineProperty().get().isPresent();
        boolean measured = page.groups().measured().isPresent();
        if (since.isVisible() != compared || slowest.isVisible() != measured) {
            since.setVisible(compared);
            slowest.setVisible(measured);
            fit();
        }
        overview.baselineProperty()
                .get()
                .ifPresent(baseline -> since.setText(context.say("ui.fleet.column.since", baseline.name())));
        List<Line> lines = page.lines(question);
        getItems().setAll(lines);
        nothing.setText(context.say(page.groups().hosts() == 0 ? "ui.fleet.none-yet" : "ui.fleet.none-fits"));
        lines.stream()
                .filter(line -> before.filter(was -> same(was, line)).isPresent())
                .findFirst()
                .or(() -> lines.stream().findFirst())
                .ifPresent(getSelectionModel()::select);
    }

    Optional<Line> chosen() {
        return Optional.ofNullable(getSelectionModel().getSelectedItem());
    }

    private static boolean same(Line was, Line now) {
        return was.group().id().equals(now.group().id())
                && was.host().map(HostRecord::source).equals(now.host().map(HostRecord::source));
    }

    private void pressed(KeyEvent event) {
        touched = true;
        Optional<Line> line = chosen();
        switch (event.getCode()) {
            case ENTER -> line.ifPresent(opened);
            case RIGHT -> line.filter(each -> each.folds() && !each.open()).ifPresent(this::toggle);
            case LEFT ->
                line.filter(each -> each.open() || each.host().isPresent()).ifPresent(this::close);
            case SPACE -> line.filter(Line::folds).ifPresent(this::toggle);
            default -> {
                return;
            }
        }
        event.consume();
    }

    private void close(Line line) {
        if (line.host().isPresent()) {
            getItems().stream()
                    .filter(each -> each.folds()
                            && each.group().id().equals(line.group().id()))
                    .findFirst()
                    .ifPresent(getSelectionModel()::select);
        }
        toggle(line);
    }

    void toggle(Line line) {
        overview.questionProperty()
                .set(overview.questionProperty().get().toggled(line.group().id()));
    }

    private void sorted() {
        Optional<FleetPage.Sort> sort = getSortOrder().stream()
                .findFirst()
                .map(column -> new FleetPage.Sort(
                        (Column) column.getUserData(), column.getSortType() == TableColumn.SortType.DESCENDING));
        overview.questionProperty().set(overview.questionProperty().get().sorted(sort));
    }

    private void columns() {
        TableColumn<Line, Line> state = column(Column.STATE, 118, column -> new FleetCells.State(context));
        TableColumn<Line, Line> hosts = column(Column.HOSTS, 150, column -> new FleetCells.Hosts(this::toggle));
        TableColumn<Line, Line> why = column(
                Column.WHY,
                300,
                column -> new FleetCells.Words(
                        this::brief, this::why, line -> line.group().state().needsYou()));
        TableColumn<Line, Line> inside = column(Column.INSIDE, 66, this::inside, line -> "");
        TableColumn<Line, Line> errors = column(Column.ERRORS, 58, this::errors, line -> "");
        TableColumn<Line, Line> firmware =
                column(Column.FIRMWARE, 116, line -> FleetPage.firmware(line.first()), FleetColumns::models);
        TableColumn<Line, Line> kernel =
                column(Column.KERNEL, 150, line -> FleetColumns.kernel(line, context), FleetColumns::kernels);
        TableColumn<Line, Line> read = column(Column.READ_AT, 80, this::readAt, this::readWhen);
        getColumns().setAll(List.of(state, hosts, why, inside, errors, firmware, kernel, since, slowest, read));
    }

    private TableColumn<Line, Line> column(
            Column id, double width, Function<Line, String> text, Function<Line, String> whole) {
        return column(id, width, column -> new FleetCells.Words(text, whole, line -> false));
    }

    private TableColumn<Line, Line> column(Column id, double width, Function<Column, TableCell<Line, Line>> cell) {
        TableColumn<Line, Line> column =
                new TableColumn<>(id == Column.SINCE ? "" : context.say("ui.fleet.column." + key(id)));
        column.setUserData(id);
        column.setId("fleet-" + key(id));
        column.setCellValueFactory(line -> new ReadOnlyObjectWrapper<>(line.getValue()));
        column.setCellFactory(each -> cell.apply(id));
        column.setPrefWidth(width);
        column.setMinWidth(least(id, width));
        // Reasons and names take the room that is left.
        if (id != Column.WHY && id != Column.HOSTS) {
            column.setMaxWidth(width * 1.3);
        }
        return column;
    }

    /** What is one word is not cut; the columns of sentences and names take what is left. */
    private static double least(Column id, double width) {
        return switch (id) {
            case STATE, FIRMWARE, SLOWEST -> width;
            case KERNEL -> width * 0.85;
            case HOSTS, WHY, SINCE -> width * 0.75;
            default -> Math.min(width, 56);
        };
    }

    private static String key(Column id) {
        return id.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** In a narrow window columns give way, the last first, rather than stand half outside. */
    private void fit() {
        Set<Column> lesser = EnumSet.of(Column.FIRMWARE, Column.KERNEL, Column.READ_AT);
        List<TableColumn<Line, ?>> givesWay = getColumns().stream()
                .filter(column -> column.getUserData() instanceof Column id && lesser.contains(id))
                .toList();
        givesWay.forEach(column -> column.setVisible(true));
        for (TableColumn<Line, ?> column : givesWay.reversed()) {
            double least = getVisibleLeafColumns().stream()
                    .mapToDouble(TableColumn::getMinWidth)
                    .sum();
            column.setVisible(getWidth() == 0 || least + SCROLLING <= getWidth());
        }
    }

    private String why(Line line) {
        return overview.pageProperty().get().why(line);
    }

    private String brief(Line line) {
        return overview.pageProperty().get().brief(line);
    }

    private String inside(Line line) {
        HostRecord host = line.first();
        return host.nearest() == 0 ? "–" : context.say("ui.fleet.of", host.inside(), host.nearest());
    }

    private String errors(Line line) {
        HostRecord host = line.first();
        return isJudged(host) ? Integer.toString(host.errors()) : "–";
    }

    private static boolean isJudged(HostRecord host) {
        return host.state() != HostRecord.State.UNREACHABLE && host.state() != HostRecord.State.UNREADABLE;
    }

    private String since(Line line) {
        List<HostRecord> changed =
                line.hosts().stream().filter(host -> !host.changed().isEmpty()).toList();
        if (line.folds()) {
            return changed.isEmpty()
                    ? context.say("ui.fleet.as-before")
                    : context.say("ui.fleet.changed-hosts", changed.size());
        }
        HostRecord host = line.first();
        if (!isJudged(host)) {
            return "–";
        }
        if (!host.compared()) {
            return context.say("ui.fleet.new");
        }
        // What was not read is no change, but not as before either.
        if (changed.isEmpty() && host.state() == HostRecord.State.UNKNOWN) {
            return context.say("ui.fleet.not-compared");
        }
        return changed.isEmpty()
                ? context.say("ui.fleet.as-before")
                : host.changed().getFirst();
    }

    private String readAt(Line line) {
        Optional<Instant> last = latest(line.hosts().stream());
        Optional<Instant> ofAll = overview.pageProperty().get().read().map(FleetPage.Span::last);
        return last.isPresent() && ofAll.isPresent() ? Dates.brief(last.get(), ofAll.get(), context.language()) : "–";
    }

    private String readWhen(Line line) {
        return latest(line.hosts().stream())
                .map(at -> Dates.say(at, context.language()))
                .orElse("");
    }

    private static Optional<Instant> latest(Stream<HostRecord> hosts) {
        return hosts.flatMap(host -> host.readAt().stream()).max(Instant::compareTo);
    }
}
