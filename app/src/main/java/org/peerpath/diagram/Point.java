// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** A place in a picture. */
public record Point(double x, double y) {
    private static final double NEAR = 0.01;

    /** Whether they lie so close together that nobody could tell them apart. */
    boolean isSame(Point other) {
        return Math.abs(x - other.x) < NEAR && Math.abs(y - other.y) < NEAR;
    }

    /** Whether it lies on the level or upright line through two others. */
    boolean isBetween(Point one, Point other) {
        boolean upright = Math.abs(one.x - x) < NEAR && Math.abs(x - other.x) < NEAR;
        boolean level = Math.abs(one.y - y) < NEAR && Math.abs(y - other.y) < NEAR;
        return upright || level;
    }
}
