// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.advice.Severity;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.PlanPage;

/** The pages about the host in view, and the search box over them. */
final class CentrePane extends VBox {
    private final AppContext context;
    private final Map<String, Supplier<Node>> makers = new LinkedHashMap<>();
    private final Map<String, Node> pages = new HashMap<>();
    private final Map<String, ToggleButton> tabs = new LinkedHashMap<>();
    private final StackPane place = new StackPane();
    private final ToggleGroup group = new ToggleGroup();
    private final SearchBox search;
    private final DiagramView diagram;

    CentrePane(AppContext context, ThemeWatch themes, StatePane states, Node... bars) {
        this.context = context;
        getStyleClass().add("centre");
        diagram = new DiagramView(context, themes);
        search = new SearchBox(context, this::found);
        makers.put("diagram", () -> diagram);
        makers.put("matrix", () -> new MatrixView(context));
        makers.put("groups", () -> new GroupsView(context));
        makers.put("findings", () -> new FindingsView(context));
        makers.put("plan", () -> new PlanPage(context));
        makers.put("hosts", () -> new HostsView(context));
        makers.put("compare", () -> new CompareView(context, diagram));
        HBox row = Ui.styled(Ui.row(4), "tab-row");
        makers.keySet().forEach(id -> row.getChildren().add(tab(id)));
        search.setPrefWidth(250);
        search.setMinWidth(96);
        row.getChildren().addAll(Ui.filler(), search);
        StackPane body = new StackPane(place, states);
        body.setMinSize(0, 0);
        getChildren().add(row);
        getChildren().addAll(List.of(bars));
        getChildren().add(Ui.grow(body));
        setMinWidth(320);
        show("diagram");
        context.watch().on(context.session().viewProperty(), this::count);
        context.watch().changes(context.fleet().entries(), this::hostsTab);
        context.watch().on(context.session().planProperty(), this::planned);
        hostsTab();
    }

    DiagramView diagram() {
        return diagram;
    }

    SearchBox search() {
        return search;
    }

    private ToggleButton tab(String id) {
        ToggleButton tab = new ToggleButton(context.say("ui.tab." + id));
        tab.setId("tab-" + id);
        tab.getStyleClass().add("tab-button");
        tab.setToggleGroup(group);
        tab.setMinWidth(Region.USE_PREF_SIZE);
        tab.setOnAction(event -> show(id));
        tabs.put(id, tab);
        return tab;
    }

    /** Shows a page; it is made when it is first asked for. */
    void show(String id) {
        Supplier<Node> maker = makers.get(id);
        ToggleButton tab = tabs.get(id);
        if (maker == null || tab == null) {
            return;
        }
        tab.setSelected(true);
        Node page = pages.computeIfAbsent(id, each -> maker.get());
        place.getChildren().setAll(page);
    }

    private void count(Optional<HostView> view) {
        long wrong = view.map(v -> v.findings().stream()
                        .filter(finding -> finding.severity() != Severity.INFO)
                        .count())
                .orElse(0L);
        ToggleButton tab = tabs.get("findings");
        if (tab != null) {
            tab.setText(wrong == 0 ? context.say("ui.tab.findings") : context.say("ui.tab.findings-count", wrong));
        }
    }

    /** A plan is shown as soon as it is asked for; its tab goes with it. */
    private void planned(Optional<PlanWish> plan) {
        ToggleButton tab = tabs.get("plan");
        if (tab == null) {
            return;
        }
        tab.setVisible(plan.isPresent());
        tab.setManaged(plan.isPresent());
        together();
        if (plan.isPresent()) {
            show("plan");
        } else if (tab.isSelected()) {
            show("diagram");
        }
    }

    private void hostsTab() {
        boolean several = context.fleet().entries().size() > 1;
        for (String id : List.of("hosts", "compare")) {
            ToggleButton tab = tabs.get(id);
            if (tab != null) {
                tab.setVisible(several);
                tab.setManaged(several);
            }
        }
        together();
    }

    /** Arrow keys go from tab to tab in the order of their group and would stop before one that is not there. */
    private void together() {
        List<ToggleButton> before =
                group.getToggles().stream().map(ToggleButton.class::cast).toList();
        List<ToggleButton> now =
                tabs.values().stream().filter(ToggleButton::isManaged).toList();
        if (!before.equals(now)) {
            Optional<ToggleButton> chosen =
                    now.stream().filter(ToggleButton::isSelected).findFirst();
            tabs.values().forEach(tab -> tab.setToggleGroup(null));
            now.forEach(tab -> tab.setToggleGroup(group));
            chosen.ifPresent(tab -> tab.setSelected(true));
        }
    }

    private void found(Set<Address> functions) {
        diagram.mark(functions);
    }
}
