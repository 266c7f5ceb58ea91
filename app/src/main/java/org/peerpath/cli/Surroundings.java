// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.util.Locale;
import org.peerpath.report.Ink;
import org.peerpath.text.Texts;

/** What the process's environment asks for. */
final class Surroundings {
    private Surroundings() {}

    /** The language of the locale (LC_ALL, LC_MESSAGES, LANG). */
    static Texts texts() {
        return new Texts(Locale.getDefault());
    }

    /** Colour only on a terminal that can show it, and never with NO_COLOR (no-color.org). */
    @SuppressWarnings("SystemConsoleNull") // jshell still gives null, and the null checker goes by the signature
    static Ink ink() {
        String noColor = System.getenv("NO_COLOR");
        boolean asked = noColor == null || noColor.isEmpty();
        boolean terminal = System.console() != null && System.console().isTerminal();
        return asked && terminal && !"dumb".equals(System.getenv("TERM")) ? Ink.ANSI : Ink.PLAIN;
    }
}
