// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import org.peerpath.advice.HostState;
import org.peerpath.path.Outcome;
import org.peerpath.text.Severity;

/** Colours for terminals. Every colour only repeats what a word or sign already says. */
public enum Ink {
    /** No colour at all: pipes, files, {@code NO_COLOR}. */
    PLAIN(false),
    ANSI(true);

    private static final String RESET = "\033[0m";

    private final boolean coloured;

    Ink(boolean coloured) {
        this.coloured = coloured;
    }

    String strong(String text) {
        return paint("\033[1m", text);
    }

    String faint(String text) {
        return paint("\033[2m", text);
    }

    String verdict(Outcome outcome, String text) {
        return paint(
                switch (outcome) {
                    case INSIDE_SWITCH -> "\033[32m";
                    case DETOUR -> "\033[33m";
                    case ROOT_COMPLEX -> "\033[34m";
                    case BLOCKED, UNUSABLE -> "\033[31m";
                    case UNKNOWN -> "\033[35m";
                },
                text);
    }

    String state(HostState.Level level, String text) {
        return switch (level) {
            case BROKEN -> paint("\033[1;31m", text);
            case UNKNOWN -> paint("\033[1;35m", text);
            case ATTENTION -> paint("\033[1;33m", text);
            case OK -> paint("\033[1;32m", text);
        };
    }

    String severity(Severity severity, String text) {
        return switch (severity) {
            case ERROR -> paint("\033[1;31m", text);
            case WARNING -> paint("\033[33m", text);
            case INFO -> faint(text);
        };
    }

    private String paint(String code, String text) {
        return coloured ? code + text + RESET : text;
    }
}
