// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui;

import java.util.List;
import java.util.logging.Logger;
import javafx.application.Application;
import org.peerpath.program.ProgramLog;

/** The door to the window, in a class that JavaFX's launcher does not look at. */
public final class Window {
    /** Kept, since loggers that nobody holds are forgotten with their filters. */
    private static final Logger JAVAFX = Logger.getLogger("javafx");

    private Window() {}

    /**
     * Opens the window and returns when it was closed.
     *
     * @param sources what to open; this machine if there is none
     */
    public static void open(List<String> sources) {
        // It warns at each start that it stands on the class path, which it is meant to when run from source.
        JAVAFX.setFilter(said -> !String.valueOf(said.getMessage()).startsWith("Unsupported JavaFX configuration"));
        ProgramLog.alsoToStandardError(false);
        Thread.setDefaultUncaughtExceptionHandler((thread, failure) -> {
            ProgramLog.unexpected("window, thread " + thread.getName(), failure);
        });
        Application.launch(PeerpathApp.class, sources.toArray(String[]::new));
    }
}
