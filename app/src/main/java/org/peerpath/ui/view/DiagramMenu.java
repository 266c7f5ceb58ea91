// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Shape;
import org.peerpath.text.Message;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;

/** What can be done with the thing under the pointer. */
final class DiagramMenu {
    private final AppContext context;

    DiagramMenu(AppContext context) {
        this.context = context;
    }

    Optional<ContextMenu> of(Shape shape) {
        List<MenuItem> items = new ArrayList<>();
        Session session = context.session();
        shape.mark().path().ifPresent(path -> {
            items.add(item("ui.menu.explain", () -> session.select(Selection.of(path))));
            items.add(item("ui.menu.copy-explain", () -> copyExplain(path)));
        });
        shape.mark().function().ifPresent(function -> {
            items.add(item("ui.menu.inspect", () -> session.select(Selection.of(function))));
            items.add(item(
                    "ui.menu.copy-address",
                    () -> context.dialogs().copy(function.toString(), Message.of("ui.copied.address"))));
            items.add(item(
                    "ui.menu.copy-command",
                    () -> context.dialogs().copy("sudo lspci -vvv -s " + function, Message.of("ui.copied.command"))));
            session.viewProperty()
                    .get()
                    .flatMap(view ->
                            new PlanWishes(view).with(session.planProperty().get(), function))
                    .ifPresent(wish -> items.add(item(
                            "ui.menu.add-to-plan", () -> session.planProperty().set(Optional.of(wish)))));
            session.viewProperty()
                    .get()
                    .flatMap(view -> view.nearest().stream()
                            .filter(report -> report.requester().equals(function)
                                    || report.target().equals(function))
                            .findFirst())
                    .ifPresent(report ->
                            items.add(item("ui.menu.explain", () -> session.select(Selection.of(PathKey.of(report))))));
        });
        if (shape instanceof Shape.Chip) {
            items.add(item("ui.menu.flip", () -> Flips.flip(session, shape)));
        }
        return items.isEmpty() ? Optional.empty() : Optional.of(new ContextMenu(items.toArray(MenuItem[]::new)));
    }

    private void copyExplain(PathKey path) {
        String source =
                context.fleet().currentProperty().get().map(e -> e.source()).orElse("");
        context.dialogs()
                .copy(
                        Commands.explain(
                                source,
                                path,
                                context.session().questionProperty().get().scenario()),
                        Message.of("ui.copied.command"));
    }

    private MenuItem item(String key, Runnable run) {
        MenuItem item = new MenuItem(context.say(key));
        item.setOnAction(event -> run.run());
        return item;
    }
}
