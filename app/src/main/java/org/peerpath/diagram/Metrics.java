// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** The distances of a layout in one place, in CSS pixels at 100 %. */
final class Metrics {
    /** Between lines that run side by side. */
    static final double LANE = 6;

    /** The least width of the strip in which lines pass a port. */
    static final double GUTTER = 12;

    /** No letter of a picture is smaller, so that all can be read where a unit is a pixel. */
    static final double LEAST_TEXT = 10;

    /** Names of ports and switches. */
    static final double TITLE_TEXT = 10.5;

    static final double CHIP_WIDTH = 20;
    static final double CHIP_HEIGHT = 13.5;
    static final double CHIP_GAP = 1.5;
    static final double CHIP_FONT = LEAST_TEXT;

    /** Chips in the first of two rows. */
    static final int CHIPS_ABREAST = 4;

    static final double PORT_HEIGHT = 49;
    static final double SWITCH_HEADER = 32;
    static final double SWITCH_PAD = 5;

    /** Between a port and what hangs below it: room for the link's speed. */
    static final double LINK = 19;

    static final double COLUMN_GAP = 6;
    static final double CARD_PAD = 9;
    static final double CARD_GAP = 12;
    static final double FOOTER = 20;
    static final double HEADING = 18;
    static final double SECTION_GAP = 28;
    static final double MARGIN = 14;

    private Metrics() {}

    /** The width of a strip for this many lines. */
    static double gutter(int lanes) {
        return Math.max(GUTTER, LANE * Math.min(lanes, 8) + 6);
    }

    /** The width of a row of chips. */
    static double chips(int count) {
        return count * CHIP_WIDTH + (count - 1) * CHIP_GAP;
    }
}
