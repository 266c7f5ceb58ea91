// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerpath.handover.nccl.NcclLink;
import org.peerpath.hardware.NcclFolding;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;

/**
 * The switches of the host that the functions of a kit share, with nothing that NCCL would count and nobody shares. NCCL
 * calls a pair PXB as soon as two levels of switches lie between its ends, and prefers a NIC that is PIX; so a level through
 * which only one of the functions goes is folded into the one above it (its link still counts), and a level that several
 * share stays, since they share its link too. GPUDirect RDMA is used at PIX and PXB alike (src/graph/paths.cc).
 */
final class KitTree {
    /** The NUMA node of functions of which it was not read, as the kernel writes "none". */
    static final int NO_NODE = -1;

    private final Topology topology;

    private KitTree(Topology topology) {
        this.topology = topology;
    }

    /** Returns what stands at the root complex, by the host's NUMA node, in the order of addresses. */
    static SortedMap<Integer, List<KitNode>> of(Topology topology, Collection<Address> functions) {
        return new KitTree(topology).build(functions);
    }

    private SortedMap<Integer, List<KitNode>> build(Collection<Address> functions) {
        Map<Optional<Address>, List<Address>> tops = new LinkedHashMap<>();
        Map<Address, List<Address>> switches = new TreeMap<>();
        for (Address function : new TreeSet<>(functions)) {
            List<Address> way = switches(function);
            switches.put(function, way);
            Optional<Address> top = way.isEmpty() ? Optional.empty() : Optional.of(way.getLast());
            tops.computeIfAbsent(top, t -> new ArrayList<>()).add(function);
        }
        SortedMap<Integer, List<KitNode>> nodes = new TreeMap<>();
        tops.forEach((top, below) -> {
            if (top.isPresent()) {
                KitNode node = fold(level(top.get(), below, switches));
                nodes.computeIfAbsent(numa(below), n -> new ArrayList<>()).add(node);
            } else {
                below.forEach(function -> nodes.computeIfAbsent(numa(List.of(function)), n -> new ArrayList<>())
                        .add(device(function)));
            }
        });
        nodes.replaceAll((node, all) -> all.stream().sorted(ORDER).toList());
        return nodes;
    }

    private static final Comparator<KitNode> ORDER = Comparator.comparing(
            node -> node.functions().min(Comparator.naturalOrder()).orElseThrow());

    /** The upstream ports above a function, nearest first. */
    private List<Address> switches(Address function) {
        List<Address> chain = topology.place(function).chain();
        List<Address> found = new ArrayList<>();
        for (int i = 0; i < chain.size(); i++) {
            Fact<PortType> type =
                    topology.find(chain.get(i)).map(PciFunction::portType).orElse(Fact.absent());
            // Where a bridge's kind was not read: every second one, as long as another stands above it.
            boolean is = type.isUnknown()
                    ? i % 2 == 1 && i < chain.size() - 1
                    : type.knownToBe(t -> t == PortType.UPSTREAM_PORT);
            if (is) {
                found.add(chain.get(i));
            }
        }
        return found;
    }

    private KitNode.Device device(Address function) {
        return new KitNode.Device(function, NcclLink.above(topology, function));
    }

    /** A switch with all that stands below it, level by level. */
    private KitNode.Switch level(Address port, List<Address> functions, Map<Address, List<Address>> switches) {
        Map<Address, List<Address>> deeper = new TreeMap<>();
        List<KitNode> below = new ArrayList<>();
        for (Address function : functions) {
            List<Address> way = switches.getOrDefault(function, List.of());
            int at = way.indexOf(port);
            if (at == 0) {
                below.add(device(function));
            } else {
                deeper.computeIfAbsent(way.get(at - 1), p -> new ArrayList<>()).add(function);
            }
        }
        deeper.forEach((next, behind) -> below.add(level(next, behind, switches)));
        return new KitNode.Switch(
                port,
                NcclLink.above(topology, port),
                below.stream().sorted(ORDER).toList());
    }

    private KitNode fold(KitNode node) {
        if (!(node instanceof KitNode.Switch(Address port, NcclLink link, List<KitNode> all))) {
            return node;
        }
        List<KitNode> below = new ArrayList<>();
        for (KitNode child : all) {
            KitNode folded = fold(child);
            if (folded instanceof KitNode.Switch lower && NcclFolding.folds(id(port), id(lower.port()))) {
                below.addAll(lower.below());
            } else {
                below.add(folded);
            }
        }
        return below.size() == 1
                ? below.getFirst().behind(link)
                : new KitNode.Switch(port, link, below.stream().sorted(ORDER).toList());
    }

    private long id(Address port) {
        PciFunction function = topology.get(port);
        return function.vendor().asOptional().map(Integer::longValue).orElse(0L) << 48
                | function.device().asOptional().map(Integer::longValue).orElse(0L) << 32
                | subsystem(function, Attributes.SUBSYSTEM_VENDOR) << 16
                | subsystem(function, Attributes.SUBSYSTEM_DEVICE);
    }

    private static long subsystem(PciFunction function, String attribute) {
        return function.facts()
                .text(attribute)
                .asOptional()
                .map(String::strip)
                .filter(text -> text.matches("0x[0-9a-fA-F]{1,4}"))
                .map(Long::decode)
                .orElse(0L);
    }

    /** The first node that any of the functions tells; those below one switch have the same. */
    private int numa(List<Address> functions) {
        return functions.stream()
                .flatMap(function -> node(topology, function).stream())
                .findFirst()
                .orElse(NO_NODE);
    }

    /** Returns the NUMA node of a function, of a virtual one also its physical one's. */
    static Optional<Integer> node(Topology topology, Address function) {
        return text(topology, function)
                .or(() -> topology.physicalFunction(function).flatMap(physical -> text(topology, physical)));
    }

    private static Optional<Integer> text(Topology topology, Address function) {
        return topology.find(function)
                .flatMap(f -> f.facts().text(Attributes.NUMA_NODE).asOptional())
                .map(String::strip)
                .filter(text -> text.matches("\\d{1,5}"))
                .map(Integer::valueOf);
    }
}
