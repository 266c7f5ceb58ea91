// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.path.Outcome;

/** Everybody can read the picture: contrast, and colours that stay apart for the colour-blind. */
class PaletteTest {
    /** WCAG 2.2, 1.4.3: text. None of ours is large enough for the lower bound. */
    private static final double TEXT = 4.5;

    /** WCAG 2.2, 1.4.11: signs and graphics that carry meaning. */
    private static final double SIGN = 3;

    static Stream<Arguments> themesAndHosts() {
        return Stream.of(Theme.values())
                .flatMap(theme ->
                        Stream.concat(Pictures.samples(), Pictures.random(4)).map(host -> Arguments.of(theme, host)));
    }

    @ParameterizedTest
    @MethodSource("themesAndHosts")
    void textStandsOutFromWhatIsBehindIt(Theme theme, Pictures.Judged host) {
        for (LayoutOptions options :
                List.of(LayoutOptions.FILE.withHidden(true), LayoutOptions.FILE.withFolded(true))) {
            List<Shape> below = new ArrayList<>();
            Set<String> wrong = new TreeSet<>();
            for (Shape shape : host.picture(options).shapes()) {
                switch (shape) {
                    case Shape.Box box -> below.add(box);
                    case Shape.Label label -> {
                        Rgb ground = ground(theme, below, label.bounds());
                        check(
                                theme.look(label.mark().role()).ink(),
                                ground,
                                TEXT,
                                label.mark().role(),
                                wrong);
                    }
                    case Shape.Chip chip -> {
                        Look look = theme.look(chip.mark().role());
                        Rgb ground = ground(theme, below, chip.bounds());
                        check(
                                look.ink(),
                                look.fill().orElse(ground),
                                TEXT,
                                chip.mark().role(),
                                wrong);
                    }
                    case Shape.Line line -> {}
                }
            }
            assertEquals(Set.of(), wrong);
        }
    }

    private static void check(Rgb ink, Rgb ground, double least, Role role, Set<String> wrong) {
        double ratio = ColourScience.contrast(ink, ground);
        if (ratio < least) {
            wrong.add(role + " %.2f on %s".formatted(ratio, ground.css()));
        }
    }

    private static Rgb ground(Theme theme, List<Shape> below, Rect place) {
        Rgb ground = theme.look(Role.BACKGROUND).fill().orElseThrow();
        for (Shape shape : below) {
            if (shape instanceof Shape.Box box && box.bounds().grown(0.1).contains(place)) {
                ground = theme.look(box.mark().role()).fill().orElse(ground);
            }
        }
        return ground;
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void ribbonsRingsAndSignsStandOut(Theme theme) {
        Set<String> wrong = new TreeSet<>();
        for (Role ground : List.of(Role.CARD, Role.SWITCH, Role.ROOT_PORT, Role.PORT, Role.CHANNEL, Role.BACKGROUND)) {
            Rgb behind = theme.look(ground).fill().orElseThrow();
            for (Outcome outcome : Outcome.values()) {
                check(
                        theme.look(Role.ribbon(outcome)).stroke().orElseThrow(),
                        behind,
                        SIGN,
                        Role.ribbon(outcome),
                        wrong);
                check(theme.look(Role.ring(outcome)).stroke().orElseThrow(), behind, SIGN, Role.ring(outcome), wrong);
                check(theme.look(Role.word(outcome)).ink(), behind, TEXT, Role.word(outcome), wrong);
            }
            check(theme.look(Role.CHIP_ON).fill().orElseThrow(), behind, SIGN, Role.CHIP_ON, wrong);
            check(theme.look(Role.CHIP_OFF).stroke().orElseThrow(), behind, SIGN, Role.CHIP_OFF, wrong);
            check(theme.look(Role.SIGN_BLOCKED).fill().orElseThrow(), behind, SIGN, Role.SIGN_BLOCKED, wrong);
        }
        assertEquals(Set.of(), wrong);
    }

    @ParameterizedTest
    @EnumSource(
            value = Theme.class,
            names = {"LIGHT", "DARK"})
    void verdictsStayApartForTheColourBlind(Theme theme) {
        List<String> wrong = new ArrayList<>();
        for (ColourScience.Sight sight : ColourScience.Sight.values()) {
            for (Outcome a : Outcome.values()) {
                for (Outcome b : Outcome.values()) {
                    if (a.compareTo(b) < 0 && !isStopped(a, b)) {
                        double apart = ColourScience.difference(
                                sight.of(theme.look(Role.ribbon(a)).stroke().orElseThrow()),
                                sight.of(theme.look(Role.ribbon(b)).stroke().orElseThrow()));
                        if (apart < 15) {
                            wrong.add("%s: %s and %s %.1f".formatted(sight, a, b, apart));
                        }
                    }
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** Nothing passes in either case; the box of the broken device and the words say which it is. */
    private static boolean isStopped(Outcome a, Outcome b) {
        return Set.of(a, b).equals(Set.of(Outcome.BLOCKED, Outcome.UNUSABLE));
    }

    @ParameterizedTest
    @EnumSource(Theme.class)
    void everyVerdictHasItsOwnDash(Theme theme) {
        Set<Object> dashes = new HashSet<>();
        for (Outcome outcome : Outcome.values()) {
            if (outcome != Outcome.UNUSABLE) {
                assertTrue(dashes.add(theme.look(Role.ribbon(outcome)).dash()), outcome.id());
            }
        }
    }

    @Test
    void differenceIsThatOfThePublishedExamples() {
        // Sharma, Wu, Dalal: The CIEDE2000 color-difference formula, 2005, table 1, pairs 1, 7, 17 and 25.
        assertEquals(2.0425, ColourScience.difference(50, 2.6772, -79.7751, 50, 0, -82.7485), 1e-4);
        assertEquals(2.3669, ColourScience.difference(50, 0, 0, 50, -1, 2), 1e-4);
        assertEquals(27.1492, ColourScience.difference(50, 2.5, 0, 73, 25, -18), 1e-4);
        assertEquals(1.2644, ColourScience.difference(60.2574, -34.0099, 36.2677, 60.4626, -34.1751, 39.4387), 1e-4);
    }

    @Test
    void contrastIsThatOfTheStandard() {
        assertEquals(21, ColourScience.contrast(Rgb.of(0x000000), Rgb.of(0xffffff)), 1e-9);
        assertEquals(4.54, ColourScience.contrast(Rgb.of(0x767676), Rgb.of(0xffffff)), 0.01);
        assertEquals(Optional.of(Theme.DARK), Theme.of("dark"));
    }
}
