// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.path.Completion;
import org.peerpath.path.Deciding;
import org.peerpath.path.Explanation;
import org.peerpath.path.Hop;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.path.Route;
import org.peerpath.path.Rule;
import org.peerpath.path.ToolLabels;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.report.MeasuredNotes;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.Inspection.Banner;
import org.peerpath.ui.inspect.Inspection.FactRow;
import org.peerpath.ui.inspect.Inspection.Facts;
import org.peerpath.ui.inspect.Inspection.HopRow;
import org.peerpath.ui.inspect.Inspection.Hops;
import org.peerpath.ui.inspect.Inspection.Part;
import org.peerpath.ui.inspect.Inspection.Tries;
import org.peerpath.ui.inspect.Inspection.Way;
import org.peerpath.ui.inspect.Inspection.Ways;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;

/** One path: the answer, the way of both kinds of request, the deciding register, and what would change it. */
final class PathInspector {
    private final HostView view;
    private final Texts texts;
    private final PathWords words;

    PathInspector(HostView view, Texts texts) {
        this.view = view;
        this.texts = texts;
        this.words = new PathWords(view, texts);
    }

    Inspection inspect(PathReport report, Optional<Address> shown) {
        Optional<Address> deciding = Deciding.port(report);
        Optional<Address> port = shown.or(() -> deciding);
        List<Part> parts = new ArrayList<>();
        parts.add(hops(report, deciding, port));
        port.flatMap(view.host().topology()::find)
                .filter(f -> f.kind().isBridge())
                .ifPresent(function -> {
                    Set<AcsBit> bits = deciding.equals(port) ? Deciding.bits(view.host(), report) : Set.of();
                    parts.add(new BitTable(texts, view.labels()).of(function, bits));
                });
        new Offers(view, texts).of(report).ifPresent(parts::add);
        List<Inspection.Try> tries = new Fixes(view, texts).of(report);
        if (!tries.isEmpty()) {
            parts.add(new Tries(texts.say("ui.inspect.tries"), tries));
        }
        parts.add(facts(report));
        parts.add(ways(report));
        return new Inspection(
                words.title(report),
                subtitle(report),
                Optional.of(new Banner(
                        report.verdict(),
                        words.verdict(report.verdict()),
                        texts.say(
                                "ui.banner.isolation",
                                words.why(report),
                                texts.say("ui.isolation."
                                        + report.isolation().isolation().id())))),
                parts);
    }

    private String subtitle(PathReport report) {
        return view.labels().brief(report.requester()) + " → " + view.labels().brief(report.target()) + " · "
                + report.proximity().label();
    }

    private Hops hops(PathReport report, Optional<Address> deciding, Optional<Address> shown) {
        List<HopRow> rows = Explanation.of(view.host(), report).hops().stream()
                .map(hop -> new HopRow(
                        hop.function(),
                        words.name(hop.function()),
                        step(hop, hop.untranslated(), report.untranslated()),
                        hop.place() == Hop.Place.REQUESTER && hop.translated() == Hop.Step.SENDS
                                ? texts.say(
                                        "ui.ats.short." + report.ats().state().id())
                                : step(hop, hop.translated(), report.translated()),
                        deciding.equals(Optional.of(hop.function())),
                        shown.equals(Optional.of(hop.function())),
                        report.usesAts()))
                .toList();
        return new Hops(texts.say("ui.inspect.hops"), rows);
    }

    /** At the deciding port the rule's bit says more than "turns" or "goes up". */
    private String step(Hop hop, Hop.Step step, Route route) {
        Optional<Rule> rule =
                route.decidedBy().filter(by -> by.port().equals(hop.function())).map(by -> by.rule());
        boolean rules = step == Hop.Step.TURNS || step == Hop.Step.REDIRECTED || step == Hop.Step.STOPPED;
        if (rules && rule.isPresent()) {
            return texts.say("ui.step." + id(step) + "." + rule.get().id());
        }
        if (step == Hop.Step.ROOT_COMPLEX && route.outcome() == Outcome.ROOT_COMPLEX) {
            return texts.say("ui.step.crosses");
        }
        return texts.say("ui.step." + id(step));
    }

