// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import javafx.geometry.Bounds;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.layout.StackPane;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** That the picture can be read on every screen, and stays where it is while somebody points at it. */
@Tag("ui")
class LegibilityTest {
    private static final double LEAST = 10;
    private static final int[][] SIZES = {
        {1024, 700}, {1024, 768}, {1280, 720}, {1280, 800}, {1366, 768}, {1440, 900},
        {1600, 900}, {1680, 1050}, {1920, 1080}, {1920, 1200}, {2560, 1440}, {3840, 2160}
    };
    private static final double[] SCALES = {0.8, 1, 1.6};

    @ParameterizedTest
    @ValueSource(strings = {"sample:hgx-b300-one-bad", "sample:no-switch", "sample:broadcom-baremetal-acs-on"})
    void noLetterIsSmallerThanTenPixels(String source) {
        Stages stages = Stages.open(new SampleSources(), 1024, 700, settings -> {}, source);
        List<String> small = new ArrayList<>();
        try {
            stages.settled();
            Parent[] content = new Parent[1];
            Stages.onWindow(() -> {
                content[0] = stages.stage.getScene().getRoot();
                stages.stage.getScene().setRoot(new StackPane());
            });
            for (double scale : SCALES) {
                for (int[] size : SIZES) {
                    Scene[] scene = new Scene[1];
                    Stages.onWindow(() -> {
                        stages.settings.textScaleProperty().set(scale);
                        if (content[0].getScene() != null) {
                            content[0].getScene().setRoot(new StackPane());
                        }
                        content[0].setStyle("-fx-font-size: " + 13 * scale + "px;");
                        scene[0] = new Scene(content[0], size[0], size[1]);
                        scene[0].getStylesheets().setAll(stages.stage.getScene().getStylesheets());
                        content[0].applyCss();
                        content[0].layout();
                    });
                    Stages.frames(5);
                    Stages.onWindow(() -> {
                        content[0].applyCss();
                        content[0].layout();
                        double least = least(content[0]);
                        if (least < LEAST * Math.max(1, scale) - 0.01) {
                            small.add(size[0] + "x" + size[1] + " text " + scale + ": " + least);
                        }
                    });
                }
            }
        } finally {
            stages.close();
        }
        assertEquals(List.of(), small);
    }

    private static double least(Parent root) {
        Node pane = root.lookup("#diagram-pane");
        double least = Double.MAX_VALUE;
        for (Node node : pane.lookupAll("*")) {
            if (node instanceof Text text && isShown(text) && !text.getText().isBlank()) {
                Bounds on = text.localToScene(new javafx.geometry.BoundingBox(0, 0, 1, 1));
                least = Math.min(least, text.getFont().getSize() * on.getHeight());
            }
        }
        return least;
    }

    private static boolean isShown(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (!at.isVisible()) {
                return false;
            }
        }
        return true;
    }
}
