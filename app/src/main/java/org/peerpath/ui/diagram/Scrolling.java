// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.Optional;
import java.util.function.BiConsumer;
import javafx.geometry.Orientation;
import javafx.scene.control.ScrollBar;
import javafx.scene.layout.Pane;
import javafx.scene.transform.Affine;
import org.peerpath.diagram.Picture;

/** Bars at the edges of a picture that is larger than its room; they are there only while it is. */
public final class Scrolling {
    /** Around the picture, so that its edge is seen to be one. */
    private static final double MARGIN = 4;

    private static final double BOTTOM = 38;

    private final ScrollBar across = new ScrollBar();
    private final ScrollBar down = new ScrollBar();
    private boolean updating;

    Scrolling(BiConsumer<Double, Double> moved) {
        down.setOrientation(Orientation.VERTICAL);
        across.setId("picture-scroll-across");
        down.setId("picture-scroll-down");
        for (ScrollBar bar : new ScrollBar[] {across, down}) {
            bar.setFocusTraversable(false);
            bar.setVisible(false);
            bar.getStyleClass().add("picture-scroll");
            bar.valueProperty().subscribe((was, now) -> {
                if (!updating) {
                    moved.accept(-across.getValue(), -down.getValue());
                }
            });
        }
    }

    public ScrollBar across() {
        return across;
    }

    public ScrollBar down() {
        return down;
    }

    /** Whether some of the picture lies outside its room. */
    boolean isNeeded() {
        return across.isVisible() || down.isVisible();
    }

    double acrossWithin(double x) {
        return -Math.clamp(-x, across.getMin(), Math.max(across.getMin(), across.getMax()));
    }

    double downWithin(double y) {
        return -Math.clamp(-y, down.getMin(), Math.max(down.getMin(), down.getMax()));
    }

    void update(Pane pane, double scale, Affine place, Optional<Picture> picture) {
        updating = true;
        double width = picture.map(Picture::width).orElse(0.0) * scale;
        double height = picture.map(Picture::height).orElse(0.0) * scale;
        update(across, width + MARGIN, pane.getWidth(), place.getTx());
        update(down, height + BOTTOM, pane.getHeight(), place.getTy());
        updating = false;
    }

    private static void update(ScrollBar bar, double content, double room, double offset) {
        bar.setVisible(content + MARGIN > room + 1 && room > 0);
        bar.setMin(Math.min(-MARGIN, -offset));
        bar.setMax(Math.max(content - room, -offset));
        bar.setVisibleAmount(Math.max(1, (bar.getMax() - bar.getMin()) * room / Math.max(1, content)));
        bar.setUnitIncrement(40);
        bar.setBlockIncrement(room * 0.8);
        bar.setValue(-offset);
    }
}
