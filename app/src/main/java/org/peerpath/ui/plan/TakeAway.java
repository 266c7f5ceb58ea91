// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.Optional;
import java.util.function.Supplier;
import javafx.geometry.Pos;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import org.peerpath.plan.Plan;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.plan.PlanFiles.Form;

/** Copies or saves a plan as text, script, playbook or JSON. */
public final class TakeAway extends HBox {
    private final AppContext context;
    private final Supplier<Optional<Plan>> plan;

    /**
     * Two menus.
     *
     * @param plan the one in view, when a menu is used
     */
    public TakeAway(AppContext context, Supplier<Optional<Plan>> plan) {
        super(8);
        this.context = context;
        this.plan = plan;
        getChildren()
                .setAll(
                        menu("ui.plan.copy", "plan-copy", PlanFiles::copy),
                        menu("ui.plan.save", "plan-save", PlanFiles::save));
        getStyleClass().addAll("take-away", "plan-choice");
        setMinWidth(Region.USE_PREF_SIZE);
        setMaxHeight(Region.USE_PREF_SIZE);
        setAlignment(Pos.CENTER_RIGHT);
    }

    /** What to do with the plan in view. */
    private interface Take {
        void take(AppContext context, Plan plan, Form form);
    }

    private MenuButton menu(String key, String id, Take take) {
        MenuButton button = new MenuButton(context.say(key));
        button.setId(id);
        button.getStyleClass().add("bar-button");
        button.setMinWidth(Region.USE_PREF_SIZE);
        for (Form form : Form.values()) {
            MenuItem item = new MenuItem(context.say("ui.plan.as." + form.id()));
            item.setOnAction(event -> plan.get().ifPresent(shown -> take.take(context, shown, form)));
            button.getItems().add(item);
        }
        return button;
    }
}
