// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.control.ToggleButton;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.measured.read.MeasurementReader;
import org.peerpath.measured.read.Outputs;
import org.peerpath.measured.read.Readout;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.HostEntry;

/** A cell of the matrix shows what was measured, in whatever order a language says it and what was expected. */
@Tag("ui")
class MatrixFiguresTest {
    @ParameterizedTest
    @EnumSource(
            value = Settings.LanguageChoice.class,
            names = {"ENGLISH", "KOREAN"})
    void theFigureIsTheOneMeasured(Settings.LanguageChoice language) throws Exception {
        Stages stages = Stages.open(
                new SampleSources(),
                1100,
                800,
                settings -> settings.languageProperty().set(language),
                "sample:hgx-b300-one-bad");
        try {
            stages.settled();
            byte[] output =
                    Outputs.between("mlx5_5", "BB:00", 384.8, Outputs.PASSED).getBytes(StandardCharsets.UTF_8);
            Readout readout = MeasurementReader.read(new ByteArrayInputStream(output), "bw.txt");
            HostEntry entry =
                    stages.window.session().fleet().currentProperty().get().orElseThrow();
            ToggleButton tab = stages.find(ToggleButton.class, "#tab-matrix");
            Stages.onWindow(() -> {
                tab.fire();
                entry.measure(List.of(readout));
            });
            Stages.until(
                    "the figure",
                    () -> stages.stage.getScene().getRoot().lookupAll(".matrix-proximity").stream()
                            .anyMatch(MatrixFiguresTest::isFigure));
            String shown = stages.stage.getScene().getRoot().lookupAll(".matrix-proximity").stream()
                    .filter(MatrixFiguresTest::isFigure)
                    .map(node -> ((Label) node).getText())
                    .findFirst()
                    .orElseThrow();
            assertEquals("48.1", shown.replaceAll("[^\\d.]", ""));
        } finally {
            stages.close();
        }
    }

    private static boolean isFigure(Node node) {
        return node.getId() != null && node.getId().startsWith("figure-");
    }
}
