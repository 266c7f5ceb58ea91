// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.util.Optional;
import javafx.beans.binding.Bindings;
import javafx.beans.value.ObservableBooleanValue;
import org.peerpath.text.Message;

/**
 * One thing a person can do, declared once: the same object fills menus, keys and the command palette.
 *
 * @param id stable name
 * @param text what it is called
 * @param keys the key combination as JavaFX writes it ({@code Shortcut+O}), if there is one
 * @param enabled whether it makes sense now
 * @param ticked whether what it chooses is chosen; empty for what is done rather than chosen
 * @param run what it does
 */
public record Action(
        String id,
        Message text,
        Optional<String> keys,
        ObservableBooleanValue enabled,
        Optional<ObservableBooleanValue> ticked,
        Runnable run) {
    private static final ObservableBooleanValue ALWAYS = Bindings.createBooleanBinding(() -> true);

    public static Action of(String id, String keys, Runnable run) {
        return new Action(id, named(id), Optional.of(keys), ALWAYS, Optional.empty(), run);
    }

    public static Action of(String id, Runnable run) {
        return of(id, named(id), run);
    }

    /** An action with a name of its own in place of the bundle key {@code ui.action.ID}. */
    public static Action of(String id, Message text, Runnable run) {
        return new Action(id, text, Optional.empty(), ALWAYS, Optional.empty(), run);
    }

    private static Message named(String id) {
        return Message.of("ui.action." + id);
    }

    public Action when(ObservableBooleanValue condition) {
        return new Action(id, text, keys, condition, ticked, run);
    }

    /** The same as a choice, which menus show with a tick. */
    public Action chosen(ObservableBooleanValue whether) {
        return new Action(id, text, keys, enabled, Optional.of(whether), run);
    }

    /** Does it, if it makes sense now. */
    public void fire() {
        if (enabled.get()) {
            run.run();
        }
    }
}
