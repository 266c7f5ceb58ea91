// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.scene.control.Button;
import javafx.scene.layout.Region;
import org.peerpath.fleet.HostRecord;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** How many hosts are in each state, as one bar; each part filters by its state. */
final class StateStrip extends Region {
    private static final double GAP = 3;

    private final AppContext context;
    private final Consumer<String> chosen;
    private final List<Integer> counts = new ArrayList<>();

    /**
     * The bar.
     *
     * @param chosen told of the word of a state that a person wants to see
     */
    StateStrip(AppContext context, Consumer<String> chosen) {
        this.context = context;
        this.chosen = chosen;
        setId("fleet-states");
        setMinHeight(USE_PREF_SIZE);
    }

    /** Shows these, the best first as in the picture of a healthy fleet: what is green is most of it. */
    void show(Map<HostRecord.State, Integer> states) {
        getChildren().clear();
        counts.clear();
        states.entrySet().stream()
                .sorted(Map.Entry.<HostRecord.State, Integer>comparingByKey(Comparator.reverseOrder()))
                .forEach(entry -> {
                    String word = context.language().say(entry.getKey().word());
                    Button part = Ui.button(
                            context.say("ui.fleet.state-count", entry.getValue(), word),
                            "fleet-part",
                            "fleet-" + entry.getKey().id());
                    part.setId("fleet-state-" + entry.getKey().id());
                    part.setOnAction(event -> chosen.accept(word));
                    counts.add(entry.getValue());
                    getChildren().add(part);
                });
        requestLayout();
    }

    @Override
    protected void layoutChildren() {
        List<Region> parts = getChildren().stream().map(Region.class::cast).toList();
        double least = parts.stream().mapToDouble(part -> part.prefWidth(-1)).sum();
        int all = counts.stream().mapToInt(Integer::intValue).sum();
        double rest = Math.max(0, getWidth() - least - GAP * Math.max(0, parts.size() - 1));
        double x = 0;
        for (int i = 0; i < parts.size(); i++) {
            double wide = parts.get(i).prefWidth(-1) + rest * counts.get(i) / Math.max(1, all);
            parts.get(i).resizeRelocate(snapPositionX(x), 0, snapSizeX(wide), getHeight());
            x += wide + GAP;
        }
    }

    @Override
    protected double computePrefHeight(double width) {
        return getChildren().stream()
                .mapToDouble(part -> part.prefHeight(-1))
                .max()
                .orElse(0);
    }

    @Override
    protected double computeMinWidth(double height) {
        return 0;
    }
}
