// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peerpath.iommu.Ownership;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.path.Unusable;
import org.peerpath.path.UnusableCause;
import org.peerpath.pci.Condition;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** What does not work, whatever the ports would do: lost devices, links that are down, memory without an address. */
final class UsabilityRules implements FindingRule {
    private static final int NETWORK = 0x02;
    private static final int DISPLAY = 0x03;
    private static final int ACCELERATOR = 0x12;

    /** Sources that are a whole host; of all others, people copy parts. */
    private static final Set<SourceKind> WHOLE = EnumSet.of(
            SourceKind.LIVE,
            SourceKind.SNAPSHOT_FILE,
            SourceKind.SYSFS_TREE,
            SourceKind.RDMA_TOPO,
            SourceKind.NVIDIA_BUG_REPORT,
            SourceKind.SOSREPORT,
            SourceKind.SEVERAL);

    @Override
    public void apply(RuleContext asked, Sink out) {
        unread(asked, out);
        unusable(asked, out);
        noAnswer(asked, out);
        asleep(asked, out);
        nothingJudged(asked, out);
    }

    /** A fact that was not read makes nothing unusable; it is said. */
    private static void unread(RuleContext asked, Sink out) {
        TreeSet<Address> bridges = new TreeSet<>();
        TreeSet<Address> ends = new TreeSet<>();
        for (PathReport report : asked.nearest(r -> true)) {
            Stream.of(report.decidingFunction(), report.target()).forEach(end -> {
                asked.above(end).forEach(bridge -> bridges.add(bridge.address()));
                ends.add(end);
                ends.add(asked.physical(end).address());
            });
        }
        for (Address address : bridges) {
            Condition condition = Condition.of(asked.get(address));
            Stream.of(
                            condition.answers(),
                            condition.contained(),
                            condition.inReset(),
                            condition.linkDisabled(),
                            condition.linkUp())
                    .forEach(fact -> out.known(FindingId.PATH_UNUSABLE, fact));
            out.known(FindingId.ASLEEP, condition.asleep());
        }
        for (Address address : ends) {
            Condition condition = Condition.of(asked.get(address));
            Stream.of(condition.answers(), condition.busMaster(), condition.memorySpace())
                    .forEach(fact -> out.known(FindingId.PATH_UNUSABLE, fact));
            if (condition.busMaster().knownToBe(on -> !on)
                    || condition.memorySpace().knownToBe(on -> !on)) {
                // Whether that is a fault depends on who drives the function.
                out.known(
                        FindingId.PATH_UNUSABLE,
                        Ownership.heldByHost(asked.get(address).facts()));
            }
            out.known(FindingId.ASLEEP, condition.asleep());
        }
    }

    /** One finding for each cause; what {@link FindingId#DEVICE_NO_ANSWER} or PORT_CONTAINED says is not said again. */
    private static void unusable(RuleContext asked, Sink out) {
        Map<UnusableCause, List<PathReport>> nearest = new EnumMap<>(UnusableCause.class);
        Map<UnusableCause, List<PathReport>> others = new EnumMap<>(UnusableCause.class);
        for (PathReport report : asked.reports()) {
            report.unusable()
                    .filter(unusable -> !saidElsewhere(asked, unusable))
                    .ifPresent(unusable -> (report.nearest() ? nearest : others)
                            .computeIfAbsent(unusable.cause(), c -> new ArrayList<>())
                            .add(report));
        }
        others.keySet().removeAll(nearest.keySet());
        nearest.forEach((cause, pairs) -> report(asked, out, Severity.ERROR, cause, pairs));
        others.forEach((cause, pairs) -> report(asked, out, Severity.WARNING, cause, pairs));
    }

    private static boolean saidElsewhere(RuleContext asked, Unusable unusable) {
        return switch (unusable.cause()) {
            case NO_ANSWER -> isWatched(asked.get(unusable.function()));
            case CONTAINED -> true;
            default -> false;
        };
    }

    private static void report(
            RuleContext asked, Sink out, Severity severity, UnusableCause cause, List<PathReport> pairs) {
        TreeSet<Address> broken = new TreeSet<>();
        pairs.forEach(pair -> broken.add(pair.unusable().orElseThrow().function()));
        List<Address> functions = new ArrayList<>(RuleContext.ends(pairs));
        functions.addAll(broken);
        Unusable first = pairs.getFirst().unusable().orElseThrow();
        out.add(RuleContext.finding(
                FindingId.PATH_UNUSABLE,
                severity,
                functions,
                Message.of("finding.path-unusable", asked.pairs(pairs), asked.names(broken), first.reason()),
                broken.stream()
                        .limit(RuleContext.MOST_EVIDENCE)
                        .map(function -> evidence(asked, function, cause))
                        .toList(),
                Message.of("finding.path-unusable.remedy." + cause.id()),
                List.of()));
    }

