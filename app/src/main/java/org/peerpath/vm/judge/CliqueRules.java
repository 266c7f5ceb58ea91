// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.hardware.Vendors;
import org.peerpath.vm.model.VmOption;

/**
 * The gate of NVIDIA's driver in the guest for traffic between GPUs: below a hypervisor it grants peer access where both
 * carry the same clique (open-gpu-kernel-modules, hypervisor.c, p2p_caps.c). It asks nobody whether that is true.
 */
final class CliqueRules {
    private final JoinedVm vm;
    private final HostFacts host;

    CliqueRules(JoinedVm vm, HostFacts host) {
        this.vm = vm;
        this.host = host;
    }

    /** Returns why the driver does not grant access between two GPUs; empty where it does, or is another vendor's. */
    Optional<VmCause> against(VmFunction one, VmFunction other) {
        if (!isNvidia(one) || !isNvidia(other)) {
            return Optional.empty();
        }
        OptionalInt first = one.assigned().clique();
        OptionalInt second = other.assigned().clique();
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.of(VmCause.CLIQUE_MISSING);
        }
        if (first.getAsInt() != second.getAsInt()) {
            return Optional.of(VmCause.CLIQUE_DIFFERS);
        }
        return vm.description().options().contains(VmOption.HYPERVISOR_HIDDEN)
                ? Optional.of(VmCause.HYPERVISOR_HIDDEN)
                : Optional.empty();
    }

    /** Returns whether both carry one clique, so that the driver will send whatever comes of it. */
    boolean granted(VmFunction one, VmFunction other) {
        return one.assigned().clique().isPresent()
                && one.assigned().clique().equals(other.assigned().clique());
    }

    private boolean isNvidia(VmFunction function) {
        return host.find(function.host()).filter(f -> f.isBy(Vendors.NVIDIA)).isPresent();
    }
}
