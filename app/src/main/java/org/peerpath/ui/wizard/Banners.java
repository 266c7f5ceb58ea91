// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.plan.PlanSheet;

/** How things stand, in a box that can be seen from far. */
final class Banners {
    /** How good or bad it is. */
    enum Look {
        GOOD("banner-inside-switch"),
        NEUTRAL("banner-root-complex"),
        ATTENTION("banner-detour"),
        BAD("banner-blocked");

        private final String style;

        Look(String style) {
            this.style = style;
        }
    }

    private Banners() {}

    /**
     * A way on.
     *
     * @param id the last part of its bundle key and of its button's id
     * @param first whether it is what one most likely wants
     */
    record Way(String id, boolean first, Runnable run) {}

    /** A title, a sentence, and what can be done about it. */
    static VBox of(AppContext context, Look look, String title, String text, List<Way> ways) {
        return of(context, look, Ui.wrapped(title), Ui.wrapped(text), ways);
    }

    /** The same with words that change. */
    static VBox of(AppContext context, Look look, Label title, Label text, List<Way> ways) {
        title.setId("wizard-standing");
        VBox banner = quiet(look, title, text);
        if (!ways.isEmpty()) {
            FlowPane row = Ui.styled(new FlowPane(8, 8), "wizard-buttons");
            ways.forEach(way -> row.getChildren().add(button(context, way)));
            banner.getChildren().add(row);
        }
        return banner;
    }

    /** The same beside what stands on the page already. */
    static VBox quiet(Look look, Label title, Label text) {
        VBox banner = Ui.styled(
                Ui.column(4, Ui.styled(title, "banner-title"), Ui.styled(text, "banner-text")), "banner", look.style);
        banner.setMinHeight(Region.USE_PREF_SIZE);
        return banner;
    }

    private static Button button(AppContext context, Way way) {
        Button button =
                Ui.button(context.say("ui.wizard.do." + way.id()), way.first() ? "primary-button" : "bar-button");
        button.setId("run-" + way.id());
        button.setOnAction(event -> way.run().run());
        return button;
    }

    /** Whether a plan can be carried out. */
    static VBox headline(AppContext context, PlanSheet sheet) {
        Look look = switch (sheet.standing()) {
            case NOTHING_TO_DO, CLEAR -> Look.GOOD;
            case ASKS, WAITING -> Look.ATTENTION;
            case REFUSED -> Look.BAD;
        };
        return of(
                context,
                look,
                sheet.headline(),
                context.say("ui.wizard.standing." + sheet.standing().id()),
                List.of());
    }
}
