// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.peerpath.acs.PortEffects;
import org.peerpath.acs.PortGoal;
import org.peerpath.acs.PortSetting;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/** The ACS writes of a goal as steps, and what stands in their way: obstacles, and harm to others. */
final class AcsSteps {
    private final HostModel host;
    private final Guards guards;
    private final Scenario scenario;
    private final PortGoal goal;
    private final List<LeftOut> leftOut = new ArrayList<>();

    /**
     * Plans the writes.
     *
     * @param scenario {@code VM} redirects everything but translated requests, {@code BARE_METAL} redirects nothing
     * @param paths those that are to stay inside their switch
     */
    AcsSteps(HostModel host, Guards guards, Scenario scenario, List<PathReport> paths) {
        this.host = host;
        this.guards = guards;
        this.scenario = scenario;
        this.goal = PortGoal.of(host, scenario, paths);
    }

    /** Returns the steps, after asking every guard about them. */
    List<Step> plan() {
        goal.obstacles().forEach(this::obstacle);
        goal.kept().stream()
                .filter(path -> path.via().isPresent())
                .forEach(path -> guards.functions().oneGroup(path.sender(), path.target(), scenario == Scenario.VM));
        if (scenario == Scenario.VM) {
            goal.settings().stream()
                    .filter(setting -> (setting.now() & setting.implemented() & AcsBit.TB.mask()) != 0)
                    .forEach(setting -> guards.ask(GuardId.TRANSLATION_BLOCKING, List.of(setting.port())));
        }
        List<PortSetting> changing = goal.settings().stream()
                .filter(setting -> setting.changed() != 0)
                .toList();
        guards.functions()
                .isolationInUse(changing.stream()
                        .filter(PortSetting::opens)
                        .map(PortSetting::port)
                        .toList());
        new Fences(host, guards).check(changing);
        if (!changing.isEmpty() && !translated()) {
            guards.harms(PortEffects.of(host, changing, participants(), scenario));
        }
        return goal.settings().stream()
                .map(setting -> AcsControlStep.of(setting.register(), setting.now(), setting.changed()))
                .toList();
    }

    /** Returns what ports are to be, those included that are so. */
    List<PortSetting> settings() {
        return goal.settings();
    }

    /** Returns the NICs for which at least one path can be had; all of them where none can, which a guard refuses. */
    List<PciFunction> served(List<PciFunction> nics) {
        Set<Address> served = new HashSet<>();
        goal.kept().forEach(path -> served.add(path.requester()));
        return served.isEmpty()
                ? nics
                : nics.stream().filter(nic -> served.contains(nic.address())).toList();
    }

    /** Returns the paths that cannot be had, while others can. */
    List<LeftOut> leftOut() {
        return List.copyOf(leftOut);
    }

    /** Whether the IOMMU translates for host drivers, so that open ports gain nothing: a guard then says that alone. */
    private boolean translated() {
        boolean any = false;
        if (scenario == Scenario.BARE_METAL) {
            for (Address sender :
                    goal.kept().stream().map(PathReport::sender).distinct().toList()) {
                any |= guards.translated(host.topology().get(sender));
            }
        }
        return any;
    }

    private Set<Address> participants() {
        Set<Address> all = new HashSet<>();
        for (PathReport path : goal.kept()) {
            all.add(path.requester());
            all.add(path.sender());
            all.add(path.target());
        }
        return all;
    }

    /** Whoever cannot take part is left out; where nobody can, that refuses. */
    private void obstacle(PortGoal.Obstacle obstacle) {
        GuardId id = switch (obstacle.kind()) {
            case NO_SHARED_SWITCH -> GuardId.NO_SHARED_SWITCH;
            case NO_DIRECT_TRANSLATED -> GuardId.DIRECT_TRANSLATED_NOT_IMPLEMENTED;
            case NO_GAIN -> GuardId.NO_GAIN;
            case NO_ACS -> GuardId.NO_ACS;
            case PORT_UNREAD -> GuardId.PORT_UNREAD;
        };
        if (obstacle.path().isEmpty() || goal.kept().isEmpty()) {
            guards.refuse(id, obstacle.functions());
        } else {
            PathReport path = obstacle.path().get();
            leftOut.add(new LeftOut(id, List.of(path.requester(), path.target()), Guards.reason(id)));
        }
    }
}
