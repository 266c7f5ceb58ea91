// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Arrays;

/**
 * The colours of one theme.
 *
 * @param background behind everything
 * @param card of one complex, and of devices and ports on it
 * @param cardEdge faint edges
 * @param channel across the root complex
 * @param fabric inside a switch
 * @param fabricEdge of a switch and its ports
 * @param edge of devices, root ports, wires
 * @param strong names
 * @param text plain text
 * @param muted what matters less
 * @param sign filled chips and outlines
 * @param hatch lines across what was not read
 * @param inside ribbons and rings by verdict, the words for them a tone that text can have
 */
record Palette(
        Rgb background,
        Rgb card,
        Rgb cardEdge,
        Rgb channel,
        Rgb fabric,
        Rgb fabricEdge,
        Rgb edge,
        Rgb strong,
        Rgb text,
        Rgb muted,
        Rgb sign,
        Rgb hatch,
        Rgb inside,
        Rgb detour,
        Rgb root,
        Rgb unknown,
        Rgb blocked,
        Rgb insideWord,
        Rgb detourWord,
        Rgb rootWord,
        Rgb blockedWord) {
    static final Palette LIGHT = of(
            0xf4f6f9, 0xffffff, 0xdfe4ea, 0xf0f3f6, 0xf2f7fb, 0xa9c3dc, 0xc0c8d2, 0x1f2430, 0x3d4656, 0x606975,
            0x3d4656, 0xc3cad3, 0x008a65, 0xba8000, 0x4878a6, 0x50545a, 0xa83c00, 0x00704f, 0x8a5a00, 0x2f5f95,
            0xa83c00);

    static final Palette DARK = of(
            0x14181f, 0x1c222b, 0x333c48, 0x191f27, 0x202c3a, 0x47627f, 0x4a5563, 0xf0f3f7, 0xc9d0da, 0xa3adba,
            0xb9c2ce, 0x56606d, 0x00a87b, 0xf0b030, 0x7aa7d6, 0xd0d4d8, 0xd55e00, 0x3cc79c, 0xf0b030, 0x8fb6e0,
            0xf08a4a);

    static final Palette PRINT = of(
            0xffffff, 0xffffff, 0xb8b8b8, 0xf4f4f4, 0xf4f4f4, 0x8a8a8a, 0x8a8a8a, 0x000000, 0x222222, 0x4a4a4a,
            0x222222, 0xb0b0b0, 0x000000, 0x000000, 0x555555, 0x555555, 0x000000, 0x000000, 0x000000, 0x333333,
            0x000000);

    private static Palette of(int... c) {
        Rgb[] rgb = Arrays.stream(c).mapToObj(Rgb::of).toArray(Rgb[]::new);
        return new Palette(
                rgb[0], rgb[1], rgb[2], rgb[3], rgb[4], rgb[5], rgb[6], rgb[7], rgb[8], rgb[9], rgb[10], rgb[11],
                rgb[12], rgb[13], rgb[14], rgb[15], rgb[16], rgb[17], rgb[18], rgb[19], rgb[20]);
    }
}
