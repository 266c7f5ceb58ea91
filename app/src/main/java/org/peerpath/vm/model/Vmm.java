// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

/** The virtual machine monitors whose behaviour is known here. */
public enum Vmm {
    QEMU("qemu"),
    CLOUD_HYPERVISOR("cloud-hypervisor"),
    UNKNOWN("unknown");

    private final String id;

    Vmm(String id) {
        this.id = id;
    }

    /** Returns the word used in JSON. */
    public String id() {
        return id;
    }
}
