// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.Optional;
import java.util.regex.Pattern;
import org.peerpath.vm.model.VmmVersion;

/**
 * The machine around the handed-over functions.
 *
 * @param name what the VM is called
 * @param processors virtual processors of each NUMA node
 * @param gibibytes memory of each NUMA node
 * @param qemu the QEMU it runs on; empty where that is not known
 */
public record KitMachine(String name, int processors, int gibibytes, Optional<VmmVersion> qemu) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,62}");
    private static final int LONGEST_NAME = 63;
    private static final int GENERIC_PORTS_MAJOR = 11;
    private static final int GENERIC_PORTS_MINOR = 1;
    private static final int MOST_PROCESSORS = 1024;
    private static final int MOST_GIBIBYTES = 1 << 16;
    /** From 256 processors on, interrupts need an IOMMU in the guest that remaps them. */
    private static final int MOST_WITHOUT_IOMMU = 255;

    /** What a kit is made with unless something else is asked for; last, since its making needs the rules above. */
    public static final KitMachine DEFAULT = new KitMachine("gpu-vm", 16, 64, Optional.empty());

    public KitMachine {
        boolean sound = NAME.matcher(name).matches()
                && processors > 0
                && processors <= MOST_PROCESSORS
                && gibibytes > 0
                && gibibytes <= MOST_GIBIBYTES;
        if (!sound) {
            throw new IllegalArgumentException("machine");
        }
    }

    /** Returns whether a name can be written into every file of the kit as it is. */
    public static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }

    /** Returns the same machine with the name of a domain, or as much of that as a name may be. */
    KitMachine named(String domain) {
        String name = domain.replaceAll("[^A-Za-z0-9._-]+", "-").replaceFirst("^[^A-Za-z0-9]+", "");
        String cut = name.length() > LONGEST_NAME ? name.substring(0, LONGEST_NAME) : name;
        return cut.isEmpty() ? this : new KitMachine(cut, processors, gibibytes, qemu);
    }

    /** Returns whether switch ports may print the host's speed (pcie-downstream-port, QEMU 11.1). */
    boolean hasGenericPorts() {
        return qemu.filter(version -> version.atLeast(GENERIC_PORTS_MAJOR, GENERIC_PORTS_MINOR))
                .isPresent();
    }

    /** Returns whether the guest needs an IOMMU for its interrupts. */
    boolean needsIommu(int nodes) {
        return processors * nodes > MOST_WITHOUT_IOMMU;
    }
}
