// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

/** Vendor ids that rules speak of (PCI-SIG's list of members; pci.ids). */
public final class Vendors {
    public static final int NVIDIA = 0x10de;
    /** NVIDIA's NICs and their switches: ConnectX and BlueField. */
    public static final int MELLANOX = 0x15b3;
    /** AMD's GPUs. */
    public static final int AMD_GRAPHICS = 0x1002;
    /** AMD's processors, with their bridges and IOMMUs. */
    public static final int AMD_PROCESSORS = 0x1022;

    public static final int INTEL = 0x8086;

    /** The number under which Compute Express Link defines its capabilities. */
    public static final int CXL = 0x1e98;

    private Vendors() {}
}
