// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;
import java.util.Optional;
import org.peerpath.text.Message;
import org.peerpath.vm.model.VmDescription;

/**
 * One VM with its functions joined to host and guest.
 *
 * @param description what its sources say together
 * @param functions what it is given, those that it does not show included
 * @param doubts what could not be joined, or only in several ways
 */
public record JoinedVm(VmDescription description, List<VmFunction> functions, List<Message> doubts) {
    public JoinedVm {
        functions = List.copyOf(functions);
        doubts = List.copyOf(doubts);
    }

    /** Returns the functions that the guest sees. */
    public List<VmFunction> shown() {
        return functions.stream().filter(f -> f.assigned().shown()).toList();
    }

    /** Returns the VM's name, else its identifier, else nothing. */
    public Optional<String> name() {
        return description.name().or(description::uuid);
    }
}