    /** The register that shows a cause. */
    static Evidence evidence(RuleContext asked, Address function, UnusableCause cause) {
        String register = switch (cause) {
            case NO_ANSWER -> "Vendor ID";
            case CONTAINED -> "DpcSta";
            case IN_RESET -> "BridgeCtl";
            case LINK_DISABLED -> "LnkCtl";
            case NO_LINK -> "LnkSta";
            case NO_BUS_MASTER, NO_MEMORY_SPACE -> "Command";
            case VF_MEMORY_OFF -> "IOVCtl";
            case NO_ADDRESS -> Attributes.RESOURCE;
            case OUTSIDE_WINDOW -> "Memory Base/Limit";
        };
        String value = switch (cause) {
            case NO_ANSWER -> "ffff";
            case CONTAINED -> "Trigger+";
            case IN_RESET -> ">Reset+";
            case LINK_DISABLED -> "Disabled+";
            case NO_LINK -> "DLActive-";
            case NO_BUS_MASTER -> "BusMaster-";
            case NO_MEMORY_SPACE -> "Mem-";
            case VF_MEMORY_OFF -> "Enable/MSE-";
            case NO_ADDRESS -> "<unassigned>";
            case OUTSIDE_WINDOW -> "<outside>";
        };
        return Evidence.register(asked.host().snapshot(), function, register, value);
    }

    /** Whose silence is an error wherever it stands. */
    private static boolean isWatched(PciFunction function) {
        return Roles.isGpu(function) || Roles.isNetwork(function);
    }

    private static boolean maybeWatched(PciFunction function) {
        return isWatched(function) || function.baseClass().isUnknown();
    }

    private static void noAnswer(RuleContext asked, Sink out) {
        List<Address> gone = new ArrayList<>();
        asked.functions().filter(UsabilityRules::maybeWatched).forEach(function -> {
            Condition condition = Condition.of(function);
            if (isWatched(function)) {
                out.known(FindingId.DEVICE_NO_ANSWER, condition.answers());
            }
            boolean asleep = condition.asleep().knownToBe(is -> is);
            if (!asleep && condition.answers().knownToBe(answers -> !answers)) {
                out.known(FindingId.DEVICE_NO_ANSWER, function.baseClass());
                if (isWatched(function)) {
                    gone.add(function.address());
                }
            }
        });
        if (!gone.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.DEVICE_NO_ANSWER,
                    Severity.ERROR,
                    gone,
                    Message.of("finding.device-no-answer", asked.names(gone)),
                    gone.stream()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .map(function -> evidence(asked, function, UnusableCause.NO_ANSWER))
                            .toList()));
        }
    }

    private static void asleep(RuleContext asked, Sink out) {
        TreeSet<Address> driven = new TreeSet<>();
        TreeSet<Address> idle = new TreeSet<>();
        for (PathReport report : asked.nearest(r -> !r.asleep().isEmpty())) {
            boolean used = report.asleep().stream()
                            .map(asked::get)
                            .filter(f -> !f.kind().isBridge())
                            .toList()
                            .isEmpty()
                    || report.asleep().stream()
                            .map(asked::get)
                            .filter(function -> !function.kind().isBridge())
                            .anyMatch(UsabilityRules::isUsed);
            (used ? driven : idle).addAll(report.asleep());
        }
        idle.removeAll(driven);
        asleep(asked, out, Severity.WARNING, driven);
        asleep(asked, out, Severity.INFO, idle);
    }

    /** Whether somebody drives it who should have woken it: not VFIO, which lets a function sleep until it is opened. */
    private static boolean isUsed(PciFunction function) {
        return function.facts().text(Attributes.DRIVER).isUnknown()
                || Ownership.heldByHost(function.facts()).knownToBe(held -> held);
    }

    private static void asleep(RuleContext asked, Sink out, Severity severity, Set<Address> functions) {
        if (!functions.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.ASLEEP,
                    severity,
                    functions,
                    Message.of("finding.asleep", asked.names(functions)),
                    functions.stream()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .map(function -> state(asked, function))
                            .toList()));
        }
    }

    private static Evidence state(RuleContext asked, Address function) {
        return asked.get(function)
                .facts()
                .text(Attributes.POWER_STATE)
                .asOptional()
                .map(state -> asked.attribute(function, Attributes.POWER_STATE, state.strip()))
                .orElseGet(() -> Evidence.register(asked.host().snapshot(), function, "PMCSR", "D3"));
    }

    /**
     * A source that gives no pair although it shows network or display functions, or none at all, or may have some: it does
     * not say what its functions are, or it is a text of which only a part may have been copied.
     */
    private static void nothingJudged(RuleContext asked, Sink out) {
        if (!asked.reports().isEmpty()) {
            return;
        }
        long network = count(asked, NETWORK);
        long display = count(asked, DISPLAY) + count(asked, ACCELERATOR);
        if (asked.host().topology().functions().isEmpty()) {
            nothingJudged(out, Message.of("finding.nothing-judged.empty"));
        } else if (network + display > 0) {
            nothingJudged(out, Message.of("finding.nothing-judged", network, display));
        } else if (asked.functions().anyMatch(UsabilityRules::isNameless)) {
            nothingJudged(out, Message.of("finding.nothing-judged.nameless"));
        } else if (!WHOLE.contains(asked.host().snapshot().origin().kind())) {
            nothingJudged(out, Message.of("finding.nothing-judged.part"));
        }
    }

    private static void nothingJudged(Sink out, Message message) {
        out.add(RuleContext.finding(FindingId.NOTHING_JUDGED, Severity.WARNING, List.of(), message, List.of()));
    }

    /** An end of the tree of which the source does not say what it is. */
    private static boolean isNameless(PciFunction function) {
        return !function.kind().isBridge() && function.baseClass().isUnknown();
    }

    private static long count(RuleContext asked, int baseClass) {
        return asked.functions()
                .filter(function -> !function.kind().isBridge())
                .filter(function -> function.baseClass().knownToBe(c -> c == baseClass))
                .count();
    }
}
