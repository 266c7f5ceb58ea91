// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Clean;
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

    /** Returns which VMs each step touches, by the steps' ids. */
    static Map<String, StepVms> of(HostModel host, List<Step> steps) {
        TouchedVms touched = new TouchedVms(host);
        return steps.stream().collect(Collectors.toMap(Step::id, touched::of, (one, other) -> one));
    }

    /** Returns which VMs a step touches, and whether they keep what they have. */
    public StepVms of(Step step) {
        if (!vms.isKnown()) {
            // Where VMs were looked for the list is there, if empty.
            return StepVms.UNREAD;
        }
        List<StepVms.Vm> touched = new ArrayList<>();
        int number = 0;
        for (VmDescription vm : vms.asOptional().orElse(List.of())) {
            number++;
            List<Address> functions = vm.functions().stream()
                    .flatMap(function -> function.host().stream())
                    .filter(function -> isTouched(function, step.target()))
                    .distinct()
                    .toList();
            if (!functions.isEmpty()) {
                touched.add(new StepVms.Vm(Clean.line(vm.name().orElse("vm-" + number)), functions));
            }
        }
        return new StepVms(true, touched, !takesAway(step));
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
