// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.Proximity;
import org.peerpath.path.Scenario;
import org.peerpath.path.VerdictText;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.shape.NcclDistance;

/** Judges pairs of one VM: the hardware first, then the hypervisor, then the guest. The first that fails is the cause. */
final class PairJudge {
    private final JoinedVm vm;
    private final HostFacts host;
    private final PathJudge paths;
    private final Optional<HostModel> guest;
    private final MappingRules mappings;
    private final CliqueRules cliques;

    PairJudge(JoinedVm vm, HostFacts host, PathJudge paths, Optional<HostModel> guest) {
        this.vm = vm;
        this.host = host;
        this.paths = paths;
        this.guest = guest;
        this.mappings = new MappingRules(vm, host);
        this.cliques = new CliqueRules(vm, host);
    }

    Optional<Mapping> start() {
        return mappings.start();
    }

    CliqueRules cliques() {
        return cliques;
    }

    VmPair judge(VmFunction requester, VmFunction target) {
        Optional<PathReport> report = host.find(requester.host()).isPresent()
                        && host.find(target.host()).isPresent()
                ? Optional.of(paths.judge(
                        requester.host().orElseThrow(), target.host().orElseThrow()))
                : Optional.empty();
        Mapping mapping = mappings.judge(requester, target);
        VmVerdict hardware = report.map(r -> VmVerdict.of(r.verdict())).orElse(VmVerdict.UNKNOWN);
        Optional<NcclDistance> now = now(requester, target);
        Optional<NcclDistance> kit = report.flatMap(r -> nccl(r.proximity()).map(far -> folded(far, r)));
        Answer answer = answer(requester, target, report, hardware, mapping);
        return new VmPair(
                requester,
                target,
                answer.verdict(),
                answer.cause(),
                answer.certainty(),
                answer.message(),
                answer.cause().filter(cause -> cause != VmCause.HOST_PATH).map(VmCause::remedy),
                answer.evidence(),
                report,
                mapping.state(),
                now,
                kit);
    }

    private record Answer(
            VmVerdict verdict, Optional<VmCause> cause, Certainty certainty, Message message, List<VmEvent> evidence) {}

    private Answer answer(
            VmFunction requester, VmFunction target, Optional<PathReport> report, VmVerdict hardware, Mapping mapping) {
        if (mapping.state() == Mapping.State.WILL_NOT_START) {
            return hypervisor(VmVerdict.WILL_NOT_START, mapping);
        }
        if (hardware == VmVerdict.UNUSABLE || hardware == VmVerdict.BLOCKED) {
            return hardware(hardware, report.orElseThrow(), Certainty.CERTAIN);
        }
        if (mapping.state() == Mapping.State.NOT_MAPPED) {
            return hypervisor(VmVerdict.NOT_MAPPED, mapping);
        }
        if (report.isEmpty()) {
            return notThere(requester, target);
        }
        if (mapping.state() == Mapping.State.UNKNOWN) {
            return hypervisor(VmVerdict.UNKNOWN, mapping);
        }
        if (hardware != VmVerdict.INSIDE_SWITCH) {
            return hardware(
                    hardware, report.get(), hardware == VmVerdict.UNKNOWN ? Certainty.POSSIBLE : mapping.certainty());
        }
        Optional<VmCause> gate = requester.role() == VmRole.GPU && target.role() == VmRole.GPU
                ? cliques.against(requester, target)
                : Optional.empty();
        if (gate.isPresent()) {
            return new Answer(
                    hardware, gate, Certainty.POSSIBLE, gate.get().message(requester.name(), target.name()), List.of());
        }
        if (mapping.cause().isPresent()) {
            return hypervisor(hardware, mapping);
        }
        Message message = Message.of("vm.works", VerdictText.of(host.model(), report.get()));
        return new Answer(hardware, Optional.empty(), mapping.certainty(), message, mapping.evidence());
    }

    private Answer hardware(VmVerdict verdict, PathReport report, Certainty certainty) {
        return new Answer(
                verdict,
                Optional.of(VmCause.HOST_PATH),
                certainty,
                VmCause.HOST_PATH.message(VerdictText.of(host.model(), report)),
                List.of());
    }

    private static Answer hypervisor(VmVerdict verdict, Mapping mapping) {
        return new Answer(
                verdict, mapping.cause(), mapping.certainty(), mapping.message().orElseThrow(), mapping.evidence());
    }

    private Answer notThere(VmFunction requester, VmFunction target) {
        VmFunction missing = host.find(requester.host()).isEmpty() ? requester : target;
        VmCause cause = missing.host().isEmpty() ? VmCause.HOST_ADDRESS_UNKNOWN : VmCause.NOT_ON_HOST;
        return new Answer(
                VmVerdict.UNKNOWN, Optional.of(cause), Certainty.POSSIBLE, cause.message(missing.name()), List.of());
    }

    /** By the tree that the hypervisor builds; else as the guest's own snapshot shows the two. */
    private Optional<NcclDistance> now(VmFunction requester, VmFunction target) {
        Optional<NcclDistance> built = requester
                .assigned()
                .place()
                .flatMap(one -> target.assigned()
                        .place()
                        .flatMap(other -> vm.description().shape().distance(one, other)));
        return built.or(() -> guest.flatMap(model -> inside(model, requester.guest(), target.guest())));
    }

    private static Optional<NcclDistance> inside(HostModel model, Optional<Address> one, Optional<Address> other) {
        boolean both = one.flatMap(model.topology()::find).isPresent()
                && other.flatMap(model.topology()::find).isPresent();
        return both
                ? nccl(new PathJudge(model, Scenario.AS_IS)
                        .judge(one.orElseThrow(), other.orElseThrow())
                        .proximity())
                : Optional.empty();
    }

    /** The kit folds levels of switches through which only one of the VM's functions goes (handover.KitTree). */
    private NcclDistance folded(NcclDistance far, PathReport path) {
        if (far != NcclDistance.PXB || path.commonSwitch().isEmpty()) {
            return far;
        }
        Address common = path.commonSwitch().get();
        Set<Address> levels = new HashSet<>(switchesBelow(common, path.requester()));
        levels.addAll(switchesBelow(common, path.target()));
        boolean shared = vm.shown().stream()
                .flatMap(function -> function.host().stream())
                .filter(other -> !other.equals(path.requester()) && !other.equals(path.target()))
                .anyMatch(other -> switchesBelow(common, other).stream().anyMatch(levels::contains));
        return shared ? far : NcclDistance.PIX;
    }

    /** The upstream ports between a switch and a function below it; none where it is not below it. */
    private List<Address> switchesBelow(Address common, Address function) {
        Topology topology = host.model().topology();
        List<Address> chain =
                topology.find(function).isPresent() ? topology.place(function).chain() : List.of();
        return chain.subList(0, Math.max(0, chain.indexOf(common))).stream()
                .filter(bridge -> topology.get(bridge).portType().knownToBe(type -> type == PortType.UPSTREAM_PORT))
                .toList();
    }

    private static Optional<NcclDistance> nccl(Proximity proximity) {
        return switch (proximity) {
            case PIX -> Optional.of(NcclDistance.PIX);
            case PXB -> Optional.of(NcclDistance.PXB);
            // NCCL has no word for two host bridges of one node.
            case PHB, NODE -> Optional.of(NcclDistance.PHB);
            case SYS -> Optional.of(NcclDistance.SYS);
            case UNKNOWN -> Optional.empty();
        };
    }
}
