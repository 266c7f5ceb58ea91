// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.fleet.HostRecord;
import org.peerpath.host.Hosts;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** Hosts and files, each with its state and one line. */
final class Sidebar extends VBox {
    /** So many rows can still be looked through. */
    private static final int MOST = 16;

    /** Of more, those that need somebody are listed up to this number. */
    private static final int MOST_IN_NEED = 12;

    private final AppContext context;
    private final VBox list = new VBox();
    private final Button all;
    private final Label need = Ui.label("", "host-row-line");

    Sidebar(AppContext context, Actions actions) {
        this.context = context;
        this.all = all(actions);
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
        context.watch().on(context.fleet().currentProperty(), current -> looked());
        context.watch().on(context.fleet().allProperty(), whole -> mark());
        context.watch().on(context.overview().pageProperty(), this::count);
        rebuild();
    }

    private void rebuild() {
        rows().forEach(HostRow::close);
        list.getChildren().clear();
        List<HostEntry> entries = List.copyOf(context.fleet().entries());
        if (entries.size() > 1) {
            list.getChildren().add(all);
        }
        List<HostEntry> listed = entries.size() <= MOST
                ? entries
                : entries.stream().filter(inNeed()).toList();
        section("ui.sidebar.hosts", listed.stream().filter(Sidebar::isHost).toList());
        section(
                "ui.sidebar.files",
                listed.stream()
                        .filter(entry -> !isHost(entry) && !isSample(entry))
                        .toList());
        section("ui.sidebar.samples", listed.stream().filter(Sidebar::isSample).toList());
        if (listed.size() < entries.size()) {
            Label more = Ui.wrapped(context.say("ui.sidebar.more", entries.size() - listed.size()), "host-row-line");
            more.setPadding(new Insets(10, 12, 4, 12));
            list.getChildren().add(more);
        }
        mark();
    }

    /** What was looked at, and what somebody should look at. */
    private Predicate<HostEntry> inNeed() {
        Set<String> sources = context.overview().pageProperty().get().groups().groups().stream()
                .filter(group -> group.state().needsYou())
                .flatMap(group -> group.hosts().stream())
                .limit(MOST_IN_NEED)
                .map(HostRecord::source)
                .collect(Collectors.toSet());
        return entry -> entry.isLookedAt() || sources.contains(entry.source());
    }

    /** With many hosts what is listed changes: the page of all hosts is the list of all. */
    private void looked() {
        if (context.fleet().entries().size() > MOST) {
            rebuild();
        } else {
            mark();
        }
    }

    private void mark() {
        boolean whole = context.fleet().allProperty().get();
        all.pseudoClassStateChanged(Ui.SELECTED, whole);
        Optional<HostEntry> one =
                whole ? Optional.empty() : context.fleet().currentProperty().get();
        rows().forEach(row -> row.showWhether(one));
    }

    /** How many hosts need somebody, as the row's second line. */
    private void count(FleetPage page) {
        String said = context.say(
                "ui.sidebar.need-you", page.groups().needYou(), page.groups().hosts());
        need.setText(said);
        looked();
        all.setAccessibleText(context.say("ui.tab.hosts") + ", " + said);
    }

    private Button all(Actions actions) {
        Button row = new Button();
        row.setId("all-hosts");
        row.getStyleClass().add("all-hosts");
        row.setGraphic(Ui.column(1, Ui.label(context.say("ui.tab.hosts"), "host-row-name"), need));
        row.setMaxWidth(Double.MAX_VALUE);
        row.setAlignment(Pos.CENTER_LEFT);
        row.setOnAction(event -> actions.get("tab-hosts").fire());
        return row;
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
