// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.stream.Collectors;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * The VMs that a step touches.
 *
 * @param read whether it is known which VMs run
 * @param vms those that hold its function, a virtual one of it, or one below it, before the step
 * @param keeps whether they have the same functions after it
 */
public record StepVms(boolean read, List<Vm> vms, boolean keeps) {
    /** Where it was not read which VMs run. */
    public static final StepVms UNREAD = new StepVms(false, List.of(), true);

    public StepVms {
        vms = List.copyOf(vms);
    }

    /**
     * One of them.
     *
     * @param name its name, cleaned; a number where it has none
     * @param functions those of its functions that the step touches
     */
    public record Vm(String name, List<Address> functions) {
        public Vm {
            functions = List.copyOf(functions);
        }

        @Override
        public String toString() {
            return name + " (" + functions.stream().map(Address::toString).collect(Collectors.joining(", ")) + ")";
        }
    }

    /** Returns them before and after the step, as one sentence or two. */
    public Message message() {
        if (!read) {
            return Message.of("plan.vms.unknown");
        }
        if (vms.isEmpty()) {
            return Message.of("plan.vms.none");
        }
        String names = vms.stream().map(Vm::toString).collect(Collectors.joining("; "));
        return Message.of(keeps ? "plan.vms.keep" : "plan.vms.lose", names);
    }
}
