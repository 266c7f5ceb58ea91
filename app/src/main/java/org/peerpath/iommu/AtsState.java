// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

/** The state of a function's Address Translation Services; the words of {@code check --json}. */
public enum AtsState {
    ON("on"),
    OFF("off"),
    /** Present and off, and the kernel turns it on when a VM attaches. */
    READY("ready"),
    ABSENT("absent"),
    UNKNOWN("unknown");

    private final String id;

    AtsState(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }
}
