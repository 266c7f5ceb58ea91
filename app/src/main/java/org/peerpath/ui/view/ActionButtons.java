// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.input.KeyCombination;
import org.peerpath.ui.base.Action;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;

/** Buttons, menu items and keys made from declared actions. */
final class ActionButtons {
    /** Before these the menu has a line. */
    private static final List<String> SECTIONS = List.of(
            "tab-diagram",
            "scenario-as-is",
            "what-if",
            "set-up",
            "theme-system",
            "language-system",
            "text-larger",
            "palette");

    private ActionButtons() {}

    static Button button(Action action, AppContext context) {
        Button button = new Button(context.say(action.textKey()));
        button.setId(action.id());
        button.getStyleClass().add("bar-button");
        button.setOnAction(event -> action.fire());
        button.disableProperty()
                .bind(Bindings.not(Bindings.createBooleanBinding(action.enabled()::get, action.enabled())));
        keys(action).ifPresent(keys -> button.setTooltip(Tips.of(context.say(action.textKey()) + "  " + keys)));
        return button;
    }

    static List<MenuItem> menu(Actions actions, AppContext context) {
        List<MenuItem> items = new ArrayList<>();
        for (Action action : actions.all()) {
            if (SECTIONS.contains(action.id())) {
                items.add(new SeparatorMenuItem());
            }
            MenuItem item = new MenuItem(context.say(action.textKey()));
            item.setId("menu-" + action.id());
            action.keys().ifPresent(keys -> item.setAccelerator(KeyCombination.valueOf(keys)));
            item.setOnAction(event -> action.fire());
            item.disableProperty()
                    .bind(Bindings.not(Bindings.createBooleanBinding(action.enabled()::get, action.enabled())));
            items.add(item);
        }
        return items;
    }

    /** Makes the keys work wherever the focus is, also when no menu shows the action. */
    static void install(Actions actions, Scene scene) {
        scene.getAccelerators().clear();
        for (Action action : actions.all()) {
            action.keys().ifPresent(keys -> scene.getAccelerators().put(KeyCombination.valueOf(keys), action::fire));
        }
    }

    /** The keys as this system writes them. */
    static Optional<String> keys(Action action) {
        return action.keys().map(keys -> KeyCombination.valueOf(keys).getDisplayText());
    }
}