    private Facts facts(PathReport report) {
        List<FactRow> rows = new ArrayList<>();
        rows.add(FactRow.plain(
                texts.say("ui.fact.isolation"),
                texts.say(
                        "ui.fact.isolation.value",
                        texts.say(
                                "ui.isolation." + report.isolation().isolation().id()),
                        report.isolation().why())));
        rows.add(new FactRow(
                texts.say("ui.fact.groups"),
                groups(report),
                false,
                Optional.empty(),
                Optional.empty(),
                group(report.decidingFunction()).map(g -> new Selection.OfGroup(g.name()))));
        rows.add(FactRow.plain(texts.say("ui.fact.ats"), texts.say(report.ats().why())));
        completion(report.decidingRoute()).ifPresent(rows::add);
        rows.add(FactRow.plain(texts.say("ui.fact.bandwidth"), bandwidth(report)));
        view.measured()
                .flatMap(all -> all.of(report.requester(), report.target()))
                .ifPresent(result -> rows.add(FactRow.plain(
                        texts.say("report.measured"),
                        MeasuredNotes.text(result, texts) + " · " + texts.say(result.message()))));
        rows.add(FactRow.plain(
                texts.say("ui.fact.proximity"),
                report.proximity().label() + " · "
                        + texts.say("ui.proximity." + report.proximity().name().toLowerCase(Locale.ROOT))));
        ToolLabels.of(view.host())
                .between(report.requester(), report.target())
                .forEach(label -> rows.add(FactRow.plain(
                        texts.say(label.tool().title()), label.label() + " · " + texts.say(label.rule()))));
        return new Facts(texts.say("ui.inspect.path-facts"), rows);
    }

    private String groups(PathReport report) {
        return texts.say("ui.fact.groups.value", groupName(report.decidingFunction()), groupName(report.target()));
    }

    private Optional<IommuGroup> group(Address address) {
        return view.host()
                .topology()
                .find(address)
                .flatMap(f -> view.host().iommu().groupOf(f.facts()).asOptional());
    }

    private String groupName(Address address) {
        return view.host()
                .topology()
                .find(address)
                .map(PciFunction::facts)
                .map(facts -> switch (view.host().iommu().groupOf(facts)) {
                    case Fact.Known<IommuGroup>(IommuGroup group) -> group.name();
                    case Fact.Absent<IommuGroup>() -> texts.say("ui.fact.none");
                    case Fact.Unknown<IommuGroup> _ -> texts.say("ui.fact.not-read");
                })
                .orElse("");
    }

    private Optional<FactRow> completion(Route route) {
        return route.completion().map(answers -> {
            String key = answers.relaxed() == answers.strict()
                    ? "ui.fact.reads.same"
                    : answers.relaxed() == Outcome.INSIDE_SWITCH ? "ui.fact.reads.relaxed" : "ui.fact.reads.strict";
            return FactRow.plain(texts.say("ui.fact.reads"), texts.say(key, both(answers)[0], both(answers)[1]));
        });
    }

    private String[] both(Completion answers) {
        return new String[] {words.shortVerdict(answers.relaxed()), words.shortVerdict(answers.strict())};
    }

    private String bandwidth(PathReport report) {
        return report.bottleneck()
                .map(slowest -> texts.say(
                        "ui.fact.bandwidth.value",
                        slowest.gigabytesPerSecond(),
                        "Gen" + slowest.speed().generation() + " ×" + slowest.width(),
                        words.name(slowest.port())))
                .orElseGet(() -> texts.say("ui.fact.bandwidth.unknown"));
    }

    private Ways ways(PathReport report) {
        boolean rdma = view.host()
                .topology()
                .find(report.requester())
                .map(Roles::isRdmaNic)
                .orElse(false);
        boolean direct = report.verdict() == Outcome.INSIDE_SWITCH || report.verdict() == Outcome.DETOUR;
        return new Ways(
                texts.say("ui.inspect.ways"),
                List.of(
                        new Way(texts.say("ui.ways.tcp"), 6, texts.say("ui.ways.always"), !rdma && !direct),
                        new Way(
                                texts.say("ui.ways.rdma"),
                                4,
                                texts.say(rdma ? "ui.ways.rdma-nic" : "ui.ways.no-rdma"),
                                rdma && !direct),
                        new Way(
                                texts.say("ui.ways.gpudirect"),
                                2,
                                texts.say(
                                        "ui.ways.gpudirect." + report.verdict().id()),
                                direct)));
    }

    static String id(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
