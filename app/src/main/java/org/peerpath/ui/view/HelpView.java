// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Locale;
import javafx.geometry.Insets;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.path.Outcome;
import org.peerpath.pci.AcsBit;
import org.peerpath.ui.base.Action;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;

/** F1: what the picture means, the seven controls, and every key; no network, no browser. */
final class HelpView extends StackPane {
    /** As in docs/concepts.md: what is certain first. */
    private static final List<Outcome> VERDICTS =
            List.of(Outcome.INSIDE_SWITCH, Outcome.DETOUR, Outcome.ROOT_COMPLEX, Outcome.BLOCKED, Outcome.UNKNOWN);

    private static final List<String> DIAGRAM_KEYS = List.of("walk", "enter", "p", "zoom", "fit", "search", "escape");

    private final VBox text = Ui.styled(new VBox(), "help");
    private Runnable closed = () -> {};

    HelpView(AppContext context, Actions actions) {
        setId("help");
        getStyleClass().add("shade");
        setVisible(false);
        managedProperty().bind(visibleProperty());
        Button close = Ui.signButton(Icons.CLOSE, context.say("ui.close"), this::close);
        text.getChildren()
                .addAll(
                        Ui.row(8, Ui.grow(Ui.wrapped(context.say("ui.help.title"), "inspector-title")), close),
                        Ui.wrapped(context.say("ui.help.question"), "body"));
        verdicts(context);
        controls(context);
        keys(context, actions);
        ScrollPane scroll = Ui.styled(new ScrollPane(text), "quiet-scroll", "help-frame");
        scroll.setFitToWidth(true);
        scroll.setMaxSize(760, Region.USE_COMPUTED_SIZE);
        StackPane.setMargin(scroll, new Insets(40));
        getChildren().add(scroll);
        setOnMousePressed(event -> {
            if (event.getTarget() == this) {
                close();
            }
        });
        setOnKeyPressed(event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                close();
            }
        });
    }

    private void verdicts(AppContext context) {
        text.getChildren().add(Ui.wrapped(context.say("ui.help.verdicts"), "caption"));
        for (Outcome verdict : VERDICTS) {
            text.getChildren()
                    .add(Ui.row(
                            10,
                            new VerdictDot(verdict.id()),
                            Ui.grow(Ui.wrapped(context.say("ui.help.verdict." + verdict.id()), "body"))));
        }
    }

    private void controls(AppContext context) {
        GridPane chips = grid();
        int row = 0;
        for (AcsBit bit : AcsBit.values()) {
            String id = bit.name().toLowerCase(Locale.ROOT);
            chips.addRow(
                    row++,
                    Ui.label(bit.name(), "chip", "chip-on"),
                    Ui.wrapped(context.say("acs-bit.name." + id) + ": " + context.say("acs-bit.does." + id), "body"));
        }
        text.getChildren()
                .addAll(
                        Ui.wrapped(context.say("ui.help.chips"), "caption"),
                        chips,
                        Ui.wrapped(context.say("ui.help.chip-looks"), "muted"));
    }

    private void keys(AppContext context, Actions actions) {
        GridPane keys = grid();
        int row = 0;
        for (String key : DIAGRAM_KEYS) {
            keys.addRow(
                    row++,
                    Ui.label(context.say("ui.help.key." + key), "mono"),
                    Ui.wrapped(context.say("ui.help.does." + key), "body"));
        }
        for (Action action : actions.all()) {
            if (action.keys().isPresent()) {
                keys.addRow(
                        row++,
                        Ui.label(ActionButtons.keys(action).orElse(""), "mono"),
                        Ui.wrapped(context.language().say(action.text()), "body"));
            }
        }
        text.getChildren().addAll(Ui.wrapped(context.say("ui.help.keys"), "caption"), keys);
    }

    void open(Runnable whenClosed) {
        closed = whenClosed;
        setVisible(true);
        requestFocus();
    }

    private void close() {
        setVisible(false);
        closed.run();
    }

    private static GridPane grid() {
        GridPane grid = new GridPane();
        grid.setHgap(16);
        grid.setVgap(6);
        var names = new ColumnConstraints();
        names.setMinWidth(120);
        grid.getColumnConstraints().add(names);
        return grid;
    }
}
