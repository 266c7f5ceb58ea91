// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.Locale;

/** The state of a VM, worst first; the words are those of a host's state. */
public enum VmState {
    BROKEN,
    UNKNOWN,
    ATTENTION,
    OK;

    /** Returns the word used in JSON. */
    public String id() {
        return name().toLowerCase(Locale.ROOT);
    }

    VmState worse(VmState other) {
        return compareTo(other) <= 0 ? this : other;
    }
}
