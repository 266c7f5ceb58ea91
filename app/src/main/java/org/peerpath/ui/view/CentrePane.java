// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.advice.HostState;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Severity;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.Vms;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.PlanPage;
import org.peerpath.vm.judge.VmState;

/** The pages about the host in view, and the search box over them. */
final class CentrePane extends VBox {
    /** The page about all hosts rather than the one in view. */
    private static final String ALL = "hosts";

    private final AppContext context;
    private final Map<String, Supplier<Node>> makers = new LinkedHashMap<>();
    private final Map<String, Node> pages = new HashMap<>();
    private final Map<String, ToggleButton> tabs = new LinkedHashMap<>();
    private final StackPane place = new StackPane();
    private final ToggleGroup group = new ToggleGroup();
    private final SearchBox search;
    private final DiagramView diagram;
    private final Overflow strip;
    private String last = "diagram";

    /**
     * The pages.
     *
     * @param above bars over the page
     * @param below a bar under it that comes and goes while somebody points at the page, which must stay where it is
     */
    CentrePane(AppContext context, ThemeWatch themes, StatePane states, List<? extends Node> above, Node below) {
        this.context = context;
        getStyleClass().add("centre");
        setMinHeight(0);
        Ui.clip(this);
        diagram = new DiagramView(context, themes);
        search = new SearchBox(context, this::found);
        makers.put("diagram", () -> diagram);
        makers.put("matrix", () -> new MatrixView(context));
        makers.put("groups", () -> new GroupsView(context));
        makers.put("vms", () -> new VmsView(context, themes));
        makers.put("findings", () -> new FindingsView(context));
        makers.put("plan", () -> new PlanPage(context));
        makers.put(ALL, this::fleet);
        makers.put("compare", () -> new CompareView(context, diagram));
        makers.keySet().forEach(this::tab);
        search.setPrefWidth(230);
        search.setMinWidth(96);
        List<ToggleButton> all = List.copyOf(tabs.values());
        strip = new Overflow(all, all.reversed(), List.of(more()), 4, Pos.CENTER_LEFT);
        HBox row = Ui.styled(Ui.row(8, Ui.grow(strip), search), "tab-row");
        StackPane body = new StackPane(place, states);
        body.setMinSize(0, 0);
        // It takes what the bars leave: a tall page would otherwise press them down to their least height, nothing.
        body.setPrefHeight(0);
        context.watch().on(context.fleet().allProperty(), whether -> search.setVisible(!whether));
        StateBar state = new StateBar(context, () -> show("findings"));
        getChildren().addAll(row, state);
        getChildren().addAll(above);
        getChildren().addAll(Ui.grow(body), below);
        context.watch().on(context.fleet().allProperty(), this::all);
        context.watch().on(context.session().viewProperty(), this::count);
        context.watch().on(context.session().vms().foundProperty(), this::countVms);
        context.watch().changes(context.fleet().entries(), this::hostsTab);
        context.watch().on(context.session().planProperty(), this::planned);
        hostsTab();
    }

    /** All hosts are in view, or one of them again: then on the page on which hosts were looked at last. */
    private void all(boolean whether) {
        ToggleButton tab = tabs.get(ALL);
        boolean shown = tab != null && tab.isSelected();
        if (whether && !shown) {
            show(ALL);
        } else if (!whether && (shown || place.getChildren().isEmpty())) {
            show(last);
        }
    }

    private Node fleet() {
        return new FleetView(context, new FleetDeeds.Pages() {
            @Override
            public void diagram() {
                show("diagram");
            }

            @Override
            public void compareWith(HostEntry other) {
                show("compare");
                if (pages.get("compare") instanceof CompareView compare) {
                    compare.with(other);
                }
            }
        });
    }

    /** Leads to where something is looked for: the filter of all hosts, or the search in the one in view. */
    void focusSearch() {
        if (context.fleet().allProperty().get() && pages.get(ALL) instanceof FleetView all) {
            all.focusFilter();
        } else {
            search.focus();
        }
    }

    DiagramView diagram() {
        return diagram;
    }

    /** The tabs for which there is no room. */
    private MenuButton more() {
        MenuButton more = new MenuButton();
        more.setId("tab-more");
        more.getStyleClass().addAll("bar-button", "menu-sign");
        more.setGraphic(Ui.icon(Icons.MORE));
        more.setAccessibleText(context.say("ui.tab.more"));
        Tips.set(more, context.say("ui.tab.more"));
        more.setOnShowing(event -> more.getItems()
                .setAll(tabs.entrySet().stream()
                        .filter(tab ->
                                tab.getValue().isManaged() && !tab.getValue().isVisible())
                        .map(tab -> {
                            MenuItem item = new MenuItem(tab.getValue().getText());
                            item.setOnAction(chosen -> show(tab.getKey()));
                            return item;
                        })
                        .toList()));
        return more;
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

    /** Shows a page; it is made when it is first asked for. One that there is no tab for now is not shown. */
    void show(String id) {
        Supplier<Node> maker = makers.get(id);
        ToggleButton tab = tabs.get(id);
        if (maker == null || tab == null || !tab.isManaged()) {
            return;
        }
        tab.setSelected(true);
        if (!id.equals(ALL)) {
            last = id;
        }
        context.fleet().allProperty().set(id.equals(ALL));
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
            HostState.Level level = view.map(v -> v.summary().state().level()).orElse(HostState.Level.OK);
            for (HostState.Level each : HostState.Level.values()) {
                tab.pseudoClassStateChanged(PseudoClass.getPseudoClass(each.id()), each == level && wrong > 0);
            }
        }
    }

    /** How many VMs need somebody, and the worst of their states. */
    private void countVms(Optional<Vms.Found> found) {
        ToggleButton tab = tabs.get("vms");
        if (tab != null) {
            VmState worst = found.map(vms -> vms.answer().state()).orElse(VmState.OK);
            long wrong = found.stream()
                    .flatMap(vms -> vms.answer().vms().stream())
                    .filter(vm -> vm.state() != VmState.OK)
                    .count();
            tab.setText(wrong == 0 ? context.say("ui.tab.vms") : context.say("ui.tab.vms-count", wrong));
            for (VmState each : VmState.values()) {
                tab.pseudoClassStateChanged(PseudoClass.getPseudoClass(each.id()), each == worst && wrong > 0);
            }
            strip.requestLayout();
        }
    }

    /** A plan is shown as soon as it is asked for; its tab goes with it. */
    private void planned(Optional<PlanWish> plan) {
        ToggleButton tab = tabs.get("plan");
        if (tab == null) {
            return;
        }
        tab.setManaged(plan.isPresent());
        strip.requestLayout();
        together();
        if (plan.isPresent()) {
            show("plan");
        } else if (tab.isSelected()) {
            show("diagram");
        }
    }

    private void hostsTab() {
        boolean several = context.fleet().entries().size() > 1;
        for (String id : List.of(ALL, "compare")) {
            ToggleButton tab = tabs.get(id);
            if (tab != null) {
                tab.setManaged(several);
                if (!several && tab.isSelected()) {
                    show("diagram");
                }
            }
        }
        together();
    }

    /** Arrow keys go from tab to tab in the order of their group and would stop before one that is not there. */
    private void together() {
        tabs.values().stream().filter(tab -> !tab.isManaged()).forEach(tab -> tab.setVisible(false));
        strip.requestLayout();
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
