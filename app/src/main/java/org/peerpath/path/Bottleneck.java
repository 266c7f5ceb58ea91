// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;

/**
 * The slowest link on a verdict's route.
 *
 * @param port the root or downstream port at its upper end
 * @param speed its speed; an idle GPU's link counts with its target speed
 * @param width its width in lanes
 */
public record Bottleneck(Address port, LinkSpeed speed, int width) {
    /** GB/s (10^9 bytes) in one direction, encoding counted. */
    public double gigabytesPerSecond() {
        return speed.gigabytesPerSecond(width);
    }
}
