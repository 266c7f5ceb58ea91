// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/** Labels pairs by proximity. */
final class Proximities {
    private final Topology topology;
    /** The host's only node, to which functions belong that name none; absent where there are several. */
    private final Fact<String> onlyNode;

    Proximities(Snapshot snapshot, Topology topology) {
        this.topology = topology;
        this.onlyNode = snapshot.hostEntries(HostFiles.NUMA_NODES).flatMap(entries -> {
            Set<String> nodes = numberedNodes(entries);
            return nodes.size() == 1 ? Fact.known(nodes.iterator().next()) : Fact.absent();
        });
    }

    Proximity label(CommonUpstream meeting, Address one, Address other) {
        switch (meeting) {
            case CommonUpstream.SharedSwitch shared -> {
                return shared.whole() ? below(shared.requesterSteps() + shared.targetSteps()) : Proximity.UNKNOWN;
            }
            case CommonUpstream.Unclear unclear
            when unclear.steps().isPresent() -> {
                return below(unclear.steps().get());
            }
            case CommonUpstream.Unclear unclear -> {}
            case CommonUpstream.NoCommonBridge apart -> {}
        }
        boolean placed =
                topology.place(one).chainKnown() && topology.place(other).chainKnown();
        if (!placed && !(meeting instanceof CommonUpstream.NoCommonBridge)) {
            return Proximity.UNKNOWN;
        }
        if (placed
                && topology.place(one).hostBridge().equals(topology.place(other).hostBridge())) {
            return Proximity.PHB;
        }
        Fact<String> here = node(one);
        Fact<String> there = node(other);
        if (here.isUnknown() || there.isUnknown()) {
            return Proximity.UNKNOWN;
        }
        return here.isKnown() && here.equals(there) ? Proximity.NODE : Proximity.SYS;
    }

    /** One link on either side of the bridge they share, or more. */
    private static Proximity below(int links) {
        return links == 2 ? Proximity.PIX : Proximity.PXB;
    }

    /** The NUMA node of a function; absent where the firmware names none (-1) and there are several. */
    private Fact<String> node(Address function) {
        Fact<String> stated = topology.get(function).facts().text(Attributes.NUMA_NODE);
        return stated.isAbsent() || stated.knownToBe(node -> node.startsWith("-")) ? onlyNode : stated;
    }

    private static Set<String> numberedNodes(List<String> entries) {
        return entries.stream()
                .filter(entry -> entry.matches("node\\d+"))
                .map(entry -> entry.substring("node".length()))
                .collect(Collectors.toSet());
    }
}
