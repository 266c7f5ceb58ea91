// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;

/** Where a picture is painted: one per format, and the window's. It decides nothing; it draws what it is told. */
public interface Canvas {
    /** A rectangle with rounded corners. */
    void box(Mark mark, Rect bounds, double radius, Look look);

    /** An open line through points, its corners rounded where there is room. */
    void line(Mark mark, List<Point> points, double radius, Look look);

    /** A filled area between points. */
    void area(Mark mark, List<Point> points, Look look);

    /** One line of text in the look's ink; it must not become wider than the label's width. */
    void text(Shape.Label label, Look look);
}
