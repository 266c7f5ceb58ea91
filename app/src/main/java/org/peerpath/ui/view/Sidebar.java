// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import javafx.geometry.Insets;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.Samples;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Hosts and files, each with its state and one line. */
final class Sidebar extends VBox {
    private final AppContext context;
    private final VBox list = new VBox();

    Sidebar(AppContext context, Actions actions) {
        this.context = context;
        getStyleClass().add("sidebar");
        list.getStyleClass().add("host-list");
        ScrollPane scroll = new ScrollPane(list);
        scroll.setFitToWidth(true);
        scroll.getStyleClass().add("quiet-scroll");
        scroll.setFocusTraversable(false);
        VBox foot = Ui.column(
                2,
                Ui.linkButton(context.say("ui.sidebar.add-host"), actions.get("add-host")::fire),
                Ui.linkButton(context.say("ui.sidebar.open"), actions.get("open")::fire));
        foot.setPadding(new Insets(8, 12, 12, 12));
        getChildren().addAll(Ui.grow(scroll), foot);
        context.watch().changes(context.fleet().entries(), this::rebuild);
        context.watch()
                .on(context.fleet().currentProperty(), current -> rows().forEach(row -> row.showWhether(current)));
        rebuild();
    }

    private void rebuild() {
        rows().forEach(HostRow::close);
        list.getChildren().clear();
        section("ui.sidebar.hosts", context.fleet().entries().filtered(Sidebar::isHost));
        section("ui.sidebar.files", context.fleet().entries().filtered(entry -> !isHost(entry) && !isSample(entry)));
        section("ui.sidebar.samples", context.fleet().entries().filtered(Sidebar::isSample));
        rows().forEach(row -> row.showWhether(context.fleet().currentProperty().get()));
    }

    private void section(String titleKey, List<HostEntry> entries) {
        if (entries.isEmpty()) {
            return;
        }
        Label title = Ui.label(context.say(titleKey), "caption");
        title.setPadding(new Insets(list.getChildren().isEmpty() ? 4 : 18, 12, 4, 12));
        title.setMinHeight(Region.USE_PREF_SIZE);
        list.getChildren().add(title);
        entries.forEach(entry -> list.getChildren().add(new HostRow(entry, context)));
    }

    private List<HostRow> rows() {
        return list.getChildren().stream()
                .filter(HostRow.class::isInstance)
                .map(HostRow.class::cast)
                .toList();
    }

    private static boolean isHost(HostEntry entry) {
        return entry.isLive();
    }

    private static boolean isSample(HostEntry entry) {
        return entry.source().startsWith(Samples.PREFIX);
    }

    /** What to call an entry: this machine has no name before it is read. */
    static String displayName(HostEntry entry, AppContext context) {
        if (entry.source().equals(Hosts.LOCAL)) {
            return context.say("ui.host.this-machine");
        }
        return entry.nameProperty().get();
    }
}
