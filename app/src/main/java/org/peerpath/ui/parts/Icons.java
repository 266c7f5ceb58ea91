// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

/** Signs as outlines on a grid of 16, drawn with a stroke. */
public final class Icons {
    public static final String COPY = "M5.5 5.5 h7 v8 h-7 z M3.5 10.5 v-8 h7";
    public static final String SAVE = "M8 2.5 v7 M5 6.5 l3 3 l3 -3 M3 10.5 v3 h10 v-3";
    public static final String TERMINAL = "M2.5 4 l4 4 l-4 4 M8 12.5 h5.5";
    public static final String CLOSE = "M4 4 l8 8 M12 4 l-8 8";
    public static final String PLUS = "M8 3 v10 M3 8 h10";
    public static final String MINUS = "M3 8 h10";
    public static final String FIT = "M3 6 v-3 h3 M10 3 h3 v3 M13 10 v3 h-3 M6 13 h-3 v-3";
    public static final String UNDO = "M6 3 l-3.5 3.5 l3.5 3.5 M2.5 6.5 h7 a3.5 3.5 0 0 1 0 7 h-2.5";
    public static final String REDO = "M10 3 l3.5 3.5 l-3.5 3.5 M13.5 6.5 h-7 a3.5 3.5 0 0 0 0 7 h2.5";
    public static final String MENU = "M3 4.5 h10 M3 8 h10 M3 11.5 h10";
    public static final String WARNING = "M8 2.5 l6 11 h-12 z M8 7 v3 M8 11.7 v0.3";
    public static final String INFO = "M8 2 a6 6 0 1 0 0.01 0 M8 7.5 v3.5 M8 5 v0.3";
    public static final String ERROR = "M8 2 a6 6 0 1 0 0.01 0 M6 6 l4 4 M10 6 l-4 4";

    public static final String MORE = "M3 8 h0.3 M8 8 h0.3 M13 8 h0.3";

    public static final String FOLDED = "M6 4 l4 4 l-4 4";
    public static final String UNFOLDED = "M4 6 l4 4 l4 -4";

    private Icons() {}
}
