// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.Locale;
import java.util.Optional;
import org.peerpath.path.Outcome;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.Link;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Texts;

/** The short signs of text output; the legend ({@code show.legend}) explains them. */
final class Signs {
    private Signs() {}

    /** One character a verdict, different without colour. */
    static String verdict(Outcome outcome) {
        return switch (outcome) {
            case INSIDE_SWITCH -> "●";
            case DETOUR -> "▲";
            case ROOT_COMPLEX -> "○";
            case BLOCKED -> "✕";
            case UNUSABLE -> "✗";
            case UNKNOWN -> "?";
        };
    }

    /** {@code SV tb RR CR UF -- DT}: upper case on, lower case off, {@code --} not implemented, {@code ??} not read. */
    static String acs(PciFunction function, Texts texts) {
        return switch (function.acs()) {
            case Fact.Absent<Acs>() -> texts.say("sign.no-acs");
            case Fact.Unknown<Acs> unread -> texts.say("sign.acs-unread");
            case Fact.Known<Acs>(Acs acs) -> {
                StringBuilder text = new StringBuilder();
                for (AcsBit bit : AcsBit.values()) {
                    text.append(text.isEmpty() ? "" : " ").append(bit(acs, bit));
                }
                yield text.toString();
            }
        };
    }

    private static String bit(Acs acs, AcsBit bit) {
        if (acs.implemented(bit).isUnknown() || acs.on(bit).isUnknown()) {
            return "??";
        }
        if (acs.implemented(bit).knownToBe(implemented -> !implemented)) {
            return "--";
        }
        return acs.on(bit).knownToBe(on -> on) ? bit.name() : bit.name().toLowerCase(Locale.ROOT);
    }

    /** What another tool says the link can do, where no register was read. */
    private static Optional<String> told(PciFunction function) {
        return function.facts()
                .text("max_link_speed")
                .asOptional()
                .flatMap(speed -> function.facts()
                        .text("max_link_width")
                        .asOptional()
                        .map(width -> speed.replace(" PCIe", "") + " x" + width));
    }

    /** {@code Gen6 x16}; with the maximum where the link runs below what this end can do; empty without a link. */
    static String link(PciFunction function, Texts texts) {
        Fact<String> now = function.link()
                .flatMap(link -> link.currentSpeed()
                        .flatMap(speed -> link.currentWidth().map(width -> text(speed.generation(), width))));
        Fact<String> most = function.link()
                .flatMap(link -> link.maxSpeed()
                        .flatMap(speed -> link.maxWidth().map(width -> text(speed.generation(), width))));
        if (function.link().knownToBe(Signs::down)) {
            return texts.say("sign.no-link");
        }
        if (!now.isKnown()) {
            return function.link().isAbsent()
                    ? ""
                    : most.asOptional()
                            .or(() -> told(function))
                            .map(able -> texts.say("sign.link-able", able))
                            .orElseGet(() -> texts.say("sign.link-unread"));
        }
        String current = now.asOptional().orElseThrow();
        return most.isKnown() && !most.equals(now)
                ? texts.say("sign.link-below", current, most.asOptional().orElseThrow())
                : current;
    }

    private static boolean down(Link link) {
        return link.currentWidth().knownToBe(width -> width == 0);
    }

    private static String text(int generation, int width) {
        return "Gen" + generation + " x" + width;
    }
}
