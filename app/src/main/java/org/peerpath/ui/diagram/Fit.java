// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.Optional;
import java.util.function.Function;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.Picture;

/**
 * How a host is laid out for a room, so that its smallest letter can be read: whole if that fits, else with what is alike
 * folded, else in the rows that need least height; what then still does not fit is scrolled.
 *
 * @param width of the room in screen pixels
 * @param height of the room in screen pixels
 * @param textScale times the normal size of text
 */
public record Fit(double width, double height, double textScale) {
    /** Pictures are drawn so that their smallest letter is ten pixels high at scale 1; text that is made smaller stays so. */
    private static final double LEAST = 1;

    private static final double MOST = 1.2;
    private static final double MARGIN = 4;
    /** Room for the buttons that lie over the picture's lower edge. */
    private static final double BOTTOM = 38;
    /** As wide as rows get before they are one. */
    private static final double FLAT = 6;

    /** Rooms that differ by less are laid out alike: dragging an edge must not lay out at every pixel. */
    private static final double GRAIN = 12;

    /** The scale below which the smallest letter could not be read. */
    double least() {
        return Math.max(LEAST, textScale);
    }

    /** The scale at which a picture is shown at first. */
    double scale(Picture picture) {
        double fitting =
                Math.min((width - 2 * MARGIN) / picture.width(), (height - MARGIN - BOTTOM) / picture.height());
        return Math.clamp(fitting, least(), Math.max(least(), MOST * textScale));
    }

    private double units(double pixels) {
        return Math.max(200, Math.floor(pixels / GRAIN) * GRAIN / least());
    }

    private double roomAcross() {
        return units(width - 2 * MARGIN);
    }

    private double roomDown() {
        return units(height - MARGIN - BOTTOM);
    }

    private boolean holds(Picture picture) {
        return picture.width() <= roomAcross() + 1 && picture.height() <= roomDown() + 1;
    }

    /** Whether pictures for another room are laid out alike. */
    public boolean isLike(Fit other) {
        return roomAcross() == other.roomAcross() && roomDown() == other.roomDown() && textScale == other.textScale;
    }

    /**
     * The options for this room.
     *
     * @param wanted what is drawn
     * @param fold whether what is alike is folded; empty to fold only where it is needed
     * @param lay lays out
     */
    public LayoutOptions options(LayoutOptions wanted, Optional<Boolean> fold, Function<LayoutOptions, Picture> lay) {
        LayoutOptions here = wanted.withRoom(roomAcross()).withAspect(Math.clamp(roomAcross() / roomDown(), 0.4, FLAT));
        LayoutOptions best = here.withFolded(fold.orElse(false));
        if (fold.isEmpty() && !holds(lay.apply(best))) {
            best = here.withFolded(true);
        }
        LayoutOptions flat = best.withAspect(FLAT);
        return holds(lay.apply(best))
                        || lay.apply(flat).height() >= lay.apply(best).height()
                ? best
                : flat;
    }
}
