// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.peerpath.acs.PortEffects;
import org.peerpath.acs.PortGoal;
import org.peerpath.acs.PortSetting;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/**
 * The commands that a finding may offer: those of a plan for the paths it is about. There are none where such a plan would
 * be refused, would ask something first, or would gain nothing.
 */
final class PortCommands {
    private PortCommands() {}

    /** Returns the scenario whose goal mends a path: that of guests where a guest sends, else that of host drivers. */
    static Scenario goal(RuleContext asked, PathReport path) {
        return switch (path.scenario()) {
            case VM -> Scenario.VM;
            case BARE_METAL -> Scenario.BARE_METAL;
            case AS_IS -> asked.heldByVfio(path.decidingFunction()) ? Scenario.VM : Scenario.BARE_METAL;
        };
    }

    /** Returns those of the commands that mend these paths which concern the ports that a finding names. */
    static List<String> at(RuleContext asked, List<PathReport> paths, Collection<Address> ports) {
        return paths.isEmpty()
                ? List.of()
                : of(asked, goal(asked, paths.getFirst()), paths).stream()
                        .filter(command -> ports.stream().anyMatch(port -> command.contains(" " + port + " ")))
                        .toList();
    }

    /**
     * Returns the commands of the plan for one goal.
     *
     * @param scenario {@code VM} isolates, {@code BARE_METAL} redirects nothing
     */
    static List<String> of(RuleContext asked, Scenario scenario, List<PathReport> paths) {
        PortGoal goal = PortGoal.of(asked.host(), scenario, paths);
        List<PortSetting> changing = goal.settings().stream()
                .filter(setting -> setting.changed() != 0)
                .toList();
        boolean stopped =
                goal.obstacles().stream().anyMatch(obstacle -> obstacle.path().isEmpty())
                        || goal.kept().isEmpty()
                        || changing.isEmpty()
                        || changing.stream().anyMatch(PortSetting::unfences)
                        || (scenario == Scenario.BARE_METAL && translated(asked, paths))
                        || isolationInUse(asked.host(), changing)
                        || !PortEffects.of(asked.host(), changing, ends(paths), scenario)
                                .isEmpty();
        return stopped
                ? List.of()
                : changing.stream()
                        .map(setting -> String.join(
                                " ", setting.register().write(setting.now() ^ setting.changed(), setting.changed())))
                        .toList();
    }

    private static Set<Address> ends(List<PathReport> paths) {
        Set<Address> ends = new HashSet<>();
        for (PathReport path : paths) {
            ends.addAll(List.of(path.requester(), path.sender(), path.target()));
        }
        return ends;
    }

    /** Returns whether the IOMMU translates for the host driver of one of these senders. */
    static boolean translated(RuleContext asked, List<PathReport> paths) {
        return paths.stream()
                .map(path -> asked.get(path.sender()))
                .anyMatch(nic -> asked.host()
                        .iommu()
                        .groupOf(nic.facts())
                        .flatMap(IommuGroup::translates)
                        .knownToBe(yes -> yes));
    }

    /** Whether a guest has, or may have, a function below a port that loses isolation. */
    private static boolean isolationInUse(HostModel host, List<PortSetting> changing) {
        List<Address> opened = changing.stream()
                .filter(PortSetting::opens)
                .map(PortSetting::port)
                .toList();
        return host.topology().functions().values().stream()
                .filter(function -> !function.kind().isBridge())
                .filter(function -> host.topology().place(function.address()).chain().stream()
                        .anyMatch(opened::contains))
                .map(PciFunction::facts)
                .anyMatch(facts -> !Ownership.heldByVfio(facts).knownToBe(held -> !held));
    }
}
