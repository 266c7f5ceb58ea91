// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * Plans the ACS writes of a goal: only at ports on the paths concerned, only the bits that differ, by value and mask, so
 * that no other bit is touched (facts H.2, H.3).
 */
final class AcsSteps {
    private final HostModel host;
    private final Guards guards;
    private final boolean isolate;
    private final List<KeepAcs.AcsSetting> settings = new ArrayList<>();

    /**
     * A planner for one goal.
     *
     * @param isolate true for VMs (redirect everything but translated requests), false for bare metal (redirect nothing)
     */
    AcsSteps(HostModel host, Guards guards, boolean isolate) {
        this.host = host;
        this.guards = guards;
        this.isolate = isolate;
    }

    List<Step> plan(List<PathReport> paths) {
        Map<Address, AcsTarget> targets = targets(paths);
        List<PciFunction> ports = new ArrayList<>();
        targets.keySet().forEach(address -> ports.add(host.topology().get(address)));
        ports.sort(order());
        List<Step> steps = new ArrayList<>();
        for (PciFunction port : ports) {
            step(port, targets.getOrDefault(port.address(), AcsTarget.ISOLATING))
                    .ifPresent(steps::add);
        }
        return steps;
    }

    /** What the ports of the last plan are to be, those included that are so. */
    List<KeepAcs.AcsSetting> settings() {
        return List.copyOf(settings);
    }

    private Map<Address, AcsTarget> targets(List<PathReport> paths) {
        Map<Address, AcsTarget> targets = new LinkedHashMap<>();
        AcsTarget plain = isolate ? AcsTarget.ISOLATING : AcsTarget.OPEN;
        for (PathReport path : paths) {
            if (path.commonSwitch().isEmpty()) {
                guards.refuse(GuardId.NO_SHARED_SWITCH, List.of(path.requester(), path.target()));
                continue;
            }
            Topology topology = host.topology();
            List<Address> up = topology.place(path.sender()).chain();
            List<Address> down = topology.place(path.target()).chain();
            int turn = up.indexOf(path.commonSwitch().get());
            for (Address bridge : concat(up, down)) {
                if (topology.get(bridge).portType().isUnknown()) {
                    guards.refuse(GuardId.PORT_UNREAD, List.of(bridge));
                } else if (topology.get(bridge).portType().knownToBe(PortType::isDownstreamFacing)) {
                    targets.putIfAbsent(bridge, plain);
                }
            }
            if (isolate && turn > 0) {
                targets.put(up.get(turn - 1), AcsTarget.ISOLATING_DIRECT);
            }
        }
        return targets;
    }

    private static List<Address> concat(List<Address> one, List<Address> other) {
        List<Address> both = new ArrayList<>(one);
        both.addAll(other);
        return both;
    }

    /**
     * Towards isolation from the root down, so that whatever a port sends up is already let through above it; away from
     * it the other way round. The ports with Direct Translated P2P come last or first: they are what the rest serves.
     */
    private Comparator<PciFunction> order() {
        Comparator<PciFunction> fromTheRoot = Comparator.<PciFunction>comparingInt(
                        port -> host.topology().place(port.address()).chain().size())
                .thenComparing(PciFunction::address);
        return isolate ? fromTheRoot : fromTheRoot.reversed();
    }

    private Optional<Step> step(PciFunction port, AcsTarget target) {
        Fact<Integer> capability = port.acs().flatMap(Acs::capability);
        Fact<Integer> control = port.acs().flatMap(Acs::control);
        if (port.acs().isAbsent()) {
            if (isolate) {
                guards.refuse(GuardId.NO_ACS, List.of(port.address()));
            }
            return Optional.empty();
        }
        if (!capability.isKnown() || !control.isKnown()) {
            guards.refuse(GuardId.PORT_UNREAD, List.of(port.address()));
            return Optional.empty();
        }
        int implemented = capability.asOptional().orElseThrow();
        int now = control.asOptional().orElseThrow();
        if (target.needsDirectTranslated() && (implemented & AcsBit.DT.mask()) == 0) {
            guards.refuse(GuardId.DIRECT_TRANSLATED_NOT_IMPLEMENTED, List.of(port.address()));
        }
        if (isolate && (now & implemented & AcsBit.TB.mask()) != 0) {
            guards.ask(GuardId.TRANSLATION_BLOCKING, List.of(port.address()));
        }
        AcsRegister register =
                AcsRegister.of(port.address(), port.acs().asOptional().orElseThrow());
        settings.add(new KeepAcs.AcsSetting(register, implemented, now, target));
        return Optional.of(step(register, now, target.changes(implemented, now)));
    }

    /**
     * The write at one port.
     *
     * @param changed the bits that must flip; 0 where the port is already so
     */
    private static Step step(AcsRegister register, int now, int changed) {
        Operation.Run read = register.read();
        Address port = register.port();
        int wanted = now ^ changed;
        return new Step(
                "acs:" + port,
                Step.Kind.ACS_CONTROL,
                port,
                changed == 0 ? Step.State.ALREADY_SO : Step.State.TO_DO,
                Message.of("plan.acs.purpose", port, bits(changed & wanted), bits(changed & now)),
                List.of(Check.register(Message.of("plan.acs.check", port), read, now, 0xffff)),
                changed == 0 ? List.of() : List.of(register.write(wanted, changed)),
                List.of(Check.register(
                        Message.of("plan.acs.verify", port), read, wanted, changed == 0 ? 0xffff : changed)),
                changed == 0 ? List.of() : List.of(register.write(now, changed)),
                Step.Danger.MEDIUM,
                Step.Effect.NOW,
                Message.of("plan.acs.risk", port));
    }

    private static String bits(int mask) {
        List<String> names = new ArrayList<>();
        for (AcsBit bit : AcsBit.values()) {
            if ((mask & bit.mask()) != 0) {
                names.add(bit.name());
            }
        }
        return names.isEmpty() ? "–" : String.join(" ", names);
    }
}
