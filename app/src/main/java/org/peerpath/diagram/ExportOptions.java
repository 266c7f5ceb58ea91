// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import org.peerpath.text.Texts;

/**
 * How a picture is written.
 *
 * @param layout what it shows
 * @param theme its colours
 * @param texts its language
 * @param scale pixels for each unit, 1 to 4; for PNG only
 */
public record ExportOptions(LayoutOptions layout, Theme theme, Texts texts, double scale) {
    /** Light, English, as files usually are. */
    public static final ExportOptions DEFAULT = new ExportOptions(LayoutOptions.FILE, Theme.LIGHT, Texts.ENGLISH, 2);

    public ExportOptions {
        scale = Math.clamp(scale, 1, 4);
    }
}
