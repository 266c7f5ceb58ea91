// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Advance widths of one TrueType font (OpenType specification: tables {@code head}, {@code hhea}, {@code hmtx} and
 * {@code cmap} format 4). Reads only files shipped with the program, so a broken one is a bug and not an input.
 */
final class FontWidths {
    private static final int LAST = 0xffff;

    /** What a syllable takes in Nanum Gothic, in em; other Korean fonts are as wide or narrower. */
    private static final double HANGUL = 0.94;

    /** In 1/1000 em by UTF-16 code unit; negative where the font has no glyph. */
    private final short[] advances = new short[LAST + 1];

    private FontWidths() {}

    static FontWidths read(byte[] file) throws IOException {
        ByteBuffer font = ByteBuffer.wrap(file);
        Map<String, Integer> tables = new HashMap<>();
        int count = font.getShort(4);
        for (int i = 0; i < count; i++) {
            int entry = 12 + 16 * i;
            byte[] tag = new byte[4];
            font.get(entry, tag);
            tables.put(new String(tag, StandardCharsets.US_ASCII), font.getInt(entry + 8));
        }
        int unitsPerEm = unsigned(font, table(tables, "head") + 18);
        int metrics = unsigned(font, table(tables, "hhea") + 34);
        int hmtx = table(tables, "hmtx");
        FontWidths widths = new FontWidths();
        Arrays.fill(widths.advances, (short) -1);
        int cmap = format4(font, table(tables, "cmap"));
        int segments = unsigned(font, cmap + 6) / 2;
        int ends = cmap + 14;
        int starts = ends + 2 * segments + 2;
        int deltas = starts + 2 * segments;
        int offsets = deltas + 2 * segments;
        for (int s = 0; s < segments; s++) {
            int end = unsigned(font, ends + 2 * s);
            int delta = unsigned(font, deltas + 2 * s);
            int offset = unsigned(font, offsets + 2 * s);
            int start = unsigned(font, starts + 2 * s);
            for (int c = start; c <= end && c < LAST; c++) {
                int glyph = c;
                if (offset != 0) {
                    glyph = unsigned(font, offsets + 2 * s + offset + 2 * (c - start));
                }
                glyph = glyph == 0 && offset != 0 ? 0 : (glyph + delta) & LAST;
                if (glyph != 0) {
                    int advance = unsigned(font, hmtx + 4 * Math.min(glyph, metrics - 1));
                    widths.advances[c] = (short) Math.round(advance * 1000.0 / unitsPerEm);
                }
            }
        }
        return widths;
    }

    /** In em; a character the font lacks takes the place that another font is likely to give it. */
    double advance(int codePoint) {
        if (codePoint <= LAST && advances[codePoint] >= 0) {
            return advances[codePoint] / 1000.0;
        }
        return isWide(codePoint) ? (codePoint > LAST ? 1 : HANGUL) : 0.65;
    }

    boolean has(int codePoint) {
        return codePoint <= LAST && advances[codePoint] >= 0;
    }

    /** Hangul, CJK, full-width forms, emoji (Unicode Standard Annex 11, by block). */
    static boolean isWide(int codePoint) {
        return (codePoint >= 0x1100 && codePoint <= 0x11ff)
                || (codePoint >= 0x2e80 && codePoint <= 0xd7ff)
                || (codePoint >= 0xf900 && codePoint <= 0xfaff)
                || (codePoint >= 0xfe30 && codePoint <= 0xfe6f)
                || (codePoint >= 0xff00 && codePoint <= 0xffef)
                || codePoint >= 0x1f000;
    }

    private static int format4(ByteBuffer font, int cmap) throws IOException {
        int count = unsigned(font, cmap + 2);
        for (int i = 0; i < count; i++) {
            int table = cmap + font.getInt(cmap + 4 + 8 * i + 4);
            if (unsigned(font, table) == 4) {
                return table;
            }
        }
        throw new IOException("no character map of format 4");
    }

    private static int table(Map<String, Integer> tables, String tag) throws IOException {
        Integer offset = tables.get(tag);
        if (offset == null) {
            throw new IOException("no table " + tag);
        }
        return offset;
    }

    private static int unsigned(ByteBuffer font, int at) {
        return font.getShort(at) & 0xffff;
    }
}
