// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/** Vendor ids that rules speak of (PCI-SIG's list of members; pci.ids). */
public final class Vendors {
    public static final int NVIDIA = 0x10de;
    /** NVIDIA's NICs and their switches: ConnectX and BlueField. */
    public static final int MELLANOX = 0x15b3;
    /** AMD's GPUs; its processors have 1022h. */
    public static final int AMD_GRAPHICS = 0x1002;

    public static final int INTEL = 0x8086;

    private Vendors() {}
}
