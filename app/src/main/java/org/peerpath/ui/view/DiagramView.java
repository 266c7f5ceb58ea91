// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Label;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.StackPane;
import org.peerpath.diagram.Fonts;
import org.peerpath.diagram.Layout;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Picture;
import org.peerpath.diagram.Rect;
import org.peerpath.diagram.Shape;
import org.peerpath.diagram.Theme;
import org.peerpath.path.Difference;
import org.peerpath.path.PathReport;
import org.peerpath.report.MeasuredNotes;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.diagram.Camera;
import org.peerpath.ui.diagram.Changed;
import org.peerpath.ui.diagram.Drawings;
import org.peerpath.ui.diagram.Fit;
import org.peerpath.ui.diagram.PicturePane;
import org.peerpath.ui.diagram.Prepared;
import org.peerpath.ui.diagram.Scrolling;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.PointerTip;
import org.peerpath.ui.parts.Ui;

/** The picture of the host: pointing lights a path up, a click selects, in what-if a click on a chip flips it. */
final class DiagramView extends StackPane {
    private final AppContext context;
    private final Session session;
    private final Pane pane = new Pane();
    private final PicturePane picture = new PicturePane();
    private final Drawings drawings = new Drawings();
    private final Camera camera;
    private final BooleanProperty folded = new SimpleBooleanProperty();
    private final BooleanProperty hidden = new SimpleBooleanProperty();
    private final Label legend = Ui.label("", "compare-legend");
    private final ThemeWatch themes;
    private Running layout = Running.NONE;
    private List<Difference> differs = List.of();
    /** Whether what is alike is folded, once the person has said so; else wherever it is needed. */
    private Optional<Boolean> fold = Optional.empty();

    private Optional<Fit> room = Optional.empty();
    /** What the person pointed at last; in a what-if it stays where it is on the screen. */
    private Optional<Address> touched = Optional.empty();

    private Selection revealed = Selection.nothing();
    /** Another host or window: the picture begins at what is selected, or where something is wrong. */
    private boolean another;
    /** The window got another size: its picture is fitted to that, and what matters comes into view again. */
    private boolean refit;
    /** That was done, and nobody has pointed at anything since. */
    private boolean restored;

    DiagramView(AppContext context, ThemeWatch themes) {
        this.context = context;
        this.session = context.session();
        this.themes = themes;
        this.camera = new Camera(pane, picture, context.executor());
        setId("diagram");
        getStyleClass().add("diagram");
        pane.getChildren().add(picture);
        pane.setFocusTraversable(true);
        pane.setId("diagram-pane");
        pane.setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        Ui.clip(pane);
        Scrolling bars = camera.bars();
        StackPane.setAlignment(bars.across(), Pos.BOTTOM_CENTER);
        StackPane.setAlignment(bars.down(), Pos.CENTER_RIGHT);
        bars.down().setMaxHeight(Double.MAX_VALUE);
        legend.setId("compare-legend");
        legend.setVisible(false);
        StackPane.setAlignment(legend, Pos.BOTTOM_LEFT);
        HBox controls = DiagramControls.of(context, camera, folded, hidden, this::fold);
        StackPane.setAlignment(controls, Pos.BOTTOM_RIGHT);
        getChildren().addAll(pane, bars.across(), bars.down(), legend, controls);
        pane.addEventHandler(MouseEvent.MOUSE_CLICKED, this::clicked);
        pane.addEventHandler(MouseEvent.MOUSE_MOVED, event -> pointed(PicturePane.shapeOf(event.getTarget())));
        new PointerTip(pane, picture::tip);
        pane.addEventHandler(
                MouseEvent.MOUSE_EXITED, event -> session.hoverProperty().set(Selection.nothing()));
        new DiagramKeys(pane, context, camera, picture);
        DiagramMenu.on(pane, context, camera);
        context.watch().on(context.fleet().currentProperty(), entry -> another = true);
        context.watch().on(session.viewProperty(), view -> lay());
        context.watch().on(session.selectionProperty(), selection -> lay());
        context.watch().on(session.hoverProperty(), hover -> light());
        context.watch().on(themes.darkProperty(), dark -> lay());
        context.watch().on(hidden, show -> lay());
        context.watch().on(session.whatIfProperty(), camera::hold);
        context.watch().on(context.settings().textScaleProperty(), scale -> {
            camera.textScale(scale.doubleValue());
            resized();
        });
        context.watch().on(pane.widthProperty(), width -> resized());
        context.watch().on(pane.heightProperty(), height -> resized());
    }

    /** Marks what a search found. */
    void mark(Set<Address> functions) {
        picture.mark(functions);
    }

    /** Marks what a comparison says differs; nothing for none. */
    void differ(List<Difference> differences, String other) {
        legend.setText(context.say("ui.compare.legend", other));
        legend.setVisible(!differences.isEmpty());
        if (!differences.equals(differs)) {
            differs = differences;
            lay();
        }
    }

    /** A picture ready to be shown, and what to mark in it. */
    private record Ready(Prepared picture, PicturePane.Marked changed, boolean folded) {}

    Camera camera() {
        return camera;
    }

    /** The person has said whether what is alike is folded. */
    private void fold() {
        fold = Optional.of(folded.get());
        lay(Set.of());
    }

    /** Laid out again when the room changes a good deal, not while a what-if goes on in it. */
    private void resized() {
        Fit now = camera.room();
        boolean fits = now.width() >= 100 && now.height() >= 100;
        boolean same = room.filter(was -> was.isLike(now)).isPresent();
        boolean still = camera.isHeld()
                && room.filter(was -> was.width() == now.width()).isPresent();
        if (fits && !same && !still) {
            room = Optional.of(now);
            refit = camera.isFitted();
            lay();
        } else if (still && restored) {
            // Bars above and below take their height after the width.
            restore();
        }
    }

