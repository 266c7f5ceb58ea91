// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableBooleanValue;
import javafx.scene.Scene;
import javafx.scene.control.Button;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.MenuItem;
import javafx.scene.input.KeyCombination;
import org.peerpath.ui.base.Action;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;

/** Buttons, menu items and keys made from declared actions. */
final class ActionButtons {
    private ActionButtons() {}

    static Button button(Action action, AppContext context) {
        String text = context.language().say(action.text());
        Button button = new Button(text);
        button.setId(action.id());
        button.getStyleClass().add("bar-button");
        bind(button, action);
        keys(action).ifPresent(keys -> button.setTooltip(Tips.of(text + "  " + keys)));
        return button;
    }

    /** Lets a button do what the action does, and be grey while that makes no sense. */
    static void bind(Button button, Action action) {
        button.setOnAction(event -> action.fire());
        button.disableProperty().bind(not(action.enabled()));
    }

    /** A menu's item; one that is a choice has a tick, which shows what is chosen and not what was clicked. */
    static MenuItem item(Action action, AppContext context) {
        String text = context.language().say(action.text());
        MenuItem item = action.ticked()
                .<MenuItem>map(ticked -> {
                    CheckMenuItem check = new CheckMenuItem(text);
                    context.watch().on(ticked, check::setSelected);
                    check.setOnAction(event -> {
                        action.fire();
                        check.setSelected(ticked.get());
                    });
                    return check;
                })
                .orElseGet(() -> {
                    MenuItem plain = new MenuItem(text);
                    plain.setOnAction(event -> action.fire());
                    return plain;
                });
        item.setMnemonicParsing(false);
        item.setId("menu-" + action.id());
        // Shown only: the scene has the keys, so that they work in a window whose menus are elsewhere, too.
        action.keys().ifPresent(keys -> item.setAccelerator(KeyCombination.valueOf(keys)));
        item.disableProperty().bind(not(action.enabled()));
        return item;
    }

    private static ObservableBooleanValue not(ObservableBooleanValue value) {
        return Bindings.not(Bindings.createBooleanBinding(value::get, value));
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
