// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Optional;

/**
 * What a picture shows.
 *
 * @param paths which of the reports are drawn as ribbons
 * @param selected the path that stands out; it is drawn whatever {@code paths} says, the others step back
 * @param folded whether complexes that are alike are drawn once, with their number
 * @param hidden whether functions that take no part in any path are drawn too
 * @param caption whether title and summary are part of the picture, as in a file
 * @param aspect width to height that the packing aims at
 */
public record LayoutOptions(
        Paths paths, Optional<PathKey> selected, boolean folded, boolean hidden, boolean caption, double aspect) {
    /** As the window shows a host at first. */
    public static final LayoutOptions WINDOW =
            new LayoutOptions(Paths.NEAREST, Optional.empty(), false, false, false, 1.15);

    /** As a file shows it unless told otherwise. */
    public static final LayoutOptions FILE =
            new LayoutOptions(Paths.NEAREST, Optional.empty(), false, false, true, 1.5);

    /** Which of the reports are drawn. */
    public enum Paths {
        /** Each requester to its nearest targets. */
        NEAREST,
        /** All that share a switch, and those across the root complex while they are few. */
        ALL,
        /** Only the selected one. */
        SELECTED
    }

    public LayoutOptions withSelected(Optional<PathKey> path) {
        return new LayoutOptions(paths, path, folded, hidden, caption, aspect);
    }

    public LayoutOptions withFolded(boolean fold) {
        return new LayoutOptions(paths, selected, fold, hidden, caption, aspect);
    }

    public LayoutOptions withHidden(boolean show) {
        return new LayoutOptions(paths, selected, folded, show, caption, aspect);
    }

    public LayoutOptions withPaths(Paths which) {
        return new LayoutOptions(which, selected, folded, hidden, caption, aspect);
    }

    public LayoutOptions withAspect(double ratio) {
        return new LayoutOptions(paths, selected, folded, hidden, caption, ratio);
    }
}
