// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.Pane;
import org.peerpath.diagram.PathKey;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.diagram.Camera;
import org.peerpath.ui.diagram.PicturePane;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.Walk;
import org.peerpath.ui.parts.AppContext;

/** The diagram by keyboard: arrows walk the tree, {@code p} goes to the path and its other end, + - 0 F zoom. */
final class DiagramKeys {
    private final Session session;
    private final Camera camera;
    private final PicturePane picture;

    DiagramKeys(Pane pane, AppContext context, Camera camera, PicturePane picture) {
        this.session = context.session();
        this.camera = camera;
        this.picture = picture;
        pane.addEventHandler(KeyEvent.KEY_PRESSED, event -> {
            if (!event.isShortcutDown() && !event.isAltDown() && pressed(event)) {
                event.consume();
            }
        });
    }

    private boolean pressed(KeyEvent event) {
        switch (event.getCode()) {
            case UP -> walk(Walk.Direction.UP);
            case DOWN -> walk(Walk.Direction.DOWN);
            case LEFT -> walk(Walk.Direction.LEFT);
            case RIGHT -> walk(Walk.Direction.RIGHT);
            case P -> otherEnd();
            case ENTER -> explain();
            case ESCAPE -> session.select(Selection.nothing());
            case PLUS, EQUALS, ADD -> camera.zoom(1.2);
            case PAGE_DOWN -> camera.page(1);
            case PAGE_UP -> camera.page(-1);
            case MINUS, SUBTRACT -> camera.zoom(1 / 1.2);
            case DIGIT0, NUMPAD0, F -> camera.fit();
            default -> {
                return false;
            }
        }
        return true;
    }

    private void walk(Walk.Direction direction) {
        session.viewProperty().get().ifPresent(view -> {
            Optional<Address> from = session.selectionProperty()
                    .get()
                    .asFunction()
                    .or(() -> session.selectionProperty().get().asPath().map(PathKey::requester));
            new Walk(view, shown -> picture.bounds(shown).isPresent())
                    .from(from, direction)
                    .ifPresent(this::goTo);
        });
    }

    private void goTo(Address address) {
        session.select(Selection.of(address));
        picture.bounds(address).ifPresent(camera::reveal);
    }

    /** From an end of a path to the other; from anything else nothing. */
    private void otherEnd() {
        Optional<HostView> view = session.viewProperty().get();
        Optional<Address> from = session.selectionProperty().get().asFunction();
        if (view.isPresent() && from.isPresent()) {
            pathOf(view.get(), from.get())
                    .map(report -> report.requester().equals(from.get()) ? report.target() : report.requester())
                    .ifPresent(this::goTo);
        } else {
            session.selectionProperty().get().asPath().map(PathKey::target).ifPresent(this::goTo);
        }
    }

    private void explain() {
        session.viewProperty()
                .get()
                .flatMap(view ->
                        session.selectionProperty().get().asFunction().flatMap(function -> pathOf(view, function)))
                .ifPresent(report -> session.select(Selection.of(PathKey.of(report))));
    }

    private static Optional<PathReport> pathOf(HostView view, Address end) {
        return view.nearest().stream()
                .filter(report ->
                        report.requester().equals(end) || report.target().equals(end))
                .findFirst();
    }
}
