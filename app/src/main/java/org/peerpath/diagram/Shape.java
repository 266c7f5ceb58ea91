// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import java.util.Optional;
import org.peerpath.pci.AcsBit;

/** One thing in a picture. */
public sealed interface Shape {
    Mark mark();

    /** A rectangle with rounded corners. */
    record Box(Mark mark, Rect bounds, double radius) implements Shape {}

    /**
     * A line through points, its corners rounded.
     *
     * @param arrow whether it ends in an arrow head
     * @param faded whether something else is selected, so that this one steps back
     */
    record Line(Mark mark, List<Point> points, double radius, boolean arrow, boolean faded) implements Shape {
        public Line {
            points = List.copyOf(points);
        }
    }

    /**
     * One line of text.
     *
     * @param x where it is aligned
     * @param baseline y of its baseline
     * @param width as measured, in the picture's units
     * @param text as shown: clipped to its place, the whole is in {@link Mark#tip}
     * @param size of the font in the picture's units
     */
    record Label(
            Mark mark, double x, double baseline, double width, String text, Typeface face, double size, Align align)
            implements Shape {
        /** The place the text takes, from its ascenders to its descenders. */
        public Rect bounds() {
            double left = switch (align) {
                case START -> x;
                case MIDDLE -> x - width / 2;
                case END -> x - width;
            };
            return new Rect(left, baseline - 0.78 * size, width, size);
        }
    }

    /**
     * A small box with a word: one bit of a register, the state of ATS, a group.
     *
     * @param bounds the box
     * @param text in its middle
     * @param width of the text as measured
     * @param size of the font
     * @param bit the ACS control it shows, if it is one
     */
    record Chip(Mark mark, Rect bounds, String text, double width, double size, Optional<AcsBit> bit)
            implements Shape {}
}
