// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import org.peerpath.path.Outcome;

/** What a shape is. A {@link Theme} says how each of them looks. */
public enum Role {
    BACKGROUND,
    /** One complex: a root port and everything below. */
    CARD,
    CARD_DETOUR,
    CARD_UNKNOWN,
    CARD_BLOCKED,
    /** The edges of the cards folded behind one. */
    CARD_BEHIND,
    /** The way across the root complex, above the cards of a NUMA node. */
    CHANNEL,
    ROOT_PORT,
    /** A switch's body; also any other bridge with more than one function below it. */
    SWITCH,
    /** A switch's upstream port, on the edge of its body. */
    UPSTREAM_PORT,
    /** A switch's downstream port, or another bridge. */
    PORT,
    NIC,
    GPU,
    DEVICE,
    WIRE,
    WIRE_DOWNGRADED,
    CHIP_ON,
    CHIP_OFF,
    CHIP_ABSENT,
    CHIP_UNREAD,
    ATS_ON,
    ATS_READY,
    ATS_OFF,
    ATS_ABSENT,
    ATS_UNKNOWN,
    GROUP,
    /** How many complexes are folded into this card. */
    COUNT,
    TEXT_STRONG,
    TEXT,
    TEXT_MUTED,
    TEXT_WARNING,
    RIBBON_INSIDE,
    RIBBON_DETOUR,
    RIBBON_ROOT,
    RIBBON_UNKNOWN,
    RIBBON_BLOCKED,
    RIBBON_UNUSABLE,
    WORD_INSIDE,
    WORD_DETOUR,
    WORD_ROOT,
    WORD_UNKNOWN,
    WORD_BLOCKED,
    RING_INSIDE,
    RING_DETOUR,
    RING_ROOT,
    RING_UNKNOWN,
    RING_BLOCKED,
    /** A sign on a ribbon: the question mark at what is missing. */
    SIGN_UNKNOWN,
    /** A sign on a ribbon: the bar at which a request is refused. */
    SIGN_BLOCKED,
    SIGN_UNUSABLE,
    /** A sign on a ribbon: verified data at the speed that is expected. */
    MEASURED_CONFIRMED,
    /** A sign on a ribbon: slower than expected. */
    MEASURED_SHORT,
    /** A sign on a ribbon: measured, and no proof. */
    MEASURED_UNVERIFIED;

    static Role ribbon(Outcome outcome) {
        return switch (outcome) {
            case INSIDE_SWITCH -> RIBBON_INSIDE;
            case DETOUR -> RIBBON_DETOUR;
            case ROOT_COMPLEX -> RIBBON_ROOT;
            case UNKNOWN -> RIBBON_UNKNOWN;
            case BLOCKED -> RIBBON_BLOCKED;
            case UNUSABLE -> RIBBON_UNUSABLE;
        };
    }

    static Role word(Outcome outcome) {
        return switch (outcome) {
            case INSIDE_SWITCH -> WORD_INSIDE;
            case DETOUR -> WORD_DETOUR;
            case ROOT_COMPLEX -> WORD_ROOT;
            case UNKNOWN -> WORD_UNKNOWN;
            case BLOCKED, UNUSABLE -> WORD_BLOCKED;
        };
    }

    static Role ring(Outcome outcome) {
        return switch (outcome) {
            case INSIDE_SWITCH -> RING_INSIDE;
            case DETOUR -> RING_DETOUR;
            case ROOT_COMPLEX -> RING_ROOT;
            case UNKNOWN -> RING_UNKNOWN;
            case BLOCKED, UNUSABLE -> RING_BLOCKED;
        };
    }

    static Role card(Outcome outcome) {
        return switch (outcome) {
            case INSIDE_SWITCH, ROOT_COMPLEX -> CARD;
            case DETOUR -> CARD_DETOUR;
            case UNKNOWN -> CARD_UNKNOWN;
            case BLOCKED, UNUSABLE -> CARD_BLOCKED;
        };
    }

    /** Whether a box of this role is one complex. */
    public boolean isCard() {
        return switch (this) {
            case CARD, CARD_DETOUR, CARD_UNKNOWN, CARD_BLOCKED -> true;
            default -> false;
        };
    }

    /** Whether a box of this role is a function's own: one for each function drawn. */
    public boolean isFunction() {
        return switch (this) {
            case ROOT_PORT, UPSTREAM_PORT, PORT, NIC, GPU, DEVICE -> true;
            default -> false;
        };
    }

    /** Whether it belongs to the paths, which lie over everything else: the only shapes that a selection changes. */
    public boolean isOverlay() {
        return switch (this) {
            case SIGN_UNKNOWN, SIGN_BLOCKED, SIGN_UNUSABLE -> true;
            case MEASURED_CONFIRMED, MEASURED_SHORT, MEASURED_UNVERIFIED -> true;
            default -> isRibbon() || isRing();
        };
    }

    /** Whether a box of this role lies around what it points out. */
    public boolean isRing() {
        return switch (this) {
            case RING_INSIDE, RING_DETOUR, RING_ROOT, RING_UNKNOWN, RING_BLOCKED -> true;
            default -> false;
        };
    }

    /** Whether a line of this role is a path. */
    public boolean isRibbon() {
        return switch (this) {
            case RIBBON_INSIDE, RIBBON_DETOUR, RIBBON_ROOT, RIBBON_UNKNOWN, RIBBON_BLOCKED, RIBBON_UNUSABLE -> true;
            default -> false;
        };
    }
}
