// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import java.util.Iterator;
import java.util.List;
import javafx.animation.AnimationTimer;

/**
 * Does pieces of work one in each frame, so that none of them makes the window miss more than its own: styling and placing
 * many nodes at once would hold it up, and most of them lie below the edge of the screen anyway.
 */
public final class Gradually extends AnimationTimer {
    private final Iterator<Runnable> rest;

    private Gradually(List<Runnable> pieces) {
        this.rest = pieces.iterator();
    }

    /** Does the first piece now and the rest frame by frame; {@link #stop} ends it. On the window's thread. */
    public static Gradually run(List<Runnable> pieces) {
        Gradually running = new Gradually(List.copyOf(pieces));
        running.handle(0);
        if (running.rest.hasNext()) {
            running.start();
        }
        return running;
    }

    @Override
    public void handle(long now) {
        if (rest.hasNext()) {
            rest.next().run();
        } else {
            stop();
        }
    }
}
