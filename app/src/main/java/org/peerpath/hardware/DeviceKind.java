// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

/** What a device is, as far as answers depend on it. A file writes the name in lower case with hyphens. */
public enum DeviceKind {
    GPU,
    /** Computes, and is no GPU: counts among the GPUs as a target of paths. */
    ACCELERATOR,
    NIC,
    /** A NIC that moves data without the processor. */
    RDMA_NIC,
    /** The second function of a ConnectX that sends its requests beside a GPU (GB200, GB300). */
    DATA_DIRECT,
    NVSWITCH,
    /** Looks like another kind and only manages something: never a network card, never a target. */
    MANAGEMENT,
    /** A network card whose firmware did not start: it waits for another, and is no network card until then. */
    RECOVERY,
    /** The display, serial line or mailbox of a management controller (BMC). */
    CONSOLE,
    SWITCH,
    ROOT_PORT,
    HOST_BRIDGE,
    NVME,
    /** A port or endpoint that software makes up: its registers are no silicon's. */
    VIRTUAL_PORT,
    OTHER;

    /** Whether paths of GPUs lead to it. */
    public boolean isGpu() {
        return this == GPU || this == ACCELERATOR;
    }

    /** Whether it is a network card. */
    public boolean isNetwork() {
        return this == NIC || this == RDMA_NIC;
    }
}
