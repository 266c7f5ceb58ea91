// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerpath.diagram.Drawing;
import org.peerpath.diagram.LayoutOptions;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Picture;

/**
 * The drawings made lately, so that selecting a path, or coming back to a view, lays nothing out again. Used from
 * background threads.
 */
public final class Drawings {
    private static final int MOST = 8;

    private final Map<Key, Drawing> made = new LinkedHashMap<>(MOST, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Drawing> eldest) {
            return size() > MOST;
        }
    };

    private record Key(Same view, LayoutOptions options) {}

    /** The very same object: to compare two views by what they say would take longer than to draw one. */
    private record Same(Object it) {
        @Override
        @SuppressWarnings("ReferenceEquality")
        public boolean equals(@Nullable Object other) {
            return other instanceof Same(Object that) && it == that;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(it);
        }
    }

    /** Lays a host out. */
    public interface Layouter {
        Drawing lay(LayoutOptions options);
    }

    /**
     * The picture of a view.
     *
     * @param view the object that is drawn; another object is laid out anew
     * @param options without a selected path
     */
    public Picture picture(Object view, LayoutOptions options, Optional<PathKey> selected, Layouter layouter) {
        Drawing plain = drawing(new Key(new Same(view), options), layouter);
        if (selected.isEmpty() || plain.draws(selected.get())) {
            return plain.picture(selected);
        }
        LayoutOptions own = options.withSelected(selected);
        return drawing(new Key(new Same(view), own), layouter).picture(selected);
    }

    private Drawing drawing(Key key, Layouter layouter) {
        synchronized (made) {
            Drawing known = made.get(key);
            if (known != null) {
                return known;
            }
        }
        Drawing laid = layouter.lay(key.options());
        synchronized (made) {
            made.put(key, laid);
        }
        return laid;
    }
}
