// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.Ownership;
import org.peerpath.path.Isolation;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Whether functions of different owners are kept apart, by what the registers say now. */
final class IsolationRules implements FindingRule {
    private static final List<Integer> DATA_DIRECT_TARGETS = List.of(0x19, 0x15, 0x1c);

    @Override
    public void apply(RuleContext asked, Sink out) {
        open(asked, out);
        override(asked, out);
        withoutAcs(asked, out);
        zeroed(asked, out);
        everywhere(asked, out);
    }

    private static void open(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        List<PathReport> pairs =
                asked.nearest(report -> asked.scenario() == Scenario.VM || aGuestHoldsAnEnd(asked, report, out));
        Map<Address, List<String>> ports = new TreeMap<>();
        TreeSet<Address> unguarded = new TreeSet<>();
        for (PathReport pair : pairs) {
            if (pair.isolation().isolation() == Isolation.UNKNOWN) {
                out.unchecked(FindingId.ISOLATION_OPEN, pair.isolation().why());
            }
            Fact<IommuGroup> group = asked.host()
                    .iommu()
                    .groupOf(asked.get(pair.decidingFunction()).facts());
            if (group.isAbsent() && asked.scenario() == Scenario.VM) {
                unguarded.add(pair.decidingFunction());
            }
            for (PciFunction port : asked.ports(pair)) {
                PortIsolation.missing(port)
                        .asOptional()
                        .filter(missing -> !missing.isEmpty() && !(pair.via().isPresent() && isDataDirectTarget(port)))
                        .ifPresent(missing -> ports.put(port.address(), missing));
            }
        }
        if (!unguarded.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.ISOLATION_OPEN,
                    Severity.ERROR,
                    unguarded,
                    Message.of("finding.isolation-open.no-iommu", asked.names(unguarded)),
                    List.of(),
                    Message.of("finding.ats-off.remedy.no-iommu"),
                    List.of()));
        }
        if (!ports.isEmpty()) {
            List<Message> words = new ArrayList<>();
            ports.forEach((port, missing) ->
                    words.add(Message.of("finding.port-bits", asked.name(port), PortIsolation.words(missing))));
            out.add(RuleContext.finding(
                    FindingId.ISOLATION_OPEN,
                    Severity.ERROR,
                    ports.keySet(),
                    Message.of("finding.isolation-open", Lists.of(words)),
                    asked.acsControls(ports.keySet()),
                    FindingId.ISOLATION_OPEN.remedy(),
                    PortCommands.of(
                            asked,
                            Scenario.VM,
                            pairs.stream()
                                    .filter(pair -> pair.commonSwitch().isPresent())
                                    .toList())));
        }
    }

    private static boolean aGuestHoldsAnEnd(RuleContext asked, PathReport report, Sink out) {
        List<Fact<Boolean>> held = Stream.of(report.decidingFunction(), report.target())
                .map(end -> Ownership.heldByVfio(asked.get(end).facts()))
                .toList();
        if (held.stream().anyMatch(one -> one.knownToBe(h -> h))) {
            return true;
        }
        held.forEach(one -> out.known(FindingId.ISOLATION_OPEN, one));
        return false;
    }

    /**
     * On the way of a Data Direct function other values are meant: 0x19 and 0x15 where requests and answers turn, 0x1c at
     * the root port, so that all of the segment is one group (rdma-core kernel-boot/rdma_topo).
     */
    private static boolean isDataDirectTarget(PciFunction port) {
        return port.acs().flatMap(Acs::control).knownToBe(value -> DATA_DIRECT_TARGETS.contains(value & 0x7f));
    }

    private static void override(RuleContext asked, Sink out) {
        if (out.known(FindingId.ISOLATION_NOT_REAL, asked.parameters()).stream()
                .noneMatch(p -> p.mentions("pcie_acs_override"))) {
            return;
        }
        Severity severity = switch (asked.scenario()) {
            case VM -> Severity.ERROR;
            case AS_IS -> asked.anyHeldByVfio() ? Severity.ERROR : Severity.WARNING;
            case BARE_METAL -> Severity.INFO;
        };
        String value =
                String.join(",", asked.parameters().asOptional().orElseThrow().values("pcie_acs_override"));
        out.add(RuleContext.finding(
                FindingId.ISOLATION_NOT_REAL,
                severity,
                List.of(),
                Message.of("finding.isolation-not-real"),
                List.of(Evidence.file("proc/cmdline", "pcie_acs_override=" + value))));
    }

    /** A root port without ACS on the way of redirected traffic: nothing says that it comes back. */
    private static void withoutAcs(RuleContext asked, Sink out) {
        FindingId id = FindingId.PORT_WITHOUT_ACS;
        TreeSet<Address> ports = new TreeSet<>();
        List<PathReport> pairs =
                asked.sharing(r -> r.untranslated().outcome() == Outcome.DETOUR || r.verdict() == Outcome.DETOUR);
        for (PathReport pair : pairs) {
            asked.above(pair.decidingFunction()).forEach(bridge -> out.known(id, bridge.portType()));
            asked.ports(pair).stream()
                    .filter(port -> port.portType().knownToBe(type -> type == PortType.ROOT_PORT))
                    .filter(port -> out.known(id, port.acs()).isEmpty())
                    .filter(port -> port.acs().isAbsent() && !PortIsolation.mayBeQuirk(port))
                    .forEach(port -> ports.add(port.address()));
        }
        if (!ports.isEmpty()) {
            out.add(RuleContext.finding(
                    id,
                    Severity.WARNING,
                    ports,
                    Message.of("finding.port-without-acs", asked.names(ports)),
                    asked.acsControls(ports)));
        }
    }

    /** The loop from a troubleshooting guide, run on a host whose functions are given to virtual machines. */
    private static void zeroed(RuleContext asked, Sink out) {
        boolean guests = asked.scenario() == Scenario.AS_IS && asked.anyHeldByVfio();
        boolean guarded = asked.functions()
                .anyMatch(f -> asked.host().iommu().groupOf(f.facts()).isKnown());
        if (!guests || !guarded) {
            return;
        }
        Alike zero = Alike.of(asked, acs -> acs.control().map(value -> Optional.of(value == 0)));
        if (zero.holds(2, FindingId.ACS_ZEROED, out)) {
            out.add(RuleContext.finding(
                    FindingId.ACS_ZEROED,
                    Severity.ERROR,
                    zero.ports(),
                    Message.of(
                            "finding.acs-zeroed", Integer.toString(zero.ports().size())),
                    asked.acsControls(zero.ports().stream()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .toList())));
        }
    }

    /** 0x5d on every port, as an old script did: Direct Translated P2P only matters where a NIC's requests turn. */
    private static void everywhere(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        Alike direct = Alike.of(
                asked,
                acs -> acs.implemented(AcsBit.DT)
                        .flatMap(able -> able
                                ? acs.control().map(value -> Optional.of((value & 0x7f) == 0x5d))
                                : Fact.known(Optional.empty())));
        if (direct.holds(4, FindingId.DIRECT_TRANSLATED_EVERYWHERE, out)) {
            out.add(RuleContext.finding(
                    FindingId.DIRECT_TRANSLATED_EVERYWHERE,
                    Severity.INFO,
                    direct.ports(),
                    Message.of(
                            "finding.direct-translated-everywhere",
                            Integer.toString(direct.ports().size())),
                    asked.acsControls(direct.ports().stream()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .toList())));
        }
    }

    /**
     * What all ports have in common that were read.
     *
     * @param ports those that have it
     * @param another whether one that could have it does not
     * @param unread why others were not read that could have it
     */
    private record Alike(List<Address> ports, boolean another, List<Message> unread) {
        /** Asks each port with ACS; an empty answer is that of a port that cannot have it. */
        static Alike of(RuleContext asked, Function<Acs, Fact<Optional<Boolean>>> asks) {
            List<Address> ports = new ArrayList<>();
            List<Message> unread = new ArrayList<>();
            boolean another = false;
            for (PciFunction function : asked.functions().toList()) {
                Fact<Optional<Boolean>> has = function.portType()
                        .flatMap(type ->
                                type.isDownstreamFacing() ? function.acs().flatMap(asks) : Fact.absent());
                if (function.kind().isBridge()) {
                    has.whyUnknown().ifPresent(unread::add);
                }
                Optional<Boolean> answer = has.asOptional().flatMap(a -> a);
                another |= answer.equals(Optional.of(false));
                if (answer.orElse(false)) {
                    ports.add(function.address());
                }
            }
            return new Alike(ports, another, unread);
        }

        /** Whether all that were read have it and they are so many; what was not read is noted where it would decide. */
        boolean holds(int fewest, FindingId id, Sink out) {
            boolean enough = ports.size() >= fewest;
            if (!another && !enough && ports.size() + unread.size() >= fewest) {
                unread.forEach(why -> out.unchecked(id, why));
            }
            return !another && enough;
        }
    }
}
