// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/**
 * What of a host is drawn: the functions that paths are about, the bridges above them, and drives that share their
 * switches; the rest is counted.
 *
 * @param roots the trees, by address
 * @param hidden functions not drawn, VFs that their PF's box counts not among them
 */
record Forest(List<Branch> roots, List<Address> hidden) {
    Forest {
        roots = List.copyOf(roots);
        hidden = List.copyOf(hidden);
    }

    static Forest of(HostModel host, List<PathReport> reports, LayoutOptions options) {
        return new Builder(host.topology(), reports, options).build();
    }

    private static final class Builder {
        private final Topology topology;
        private final Set<Address> nics = new HashSet<>();
        private final Set<Address> named = new HashSet<>();
        private final boolean all;

        Builder(Topology topology, List<PathReport> reports, LayoutOptions options) {
            this.topology = topology;
            this.all = options.hidden();
            Roles.nics(topology, false).forEach(nic -> nics.add(nic.address()));
            for (PathReport report : reports) {
                nics.add(report.sender());
                named.add(report.target());
            }
            options.selected().ifPresent(path -> {
                named.add(path.requester());
                named.add(path.target());
            });
        }

        Forest build() {
            Set<Address> drawn = new HashSet<>();
            Set<Address> shared = new HashSet<>();
            for (PciFunction function : topology.functions().values()) {
                if (isPlayer(function)) {
                    draw(function, drawn);
                    shared.addAll(topology.place(function.address()).chain());
                }
            }
            boolean none = drawn.isEmpty();
            for (PciFunction function : topology.functions().values()) {
                if (isPlainEndpoint(function) && (all || none || isDriveBelow(function, shared))) {
                    draw(function, drawn);
                }
            }
            return new Forest(roots(drawn), hidden(drawn));
        }

        private boolean isPlayer(PciFunction function) {
            return nics.contains(function.address()) || named.contains(function.address()) || Roles.isGpu(function);
        }

        private boolean isPlainEndpoint(PciFunction function) {
            return function.kind() == FunctionKind.ENDPOINT
                    || (function.kind() == FunctionKind.VIRTUAL_FUNCTION
                            && topology.physicalFunction(function.address()).isEmpty());
        }

        /** A drive counts where it shares a switch with a player, not merely a root port. */
        private boolean isDriveBelow(PciFunction function, Set<Address> shared) {
            return Roles.isNvme(function)
                    && topology.place(function.address()).chain().stream().anyMatch(shared::contains);
        }

        private void draw(PciFunction function, Set<Address> drawn) {
            drawn.add(function.address());
            topology.place(function.address()).chain().stream()
                    .filter(bridge -> topology.find(bridge).isPresent())
                    .forEach(drawn::add);
        }

        private List<Branch> roots(Set<Address> drawn) {
            Map<Address, List<Address>> below = new TreeMap<>();
            List<Address> tops = new ArrayList<>();
            for (Address address : topology.functions().keySet()) {
                if (drawn.contains(address)) {
                    topology.place(address).chain().stream()
                            .filter(drawn::contains)
                            .findFirst()
                            .ifPresentOrElse(
                                    parent -> below.computeIfAbsent(parent, p -> new ArrayList<>())
                                            .add(address),
                                    () -> tops.add(address));
                }
            }
            return tops.stream().map(top -> branch(top, below)).toList();
        }

        private Branch branch(Address address, Map<Address, List<Address>> below) {
            PciFunction function = topology.get(address);
            List<Branch> children = below.getOrDefault(address, List.of()).stream()
                    .map(child -> branch(child, below))
                    .sorted(Comparator.comparingInt(Branch::rank).thenComparing(Branch::address))
                    .toList();
            return new Branch(function, kind(function), children);
        }

        private Branch.Kind kind(PciFunction function) {
            if (function.kind().isBridge()) {
                return Branch.Kind.BRIDGE;
            }
            if (Roles.isGpu(function)) {
                return Branch.Kind.GPU;
            }
            return nics.contains(function.address()) ? Branch.Kind.NIC : Branch.Kind.OTHER;
        }

        private List<Address> hidden(Set<Address> drawn) {
            return topology.functions().keySet().stream()
                    .filter(address -> !drawn.contains(address))
                    .filter(address -> topology.physicalFunction(address)
                            .filter(drawn::contains)
                            .isEmpty())
                    .toList();
        }
    }
}
