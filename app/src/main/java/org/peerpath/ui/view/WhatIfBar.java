// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.diagram.PathKey;
import org.peerpath.path.Change;
import org.peerpath.path.PathReport;
import org.peerpath.ui.inspect.PathWords;
import org.peerpath.ui.model.ChangeWords;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;

/** Says that nothing is applied, lists what is changed and what that would change. */
final class WhatIfBar extends VBox {
    private static final int MOST = 6;

    private final AppContext context;
    private final Session session;
    private final Actions actions;
    private final FlowPane changes = new FlowPane(8, 4);
    private final FlowPane effects = new FlowPane(14, 4);

    WhatIfBar(AppContext context, Actions actions) {
        this.context = context;
        this.session = context.session();
        this.actions = actions;
        setId("what-if-bar");
        getStyleClass().add("what-if-bar");
        managedProperty().bind(visibleProperty());
        Label title = Ui.label(context.say("ui.whatif.title"), "what-if-title");
        title.setMinWidth(Region.USE_PREF_SIZE);
        Label nothing = Ui.label(context.say("ui.whatif.nothing-applied"), "body");
        nothing.setMinWidth(0);
        getChildren()
                .addAll(
                        Ui.row(
                                12,
                                title,
                                Ui.grow(nothing),
                                sign(Icons.UNDO, "undo"),
                                sign(Icons.REDO, "redo"),
                                ActionButtons.button(actions.get("plan-what-if"), context),
                                ActionButtons.button(actions.get("reset"), context)),
                        changes,
                        effects);
        changes.managedProperty().bind(changes.visibleProperty());
        effects.managedProperty().bind(effects.visibleProperty());
        context.watch().on(session.whatIfProperty(), on -> update());
        context.watch().on(session.viewProperty(), view -> update());
    }

    private Button sign(String icon, String action) {
        Button button = Ui.signButton(icon, context.say("ui.action." + action), () -> {});
        ActionButtons.bind(button, actions.get(action));
        button.setId("what-if-" + action);
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    private void update() {
        Optional<HostView> view = session.viewProperty().get();
        boolean changed = view.filter(HostView::isWhatIf).isPresent();
        setVisible(session.whatIfProperty().get() || changed);
        changes.getChildren().clear();
        effects.getChildren().clear();
        view.filter(HostView::isWhatIf).ifPresent(shown -> {
            ChangeWords words = new ChangeWords(shown, context.language().texts());
            for (Change change : shown.changes()) {
                Label label = Ui.label(words.say(change), "change");
                label.setTooltip(Tips.of(words.asArgument(change)));
                changes.getChildren().add(label);
            }
            var differences = shown.differences();
            differences.stream()
                    .limit(MOST)
                    .forEach(difference -> effects.getChildren().add(effect(shown, difference)));
            if (differences.size() > MOST) {
                effects.getChildren()
                        .add(Ui.label(context.say("ui.findings.more", differences.size() - MOST), "muted"));
            }
            if (differences.isEmpty()) {
                effects.getChildren().add(Ui.label(context.say("ui.whatif.no-difference"), "muted"));
            }
        });
        changes.setVisible(!changes.getChildren().isEmpty());
        effects.setVisible(!effects.getChildren().isEmpty());
    }

    private Node effect(HostView view, HostView.Difference difference) {
        PathWords words = new PathWords(view, context.language().texts());
        PathReport before = difference.before();
        PathReport after = difference.after();
        String verdicts = words.shortVerdict(before.verdict()) + " → " + words.shortVerdict(after.verdict());
        String isolation = before.isolation().isolation() == after.isolation().isolation()
                ? ""
                : " · " + context.say("ui.fact.isolation") + " "
                        + context.say(
                                "ui.isolation." + after.isolation().isolation().id());
        Button button = Ui.linkButton(
                words.title(after) + ": "
                        + (before.verdict() == after.verdict() ? words.shortVerdict(after.verdict()) : verdicts)
                        + isolation,
                () -> session.select(Selection.of(PathKey.of(after))));
        button.setGraphic(new VerdictDot(after.verdict().id()));
        return button;
    }
}
