// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.Locale;
import java.util.Optional;
import org.peerpath.path.Roles;
import org.peerpath.pci.PciFunction;

/** What a function of a VM is for; virtual functions count as what they are. */
public enum VmRole {
    GPU,
    NIC,
    NVME,
    OTHER,
    UNKNOWN;

    private static final int NETWORK = 0x02;
    private static final int DISPLAY = 0x03;
    private static final int ACCELERATOR = 0x12;
    private static final int NVME_CLASS = 0x0108;

    /** Returns the word used in JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    static VmRole of(Optional<PciFunction> function) {
        if (function.isEmpty() || function.get().baseClass().isUnknown()) {
            return UNKNOWN;
        }
        PciFunction known = function.get();
        if (known.baseClass().knownToBe(c -> c == NETWORK)) {
            return NIC;
        }
        if (Roles.isGpu(known) || known.baseClass().knownToBe(c -> c == ACCELERATOR || c == DISPLAY)) {
            return GPU;
        }
        return known.classCode().knownToBe(c -> c >> 8 == NVME_CLASS) ? NVME : OTHER;
    }
}
