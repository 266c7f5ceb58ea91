// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.peerpath.fleet.HostGroups;
import org.peerpath.fleet.HostRecord;
import org.peerpath.text.Message;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.model.FleetWords;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Overview;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** What can be done with a line of the page of all hosts: once, for its buttons, its menu and its keys. */
final class FleetDeeds {
    private final AppContext context;
    private final Overview overview;
    private final Pages pages;

    /** Where deeds lead to. */
    interface Pages {
        /** Shows the page of one host. */
        void diagram();

        /** Shows the page that compares the host in view with another. */
        void compareWith(HostEntry other);
    }

    /** One of them, under a key of the bundle. */
    private record Deed(String id, String name, Runnable run) {}

    FleetDeeds(AppContext context, Pages pages) {
        this.context = context;
        this.overview = context.overview();
        this.pages = pages;
    }

    /** Shows the first host of a line at its problem. */
    void open(FleetPage.Line line) {
        pages.diagram();
        overview.lead(line.first());
    }

    List<Node> buttons(FleetPage.Line line) {
        List<Node> buttons = new ArrayList<>();
        for (Deed deed : main(line)) {
            Button button = Ui.button(deed.name(), buttons.isEmpty() ? "primary-button" : "bar-button");
            button.setId("fleet-" + deed.id());
            button.setOnAction(event -> deed.run().run());
            buttons.add(button);
        }
        return buttons;
    }

    ContextMenu menu(FleetPage.Line line) {
        ContextMenu menu = new ContextMenu();
        for (Deed deed : main(line)) {
            menu.getItems().add(item(deed));
        }
        menu.getItems().add(new SeparatorMenuItem());
        for (Deed deed : rest(line)) {
            menu.getItems().add(item(deed));
        }
        return menu;
    }

    private static MenuItem item(Deed deed) {
        MenuItem item = new MenuItem(deed.name());
        item.setId("fleet-menu-" + deed.id());
        item.setMnemonicParsing(false);
        item.setOnAction(event -> deed.run().run());
        return item;
    }

    private List<Deed> main(FleetPage.Line line) {
        List<Deed> deeds = new ArrayList<>();
        String first = line.first().host();
        deeds.add(new Deed("open", context.say("ui.fleet.open", first), () -> open(line)));
        neighbour(line)
                .ifPresent(other -> deeds.add(new Deed(
                        "compare",
                        context.say("ui.fleet.compare", first, other.host()),
                        () -> compare(line.first(), other))));
        deeds.add(new Deed("ticket", context.say("ui.fleet.ticket"), () -> ticket(line)));
        return deeds;
    }

    private List<Deed> rest(FleetPage.Line line) {
        return List.of(
                new Deed(
                        "names",
                        context.say("ui.fleet.copy-names"),
                        () -> context.dialogs()
                                .copy(
                                        line.hosts().stream()
                                                .map(HostRecord::host)
                                                .collect(Collectors.joining("\n")),
                                        Message.of("ui.fleet.copied-names"))),
                new Deed(
                        "again",
                        context.say("ui.fleet.read-again", line.hosts().size()),
                        () -> entries(line).forEach(context.fleet()::read)),
                new Deed(
                        "close",
                        context.say("ui.fleet.close", line.hosts().size()),
                        () -> entries(line).forEach(context.fleet()::remove)));
    }

    private List<HostEntry> entries(FleetPage.Line line) {
        return line.hosts().stream()
                .flatMap(host -> overview.entry(host).stream())
                .toList();
    }

    /** A healthy host to hold it against: the first of the largest group, unless it is of that itself. */
    private Optional<HostRecord> neighbour(FleetPage.Line line) {
        return overview.pageProperty()
                .get()
                .usual()
                .filter(usual -> !usual.id().equals(line.group().id()))
                .map(HostGroups.Group::hosts)
                .map(List::getFirst)
                .filter(other ->
                        overview.entry(line.first()).filter(HostEntry::isRead).isPresent());
    }

    private void compare(HostRecord one, HostRecord other) {
        overview.entry(other)
                .ifPresent(with -> overview.entry(one).ifPresent(entry -> {
                    context.fleet().wake(with);
                    context.fleet().show(entry);
                    pages.compareWith(with);
                }));
    }

    private void ticket(FleetPage.Line line) {
        context.dialogs()
                .copy(
                        FleetWords.of(
                                        overview.pageProperty().get(),
                                        line,
                                        context.language().texts())
                                .text(),
                        Message.of("ui.fleet.copied-ticket"));
    }
}
