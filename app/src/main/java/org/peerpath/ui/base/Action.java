// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableBooleanValue;

/**
 * One thing a person can do, declared once: the same object fills menus, keys and the command palette.
 *
 * @param id stable name; its text is the bundle key {@code ui.action.ID}
 * @param keys the key combination as JavaFX writes it ({@code Shortcut+O}), if there is one
 * @param enabled whether it makes sense now
 * @param run what it does
 */
public record Action(String id, Optional<String> keys, ObservableBooleanValue enabled, Runnable run) {
    private static final ObservableBooleanValue ALWAYS = Bindings.createBooleanBinding(() -> true);

    public static Action of(String id, String keys, Runnable run) {
        return new Action(id, Optional.of(keys), ALWAYS, run);
    }

    public static Action of(String id, Runnable run) {
        return new Action(id, Optional.empty(), ALWAYS, run);
    }

    public Action when(ObservableBooleanValue condition) {
        return new Action(id, keys, condition, run);
    }

    public String textKey() {
        return "ui.action." + id;
    }

    /** Does it, if it makes sense now. */
    public void fire() {
        if (enabled.get()) {
            run.run();
        }
    }
}
