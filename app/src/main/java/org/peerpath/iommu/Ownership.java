// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import java.util.Set;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;

/** Who drives a function. */
public final class Ownership {
    /** Drivers that keep a function for a guest or a process, which then enables it. */
    private static final Set<String> PLACEHOLDERS =
            Set.of("pci-stub", "pci-pf-stub", "pciback", "xen-pciback", "uio_pci_generic", "igb_uio");

    private Ownership() {}

    /**
     * Whether a driver hands functions to user space: vfio-pci or one of its variants ({@code mlx5_vfio_pci},
     * {@code nvgrace-gpu-vfio-pci}, …; drivers/vfio/pci), all of which carry the word in their names.
     */
    public static boolean isVfio(String driver) {
        return driver.contains("vfio");
    }

    /** Whether the function is bound to a VFIO driver; known to be false where no driver is bound. */
    public static Fact<Boolean> heldByVfio(FunctionFacts function) {
        Fact<String> driver = function.text(Attributes.DRIVER);
        return driver.isAbsent() ? Fact.known(false) : driver.map(Ownership::isVfio);
    }

    /**
     * Whether a driver of the host itself uses the function; known to be false where no driver is bound, or one that only
     * keeps it for another user.
     */
    public static Fact<Boolean> heldByHost(FunctionFacts function) {
        Fact<String> driver = function.text(Attributes.DRIVER);
        return driver.isAbsent()
                ? Fact.known(false)
                : driver.map(name -> !isVfio(name) && !PLACEHOLDERS.contains(name));
    }
}
