// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.path.Scenario;

/** What a plan aims at. */
public enum Goal {
    /** NIC–GPU traffic of VMs stays inside the switch, with isolation kept: ATS on, Direct Translated P2P on. */
    VM_GPUDIRECT("vm-gpudirect"),
    /** NIC–GPU traffic of host drivers stays inside the switch: no redirect on the paths. */
    BARE_METAL_GPUDIRECT("bare-metal-gpudirect"),
    /** Virtual functions exist and are bound to vfio-pci. */
    BIND_VFS("bind-vfs"),
    /** Virtual functions are taken from vfio-pci and removed. */
    UNBIND("unbind"),
    /** Everything that runs have changed has the value it had before. */
    RESTORE("restore");

    private final String id;

    Goal(String id) {
        this.id = id;
    }

    public String id() {
        return id;
    }

    /** Returns the scenario whose verdicts it aims at. */
    public Scenario scenario() {
        return switch (this) {
            case VM_GPUDIRECT, BIND_VFS, UNBIND -> Scenario.VM;
            case BARE_METAL_GPUDIRECT -> Scenario.BARE_METAL;
            case RESTORE -> Scenario.AS_IS;
        };
    }

    /** The goal of that id; empty if there is none. */
    public static Optional<Goal> of(String id) {
        return Stream.of(values()).filter(goal -> goal.id.equals(id)).findFirst();
    }
}
