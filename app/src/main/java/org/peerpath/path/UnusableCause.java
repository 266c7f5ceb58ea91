// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Locale;

/** Why no request can travel a path; the words of {@code check --json}. */
public enum UnusableCause {
    /** Configuration space reads as ones only: the device is gone. */
    NO_ANSWER,
    /** Downstream Port Containment holds the port's link down (PCIe 6.2.11). */
    CONTAINED,
    /** Secondary Bus Reset is held (PCIe 7.5.1.3.13). */
    IN_RESET,
    /** Link Disable is set (PCIe 7.5.3.7). */
    LINK_DISABLED,
    /** The link below the port is down (PCIe 2.9.1). */
    NO_LINK,
    /** Bus Master Enable is off where a request is sent or passed up (PCIe 7.5.1.1.3). */
    NO_BUS_MASTER,
    /** Memory Space Enable is off where a request is passed down or received (PCIe 7.5.1.1.3). */
    NO_MEMORY_SPACE,
    /** VF Enable or VF Memory Space Enable is off in the PF (PCIe 9.3.3.3). */
    VF_MEMORY_OFF,
    /** The BAR that requests would reach has no address. */
    NO_ADDRESS,
    /** The windows of a bridge do not hold the BAR's address (PCIe 7.5.1.3). */
    OUTSIDE_WINDOW;

    /** In small letters with hyphens, as JSON and message keys have it. */
    public String id() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
