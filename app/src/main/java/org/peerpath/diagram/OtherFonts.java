// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The machine's font for what the shipped ones lack, Hangul above all: a TrueType font of the Nanum family, as
 * distributions package it.
 *
 * @param regular its file
 * @param bold its bold cut
 */
record OtherFonts(Optional<byte[]> regular, Optional<byte[]> bold) {
    private static final List<Path> FOLDERS = List.of(
            Path.of("/usr/share/fonts/truetype/nanum"),
            Path.of("/usr/share/fonts/nanum"),
            Path.of("/usr/share/fonts/naver-nanum"),
            Path.of("/usr/share/fonts/naver-nanum-gothic-fonts"),
            Path.of("/usr/share/fonts/TTF"));

    static final OtherFonts NONE = new OtherFonts(Optional.empty(), Optional.empty());

    /** Those for this picture: none are read if the shipped fonts have all its characters. */
    static OtherFonts neededFor(Picture picture) {
        boolean needed = picture.shapes().stream().anyMatch(OtherFonts::lacks);
        return needed ? new OtherFonts(read("NanumGothic.ttf"), read("NanumGothicBold.ttf")) : NONE;
    }

    Optional<byte[]> of(Typeface face) {
        return face == Typeface.BOLD ? bold.or(() -> regular) : regular;
    }

    private static boolean lacks(Shape shape) {
        return switch (shape) {
            case Shape.Label label -> lacks(label.text(), label.face());
            case Shape.Chip chip -> lacks(chip.text(), Typeface.BOLD);
            case Shape.Box box -> false;
            case Shape.Line line -> false;
        };
    }

    private static boolean lacks(String text, Typeface face) {
        return text.codePoints().anyMatch(c -> !Fonts.shipped().has(face, c));
    }

    private static Optional<byte[]> read(String name) {
        for (Path folder : FOLDERS) {
            Path file = folder.resolve(name);
            try {
                if (Files.isRegularFile(file)) {
                    return Optional.of(Files.readAllBytes(file));
                }
            } catch (IOException unreadable) {
                // The next folder may have it; without any, missing characters show as such.
            }
        }
        return Optional.empty();
    }
}