    private void lay() {
        lay(camera.isHeld() ? picture.picture().map(Picture::alone).orElse(Set.of()) : Set.of());
    }

    /** In the background; {@code apart} is what somebody tries things out on, which does not fold away. */
    private void lay(Set<Address> apart) {
        Optional<HostView> view = session.viewProperty().get();
        layout.cancel();
        if (view.isEmpty() || room.isEmpty()) {
            return;
        }
        HostView shown = view.get();
        Optional<PathKey> selected = session.selectionProperty().get().asPath();
        LayoutOptions wanted = LayoutOptions.WINDOW
                .withScenario(shown.scenario())
                .withHidden(hidden.get())
                .withApart(apart)
                .withMeasured(shown.measured()
                        .map(all -> MeasuredNotes.of(
                                all, shown.paths().values(), context.language().texts()))
                        .orElse(Map.of()));
        Fit fit = room.get();
        Optional<Boolean> folding = camera.isHeld() ? Optional.of(folded.get()) : fold;
        Theme theme = themes.theme();
        var texts = context.language().texts();
        List<PathReport> reports = List.copyOf(shown.paths().values());
        Optional<Prepared> before = picture.shown();
        List<Difference> compared = differs;
        layout = context.executor()
                .<Ready>run(
                        () -> {
                            Drawings.Layouter layouter = how -> Layout.lay(
                                    shown.host(), reports, how, texts, Fonts.shipped(), new DiagramNames(shown, texts));
                            LayoutOptions options = fit.options(
                                    wanted, folding, how -> drawings.picture(shown, how, Optional.empty(), layouter));
                            Picture laid = drawings.picture(shown, options, selected, layouter);
                            return new Ready(
                                    Prepared.of(laid, theme, before),
                                    Changed.of(laid, compared, shown.scenario()),
                                    options.folded());
                        },
                        this::show,
                        problem -> context.dialogs()
                                .problem(
                                        Message.of("ui.diagram.failed"),
                                        Message.of("label.plain", problem.toString())));
    }

    private void show(Ready ready) {
        Optional<Rect> before = touched.flatMap(picture::bounds);
        Optional<Picture> earlier = picture.picture();
        folded.set(ready.folded());
        picture.show(ready.picture());
        picture.changed(ready.changed());
        Picture laid = ready.picture().picture();
        pane.setAccessibleText(laid.title() + ". " + laid.description());
        light();
        picture.focus(session.selectionProperty().get().asFunction());
        if (refit) {
            refit = false;
            another = true;
            restored = true;
            camera.windowChanged();
        } else if (camera.isHeld()) {
            camera.keep(before, touched.flatMap(picture::bounds));
        } else if (earlier.filter(was -> was.width() == laid.width() && was.height() == laid.height())
                .isEmpty()) {
            camera.pictureChanged();
        }
        if (another) {
            another = false;
            restore();
        } else {
            reveal(session.selectionProperty().get());
        }
    }

    /** What was selected elsewhere comes into view. */
    private void reveal(Selection now) {
        if (!now.equals(revealed)) {
            revealed = now;
            session.viewProperty()
                    .get()
                    .flatMap(view -> now.asPath().flatMap(view::path).map(report -> Ways.whole(view, report)))
                    .or(() -> now.asFunction().map(List::of))
                    .ifPresent(this::reveal);
        }
    }

    /** What is selected comes into view, or what is worst about the host. */
    private void restore() {
        Selection now = session.selectionProperty().get();
        revealed = Selection.nothing();
        if (now.equals(revealed)) {
            session.viewProperty().get().map(Ways::worst).ifPresent(this::reveal);
        } else {
            reveal(now);
        }
    }

    private void reveal(List<Address> functions) {
        functions.stream()
                .flatMap(function -> picture.bounds(function).stream())
                .forEach(camera::reveal);
    }

    private void light() {
        picture.light(
                session.hoverProperty().get().asPath(),
                session.selectionProperty().get().asPath());
    }

    private void pointed(Optional<Shape> shape) {
        session.hoverProperty().set(shape.map(this::meant).orElse(Selection.nothing()));
    }

    private Selection meant(Shape shape) {
        return Meant.by(shape, session.viewProperty().get());
    }

    private void clicked(MouseEvent event) {
        pane.requestFocus();
        restored = false;
        if (!event.isStillSincePress()) {
            return;
        }
        Optional<Shape> shape = PicturePane.shapeOf(event.getTarget());
        touched = shape.flatMap(each -> each.mark().function()).or(() -> touched);
        if (event.getButton() != MouseButton.PRIMARY) {
            return;
        }
        if (session.whatIfProperty().get() && shape.isPresent() && Flips.flip(session, shape.get())) {
            return;
        }
        // What is clicked is in view already and must not move.
        revealed = shape.map(this::selected).orElse(Selection.nothing());
        session.select(revealed);
    }

    /** A click on a port of the selected path keeps the path and turns to that port. */
    private Selection selected(Shape shape) {
        Selection now = session.selectionProperty().get();
        Optional<Address> function = shape.mark().function();
        Selection meant = meant(shape);
        if (meant instanceof Selection.OfFunction && now instanceof Selection.OfPath path && function.isPresent()) {
            boolean onTheWay = session.viewProperty()
                    .get()
                    .flatMap(view -> view.path(path.path()).map(report -> Ways.ports(view, report)))
                    .filter(ports -> ports.contains(function.get()))
                    .isPresent();
            return onTheWay ? new Selection.OfPath(path.path(), function) : meant;
        }
        return meant;
    }
}
