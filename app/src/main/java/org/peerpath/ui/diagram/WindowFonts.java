// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.diagram;

import org.peerpath.diagram.Typeface;

/** Makes the shipped typefaces known to the toolkit, so that style sheets can name them. */
public final class WindowFonts {
    private WindowFonts() {}

    public static void load() {
        for (Typeface face : Typeface.values()) {
            NodeCanvas.font(face, 12);
        }
    }
}
