// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.Region;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;

/** While somebody tries something out, what the pointer is on stays under it. */
@Tag("ui")
class WhatIfPointerTest {
    /** The port of the one complex that differs: with this chip flipped it is like the seven others. */
    private static final String CHIP = "chip-DT-0000-b7-00.0";

    @SuppressWarnings("NullAway.Init") // each test opens its own
    private Stages stages;

    @AfterEach
    void close() {
        stages.close();
    }

    @ParameterizedTest
    @CsvSource({"1024,700", "1280,800"})
    void aFlippedChipStaysUnderThePointer(double width, double height) {
        stages = Stages.open(new SampleSources(), width, height, settings -> {}, "sample:hgx-b300-one-bad");
        stages.settled();
        ToggleButton fold = stages.find(ToggleButton.class, "#diagram-fold");
        Stages.onWindow(() -> {
            if (!fold.isSelected()) {
                fold.fire();
            }
            stages.window.session().whatIfProperty().set(true);
        });
        Stages.until(
                "the seven others folded",
                () -> find("chip-DT-0000-17-00.0").isPresent()
                        && find("chip-DT-0000-37-00.0").isEmpty());
        Stages.frames(8);
        Bounds before = place();
        for (int flips = 1; flips <= 2; flips++) {
            click();
            int expected = flips % 2;
            stages.untilView("the flip", view -> view.changes().size() == expected);
            Stages.frames(10);
            Bounds after = place();
            assertEquals(before.getCenterX(), after.getCenterX(), 1, "flip " + flips);
            assertEquals(before.getCenterY(), after.getCenterY(), 1, "flip " + flips);
            assertEquals(before.getWidth(), after.getWidth(), 0.5, "it neither grows nor shrinks");
        }
    }

    /** The bars take the room that their words need at the new width, and what is tried stays in view. */
    @Test
    void aWindowMadeWiderShowsWhatIsTriedOut() {
        stages = Stages.open(new SampleSources(), 1024, 700, settings -> {}, "sample:hgx-b300-one-bad");
        stages.settled();
        Session session = stages.window.session();
        Selection path = session.viewProperty().get().orElseThrow().paths().keySet().stream()
                .filter(key -> key.requester().toString().contains("b8:00.")
                        && key.target().toString().contains("bb:00."))
                .findFirst()
                .map(Selection::of)
                .orElseThrow();
        Stages.onWindow(() -> session.select(path));
        Stages.until("the chip", () -> find(CHIP).isPresent());
        Stages.frames(8);
        Stages.onWindow(() -> session.whatIfProperty().set(true));
        click();
        stages.untilView("the flip", HostView::isWhatIf);
        Region state = stages.find(Region.class, "#state");
        double narrow = state.getHeight();
        Stages.onWindow(() -> stages.stage.setWidth(1280));
        Stages.until("the wider bar", () -> state.getHeight() < narrow);
        Node pane = stages.find("#diagram-pane");
        Stages.until(
                "what is selected",
                () -> find(CHIP)
                        .filter(chip -> pane.localToScene(pane.getBoundsInLocal())
                                .contains(chip.localToScene(chip.getBoundsInLocal())))
                        .isPresent());
        double held = state.getHeight();
        assertEquals(state.prefHeight(state.getWidth()), held, 1);
    }

    /** By its whole id: in a selector the dot of an address begins a class. */
    private Optional<Node> find(String id) {
        return stages.stage.getScene().lookup("#diagram-pane").lookupAll("*").stream()
                .filter(node -> id.equals(node.getId()))
                .findFirst();
    }

    private Bounds place() {
        AtomicReference<Bounds> place = new AtomicReference<>();
        Stages.onWindow(() -> {
            Node chip = find(CHIP).orElseThrow();
            place.set(chip.localToScene(chip.getBoundsInLocal()));
        });
        assertTrue(place.get().getWidth() > 5, place.get().toString());
        return place.get();
    }

    private void click() {
        Stages.onWindow(() -> Mouse.clicks(find(CHIP).orElseThrow()));
    }
}
