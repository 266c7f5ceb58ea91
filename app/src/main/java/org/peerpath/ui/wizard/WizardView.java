// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Listeners;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Ui;

/** The wizard over the window: its pages as a list, one of them open, and the way on and back. */
public final class WizardView extends StackPane {
    private static final double WIDEST = 1120;

    private final AppContext context;
    private final Wizard wizard;
    private final Listeners shown = new Listeners();
    private final Label title = Ui.label("", "inspector-title");
    private final VBox rail = Ui.styled(Ui.column(2), "wizard-rail");
    private final ScrollPane place = new ScrollPane();
    private final Label why = Ui.wrapped("", "muted");
    private final Button back;
    private final Button next;
    private final Map<Page, Button> steps = new EnumMap<>(Page.class);

    /** Built anew in another language; where the person is, the wizard knows. */
    public WizardView(AppContext context, Wizard wizard) {
        this.context = context;
        this.wizard = wizard;
        setId("wizard");
        getStyleClass().add("shade");
        managedProperty().bind(visibleProperty());
        back = Ui.button(context.say("ui.wizard.back"), "bar-button");
        back.setId("wizard-back");
        back.setOnAction(event -> wizard.pages().back());
        next = Ui.button(context.say("ui.wizard.next"), "primary-button");
        next.setId("wizard-next");
        next.setOnAction(event -> {
            if (wizard.pages().pageProperty().get() == Page.KEEP) {
                wizard.hide();
            } else {
                wizard.pages().next();
            }
        });
        why.setId("wizard-blocked");
        for (Page page : Page.values()) {
            rail.getChildren().add(step(page));
        }
        place.getStyleClass().add("quiet-scroll");
        place.setFitToWidth(true);
        place.setId("wizard-place");
        getChildren().add(card());
        context.watch().on(wizard.shownProperty(), this::visible);
        context.watch()
                .on(
                        wizard.subjectProperty(),
                        subject -> title.setText(subject.map(of -> context.say(
                                        "ui.wizard.title",
                                        of.entry().nameProperty().get()))
                                .orElse("")));
        context.watch().on(wizard.pages().pageProperty(), page -> open(page));
        context.watch().on(wizard.choice().sheetProperty(), sheet -> update());
        context.watch().on(wizard.run().stateProperty(), state -> update());
        context.watch().changes(wizard.choice().answered(), this::update);
        wizard.choice().plan();
    }

    private Node card() {
        Button close = Ui.signButton(Icons.CLOSE, context.say("ui.close"), wizard::hide);
        close.setId("wizard-close");
        HBox top = Ui.styled(Ui.row(12, Ui.grow(title), close), "wizard-top");
        HBox bottom = Ui.styled(Ui.row(12, Ui.grow(why), back, next), "wizard-bottom");
        for (Button button : new Button[] {back, next}) {
            button.setMinWidth(Region.USE_PREF_SIZE);
        }
        bottom.setAlignment(Pos.CENTER_RIGHT);
        BorderPane card = Ui.styled(new BorderPane(place), "wizard");
        card.setTop(top);
        card.setLeft(rail);
        card.setBottom(bottom);
        card.setMaxWidth(WIDEST);
        StackPane.setMargin(card, new Insets(28));
        return card;
    }

    private Button step(Page page) {
        Button step = Ui.button(context.say("ui.wizard.page." + page.id()), "wizard-step");
        step.setId("wizard-to-" + page.id());
        step.setGraphic(Ui.label(Integer.toString(page.number()), "wizard-number"));
        step.setMaxWidth(Double.MAX_VALUE);
        step.setOnAction(event -> wizard.pages().go(page));
        steps.put(page, step);
        return step;
    }

    private void visible(boolean on) {
        setVisible(on);
        if (on) {
            open(wizard.pages().pageProperty().get());
            next.requestFocus();
        }
    }

    /** A page is made when it is opened and listens only while it is. */
    private void open(Page page) {
        shown.close();
        if (!wizard.shownProperty().get() || wizard.subjectProperty().get().isEmpty()) {
            place.setContent(new Region());
            return;
        }
        AppContext own = context.withWatch(shown);
        VBox content = Ui.styled(
                Ui.column(
                        14,
                        Ui.column(
                                4,
                                Ui.wrapped(context.say("ui.wizard.question." + page.id()), "wizard-question"),
                                Ui.wrapped(context.say("ui.wizard.how." + page.id()), "body")),
                        content(page, own)),
                "wizard-page");
        content.setId("wizard-page-" + page.id());
        boolean lost = getScene() != null && !isFocusWithin();
        place.setContent(content);
        place.setVvalue(0);
        if (lost || !isFocusWithin()) {
            place.requestFocus();
        }
        update();
    }

    private Node content(Page page, AppContext own) {
        return switch (page) {
            case GOAL -> new GoalPage(own, wizard);
            case DEVICES -> new DevicesPage(own, wizard);
            case CHECKS -> new ChecksPage(own, wizard);
            case PLAN -> new StepsPage(own, wizard);
            case CANARY, APPLY -> new RunPage(own, wizard, page);
            case VERIFY -> new VerifyPage(own, wizard);
            case KEEP -> new KeepPage(own, wizard);
        };
    }

    private void update() {
        Page page = wizard.pages().pageProperty().get();
        steps.forEach((each, button) -> {
            int order = each.compareTo(page);
            button.pseudoClassStateChanged(Ui.SELECTED, order == 0);
            button.getStyleClass().removeAll("wizard-past", "wizard-ahead");
            if (order != 0) {
                button.getStyleClass().add(order < 0 ? "wizard-past" : "wizard-ahead");
            }
            button.setDisable(order != 0 && (wizard.pages().hasBegun() || !each.isBeforeTheRun() || order > 0));
            button.setAccessibleText(context.say(
                    order == 0 ? "ui.wizard.step.now" : order < 0 ? "ui.wizard.step.past" : "ui.wizard.step.ahead",
                    each.number(),
                    Page.values().length,
                    button.getText()));
        });
        if (wizard.subjectProperty().get().isEmpty()) {
            return;
        }
        Optional<Message> blocked = wizard.pages().blocked();
        why.setText(blocked.map(context.language()::say).orElse(""));
        next.setDisable(blocked.isPresent());
        next.setText(context.say(page == Page.KEEP ? "ui.wizard.finish" : "ui.wizard.next"));
        back.setDisable(!wizard.pages().canGoBack());
    }
}
