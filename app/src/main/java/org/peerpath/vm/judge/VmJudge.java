// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.vm.model.VmDescription;

/** Says of every VM of a host whether peer-to-peer works between its NICs and GPUs. */
public final class VmJudge {
    private static final int MOST_PAIRS = 20_000;

    private VmJudge() {}

    /**
     * The answer for one host.
     *
     * @param host the host
     * @param vms the VMs, as found or as named
     * @param doubts sources of which it could not be told to which VM they belong
     */
    public record Answer(HostModel host, List<VmAnswer> vms, List<Message> doubts) {
        public Answer {
            vms = List.copyOf(vms);
            doubts = List.copyOf(doubts);
        }

        /** Returns the worst state of any VM; ok without one. */
        public VmState state() {
            return vms.stream().map(VmAnswer::state).reduce(VmState.OK, VmState::worse);
        }
    }

    /**
     * Judges VMs.
     *
     * @param host what was read of the host
     * @param parts what sources say about VMs, several of them about one perhaps
     * @param guest what was read inside the guest, where there is one VM
     */
    public static Answer judge(HostModel host, List<VmDescription> parts, Optional<HostModel> guest) {
        VmJoin.Joined joined = VmJoin.join(parts);
        HostFacts facts = new HostFacts(host);
        PathJudge paths = new PathJudge(host, Scenario.VM);
        List<JoinedVm> vms = joined.vms().stream()
                .map(vm -> FunctionJoin.join(vm, facts, joined.vms().size() == 1 ? guest : Optional.empty()))
                .toList();
        List<Message> doubts = new ArrayList<>(joined.doubts());
        if (guest.isPresent() && vms.size() != 1) {
            doubts.add(Message.of("vm.doubt.guest-of-which", Integer.toString(vms.size())));
        }
        List<VmAnswer> answers = new ArrayList<>();
        for (int i = 0; i < vms.size(); i++) {
            answers.add(answer(vms.get(i), name(vms.get(i), i), vms, facts, paths, guest));
        }
        return new Answer(host, answers, doubts);
    }

    private static String name(JoinedVm vm, int number) {
        return vm.name()
                .orElseGet(() -> vm.description().process().isPresent()
                        ? "process-" + vm.description().process().getAsInt()
                        : "vm-" + number);
    }

    private static VmAnswer answer(
            JoinedVm vm, String name, List<JoinedVm> all, HostFacts facts, PathJudge paths, Optional<HostModel> guest) {
        PairJudge judge = new PairJudge(vm, facts, paths, guest);
        List<VmPair> pairs = new ArrayList<>();
        List<VmFunction> shown =
                vm.shown().stream().filter(f -> counts(f.role())).toList();
        for (VmFunction requester : shown) {
            if (pairs.size() == MOST_PAIRS) {
                break;
            }
            for (VmFunction target : shown) {
                if (pairs.size() < MOST_PAIRS && wanted(requester, target)) {
                    pairs.add(judge.judge(requester, target));
                }
            }
        }
        List<VmFinding> findings = new VmFindings(vm, pairs, judge, claimedTwice(vm, all)).all();
        return new VmAnswer(vm, name, VmStates.of(vm, pairs, findings, judge.start()), pairs, findings);
    }

    /** NIC to GPU, GPU to NIC, GPU to GPU; a function whose role is not known may be either. */
    private static boolean wanted(VmFunction requester, VmFunction target) {
        return !requester.equals(target) && !(requester.role() == VmRole.NIC && target.role() == VmRole.NIC);
    }

    private static boolean counts(VmRole role) {
        return role == VmRole.GPU || role == VmRole.NIC || role == VmRole.UNKNOWN;
    }

    private static List<Address> claimedTwice(JoinedVm vm, List<JoinedVm> all) {
        Set<Address> others = all.stream()
                .filter(other -> !other.equals(vm))
                .flatMap(other -> other.functions().stream())
                .flatMap(f -> f.host().stream())
                .collect(Collectors.toSet());
        return vm.functions().stream()
                .flatMap(f -> f.host().stream())
                .filter(others::contains)
                .distinct()
                .toList();
    }
}
