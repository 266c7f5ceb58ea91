// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.Map;

/** The typefaces shipped with the program. Their widths are the same everywhere, display or not. */
public final class Fonts implements TextMeasure {
    private static final Fonts SHIPPED = new Fonts();

    private final Map<Typeface, FontWidths> widths = new EnumMap<>(Typeface.class);

    private Fonts() {
        for (Typeface face : Typeface.values()) {
            try {
                widths.put(face, FontWidths.read(bytes(face)));
            } catch (IOException e) {
                throw new UncheckedIOException(face.resource(), e);
            }
        }
    }

    /** The one instance; immutable, safe to share between threads. */
    public static Fonts shipped() {
        return SHIPPED;
    }

    /** The font file itself, for those that embed it or hand it to a toolkit. */
    public static byte[] bytes(Typeface face) {
        try (InputStream in = Fonts.class.getResourceAsStream(face.resource())) {
            if (in == null) {
                throw new IllegalStateException("not in the program: " + face.resource());
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public double width(String text, Typeface face, double size) {
        FontWidths font = of(face);
        double em = 0;
        for (int at = 0; at < text.length(); ) {
            int codePoint = text.codePointAt(at);
            em += font.advance(codePoint);
            at += Character.charCount(codePoint);
        }
        return em * size;
    }

    /** Whether the typeface has a glyph for the character; painters take another font where it has not. */
    boolean has(Typeface face, int codePoint) {
        return of(face).has(codePoint);
    }

    private FontWidths of(Typeface face) {
        FontWidths font = widths.get(face);
        if (font == null) {
            throw new IllegalStateException(face.name());
        }
        return font;
    }
}
