// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui;

import java.util.List;
import javafx.application.Application;

/** The door to the window, in a class that JavaFX's launcher does not look at. */
public final class Window {
    private Window() {}

    /**
     * Opens the window and returns when it was closed.
     *
     * @param sources what to open; this machine if there is none
     */
    public static void open(List<String> sources) {
        Application.launch(PeerpathApp.class, sources.toArray(String[]::new));
    }
}
