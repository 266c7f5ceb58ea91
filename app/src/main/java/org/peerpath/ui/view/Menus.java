// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.stream.Stream;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import org.peerpath.path.Scenario;
import org.peerpath.plan.Goal;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.ui.base.Action;
import org.peerpath.ui.parts.AppContext;

/** The menu bar; at the top of the screen where the desktop has it there. */
final class Menus {
    private static final String LINE = "-";

    private final AppContext context;
    private final Actions actions;

    private Menus(AppContext context, Actions actions) {
        this.context = context;
        this.actions = actions;
    }

    static MenuBar bar(AppContext context, Actions actions) {
        Menus menus = new Menus(context, actions);
        MenuBar bar = new MenuBar(menus.file(), menus.edit(), menus.view(), menus.host(), menus.help());
        bar.setId("menu-bar");
        bar.setUseSystemMenuBar(true);
        return bar;
    }

    private Menu file() {
        Menu file =
                menu("file", "open", "open-folder", "paste", LINE, "save-snapshot", "case-file", "export", "ticket");
        file.getItems().add(2, recent());
        add(file, LINE, "close-host", "restore-session", LINE, "quit");
        return file;
    }

    private Menu edit() {
        return menu("edit", "undo", "redo", "reset", LINE, "what-if", "plan-what-if", LINE, "search", "palette");
    }

    private Menu view() {
        Menu view = menu(
                "view", "tab-diagram", "tab-matrix", "tab-groups", "tab-vms", "tab-findings", "tab-hosts", "tab-plan");
        add(view, "compare", LINE);
        Stream.of(Scenario.values()).forEach(scenario -> add(view, "scenario-" + scenario.id()));
        add(view, LINE, "back", "forward", LINE, "zoom-in", "zoom-out", "fit", LINE);
        add(view, "toggle-sidebar", "toggle-inspector");
        view.getItems().add(menu("theme", "theme-system", "theme-light", "theme-dark"));
        view.getItems().add(menu("language", "language-system", "language-english", "language-korean"));
        view.getItems().add(menu("text", "text-larger", "text-smaller", "text-normal"));
        return view;
    }

    private Menu host() {
        Menu host = menu("host", "local", "add-host", LINE, "refresh", "read-as-administrator", "cancel-reading");
        add(host, "show-script", LINE, "set-up");
        String[] goals =
                Stream.of(Goal.values()).map(goal -> "plan-" + goal.id()).toArray(String[]::new);
        host.getItems().add(menu("plan", goals));
        add(host, "handover", LINE, "journal", "diagnose-log");
        return host;
    }

    private Menu help() {
        Menu help = menu("help", "help", "guide");
        help.getItems()
                .add(menu(
                        "samples",
                        Samples.names().stream().map(name -> "sample-" + name).toArray(String[]::new)));
        add(help, LINE, "diagnostics", "about");
        return help;
    }

    /** Files opened lately; there only while there are any. */
    private Menu recent() {
        Menu menu = menu("recent");
        Runnable fill = () -> {
            menu.getItems()
                    .setAll(context.settings().recent().stream()
                            .map(this::recent)
                            .toList());
            menu.setVisible(!menu.getItems().isEmpty());
        };
        context.watch().changes(context.settings().recent(), fill);
        fill.run();
        return menu;
    }

    private MenuItem recent(String file) {
        MenuItem item = new MenuItem(file);
        item.setMnemonicParsing(false);
        item.setOnAction(event -> {
            context.settings().remember(file);
            context.fleet().open(file);
        });
        return item;
    }

    private Menu menu(String id, String... items) {
        Menu menu = new Menu(context.say("ui.menu." + id));
        menu.setId("menu-" + id);
        add(menu, items);
        return menu;
    }

    private void add(Menu menu, String... ids) {
        for (String id : List.of(ids)) {
            menu.getItems().add(id.equals(LINE) ? new SeparatorMenuItem() : item(actions.get(id)));
        }
    }

    private MenuItem item(Action action) {
        return ActionButtons.item(action, context);
    }
}
