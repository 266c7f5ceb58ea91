// SPDX-License-Identifier: Apache-2.0
package org.peerpath.lab;

import java.io.IOException;
import org.peerpath.host.Privileges;
import org.peerpath.host.VfioContainer;

/** Runs in a guest: what the program's native calls say there, one fact a line. */
final class VfioInGuest {
    private VfioInGuest() {}

    /** Prints. */
    public static void main(String[] arguments) throws IOException {
        Privileges privileges = Privileges.read();
        System.out.println("user " + privileges.effectiveUser());
        System.out.println("whole configuration space " + privileges.readsWholeConfigurationSpace());
        System.out.println(VfioContainer.read().map(VfioContainer::toString).orElse("no vfio"));
    }
}
