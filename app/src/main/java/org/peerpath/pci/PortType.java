// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

/** Device/Port Type of the PCI Express Capabilities register, bits 7:4 (PCIe 7.5.3.2). */
public enum PortType {
    ENDPOINT(0),
    LEGACY_ENDPOINT(1),
    ROOT_PORT(4),
    UPSTREAM_PORT(5),
    DOWNSTREAM_PORT(6),
    PCIE_TO_PCI_BRIDGE(7),
    PCI_TO_PCIE_BRIDGE(8),
    ROOT_COMPLEX_INTEGRATED_ENDPOINT(9),
    ROOT_COMPLEX_EVENT_COLLECTOR(10),
    /** A value that the specification reserves. */
    RESERVED(-1);

    private static final PortType[] ALL = values();

    private final int code;

    PortType(int code) {
        this.code = code;
    }

    static PortType of(int code) {
        for (PortType type : ALL) {
            if (type.code == code) {
                return type;
            }
        }
        return RESERVED;
    }

    /** Root port or switch downstream port: the ports at which ACS acts on traffic moving up (PCIe 6.12.1.1). */
    public boolean isDownstreamFacing() {
        return this == ROOT_PORT || this == DOWNSTREAM_PORT;
    }
}
