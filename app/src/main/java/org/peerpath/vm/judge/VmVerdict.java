// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.stream.Stream;
import org.peerpath.path.Outcome;

/** The verdict of a pair inside a VM: those of a path, and two that the hypervisor adds. */
public enum VmVerdict {
    INSIDE_SWITCH("inside-switch"),
    DETOUR("detour"),
    ROOT_COMPLEX("root-complex"),
    UNKNOWN("unknown"),
    /** The hypervisor did not put the target's BAR into the requester's IOMMU domain. */
    NOT_MAPPED("not-mapped"),
    BLOCKED("blocked"),
    UNUSABLE("unusable"),
    WILL_NOT_START("will-not-start");

    private final String id;

    VmVerdict(String id) {
        this.id = id;
    }

    /** Returns the word used in JSON. */
    public String id() {
        return id;
    }

    /** Returns the verdict of the same name; unknown for one that has none here. */
    static VmVerdict of(Outcome outcome) {
        return Stream.of(values())
                .filter(verdict -> verdict.id.equals(outcome.id()))
                .findFirst()
                .orElse(UNKNOWN);
    }

    /** Returns whether data arrive, on whatever way. */
    public boolean works() {
        return this == INSIDE_SWITCH || this == DETOUR || this == ROOT_COMPLEX;
    }

    /** Returns whether no data arrive. */
    public boolean fails() {
        return this == NOT_MAPPED || this == BLOCKED || this == UNUSABLE || this == WILL_NOT_START;
    }
}
