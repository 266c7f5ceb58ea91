// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.shape;

/** What a device of the virtual PCI tree is; all but {@link #ENDPOINT} provide a bus of the same name. */
public enum GuestDeviceKind {
    /** The machine's own root bus: {@code pcie.0}, {@code pci.0}; a further host bridge of ppc64. */
    ROOT_BUS,
    /** {@code pxb-pcie}, {@code pxb}: another root bus with a number and a NUMA node of its own. */
    EXPANDER,
    /** {@code pcie-root-port}, {@code ioh3420}. */
    ROOT_PORT,
    /** {@code x3130-upstream}, {@code pcie-upstream-port}. */
    UPSTREAM_PORT,
    /** {@code xio3130-downstream}, {@code pcie-downstream-port}. */
    DOWNSTREAM_PORT,
    /** A bridge to conventional PCI. */
    PCI_BRIDGE,
    /** Anything that ends a branch. */
    ENDPOINT;

    /** Whether devices of a bus of this kind see the root complex directly above them. */
    public boolean isRoot() {
        return this == ROOT_BUS || this == EXPANDER;
    }

    /** Whether exactly one device, in slot 0, stands below it. */
    public boolean hasOneSlot() {
        return this == ROOT_PORT || this == DOWNSTREAM_PORT;
    }
}
