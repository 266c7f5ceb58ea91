// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
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
    /** What lists the functions of a VM, as far as it has any. */
    private static final Set<String> LISTS = Set.of(
            "libvirt-xml",
            "libvirt",
            "qemu-command",
            "qemu-config",
            "proxmox-conf",
            "kubevirt-yaml",
            "cloud-hypervisor-command",
            "cloud-hypervisor-config",
            "process");

    public JoinedVm {
        functions = List.copyOf(functions);
        doubts = List.copyOf(doubts);
    }

    /** Returns whether nothing that was read lists what the VM is given, as where only its log or monitor was. */
    boolean isUnlisted() {
        return functions.isEmpty() && LISTS.stream().noneMatch(description.kinds()::contains);
    }

    JoinedVm with(Message doubt) {
        return new JoinedVm(
                description,
                functions,
                Stream.concat(doubts.stream(), Stream.of(doubt)).toList());
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
