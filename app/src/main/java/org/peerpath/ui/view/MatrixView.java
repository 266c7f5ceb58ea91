// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.input.MouseButton;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.diagram.MeasuredNote;
import org.peerpath.diagram.PathKey;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.report.MeasuredNotes;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.inspect.PathWords;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Matrix;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.Table;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;

/** Who reaches whose memory, and how: a verdict in every cell. */
final class MatrixView extends VBox {
    private final AppContext context;
    private final Session session;
    private final HBox kinds = Ui.styled(Ui.row(0), "segments");
    private final ToggleGroup group = new ToggleGroup();
    private final GridPane grid = Ui.styled(new GridPane(), "matrix");
    private final Map<PathKey, Button> cells = new HashMap<>();
    private Map<PathKey, MeasuredNote> notes = Map.of();
    private Matrix.Kind kind = Matrix.Kind.NIC_GPU;
    private Running work = Running.NONE;
    private Optional<Shown> shown = Optional.empty();

    /** What the cells were made from. */
    private record Shown(HostView view, Matrix matrix) {}

    MatrixView(AppContext context) {
        this.context = context;
        this.session = context.session();
        setId("matrix");
        getStyleClass().add("page");
        ScrollPane scroll = Ui.styled(new ScrollPane(grid), "quiet-scroll");
        kinds.setMaxWidth(Region.USE_PREF_SIZE);
        kinds.setMinWidth(Region.USE_PREF_SIZE);
        TakeTable take =
                new TakeTable(context, "matrix", () -> shown.map(this::table).orElse(new Table(List.of(), List.of())));
        getChildren().addAll(Ui.row(12, kinds, Ui.filler(), take.buttons()), Ui.grow(scroll), legend());
        ThingMenu.on(grid, take::items);
        context.watch().on(session.viewProperty(), view -> compute());
        context.watch().on(session.selectionProperty(), selection -> link());
        context.watch().on(session.hoverProperty(), hover -> link());
        grid.addEventFilter(KeyEvent.KEY_PRESSED, this::walk);
    }

    private HBox legend() {
        HBox legend = Ui.row(14);
        for (Outcome outcome : Outcome.values()) {
            legend.getChildren()
                    .add(Ui.row(
                            6,
                            new VerdictDot(outcome.id()),
                            Ui.label(context.say("ui.verdict.short." + outcome.id()), "muted", "small")));
        }
        return legend;
    }

    private void compute() {
        work.cancel();
        Optional<HostView> view = session.viewProperty().get();
        if (view.isEmpty()) {
            grid.getChildren().clear();
            return;
        }
        List<Matrix.Kind> possible = Matrix.kinds(view.get());
        if (!possible.contains(kind)) {
            kind = possible.isEmpty() ? Matrix.Kind.NIC_GPU : possible.getFirst();
        }
        offer(possible);
        Matrix.Kind wanted = kind;
        work = context.executor()
                .<Matrix>run(
                        () -> Matrix.of(view.get(), wanted),
                        matrix -> show(view.get(), matrix),
                        problem -> context.dialogs()
                                .problem(
                                        Message.of("ui.matrix.failed"), Message.of("label.plain", problem.toString())));
    }

    private void offer(List<Matrix.Kind> possible) {
        kinds.getChildren().clear();
        for (Matrix.Kind each : possible) {
            ToggleButton button =
                    new ToggleButton(context.say("ui.matrix.kind." + each.name().toLowerCase(Locale.ROOT)));
            button.getStyleClass().add("segment");
            button.setId("matrix-" + each.name().toLowerCase(Locale.ROOT));
            button.setToggleGroup(group);
            button.setSelected(each == kind);
            button.setOnAction(event -> {
                button.setSelected(true);
                kind = each;
                compute();
            });
            kinds.getChildren().add(button);
        }
    }

    private void show(HostView view, Matrix matrix) {
        grid.getChildren().clear();
        cells.clear();
        shown = Optional.of(new Shown(view, matrix));
        notes = view.measured()
                .map(all -> MeasuredNotes.of(
                        all,
                        List.copyOf(matrix.cells().values()),
                        context.language().texts()))
                .orElse(Map.of());
        PathWords words = new PathWords(view, context.language().texts());
        DiagramNames names = new DiagramNames(view, context.language().texts());
        if (matrix.rows().isEmpty() || matrix.columns().isEmpty()) {
            grid.add(Ui.label(context.say("ui.inspect.no-pair"), "muted"), 0, 0);
            return;
        }
        for (int c = 0; c < matrix.columns().size(); c++) {
            Label head = header(names, view, matrix.columns().get(c));
            head.setAlignment(Pos.CENTER);
            grid.add(head, c + 1, 0);
        }
        for (int r = 0; r < matrix.rows().size(); r++) {
            Address row = matrix.rows().get(r);
            grid.add(header(names, view, row), 0, r + 1);
            for (int c = 0; c < matrix.columns().size(); c++) {
                Optional<PathReport> report = matrix.cell(row, matrix.columns().get(c));
                if (report.isPresent()) {
                    grid.add(cell(report.get(), words, view), c + 1, r + 1);
                } else {
                    grid.add(Ui.styled(new Region(), "matrix-none"), c + 1, r + 1);
                }
            }
        }
        link();
    }

