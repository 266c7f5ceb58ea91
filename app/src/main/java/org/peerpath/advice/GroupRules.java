// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/**
 * Compares the IOMMU groups, formed when the functions were found, with what the registers say now, by the kernel's own
 * way of forming them (drivers/iommu/iommu.c pci_device_group). PCI bridges, functions of one device and ports that the
 * kernel knows better than their registers are left out: there the two may differ without anything being wrong.
 */
final class GroupRules implements FindingRule {
    @Override
    public void apply(RuleContext asked, Sink out) {
        if (out.known(FindingId.GROUPS_STALE, asked.parameters()).stream()
                .anyMatch(p -> p.mentions("pcie_acs_override"))) {
            return;
        }
        apart(asked, out);
        together(asked, out);
    }

    /** Groups of their own below a port that no longer keeps its functions apart. */
    private static void apart(RuleContext asked, Sink out) {
        TreeSet<Address> functions = new TreeSet<>();
        TreeSet<Address> ports = new TreeSet<>();
        asked.functions().forEach(function -> {
            List<PciFunction> above = asked.above(function.address());
            Fact<IommuGroup> own = asked.host().iommu().groupOf(function.facts());
            if (above.isEmpty() || out.known(FindingId.GROUPS_STALE, own).isEmpty()) {
                return;
            }
            Fact<IommuGroup> parents =
                    asked.host().iommu().groupOf(above.getFirst().facts());
            out.known(FindingId.GROUPS_STALE, parents);
            Optional<PciFunction> open =
                    above.stream().filter(GroupRules::isOpen).findFirst();
            boolean quirk = above.stream().anyMatch(GroupRules::isOutsideTheRule);
            if (open.isPresent() && parents.isKnown() && !quirk && !parents.equals(own)) {
                functions.add(function.address());
                ports.add(open.get().address());
            } else if (open.isEmpty()) {
                above.forEach(bridge -> out.known(FindingId.GROUPS_STALE, bridge.portType()));
                above.stream()
                        .filter(GroupRules::isPort)
                        .forEach(port -> out.known(FindingId.GROUPS_STALE, PortIsolation.holds(port)));
            }
        });
        if (!functions.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.GROUPS_STALE,
                    asked.scenario() == Scenario.BARE_METAL ? Severity.INFO : Severity.WARNING,
                    Stream.concat(functions.stream(), ports.stream()).toList(),
                    Message.of("finding.groups-stale", asked.names(functions), asked.names(ports)),
                    asked.acsControls(ports.stream().limit(8).toList())));
        }
    }

    /** One group for functions that every port now keeps apart. */
    private static void together(RuleContext asked, Sink out) {
        TreeSet<Address> functions = new TreeSet<>();
        for (IommuGroup group : asked.host().iommu().groups().values()) {
            if (group.members().stream().map(Address::bus).distinct().count() < 2) {
                continue;
            }
            List<Fact<Boolean>> apart = group.members().stream()
                    .map(member -> keptApart(asked, asked.get(member)))
                    .toList();
            if (apart.stream().allMatch(one -> one.knownToBe(a -> a))) {
                functions.addAll(group.members());
            } else if (apart.stream().noneMatch(one -> one.knownToBe(a -> !a))) {
                apart.forEach(one -> out.known(FindingId.GROUPS_STALE, one));
            }
        }
        if (!functions.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.GROUPS_STALE,
                    Severity.INFO,
                    functions,
                    Message.of("finding.groups-stale.together", asked.names(functions)),
                    List.of()));
        }
    }

    /** Whether every port above an end keeps it apart, so that it would have a group of its own. */
    private static Fact<Boolean> keptApart(RuleContext asked, PciFunction function) {
        List<PciFunction> above = asked.above(function.address());
        if (!asked.host().topology().place(function.address()).chainKnown()) {
            return Fact.unknown(Message.of("unknown.chain", function.address()));
        }
        if (above.isEmpty()) {
            return Fact.known(false);
        }
        Fact<Boolean> all = function.portType().map(type -> type == PortType.ENDPOINT);
        for (PciFunction bridge : above) {
            all = and(all, bridge.portType().flatMap(type -> Fact.known(!isOutsideTheRule(bridge))));
            all = and(all, Fact.known(!isOneOfSeveral(asked, bridge)));
            if (isPort(bridge)) {
                all = and(all, PortIsolation.holds(bridge));
            }
        }
        return all.isAbsent() ? Fact.known(false) : all;
    }

    /** False wins over unknown. */
    private static Fact<Boolean> and(Fact<Boolean> one, Fact<Boolean> other) {
        if (one.knownToBe(o -> !o) || other.knownToBe(o -> !o)) {
            return Fact.known(false);
        }
        return one.isUnknown() ? one : other;
    }

    private static boolean isPort(PciFunction bridge) {
        return bridge.portType().knownToBe(PortType::isDownstreamFacing);
    }

    private static boolean isOpen(PciFunction bridge) {
        return isPort(bridge) && PortIsolation.holds(bridge).knownToBe(h -> !h);
    }

    /** A PCI bridge, a bridge whose kind was not read, or a port that the kernel has a quirk for. */
    private static boolean isOutsideTheRule(PciFunction bridge) {
        return !bridge.portType().knownToBe(type -> type.isDownstreamFacing() || type == PortType.UPSTREAM_PORT)
                || PortIsolation.mayBeQuirk(bridge);
    }

    /** An upstream port beside other functions counts as open unless it has ACS of its own. */
    private static boolean isOneOfSeveral(RuleContext asked, PciFunction bridge) {
        return bridge.portType().knownToBe(type -> type == PortType.UPSTREAM_PORT)
                && asked.host().topology().device(bridge.address()).size() > 1;
    }
}
