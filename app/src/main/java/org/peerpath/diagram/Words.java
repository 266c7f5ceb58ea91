// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.peerpath.iommu.AtsState;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.AcsBit;
import org.peerpath.text.Texts;

/** The words a picture needs, in one language. Confined to one layout. */
final class Words {
    private final Texts texts;

    /** Most of a picture says the same few things over and over, and building sentences is what costs most. */
    private final Map<List<Object>, String> said = new HashMap<>();

    Words(Texts texts) {
        this.texts = texts;
    }

    Texts texts() {
        return texts;
    }

    String say(String key, Object... args) {
        List<Object> sentence = new ArrayList<>(List.of(args));
        sentence.add(key);
        return said.computeIfAbsent(sentence, s -> texts.say(key, args));
    }

    /** The short word for a verdict. */
    String verdict(Outcome outcome) {
        return say(
                switch (outcome) {
                    case INSIDE_SWITCH -> "diagram.verdict.inside-switch";
                    case DETOUR -> "diagram.verdict.detour";
                    case ROOT_COMPLEX -> "diagram.verdict.root-complex";
                    case UNKNOWN -> "diagram.verdict.unknown";
                    case BLOCKED -> "diagram.verdict.blocked";
                    case UNUSABLE -> "diagram.verdict.unusable";
                });
    }

    /** How many paths do what, the best first. */
    String counts(List<PathReport> reports) {
        Map<Outcome, Integer> counts = new EnumMap<>(Outcome.class);
        reports.forEach(r -> counts.merge(r.verdict(), 1, Integer::sum));
        List<String> parts = new ArrayList<>();
        counts.forEach((outcome, count) -> parts.add(say("diagram.count", count, verdict(outcome))));
        return String.join(" · ", parts);
    }

    /** In whole numbers, or in two digits: the slowest link carries a quarter of a gigabyte a second, the fastest 128. */
    String rate(double gigabytesPerSecond) {
        BigDecimal exact = BigDecimal.valueOf(gigabytesPerSecond);
        BigDecimal shown = exact.round(new MathContext(Math.max(2, exact.precision() - exact.scale())));
        return say("diagram.rate", shown.stripTrailingZeros().toPlainString());
    }

    /** What a path does, as a predicate: "turns around inside the switch". */
    String deed(Outcome outcome) {
        return say(
                switch (outcome) {
                    case INSIDE_SWITCH -> "diagram.deed.inside-switch";
                    case DETOUR -> "diagram.deed.detour";
                    case ROOT_COMPLEX -> "diagram.deed.root-complex";
                    case UNKNOWN -> "diagram.deed.unknown";
                    case BLOCKED -> "diagram.deed.blocked";
                    case UNUSABLE -> "diagram.deed.unusable";
                });
    }

    String scenario(Scenario scenario) {
        return say(
                switch (scenario) {
                    case AS_IS -> "diagram.scenario.as-is";
                    case BARE_METAL -> "diagram.scenario.bare-metal";
                    case VM -> "diagram.scenario.vm";
                });
    }

    String ats(AtsState state) {
        return say(
                switch (state) {
                    case ON -> "diagram.ats.on";
                    case OFF -> "diagram.ats.off";
                    case READY -> "diagram.ats.ready";
                    case ABSENT -> "diagram.ats.absent";
                    case UNKNOWN -> "diagram.ats.unknown";
                });
    }

    String control(AcsBit bit) {
        return say(
                switch (bit) {
                    case SV -> "diagram.acs.sv";
                    case TB -> "diagram.acs.tb";
                    case RR -> "diagram.acs.rr";
                    case CR -> "diagram.acs.cr";
                    case UF -> "diagram.acs.uf";
                    case EC -> "diagram.acs.ec";
                    case DT -> "diagram.acs.dt";
                });
    }
}
