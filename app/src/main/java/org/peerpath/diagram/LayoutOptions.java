// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;

/**
 * What a picture shows.
 *
 * @param scenario under which a host without paths was asked; that of the others is in their paths
 * @param paths which of the reports are drawn as ribbons
 * @param selected the path that stands out; it is drawn whatever {@code paths} says, the others step back
 * @param folded whether complexes that are alike are drawn once, with their number
 * @param hidden whether functions that take no part in any path are drawn too
 * @param caption whether title and summary are part of the picture, as in a file
 * @param aspect width to height that the packing aims at
 * @param room the width that should not be exceeded while there is another way; infinite where there is no edge
 * @param measured what was measured, by path
 * @param apart functions whose complex is drawn by itself, though others are like it
 */
public record LayoutOptions(
        Scenario scenario,
        Paths paths,
        Optional<PathKey> selected,
        boolean folded,
        boolean hidden,
        boolean caption,
        double aspect,
        double room,
        Map<PathKey, MeasuredNote> measured,
        Set<Address> apart) {
    public LayoutOptions {
        measured = Map.copyOf(measured);
        apart = Set.copyOf(apart);
    }

    private static final double NO_EDGE = Double.POSITIVE_INFINITY;

    /** As the window shows a host at first. */
    public static final LayoutOptions WINDOW = new LayoutOptions(
            Scenario.AS_IS, Paths.NEAREST, Optional.empty(), false, false, false, 1.15, NO_EDGE, Map.of(), Set.of());

    /** As a file shows it unless told otherwise. */
    public static final LayoutOptions FILE = new LayoutOptions(
            Scenario.AS_IS, Paths.NEAREST, Optional.empty(), false, false, true, 1.5, NO_EDGE, Map.of(), Set.of());

    /** Which of the reports are drawn. */
    public enum Paths {
        /** Each requester to its nearest targets. */
        NEAREST,
        /** All that share a switch, and those across the root complex while they are few. */
        ALL,
        /** Only the selected one. */
        SELECTED
    }

    public LayoutOptions withScenario(Scenario asked) {
        return new LayoutOptions(asked, paths, selected, folded, hidden, caption, aspect, room, measured, apart);
    }

    public LayoutOptions withSelected(Optional<PathKey> path) {
        return new LayoutOptions(scenario, paths, path, folded, hidden, caption, aspect, room, measured, apart);
    }

    public LayoutOptions withFolded(boolean fold) {
        return new LayoutOptions(scenario, paths, selected, fold, hidden, caption, aspect, room, measured, apart);
    }

    public LayoutOptions withHidden(boolean show) {
        return new LayoutOptions(scenario, paths, selected, folded, show, caption, aspect, room, measured, apart);
    }

    public LayoutOptions withPaths(Paths which) {
        return new LayoutOptions(scenario, which, selected, folded, hidden, caption, aspect, room, measured, apart);
    }

    public LayoutOptions withAspect(double ratio) {
        return new LayoutOptions(scenario, paths, selected, folded, hidden, caption, ratio, room, measured, apart);
    }

    public LayoutOptions withMeasured(Map<PathKey, MeasuredNote> notes) {
        return new LayoutOptions(scenario, paths, selected, folded, hidden, caption, aspect, room, notes, apart);
    }

    public LayoutOptions withRoom(double width) {
        return new LayoutOptions(scenario, paths, selected, folded, hidden, caption, aspect, width, measured, apart);
    }

    public LayoutOptions withApart(Set<Address> functions) {
        return new LayoutOptions(scenario, paths, selected, folded, hidden, caption, aspect, room, measured, functions);
    }
}
