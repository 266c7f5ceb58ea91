// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PointingTest {
    static List<Pictures.Judged> hosts() {
        return Pictures.all().toList();
    }

    /** Every chip, badge, label and bar says something to whoever points at it. */
    @ParameterizedTest
    @MethodSource("hosts")
    void everythingDrawnSaysWhatItIs(Pictures.Judged host) {
        Picture picture = host.picture(LayoutOptions.WINDOW);
        for (Shape shape : picture.shapes()) {
            Rect place = place(shape);
            if (shape.mark().role() == Role.BACKGROUND
                    || shape.mark().role() == Role.CHANNEL
                    || shape.mark().role() == Role.CARD_BEHIND) {
                continue;
            }
            assertTrue(
                    Pointing.at(picture, place.centerX(), place.centerY(), Detail.CLOSE, 6)
                            .isPresent(),
                    () -> host + ": nothing is said of " + shape);
        }
    }

    private static Rect place(Shape shape) {
        return switch (shape) {
            case Shape.Box box -> box.bounds();
            case Shape.Chip chip -> chip.bounds();
            case Shape.Label label -> label.bounds();
            case Shape.Line line -> {
                Point from = line.points().getFirst();
                Point to = line.points().get(1);
                yield new Rect((from.x() + to.x()) / 2, (from.y() + to.y()) / 2, 0, 0);
            }
        };
    }

    /** A chip says its value though the ring of the deciding port lies over it, and that it decides. */
    @Test
    void aDecidingChipTellsItsValueAndThatItDecides() {
        Picture picture = Pictures.sample("hgx-b300-one-bad").picture(LayoutOptions.WINDOW);
        Shape.Box ring = picture.shapes().stream()
                .filter(shape -> shape.mark().id().startsWith("decides-bit"))
                .map(Shape.Box.class::cast)
                .findFirst()
                .orElseThrow();
        String said = said(picture, ring.bounds(), Detail.CLOSE).orElseThrow();
        assertTrue(said.matches(".*P2P.*: (on|off) \\(ACSCtl 0x[0-9a-f]{4}\\); this control decides"), said);
    }

    /** What shows only closer up is not pointed at from far away. */
    @Test
    void whatIsNotShownIsNotPointedAt() {
        Picture picture = Pictures.sample("hgx-b300-one-bad").picture(LayoutOptions.WINDOW);
        Shape.Chip chip = picture.shapes().stream()
                .filter(shape -> shape instanceof Shape.Chip each && each.bit().isPresent())
                .map(Shape.Chip.class::cast)
                .findFirst()
                .orElseThrow();
        assertEquals(Optional.of(chip.mark().tip()), said(picture, chip.bounds(), Detail.CLOSE));
        assertTrue(!said(picture, chip.bounds(), Detail.FAR)
                .equals(Optional.of(chip.mark().tip())));
    }

    private static Optional<String> said(Picture picture, Rect place, Detail upTo) {
        return Pointing.at(picture, place.centerX(), place.centerY(), upTo, 6);
    }
}
