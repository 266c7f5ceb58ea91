// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How each role looks. Colours of verdicts have the hues of Okabe and Ito's palette, darkened or lightened until signs
 * reach a contrast of 3:1 and text 4.5:1 (WCAG 2.2, 1.4.3 and 1.4.11) on what they are drawn on, and until all five stay
 * apart for deuteranopes and protanopes; a test computes both.
 */
public enum Theme {
    LIGHT("light"),
    DARK("dark"),
    /** For black-and-white printers: verdicts differ by dash and width alone. */
    PRINT("print");

    private static final List<Double> SOLID = List.of();
    private static final double RIBBON = 4;
    private static final double EDGE = 1;

    private final String id;

    Theme(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** The theme of that id; empty if there is none. */
    public static Optional<Theme> of(String id) {
        return Arrays.stream(values()).filter(t -> t.id.equals(id)).findFirst();
    }

    Palette palette() {
        return switch (this) {
            case LIGHT -> Palette.LIGHT;
            case DARK -> Palette.DARK;
            case PRINT -> Palette.PRINT;
        };
    }

    /** Ribbons that step back are mixed with this. */
    Look faded(Look look) {
        return look.faded(palette().card(), 0.72);
    }

    /** How a shape of this role looks. */
    public Look look(Role role) {
        Palette p = palette();
        return switch (role) {
            case BACKGROUND -> fill(p.background());
            case CARD, CARD_BEHIND -> box(p.card(), p.cardEdge(), EDGE);
            case CARD_DETOUR -> box(p.card(), p.detour(), 2);
            case CARD_UNKNOWN -> dashed(p.card(), p.unknown(), 1.5, List.of(3.0, 3.0));
            case CARD_BLOCKED -> box(p.card(), p.blocked(), 2);
            case CHANNEL -> box(p.channel(), p.cardEdge(), EDGE);
            case ROOT_PORT -> box(p.background(), p.edge(), EDGE);
            case SWITCH -> box(p.fabric(), p.fabricEdge(), EDGE);
            case UPSTREAM_PORT, PORT -> box(p.card(), p.fabricEdge(), EDGE);
            case NIC, GPU -> box(p.card(), p.edge(), EDGE);
            case DEVICE -> box(p.card(), p.cardEdge(), EDGE);
            case WIRE -> line(p.edge(), 1.5, SOLID);
            case WIRE_DOWNGRADED -> line(p.detour(), 1.5, List.of(2.0, 2.0));
            case CHIP_ON -> chip(Optional.of(p.sign()), p.sign(), SOLID, p.card());
            case CHIP_OFF -> chip(Optional.of(p.card()), p.sign(), SOLID, p.sign());
            case CHIP_ABSENT -> chip(Optional.empty(), p.cardEdge(), List.of(1.5, 2.0), p.muted());
            case CHIP_UNREAD -> new Look(Optional.of(p.card()), Optional.of(p.hatch()), 0.75, SOLID, true, p.muted());
            case ATS_ON -> chip(Optional.of(p.insideWord()), p.insideWord(), SOLID, p.card());
            case ATS_READY -> chip(Optional.of(p.card()), p.insideWord(), SOLID, p.insideWord());
            case ATS_OFF -> chip(Optional.of(p.card()), p.sign(), SOLID, p.sign());
            case ATS_ABSENT -> chip(Optional.empty(), p.cardEdge(), List.of(1.5, 2.0), p.muted());
            case ATS_UNKNOWN -> new Look(Optional.of(p.card()), Optional.of(p.hatch()), 0.75, SOLID, true, p.muted());
            case GROUP -> chip(Optional.of(p.background()), p.edge(), SOLID, p.text());
            case COUNT -> chip(Optional.of(p.sign()), p.sign(), SOLID, p.card());
            case TEXT_STRONG -> ink(p.strong());
            case TEXT -> ink(p.text());
            case TEXT_MUTED -> ink(p.muted());
            case TEXT_WARNING, WORD_DETOUR -> ink(p.detourWord());
            case WORD_INSIDE -> ink(p.insideWord());
            case WORD_ROOT -> ink(p.rootWord());
            case WORD_UNKNOWN -> ink(p.unknown());
            case WORD_BLOCKED -> ink(p.blockedWord());
            case RIBBON_INSIDE -> line(p.inside(), RIBBON, SOLID);
            case RIBBON_DETOUR -> line(p.detour(), RIBBON, List.of(9.0, 5.0));
            case RIBBON_ROOT -> line(p.root(), RIBBON - 1, List.of(14.0, 3.0, 3.0, 3.0));
            case RIBBON_UNKNOWN -> line(p.unknown(), RIBBON - 1, List.of(1.5, 4.5));
            case RIBBON_BLOCKED -> line(p.blocked(), RIBBON, List.of(5.0, 2.5));
            case RIBBON_UNUSABLE -> line(p.blocked(), RIBBON, List.of(1.5, 2.0));
            case RING_INSIDE -> line(p.inside(), 2, SOLID);
            case RING_DETOUR -> line(p.detour(), 2, SOLID);
            case RING_ROOT -> line(p.root(), 2, SOLID);
            case RING_UNKNOWN -> line(p.unknown(), 2, List.of(3.0, 2.0));
            case RING_BLOCKED -> line(p.blocked(), 2, SOLID);
            case SIGN_UNUSABLE -> chip(Optional.of(p.card()), p.blocked(), SOLID, p.blockedWord());
            case SIGN_UNKNOWN -> chip(Optional.of(p.unknown()), p.unknown(), SOLID, p.card());
            case MEASURED_CONFIRMED -> chip(Optional.of(p.insideWord()), p.insideWord(), SOLID, p.card());
            case MEASURED_SHORT -> chip(Optional.of(p.card()), p.detourWord(), SOLID, p.detourWord());
            case MEASURED_UNVERIFIED -> chip(Optional.of(p.card()), p.unknown(), List.of(1.5, 2.0), p.unknown());
            case SIGN_BLOCKED -> new Look(Optional.of(p.blocked()), Optional.empty(), 0, SOLID, false, p.card());
        };
    }

    private Look fill(Rgb colour) {
        return new Look(
                Optional.of(colour),
                Optional.empty(),
                0,
                SOLID,
                false,
                palette().text());
    }

    private Look box(Rgb fill, Rgb edge, double width) {
        return new Look(
                Optional.of(fill),
                Optional.of(edge),
                width,
                SOLID,
                false,
                palette().text());
    }

    private Look dashed(Rgb fill, Rgb edge, double width, List<Double> dash) {
        return new Look(
                Optional.of(fill),
                Optional.of(edge),
                width,
                dash,
                false,
                palette().text());
    }

    private Look line(Rgb stroke, double width, List<Double> dash) {
        return new Look(Optional.empty(), Optional.of(stroke), width, dash, false, stroke);
    }

    private static Look chip(Optional<Rgb> fill, Rgb edge, List<Double> dash, Rgb ink) {
        return new Look(fill, Optional.of(edge), 0.75, dash, false, ink);
    }

    private static Look ink(Rgb colour) {
        return new Look(Optional.empty(), Optional.empty(), 0, SOLID, false, colour);
    }
}
