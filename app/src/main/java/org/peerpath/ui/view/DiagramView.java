// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.geometry.Pos;
import javafx.scene.AccessibleRole;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.MouseButton;
import javafx.scene.input.MouseEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.shape.Rectangle;
import org.peerpath.diagram.Fonts;
import org.peerpath.diagram.Layout;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Picture;
import org.peerpath.diagram.Shape;
import org.peerpath.diagram.Theme;
import org.peerpath.path.Difference;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.diagram.Camera;
import org.peerpath.ui.diagram.Changed;
import org.peerpath.ui.diagram.Drawings;
import org.peerpath.ui.diagram.PicturePane;
import org.peerpath.ui.diagram.Prepared;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Tips;
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
    private final ThemeWatch themes;
    private final DiagramMenu menu;
    private Running layout = Running.NONE;
    private List<Difference> differs = List.of();
    private double aspect = LayoutOptions.WINDOW.aspect();

    DiagramView(AppContext context, ThemeWatch themes) {
        this.context = context;
        this.session = context.session();
        this.themes = themes;
        this.camera = new Camera(pane, picture, context.executor());
        this.menu = new DiagramMenu(context);
        setId("diagram");
        getStyleClass().add("diagram");
        pane.getChildren().add(picture);
        pane.setFocusTraversable(true);
        pane.setId("diagram-pane");
        pane.setAccessibleRole(AccessibleRole.IMAGE_VIEW);
        clip(pane);
        getChildren().addAll(pane, controls());
        pane.addEventHandler(MouseEvent.MOUSE_CLICKED, this::clicked);
        pane.addEventHandler(MouseEvent.MOUSE_MOVED, event -> pointed(PicturePane.shapeOf(event.getTarget())));
        pane.addEventHandler(
                MouseEvent.MOUSE_EXITED, event -> session.hoverProperty().set(Selection.nothing()));
        new DiagramKeys(pane, context, camera, picture);
        context.watch().on(session.viewProperty(), view -> lay());
        context.watch().on(session.selectionProperty(), selection -> lay());
        context.watch().on(session.hoverProperty(), hover -> picture.light(hover.asPath()));
        context.watch().on(themes.darkProperty(), dark -> lay());
        context.watch().on(folded, fold -> lay());
        context.watch().on(hidden, show -> lay());
        context.watch().on(pane.widthProperty(), width -> resized());
        context.watch().on(pane.heightProperty(), height -> resized());
    }

    /** Marks what a search found. */
    void mark(Set<Address> functions) {
        picture.mark(functions);
    }

    /** Marks what a comparison says differs; nothing for none. */
    void differ(List<Difference> differences) {
        if (!differences.equals(differs)) {
            differs = differences;
            lay();
        }
    }

    /** A picture ready to be shown, and what to mark in it. */
    private record Ready(Prepared picture, PicturePane.Marked changed) {}

    Camera camera() {
        return camera;
    }

    private HBox controls() {
        ToggleButton fold = toggle("fold", folded);
        ToggleButton more = toggle("hidden", hidden);
        Button out = Ui.signButton(Icons.MINUS, context.say("ui.action.zoom-out"), () -> camera.zoom(1 / 1.2));
        Button in = Ui.signButton(Icons.PLUS, context.say("ui.action.zoom-in"), () -> camera.zoom(1.2));
        Button fit = Ui.signButton(Icons.FIT, context.say("ui.action.fit"), camera::fit);
        HBox controls = Ui.styled(Ui.row(4, fold, more, out, in, fit), "diagram-controls");
        controls.setMaxSize(Region.USE_PREF_SIZE, Region.USE_PREF_SIZE);
        StackPane.setAlignment(controls, Pos.BOTTOM_RIGHT);
        return controls;
    }

    private ToggleButton toggle(String id, BooleanProperty on) {
        ToggleButton button = new ToggleButton(context.say("ui.diagram." + id));
        button.setId("diagram-" + id);
        button.getStyleClass().add("quiet-toggle");
        button.selectedProperty().bindBidirectional(on);
        Tips.set(button, context.say("ui.diagram." + id + ".tip"));
        return button;
    }

    /** The packing aims at the shape of the room there is; it is laid out again only when that changes a good deal. */
    private void resized() {
        if (pane.getWidth() < 100 || pane.getHeight() < 100) {
            return;
        }
        double room = Math.clamp(pane.getWidth() / pane.getHeight(), 0.5, 3);
        if (Math.abs(room - aspect) / aspect > 0.12) {
            aspect = room;
            lay();
        }
    }

    private void lay() {
        Optional<HostView> view = session.viewProperty().get();
        layout.cancel();
        if (view.isEmpty()) {
            return;
        }
        HostView shown = view.get();
        Optional<PathKey> selected = session.selectionProperty().get().asPath();
        LayoutOptions options = LayoutOptions.WINDOW
                .withFolded(folded.get())
                .withHidden(hidden.get())
                .withAspect(aspect);
        Theme theme = themes.theme();
        var texts = context.language().texts();
        List<PathReport> reports = List.copyOf(shown.paths().values());
        Optional<Prepared> before = picture.shown();
        List<Difference> compared = differs;
        layout = context.executor()
                .<Ready>run(
                        () -> {
                            Picture laid = drawings.picture(
                                    shown,
                                    options,
                                    selected,
                                    how -> Layout.lay(
                                            shown.host(),
                                            reports,
                                            how,
                                            texts,
                                            Fonts.shipped(),
                                            new DiagramNames(shown, texts)));
                            return new Ready(
                                    Prepared.of(laid, theme, before), Changed.of(laid, compared, shown.scenario()));
                        },
                        this::show,
                        problem -> context.dialogs()
                                .problem(
                                        Message.of("ui.diagram.failed"),
                                        Message.of("label.plain", problem.toString())));
    }

    private void show(Ready ready) {
        picture.show(ready.picture());
        picture.changed(ready.changed());
        Picture laid = ready.picture().picture();
        pane.setAccessibleText(laid.title() + ". " + laid.description());
        picture.light(session.hoverProperty().get().asPath());
        picture.focus(session.selectionProperty().get().asFunction());
        camera.pictureChanged();
    }

    private void pointed(Optional<Shape> shape) {
        session.hoverProperty().set(shape.map(this::meant).orElse(Selection.nothing()));
    }

    /** A shape that belongs to a path means the path, a card the path that matters most in it; else its function. */
    private Selection meant(Shape shape) {
        return shape.mark()
                .path()
                .map(Selection::of)
                .or(() -> cardPath(shape))
                .or(() -> shape.mark().function().map(Selection::of))
                .orElse(Selection.nothing());
    }

    private Optional<Selection> cardPath(Shape shape) {
        boolean card = switch (shape.mark().role()) {
            case CARD, CARD_DETOUR, CARD_UNKNOWN, CARD_BLOCKED -> true;
            default -> false;
        };
        return card
                ? session.viewProperty()
                        .get()
                        .flatMap(view -> shape.mark().function().flatMap(view::worstBelow))
                        .map(report -> Selection.of(PathKey.of(report)))
                : Optional.empty();
    }

    private void clicked(MouseEvent event) {
        pane.requestFocus();
        if (!event.isStillSincePress()) {
            return;
        }
        Optional<Shape> shape = PicturePane.shapeOf(event.getTarget());
        if (event.getButton() == MouseButton.SECONDARY) {
            Optional<ContextMenu> offered = shape.flatMap(s -> menu.of(s));
            offered.ifPresent(m -> m.show(pane, event.getScreenX(), event.getScreenY()));
            return;
        }
        if (event.getButton() != MouseButton.PRIMARY) {
            return;
        }
        if (session.whatIfProperty().get() && shape.isPresent() && Flips.flip(session, shape.get())) {
            return;
        }
        session.select(shape.map(this::selected).orElse(Selection.nothing()));
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

    static void clip(Pane pane) {
        Rectangle clip = new Rectangle();
        clip.widthProperty().bind(pane.widthProperty());
        clip.heightProperty().bind(pane.heightProperty());
        pane.setClip(clip);
    }
}
