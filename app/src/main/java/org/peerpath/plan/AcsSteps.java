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
    /** SV, RR, CR and UF: what the kernel forms groups by (drivers/iommu/iommu.c REQ_ACS_FLAGS). */
    static final int ISOLATION = 0x1d;

    private final HostModel host;
    private final Guards guards;
    private final boolean isolate;
    private final List<KeepAcs.AcsSetting> settings = new ArrayList<>();
    private final List<Address> opened = new ArrayList<>();

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

    /** Ports of the last plan that lose bits that keep functions apart. */
    List<Address> opened() {
        return List.copyOf(opened);
    }

    private Map<Address, AcsTarget> targets(List<PathReport> paths) {
        Map<Address, AcsTarget> targets = new LinkedHashMap<>();
        AcsTarget plain = isolate ? AcsTarget.ISOLATING : AcsTarget.OPEN;
        for (PathReport path : paths) {
            if (path.commonSwitch().isEmpty()) {
                guards.refuse(GuardId.NO_SHARED_SWITCH, List.of(path.requester(), path.target()));
                continue;
            }
            if (path.via().isPresent()) {
                dataDirect(path, targets);
                continue;
            }
            Topology topology = host.topology();
            List<Address> up = topology.place(path.sender()).chain();
            List<Address> down = topology.place(path.target()).chain();
            for (Address bridge : concat(up, down)) {
                if (topology.get(bridge).portType().isUnknown()) {
                    guards.refuse(GuardId.PORT_UNREAD, List.of(bridge));
                } else if (topology.get(bridge).portType().knownToBe(PortType::isDownstreamFacing)) {
                    targets.putIfAbsent(bridge, plain);
                }
            }
            if (isolate) {
                below(up, path.commonSwitch().get()).ifPresent(port -> targets.put(port, AcsTarget.ISOLATING_DIRECT));
            }
        }
        return targets;
    }

    /**
     * A Data Direct function and the GPU belong to one VM and one group, and their switch turns requests around by address
     * alone: the same values serve VMs and host drivers (rdma-core kernel-boot/rdma_topo).
     */
    private void dataDirect(PathReport path, Map<Address, AcsTarget> targets) {
        Topology topology = host.topology();
        List<Address> up = topology.place(path.sender()).chain();
        List<Address> down = topology.place(path.target()).chain();
        Address turn = path.commonSwitch().orElseThrow();
        for (Address bridge : concat(up, down)) {
            PciFunction port = topology.get(bridge);
            if (port.portType().isUnknown()) {
                guards.refuse(GuardId.PORT_UNREAD, List.of(bridge));
            } else if (port.portType().knownToBe(PortType.ROOT_PORT::equals)) {
                targets.put(bridge, AcsTarget.DATA_DIRECT_ROOT);
            } else if (port.portType().knownToBe(PortType::isDownstreamFacing)) {
                targets.putIfAbsent(bridge, AcsTarget.ISOLATING);
            }
        }
        below(up, turn).ifPresent(port -> targets.put(port, AcsTarget.DATA_DIRECT_SENDER));
        below(down, turn).ifPresent(port -> targets.put(port, AcsTarget.DATA_DIRECT_GPU));
        guards.functions().oneGroup(path.sender(), path.target(), isolate);
    }

    /** The bridge of a chain right below another. */
    private static Optional<Address> below(List<Address> chain, Address bridge) {
        int place = chain.indexOf(bridge);
        return place > 0 ? Optional.of(chain.get(place - 1)) : Optional.empty();
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
        if ((now & target.changes(implemented, now) & ISOLATION) != 0) {
            opened.add(port.address());
        }
        settings.add(new KeepAcs.AcsSetting(register, implemented, now, target));
        return Optional.of(step(register, now, target.changes(implemented, now)));
    }

    /**
     * The write at one port.
     *
     * @param changed the bits that must flip; 0 where the port is already so
     */
    static Step step(AcsRegister register, int now, int changed) {
        Operation.Run read = register.read();
        Address port = register.port();
        int wanted = now ^ changed;
        return Step.of(
                        "acs:" + port,
                        Step.Kind.ACS_CONTROL,
                        port,
                        purpose(port, changed & wanted, changed & now),
                        Message.of("plan.acs.risk", port))
                .before(Check.register(Message.of("plan.acs.check", port), read, now, 0xffff))
                .run(register.write(wanted, changed))
                .after(Check.register(
                        Message.of("plan.acs.verify", port), read, wanted, changed == 0 ? 0xffff : changed))
                .undo(register.write(now, changed))
                .danger(Step.Danger.MEDIUM)
                .alreadySoIf(changed == 0)
                .build();
    }

    private static Message purpose(Address port, int set, int cleared) {
        if (cleared == 0) {
            return set == 0
                    ? Message.of("plan.acs.purpose.so", port)
                    : Message.of("plan.acs.purpose.set", port, bits(set));
        }
        return set == 0
                ? Message.of("plan.acs.purpose.clear", port, bits(cleared))
                : Message.of("plan.acs.purpose", port, bits(set), bits(cleared));
    }

    private static String bits(int mask) {
        List<String> names = new ArrayList<>();
        for (AcsBit bit : AcsBit.values()) {
            if ((mask & bit.mask()) != 0) {
                names.add(bit.name());
            }
        }
        return String.join(" ", names);
    }
}
