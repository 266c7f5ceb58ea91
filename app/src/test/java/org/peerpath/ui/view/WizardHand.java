// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Labeled;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextField;
import javafx.scene.input.MouseButton;
import org.peerpath.ui.wizard.Page;
import org.peerpath.ui.wizard.Wizard;
import org.testfx.api.FxRobot;

/** A person's hand on the mouse, going through the wizard. */
final class WizardHand {
    private final FxRobot robot = new FxRobot();
    private final Stages stages;

    WizardHand(Stages stages) {
        this.stages = stages;
    }

    private Wizard wizard() {
        return stages.window.wizard();
    }

    /** Brings a node of a page into view, as a person scrolls, and clicks it. */
    void click(String selector) {
        Node node = stages.find(selector);
        Stages.until(selector + " to be there and to take a click", () -> node.isVisible() && !node.isDisabled());
        Stages.onWindow(() -> reveal(node));
        Stages.frames(3);
        robot.moveTo(node);
        Stages.frames(3);
        robot.clickOn(MouseButton.PRIMARY);
    }

    private void reveal(Node node) {
        if (stages.stage.getScene().lookup("#wizard-place") instanceof ScrollPane scroll && inside(scroll, node)) {
            double content = scroll.getContent().getBoundsInLocal().getHeight();
            double view = scroll.getViewportBounds().getHeight();
            double top = scroll.getContent()
                    .sceneToLocal(node.localToScene(node.getBoundsInLocal()))
                    .getMinY();
            scroll.setVvalue(content <= view ? 0 : Math.clamp((top - view / 2) / (content - view), 0, 1));
        }
    }

    private static boolean inside(ScrollPane scroll, Node node) {
        return scroll.getContent().lookupAll("*").contains(node);
    }

    void on(Page page) {
        stages.find("#wizard-page-" + page.id());
    }

    void next(Page page) {
        click("#wizard-next");
        on(page);
    }

    /**
     * Answers every question of the checks by hand.
     *
     * @param host what the host calls itself
     */
    void answerAll(String host) {
        Stages.until("the plan", () -> wizard().choice().sheetProperty().get().isPresent());
        Stages.frames(3);
        List<Node> questions = List.copyOf(stages.find("#wizard-page-checks").lookupAll("*").stream()
                .filter(node -> node.getId() != null && node.getId().startsWith("confirm-"))
                .toList());
        for (Node question : questions) {
            Stages.onWindow(() -> reveal(question));
            Stages.frames(3);
            robot.moveTo(question);
            Stages.frames(3);
            robot.clickOn(MouseButton.PRIMARY);
            if (question instanceof TextField) {
                robot.write(host);
            }
        }
    }

    boolean says(String words) {
        return reads("#wizard-standing").startsWith(words);
    }

    /** What a label and those inside a node say now, a line each; for conditions, since it never waits. */
    String reads(String selector) {
        return stages.stage.getScene().getRoot().lookupAll(selector).stream()
                .flatMap(node -> Stream.concat(Stream.of(node), node.lookupAll(".label").stream()))
                .filter(Labeled.class::isInstance)
                .map(node -> ((Labeled) node).getText())
                .collect(Collectors.joining("\n"));
    }

    String text(String selector) {
        return stages.find(Labeled.class, selector).getText();
    }
}
