// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.text.BreakIterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javafx.css.PseudoClass;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.advice.HostState;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** The state of the host in view above its pages: the word, the worst thing as one sentence, and the way to all findings. */
final class StateBar extends HBox {
    private final AppContext context;
    private final Label title = Ui.wrapped("", "state-title");
    private final Label remedy = Ui.wrapped("", "state-remedy");
    /** While somebody tries things out: whether the bar was there before. It neither comes nor goes then. */
    private Optional<Boolean> held = Optional.empty();

    /**
     * Makes the bar.
     *
     * @param findings shows all findings
     */
    StateBar(AppContext context, Runnable findings) {
        super(12);
        this.context = context;
        setId("state");
        getStyleClass().add("state-bar");
        setAlignment(Pos.CENTER_LEFT);
        managedProperty().bind(visibleProperty());
        VBox words = Ui.column(2, title, remedy);
        words.setMinWidth(0);
        // In a very small window the pages and the notes below them need the room more than these words do.
        for (Region part : List.of(title, remedy, words, this)) {
            part.setMinHeight(0);
        }
        Button all = new Button(context.say("ui.state.findings"));
        all.setId("state-findings");
        all.setMinWidth(Region.USE_PREF_SIZE);
        all.setOnAction(event -> findings.run());
        getChildren().addAll(Ui.grow(words), all);
        context.watch().on(context.session().whatIfProperty(), this::hold);
        widthProperty().subscribe(this::widened);
        context.watch().on(context.session().viewProperty(), this::show);
        context.watch()
                .on(
                        context.fleet().allProperty(),
                        whether -> show(context.session().viewProperty().get()));
    }

    /** A bar that grows or goes would move the picture below from under the pointer. */
    private void hold(boolean still) {
        managedProperty().unbind();
        held = still ? Optional.of(isVisible()) : Optional.empty();
        if (still) {
            setManaged(isVisible());
            keep(isVisible() ? getHeight() : 0);
        } else {
            setMinHeight(0);
            setMaxHeight(USE_COMPUTED_SIZE);
            managedProperty().bind(visibleProperty());
            show(context.session().viewProperty().get());
        }
    }

    private void keep(double height) {
        setMinHeight(height);
        setMaxHeight(height);
    }

    /** In a window of another width its words take other room, and the picture below is laid out anew anyway. */
    private void widened() {
        if (held.orElse(false)) {
            keep(snapSizeY(computePrefHeight(getWidth())));
        }
    }

    private void show(Optional<HostView> view) {
        Optional<HostState> state = view.map(shown -> shown.summary().state());
        boolean one = !context.fleet().allProperty().get();
        setVisible(one && held.orElse(true) && state.flatMap(HostState::worst).isPresent());
        state.ifPresent(shown -> {
            title.setText(context.language().say(shown.sentence()));
            String whole = shown.worst()
                    .map(worst -> context.language().say(worst.remedy()))
                    .orElse("");
            remedy.setText(firstSentence(whole, context.language().texts().locale()));
            Tips.set(remedy, whole);
            for (HostState.Level level : HostState.Level.values()) {
                pseudoClassStateChanged(PseudoClass.getPseudoClass(level.id()), level == shown.level());
            }
        });
    }

    private static String firstSentence(String text, Locale locale) {
        BreakIterator sentences = BreakIterator.getSentenceInstance(locale);
        sentences.setText(text);
        sentences.first();
        int end = sentences.next();
        return end == BreakIterator.DONE ? text : text.substring(0, end).strip();
    }
}
