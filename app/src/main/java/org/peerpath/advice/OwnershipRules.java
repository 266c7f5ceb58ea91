// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peerpath.iommu.DefaultDomain;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.Ownership;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Who drives what: the host's own DMA behind the IOMMU, ends with different owners, groups that cannot be assigned. */
final class OwnershipRules implements FindingRule {
    /** Drivers that leave DMA alone (driver_managed_dma in the kernel sources), besides those of VFIO. */
    private static final Set<String> HARMLESS = Set.of("pcieport", "pci-stub");

    @Override
    public void apply(RuleContext asked, Sink out) {
        hostDma(asked, out);
        owners(asked, out);
        viability(asked, out);
    }

    private static void hostDma(RuleContext asked, Sink out) {
        FindingId id = FindingId.IOMMU_TRANSLATES_HOST_DMA;
        List<Address> functions = new ArrayList<>();
        List<Evidence> evidence = new ArrayList<>();
        for (PathReport report : asked.nearest(r -> matters(asked, r))) {
            Address function = report.decidingFunction();
            Fact<IommuGroup> group =
                    asked.host().iommu().groupOf(asked.get(function).facts());
            if (functions.contains(function) || asked.heldByVfio(function) || group.isAbsent()) {
                continue;
            }
            Fact<Boolean> translates = DefaultDomain.translates(
                    asked.host().iommu(),
                    asked.host().snapshot(),
                    asked.get(function).facts());
            if (out.known(id, translates).filter(t -> t).isPresent()) {
                functions.add(function);
                group.asOptional()
                        .ifPresent(g -> evidence.add(Evidence.file(
                                asked.host().snapshot(),
                                HostFiles.groupType(g.name()),
                                g.domainType().asOptional().orElse("?").strip())));
            }
        }
        if (!functions.isEmpty()) {
            out.add(RuleContext.finding(
                    id,
                    Severity.WARNING,
                    functions,
                    Message.of("finding.iommu-translates-host-dma", asked.names(functions)),
                    evidence.stream().limit(RuleContext.MOST_EVIDENCE).toList()));
        }
    }

    private static boolean matters(RuleContext asked, PathReport report) {
        return switch (asked.scenario()) {
            case BARE_METAL -> true;
            case AS_IS -> report.verdict() == Outcome.DETOUR;
            case VM -> false;
        };
    }

    private static void owners(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        List<PathReport> pairs = asked.mayShare(report -> {
            Fact<Boolean> target =
                    Ownership.heldByVfio(asked.get(report.target()).facts());
            List<Address> ends = Stream.concat(
                            Stream.of(report.sender()),
                            asked.host().topology().virtualFunctions(report.sender()).stream())
                    .toList();
            List<Fact<Boolean>> owners = ends.stream()
                    .map(end -> Ownership.heldByVfio(asked.get(end).facts()))
                    .toList();
            Stream.concat(owners.stream(), Stream.of(target))
                    .forEach(owner -> out.known(FindingId.DIFFERENT_OWNERS, owner));
            return target.isKnown()
                    && owners.stream().allMatch(Fact::isKnown)
                    && owners.stream().noneMatch(target::equals)
                    && bothDriven(asked, report);
        });
        if (!pairs.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.DIFFERENT_OWNERS,
                    Severity.INFO,
                    RuleContext.ends(pairs),
                    Message.of("finding.different-owners", asked.pairs(pairs)),
                    RuleContext.ends(pairs).stream()
                            .distinct()
                            .limit(RuleContext.MOST_EVIDENCE)
                            .flatMap(end -> driver(asked, end).stream())
                            .toList()));
        }
    }

    private static boolean bothDriven(RuleContext asked, PathReport report) {
        return Stream.of(report.sender(), report.target())
                .allMatch(end -> asked.get(end).facts().text(Attributes.DRIVER).isKnown());
    }

    private static Optional<Evidence> driver(RuleContext asked, Address function) {
        return asked.get(function)
                .facts()
                .text(Attributes.DRIVER)
                .asOptional()
                .map(name -> asked.attribute(function, Attributes.DRIVER, name));
    }

    // ---- Groups ----------------------------------------------------------------------------------------------------

    private static void viability(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        Map<String, IommuGroup> groups = new LinkedHashMap<>();
        Set<Address> wanted = new TreeSet<>();
        if (asked.scenario() == Scenario.VM) {
            asked.nearest(r -> true).forEach(report -> {
                wanted.add(report.decidingFunction());
                wanted.add(report.target());
            });
        }
        asked.functions().map(PciFunction::address).filter(asked::heldByVfio).forEach(wanted::add);
        for (Address function : wanted) {
            out.known(
                            FindingId.GROUP_NOT_VIABLE,
                            asked.host().iommu().groupOf(asked.get(function).facts()))
                    .ifPresent(group -> groups.put(group.name(), group));
        }
        if (!groups.isEmpty()) {
            // Any of these may be a member too.
            asked.functions()
                    .map(function -> asked.host().iommu().groupOf(function.facts()))
                    .forEach(group -> out.known(FindingId.GROUP_NOT_VIABLE, group));
        }
        groups.values().forEach(group -> {
            List<Address> blockers = group.members().stream()
                    .filter(member -> !wanted.contains(member))
                    .filter(member -> out.known(FindingId.GROUP_NOT_VIABLE, drivenByHost(asked, member))
                            .orElse(false))
                    .toList();
            boolean held = group.members().stream().anyMatch(asked::heldByVfio);
            if (!blockers.isEmpty()) {
                boolean onlyEnds = blockers.stream().allMatch(member -> isEnd(asked.get(member)));
                out.add(RuleContext.finding(
                        FindingId.GROUP_NOT_VIABLE,
                        held || !onlyEnds ? Severity.ERROR : Severity.WARNING,
                        group.members(),
                        Message.of("finding.group-not-viable", group.name(), asked.names(blockers)),
                        blockers.stream()
                                .flatMap(member -> driver(asked, member).stream())
                                .toList(),
                        FindingId.GROUP_NOT_VIABLE.remedy(),
                        blockers.stream()
                                .filter(member -> wanted.stream().anyMatch(member::sameDevice))
                                .map(member -> "driverctl set-override " + member + " vfio-pci")
                                .toList()));
            }
        });
    }

    private static boolean isEnd(PciFunction function) {
        return Roles.isGpu(function) || Roles.isNetwork(function);
    }

    private static Fact<Boolean> drivenByHost(RuleContext asked, Address member) {
        return asked.get(member)
                .facts()
                .text(Attributes.DRIVER)
                .map(driver -> !Ownership.isVfio(driver) && !HARMLESS.contains(driver));
    }
}
