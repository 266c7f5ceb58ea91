// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertTrue;

import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.control.ScrollBar;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("ui")
class ScrolledPictureTest {
    /** What is larger than its room is scrolled, and all of it can be reached. */
    @Test
    void aPictureThatIsLargerThanItsRoomScrolls() {
        Stages stages = Stages.open(new SampleSources(), 1024, 700, settings -> {}, "sample:hgx-b300-one-bad");
        try {
            stages.settled();
            ToggleButton fold = stages.find(ToggleButton.class, "#diagram-fold");
            Stages.until("what is alike folded", fold::isSelected);
            Stages.onWindow(fold::fire);
            Node bar = stages.find("#picture-scroll-down");
            Stages.until("the bar", bar::isVisible);
            Stages.onWindow(() -> {
                var scroll = (ScrollBar) bar;
                scroll.setValue(scroll.getMax());
                Node ground = stages.stage.getScene().lookup("#background");
                Node pane = stages.stage.getScene().lookup("#diagram-pane");
                Bounds picture = ground.localToScene(ground.getBoundsInLocal());
                Bounds room = pane.localToScene(pane.getBoundsInLocal());
                assertTrue(picture.getMaxY() <= room.getMaxY() + 1, picture + " in " + room);
            });
        } finally {
            stages.close();
        }
    }

    /** Where it does not fit, it is first shown where something is wrong; a host without trouble from its beginning. */
    @ParameterizedTest
    @CsvSource({"sample:hgx-b300-one-bad, chip-DT-0000-b7-00.0", "sample:hgx-b300-vm, chip-DT-0000-17-00.0"})
    void beginsWhereSomethingIsWrong(String sample, String chip) {
        Stages stages = Stages.open(new SampleSources(), 1024, 700, settings -> {}, sample);
        try {
            stages.settled();
            Stages.until("the chip in view", () -> {
                Node pane = stages.stage.getScene().lookup("#diagram-pane");
                return pane.lookupAll("*").stream()
                        .filter(node -> chip.equals(node.getId()))
                        .anyMatch(node -> pane.localToScene(pane.getBoundsInLocal())
                                .contains(node.localToScene(node.getBoundsInLocal())));
            });
        } finally {
            stages.close();
        }
    }
}
