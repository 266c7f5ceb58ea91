// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.List;
import java.util.Optional;

/**
 * A maker of PCI devices.
 *
 * @param id its number (PCI-SIG's list of members)
 * @param name as people say it
 * @param lspci what the names of its devices begin with where lspci prints no numbers; none where several vendors share it
 * @param displaysAreGpus whether its functions of base class 03 are GPUs rather than the screens of consoles
 * @param makesChipsets whether its system peripherals sit on root buses, beside the host bridge
 * @param memoryBar of its GPUs: the number of the BAR through which peers reach their memory
 * @param user whether the entry comes from a user's file
 */
public record Vendor(
        int id,
        String name,
        List<String> lspci,
        boolean displaysAreGpus,
        boolean makesChipsets,
        Optional<Integer> memoryBar,
        boolean user) {
    public Vendor {
        lspci = List.copyOf(lspci);
    }
}
