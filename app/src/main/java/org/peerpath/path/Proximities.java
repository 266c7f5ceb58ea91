// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;

/** Labels pairs by proximity. */
final class Proximities {
    private final Topology topology;
    /** The host's only node: functions that name none belong to it. */
    private final Optional<String> onlyNode;

    Proximities(Snapshot snapshot, Topology topology) {
        this.topology = topology;
        Set<String> nodes = snapshot.hostEntries(HostFiles.NUMA_NODES)
                .asOptional()
                .map(entries -> numberedNodes(entries))
                .filter(set -> !set.isEmpty())
                .orElseGet(() -> topology.functions().values().stream()
                        .flatMap(function -> statedNode(function).stream())
                        .collect(Collectors.toSet()));
        this.onlyNode = nodes.size() == 1 ? Optional.of(nodes.iterator().next()) : Optional.empty();
    }

    Proximity label(Meeting meeting, Address one, Address other) {
        if (meeting instanceof Meeting.SharedSwitch shared) {
            return shared.requesterSteps() == 1 && shared.targetSteps() == 1 ? Proximity.PIX : Proximity.PXB;
        }
        if (topology.place(one).hostBridge().equals(topology.place(other).hostBridge())) {
            return Proximity.PHB;
        }
        Optional<String> here = node(one);
        return here.isPresent() && here.equals(node(other)) ? Proximity.NODE : Proximity.SYS;
    }

    /** The NUMA node of a function, if it is known. */
    Optional<String> node(Address function) {
        return statedNode(topology.get(function)).or(() -> onlyNode);
    }

    private static Optional<String> statedNode(PciFunction function) {
        return function.facts().text(Attributes.NUMA_NODE).asOptional().filter(node -> !node.startsWith("-"));
    }

    private static Set<String> numberedNodes(List<String> entries) {
        return entries.stream()
                .filter(entry -> entry.matches("node\\d+"))
                .map(entry -> entry.substring("node".length()))
                .collect(Collectors.toSet());
    }
}
