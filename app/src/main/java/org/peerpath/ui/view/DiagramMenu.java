// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.MenuItem;
import javafx.scene.input.ContextMenuEvent;
import org.peerpath.diagram.Shape;
import org.peerpath.ui.diagram.Camera;
import org.peerpath.ui.diagram.PicturePane;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;

/** What can be done with the thing under the pointer, or by keyboard with what is selected; on the ground with the picture. */
final class DiagramMenu {
    private final AppContext context;
    private final Session session;
    private final Camera camera;
    private final ThingMenu things;
    private Optional<Shape> pointed = Optional.empty();

    private DiagramMenu(AppContext context, Camera camera) {
        this.context = context;
        this.session = context.session();
        this.camera = camera;
        this.things = new ThingMenu(context);
    }

    static void on(Node pane, AppContext context, Camera camera) {
        DiagramMenu menu = new DiagramMenu(context, camera);
        pane.addEventFilter(ContextMenuEvent.CONTEXT_MENU_REQUESTED, menu::asked);
        ThingMenu.on(pane, menu::items);
    }

    private void asked(ContextMenuEvent event) {
        pointed = event.isKeyboardTrigger() ? Optional.empty() : PicturePane.shapeOf(event.getTarget());
    }

    private List<MenuItem> items() {
        List<MenuItem> items = new ArrayList<>();
        pointed.ifPresentOrElse(
                shape -> {
                    shape.mark().path().ifPresent(path -> items.addAll(things.of(path)));
                    shape.mark().function().ifPresent(function -> items.addAll(things.of(function)));
                    if (shape instanceof Shape.Chip
                            && session.viewProperty().get().isPresent()) {
                        items.add(ThingMenu.item(context, "ui.menu.flip", () -> Flips.flip(session, shape)));
                    }
                },
                () -> items.addAll(things.of(session.selectionProperty().get())));
        if (items.isEmpty()) {
            items.add(ThingMenu.item(context, "ui.action.fit", camera::fit));
            items.add(ThingMenu.item(context, "ui.action.zoom-in", () -> camera.zoom(1.2)));
            items.add(ThingMenu.item(context, "ui.action.zoom-out", () -> camera.zoom(1 / 1.2)));
        }
        return items;
    }
}
