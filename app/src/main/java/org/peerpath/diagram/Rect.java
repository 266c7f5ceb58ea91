// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** A rectangle in a picture, in its units, y downwards. */
public record Rect(double x, double y, double width, double height) {
    public double right() {
        return x + width;
    }

    public double bottom() {
        return y + height;
    }

    public double centerX() {
        return x + width / 2;
    }

    public double centerY() {
        return y + height / 2;
    }

    /** The same rectangle grown by this much on every side; shrunk if it is negative. */
    public Rect grown(double by) {
        return new Rect(x - by, y - by, width + 2 * by, height + 2 * by);
    }

    public boolean contains(Rect other) {
        return other.x >= x && other.y >= y && other.right() <= right() && other.bottom() <= bottom();
    }

    /** Whether they share more than an edge. */
    public boolean overlaps(Rect other) {
        return x < other.right() && other.x < right() && y < other.bottom() && other.y < bottom();
    }
}
