// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.advice.log.EventKind;
import org.peerpath.hardware.IommuKind;
import org.peerpath.hardware.Vendors;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.IommuUnit;
import org.peerpath.iommu.Ownership;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.Ats;
import org.peerpath.pci.NvSetting;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** ATS: off and why, not yet on, on without a reason; and what a verdict that leans on it does not prove. */
final class AtsRules implements FindingRule {
    private static final String KEY = "ats.";
    private static final String QUIRK = "quirk";

    @Override
    public void apply(RuleContext asked, Sink out) {
        off(asked, out);
        notYet(asked, out);
        perKey(asked, out);
        withoutReason(asked, out);
    }

    /** One finding per cause, for the paths that would be direct, or less bad, if it were on. */
    private static void off(RuleContext asked, Sink out) {
        Map<String, List<PathReport>> byCause = new TreeMap<>();
        for (PathReport report : asked.sharing(r -> r.verdict() != Outcome.INSIDE_SWITCH)) {
            boolean missing =
                    report.ats().state() == AtsState.OFF || report.ats().state() == AtsState.ABSENT;
            if (missing
                    && report.physicalAddresses().equals(Optional.of(false))
                    && !RouteRules.isHostDriven(asked, report)) {
                byCause.computeIfAbsent(cause(asked, report), c -> new ArrayList<>())
                        .add(report);
            }
        }
        byCause.forEach((cause, pairs) -> {
            List<Address> functions =
                    pairs.stream().map(PathReport::decidingFunction).distinct().toList();
            List<Address> physical = functions.stream()
                    .map(function -> asked.physical(function).address())
                    .distinct()
                    .sorted()
                    .toList();
            List<Address> concerned = new ArrayList<>(functions);
            concerned.addAll(pairs.stream().map(PathReport::requester).toList());
            out.add(RuleContext.finding(
                    FindingId.ATS_OFF,
                    Severity.ERROR,
                    concerned,
                    Message.of(
                            "finding.ats-off",
                            asked.names(functions),
                            cause.equals(QUIRK)
                                    ? Message.of("ats.off.quirk")
                                    : pairs.getFirst().ats().why(),
                            asked.pairs(pairs)),
                    Stream.of(
                                    evidence(asked, functions).stream(),
                                    settings(asked, physical),
                                    functions.stream().flatMap(function -> switchedOff(asked, function)))
                            .flatMap(all -> all)
                            .distinct()
                            .toList(),
                    Message.of("finding.ats-off.remedy." + cause),
                    commands(asked, cause, physical)));
        });
    }

    /** The last part of the key that says why: {@code absent}, {@code noats}, … */
    private static String cause(RuleContext asked, PathReport report) {
        String key = report.ats().why().key().substring(KEY.length());
        String cause = key.startsWith("off.") ? key.substring("off.".length()) : key;
        if (cause.startsWith("absent")
                && FirmwareRules.freezesWithAts(
                        asked, asked.physical(report.decidingFunction()).address())) {
            return "absent.freezes";
        }
        boolean quirk = switchedOff(asked, report.decidingFunction()).findAny().isPresent();
        return cause.equals("not-enabled") && quirk ? QUIRK : cause;
    }

    /** Where the kernel said that it turned ATS off for a function or its PF; the registers do not show why. */
    private static Stream<Evidence> switchedOff(RuleContext asked, Address function) {
        return Stream.of(function, asked.physical(function).address())
                .distinct()
                .flatMap(one -> asked.log().said(EventKind.ATS_DISABLED, one).asOptional().stream())
                .map(Evidence::log);
    }

    private static List<Evidence> evidence(RuleContext asked, List<Address> functions) {
        return functions.stream().map(function -> capability(asked, function)).toList();
    }

    /** What configuration space shows of a function's ATS. */
    static Evidence capability(RuleContext asked, Address function) {
        return switch (asked.get(function).ats()) {
            case Fact.Known<Ats>(Ats ats) ->
                ats.control()
                        .asOptional()
                        .map(value -> asked.register(function, "ATSCtl", value))
                        .orElseGet(() -> Evidence.derived("ATSCtl", Message.of("evidence.unread"), function));
            case Fact.Absent<Ats>() -> Evidence.derived("ATS", Message.of("evidence.no-capability"), function);
            case Fact.Unknown<Ats>(Message why) -> Evidence.derived("ATS", why, function);
        };
    }

    /** What a tool said of the cards' settings, now and at the next boot. */
    private static Stream<Evidence> settings(RuleContext asked, List<Address> physical) {
        return physical.stream().flatMap(function -> {
            NvSetting setting = NvSetting.of(asked.host().topology(), function, NvSetting.ATS_ENABLED);
            return Stream.of(setting.current(), setting.nextBoot())
                    .flatMap(read -> read.on().asOptional().stream()
                            .map(on ->
                                    asked.attribute(read.function(), read.attribute(), on ? "True(1)" : "False(0)")));
        });
    }