    private Label header(DiagramNames names, HostView view, Address address) {
        Label head = Ui.label(names.shortName(address), "matrix-head");
        head.setTooltip(Tips.of(address.toString()
                + view.labels().model(address).map(model -> "\n" + model).orElse("")));
        head.setMinWidth(Region.USE_PREF_SIZE);
        head.setMaxWidth(Double.MAX_VALUE);
        head.setOnMouseClicked(event -> {
            if (event.getButton() == MouseButton.PRIMARY) {
                session.select(Selection.of(address));
            }
        });
        ThingMenu.on(head, () -> new ThingMenu(context).of(address));
        return head;
    }

    private Button cell(PathReport report, PathWords words, HostView view) {
        PathKey key = PathKey.of(report);
        boolean changed = Optional.ofNullable(view.before().get(key))
                .filter(was -> was.verdict() != report.verdict())
                .isPresent();
        Label label = Ui.label(report.proximity().label(), "matrix-proximity");
        VBox content = Ui.column(3, new VerdictDot(report.verdict().id()), label);
        Optional<MeasuredNote> measured = Optional.ofNullable(notes.get(key));
        measured.ifPresent(note -> {
            Label figure = Ui.label(note.sign() + " " + note.figure(), "matrix-proximity");
            figure.setId("figure-" + report.requester() + "-" + report.target());
            content.getChildren().add(figure);
        });
        content.setAlignment(Pos.CENTER);
        Button cell = new Button();
        cell.setGraphic(content);
        cell.setId("cell-" + report.requester() + "-" + report.target());
        cell.getStyleClass().addAll("matrix-cell", "matrix-" + report.verdict().id());
        if (report.nearest()) {
            cell.getStyleClass().add("nearest");
        }
        if (changed) {
            cell.getStyleClass().add("changed");
        }
        String text = words.title(report) + ": " + words.shortVerdict(report.verdict())
                + measured.map(note -> "\n" + note.text() + ". " + note.tip()).orElse("");
        cell.setAccessibleText(text);
        Tips.set(
                cell,
                text + "\n"
                        + context.say(
                                "ui.proximity." + report.proximity().name().toLowerCase(Locale.ROOT)));
        cell.setOnAction(event -> session.select(Selection.of(key)));
        ThingMenu.on(cell, () -> new ThingMenu(context).of(key));
        cell.hoverProperty()
                .addListener((o, was, is) -> session.hoverProperty().set(is ? Selection.of(key) : Selection.nothing()));
        cells.put(key, cell);
        return cell;
    }

    /** The verdict, the distance and what was measured in each cell, as they are read there. */
    private Table table(Shown all) {
        PathWords words = new PathWords(all.view(), context.language().texts());
        DiagramNames names = new DiagramNames(all.view(), context.language().texts());
        Function<Address, String> name = address -> names.shortName(address) + " " + address;
        List<String> head = Stream.concat(
                        Stream.of(""), all.matrix().columns().stream().map(name))
                .toList();
        return new Table(
                head,
                all.matrix().rows().stream()
                        .map(row -> Stream.concat(
                                        Stream.of(name.apply(row)),
                                        all.matrix().columns().stream()
                                                .map(column -> all.matrix()
                                                        .cell(row, column)
                                                        .map(report -> words.shortVerdict(report.verdict()) + " ("
                                                                + report.proximity()
                                                                        .label() + ")"
                                                                + Optional.ofNullable(notes.get(PathKey.of(report)))
                                                                        .map(note -> " " + note.text())
                                                                        .orElse(""))
                                                        .orElse("")))
                                .toList())
                        .toList());
    }

    private void link() {
        Optional<PathKey> selected = session.selectionProperty().get().asPath();
        Optional<PathKey> hovered = session.hoverProperty().get().asPath();
        cells.forEach((key, cell) -> {
            cell.pseudoClassStateChanged(Ui.SELECTED, selected.equals(Optional.of(key)));
            cell.pseudoClassStateChanged(Ui.LINKED, hovered.equals(Optional.of(key)));
        });
    }

    /** Arrow keys go from cell to cell. */
    private void walk(KeyEvent event) {
        if (!(event.getTarget() instanceof Button from) || !cells.containsValue(from)) {
            return;
        }
        int row = GridPane.getRowIndex(from);
        int column = GridPane.getColumnIndex(from);
        KeyCode code = event.getCode();
        int down = code == KeyCode.DOWN ? 1 : code == KeyCode.UP ? -1 : 0;
        int right = code == KeyCode.RIGHT ? 1 : code == KeyCode.LEFT ? -1 : 0;
        if (down == 0 && right == 0) {
            return;
        }
        event.consume();
        cells.values().stream()
                .filter(cell ->
                        GridPane.getRowIndex(cell) == row + down && GridPane.getColumnIndex(cell) == column + right)
                .findFirst()
                .ifPresent(Button::requestFocus);
    }
}
