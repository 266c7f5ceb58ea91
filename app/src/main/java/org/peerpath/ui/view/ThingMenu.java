// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import org.peerpath.diagram.PathKey;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;

/** What can be done with a function or a path, wherever it is shown. */
final class ThingMenu {
    private final AppContext context;
    private final Session session;

    ThingMenu(AppContext context) {
        this.context = context;
        this.session = context.session();
    }

    /**
     * Gives a node a menu, made when it is asked for: by the right button, the menu key or Shift+F10.
     *
     * @param items none for no menu
     */
    static void on(Node node, Supplier<List<MenuItem>> items) {
        node.setOnContextMenuRequested(event -> {
            List<MenuItem> offered = items.get();
            if (!offered.isEmpty()) {
                new ContextMenu(offered.toArray(MenuItem[]::new)).show(node, event.getScreenX(), event.getScreenY());
                event.consume();
            }
        });
    }

    static MenuItem item(AppContext context, String key, Runnable run) {
        MenuItem item = new MenuItem(context.say(key));
        item.setOnAction(event -> run.run());
        return item;
    }

    List<MenuItem> of(Selection selection) {
        List<MenuItem> items = new ArrayList<>();
        selection.asPath().ifPresent(path -> items.addAll(of(path)));
        selection.asFunction().ifPresent(function -> items.addAll(of(function)));
        return items;
    }

    List<MenuItem> of(PathKey path) {
        return List.of(
                item("ui.menu.explain", () -> session.select(Selection.of(path))),
                item("ui.menu.copy-explain", () -> copyExplain(path)));
    }

    List<MenuItem> of(Address function) {
        List<MenuItem> items = new ArrayList<>();
        items.add(item("ui.menu.inspect", () -> session.select(Selection.of(function))));
        session.viewProperty()
                .get()
                .flatMap(view -> view.nearest().stream()
                        .filter(report -> report.requester().equals(function)
                                || report.target().equals(function))
                        .findFirst())
                .ifPresent(report ->
                        items.add(item("ui.menu.explain", () -> session.select(Selection.of(PathKey.of(report))))));
        items.add(item(
                "ui.menu.copy-address",
                () -> context.dialogs().copy(function.toString(), Message.of("ui.copied.address"))));
        items.add(item(
                "ui.menu.copy-command",
                () -> context.dialogs().copy("sudo lspci -vvv -s " + function, Message.of("ui.copied.command"))));
        session.viewProperty()
                .get()
                .flatMap(
                        view -> new PlanWishes(view).with(session.planProperty().get(), function))
                .ifPresent(wish -> items.add(
                        item("ui.menu.add-to-plan", () -> session.planProperty().set(Optional.of(wish)))));
        return items;
    }

    private void copyExplain(PathKey path) {
        String source =
                context.fleet().currentProperty().get().map(e -> e.source()).orElse("");
        context.dialogs()
                .copy(
                        TerminalCommands.explain(
                                source, path, session.questionProperty().get().scenario()),
                        Message.of("ui.copied.command"));
    }

    private MenuItem item(String key, Runnable run) {
        return item(context, key, run);
    }
}