    private static List<String> commands(RuleContext asked, String cause, List<Address> physical) {
        if (!cause.equals("absent")) {
            return List.of();
        }
        return physical.stream()
                .filter(function -> asked.get(function).isBy(Vendors.MELLANOX))
                .map(function -> "mlxconfig -d " + function + " -y set ATS_ENABLED=1")
                .toList();
    }

    private static void notYet(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        List<PathReport> pairs = asked.sharing(r -> r.ats().state() == AtsState.READY
                && !(asked.scenario() == Scenario.AS_IS && r.verdict() == Outcome.INSIDE_SWITCH));
        if (pairs.isEmpty()) {
            return;
        }
        List<Address> functions =
                pairs.stream().map(PathReport::decidingFunction).distinct().toList();
        out.add(RuleContext.finding(
                FindingId.ATS_NOT_YET_ON,
                asked.scenario() == Scenario.VM ? Severity.INFO : Severity.WARNING,
                functions,
                Message.of("finding.ats-not-yet-on", asked.names(functions)),
                evidence(asked, functions)));
    }

    private static void perKey(RuleContext asked, Sink out) {
        List<PathReport> pairs = asked.nearest(PathReport::leansOnAts);
        if (!pairs.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.ATS_IS_PER_KEY,
                    Severity.INFO,
                    pairs.stream().map(PathReport::requester).toList(),
                    Message.of("finding.ats-is-per-key", asked.pairs(pairs)),
                    List.of()));
        }
    }

    /** ATS Enable set although nothing in the kernel would have set it: by hand, behind the IOMMU driver's back. */
    private static void withoutReason(RuleContext asked, Sink out) {
        List<Address> functions = new ArrayList<>();
        List<Message> reasons = new ArrayList<>();
        asked.functions().filter(function -> !function.kind().isBridge()).forEach(function -> {
            if (out.known(FindingId.ATS_WITHOUT_REASON, function.ats().flatMap(Ats::enabled))
                    .orElse(false)) {
                why(asked, function, out).ifPresent(reason -> {
                    functions.add(function.address());
                    reasons.add(reason);
                });
            }
        });
        if (!functions.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.ATS_WITHOUT_REASON,
                    Severity.WARNING,
                    functions,
                    Message.of("finding.ats-without-reason", asked.names(functions), Lists.of(reasons)),
                    evidence(asked, functions)));
        }
    }

    private static Optional<Message> why(RuleContext asked, PciFunction function, Sink out) {
        if (out.known(FindingId.ATS_WITHOUT_REASON, asked.parameters()).stream().anyMatch(p -> p.has("pci", "noats"))) {
            return Optional.of(Message.of("ats.off.noats"));
        }
        Fact<IommuGroup> group = asked.host().iommu().groupOf(function.facts());
        if (group.isAbsent()) {
            return Optional.of(Message.of("ats.off.no-iommu"));
        }
        Fact<IommuUnit> unit = asked.host().iommu().unitOf(function.facts());
        Fact<Boolean> deviceTlb = unit.flatMap(IommuUnit::deviceTlb);
        if (deviceTlb.knownToBe(able -> !able)) {
            return Optional.of(Message.of("ats.off.no-device-tlb"));
        }
        // Held by VFIO, it may be attached to a VM's domain, whatever the group's default domain is.
        List<Fact<Boolean>> conditions = List.of(
                unit.flatMap(u -> legacy(asked, u)),
                group.flatMap(IommuGroup::translates).map(translates -> !translates),
                Ownership.heldByVfio(function.facts()).map(held -> !held));
        if (conditions.stream().anyMatch(condition -> condition.isAbsent() || condition.knownToBe(holds -> !holds))) {
            return Optional.empty();
        }
        conditions.forEach(condition -> out.known(FindingId.ATS_WITHOUT_REASON, condition));
        return conditions.stream().allMatch(Fact::isKnown)
                ? Optional.of(Message.of("finding.ats-without-reason.identity"))
                : Optional.empty();
    }

    /** Intel's legacy mode, in which a function in an identity domain has ATS off. */
    private static Fact<Boolean> legacy(RuleContext asked, IommuUnit unit) {
        return unit.kind() != IommuKind.INTEL
                ? Fact.known(false)
                : asked.parameters().knownToBe(p -> p.has("intel_iommu", "sm_off"))
                        ? Fact.known(true)
                        : unit.scalableMode().map(scalable -> !scalable);
    }
}
