// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import org.peerpath.measured.MeasuredState;

/**
 * A measured figure beside a path.
 *
 * @param state confirmed, short or unverified
 * @param figure what was measured, in GB/s
 * @param text the figure and what was expected, {@code 97.5 of 98.0 GB/s}
 * @param tip the sentence about it
 */
public record MeasuredNote(MeasuredState state, String figure, String text, String tip) {
    /** Returns the sign beside a figure: it tells the state without its colour. */
    public String sign() {
        return switch (state) {
            case CONFIRMED -> "✓";
            case SHORT -> "▼";
            case UNVERIFIED -> "!";
        };
    }

    /** Returns the figure with its sign, for a place where no ribbon shows it. */
    String line() {
        return sign() + " " + text;
    }

    Role role() {
        return switch (state) {
            case CONFIRMED -> Role.MEASURED_CONFIRMED;
            case SHORT -> Role.MEASURED_SHORT;
            case UNVERIFIED -> Role.MEASURED_UNVERIFIED;
        };
    }

    /** Returns the middle of the longest piece of a ribbon, where its sign has room. */
    static Point place(List<Point> path) {
        Point at = path.getFirst();
        double longest = 0;
        for (int i = 0; i + 1 < path.size(); i++) {
            Point from = path.get(i);
            Point to = path.get(i + 1);
            double length = Math.abs(from.x() - to.x()) + Math.abs(from.y() - to.y());
            if (length > longest) {
                longest = length;
                at = new Point((from.x() + to.x()) / 2, (from.y() + to.y()) / 2);
            }
        }
        return at;
    }
}
