// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The native calls against a real kernel with and without VFIO. */
@Lab("hgx")
class VfioOnLabTest {
    @TempDir
    Path folder;

    @Test
    void theContainerSaysWhatItOffers(LabHost host) throws Exception {
        try (GuestJava java = GuestJava.install(host, folder, VfioInGuest.class)) {
            String root = "user 0\nwhole configuration space true\n";
            assertEquals(root + "no vfio", java.run(VfioInGuest.class));
            assertNotEquals(0, host.tryRun("grep -q '^vfio ' /proc/modules").status(), "asking loads no module");

            host.run("modprobe vfio-pci");
            // What the type1 driver offers an empty container (drivers/vfio/vfio_iommu_type1.c); NESTING went in 6.13.
            String said = java.run(VfioInGuest.class).replace("NESTING ", "");
            assertEquals(root + "API version 0: TYPE1 TYPE1_V2 UNMAP_ALL", said);
        }
    }
}
