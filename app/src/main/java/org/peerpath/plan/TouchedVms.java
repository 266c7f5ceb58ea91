// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.read.RunningVms;

/** Names the VMs that a step touches: those that hold its function, a virtual one of it, or one below it. */
public final class TouchedVms {
    private final Topology topology;
    private final Fact<List<VmDescription>> vms;

    /** For a host as it was read. */
    public TouchedVms(HostModel host) {
        this.topology = host.topology();
        this.vms = RunningVms.of(host.snapshot());
    }

    /** Returns which VMs a step touches before it, and what they have after it, as one sentence or two. */
    public Message of(Step step) {
        if (vms.isUnknown()) {
            return Message.of("plan.vms.unknown");
        }
        List<String> touched = new ArrayList<>();
        int number = 0;
        for (VmDescription vm : vms.asOptional().orElse(List.of())) {
            number++;
            List<Address> functions = vm.functions().stream()
                    .flatMap(function -> function.host().stream())
                    .filter(function -> isTouched(function, step.target()))
                    .distinct()
                    .toList();
            if (!functions.isEmpty()) {
                String name = vm.name().orElse("vm-" + number);
                touched.add(name + " ("
                        + functions.stream().map(Address::toString).collect(Collectors.joining(", ")) + ")");
            }
        }
        if (touched.isEmpty()) {
            return Message.of("plan.vms.none");
        }
        String names = String.join("; ", touched);
        return Message.of(takesAway(step) ? "plan.vms.lose" : "plan.vms.keep", names);
    }

    private boolean isTouched(Address function, Address target) {
        Optional<Address> physical = topology.physicalFunction(function);
        return function.equals(target)
                || physical.equals(Optional.of(target))
                || (topology.find(physical.orElse(function)).isPresent()
                        && topology.place(physical.orElse(function)).chain().contains(target));
    }

    /** Virtual functions that are made anew, and a driver that changes, take a function from whoever holds it. */
    private static boolean takesAway(Step step) {
        return step.kind() == Step.Kind.VF_COUNT || step.kind() == Step.Kind.DRIVER;
    }
}
