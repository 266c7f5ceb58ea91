// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Topology;

/** Tells whether a host's own requests reach the two ends of a path. Not thread-safe: it remembers what it read. */
public final class HostAccess {
    private final Topology topology;
    private final Usability usability;

    /** Asks about one host. */
    public HostAccess(HostModel host) {
        this.topology = host.topology();
        this.usability = new Usability(topology);
    }

    /**
     * Returns the bridge above both ends of a path that lets nothing through between them and the processors, and why;
     * empty where none does, or where that makes the path itself unusable.
     */
    public Optional<Unusable> cutOff(PathReport report) {
        return report.unusable().isPresent()
                ? Optional.empty()
                : usability.cutOff(topology.get(report.decidingFunction()), topology.get(report.target()));
    }
}
