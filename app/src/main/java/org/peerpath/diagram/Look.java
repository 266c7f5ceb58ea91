// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.List;
import java.util.Optional;

/**
 * How a role looks in a theme.
 *
 * @param fill of boxes, areas and chips
 * @param stroke of edges and lines
 * @param width of the stroke
 * @param dash lengths of dashes and gaps; empty for a solid stroke
 * @param hatched whether the box is crossed by thin slanted lines in the stroke's colour
 * @param ink the colour of text
 */
public record Look(
        Optional<Rgb> fill, Optional<Rgb> stroke, double width, List<Double> dash, boolean hatched, Rgb ink) {
    public Look {
        dash = List.copyOf(dash);
    }

    /** The same look, all of it closer to this colour. */
    Look faded(Rgb towards, double share) {
        return new Look(
                fill.map(c -> c.mixed(towards, share)),
                stroke.map(c -> c.mixed(towards, share)),
                width,
                dash,
                hatched,
                ink.mixed(towards, share));
    }
}
