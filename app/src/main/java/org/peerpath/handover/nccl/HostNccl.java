// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerpath.model.HostModel;
import org.peerpath.path.DataDirect;
import org.peerpath.path.Roles;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;

/**
 * The topology of a host as NCCL would find it there, for containers that see the host's devices and not its sysfs. Bridges
 * are taken two at a time, as NCCL walks sysfs (src/graph/xml.cc ncclTopoGetXmlFromSys).
 */
public final class HostNccl {
    private static final int LAST_DOMAIN = 0xffff;
    private static final String NO_NODE = "-1";

    private final Topology topology;
    private final List<String> comments = new ArrayList<>();

    private HostNccl(Topology topology) {
        this.topology = topology;
    }

    /** Makes the file of a host: its GPUs, network functions and the functions that send for them, as many as NCCL keeps. */
    public static NcclFile of(HostModel host) {
        HostNccl made = new HostNccl(host.topology());
        made.comments.add("Topology of " + host.snapshot().origin().host()
                + " for NCCL_TOPO_FILE on this host and in its containers, written by Peerpath");
        return made.file();
    }

    private NcclFile file() {
        List<Address> gpus = placed(Roles.targets(topology, Roles.TargetKind.GPU));
        List<PciFunction> network = Roles.nics(topology, true);
        List<Address> nics = placed(network);
        List<Address> senders = placed(
                topology.functions().values().stream().filter(DataDirect::is).toList());
        List<Address> virtual = placed(network.stream()
                .flatMap(nic -> topology.virtualFunctions(nic.address()).stream())
                .map(topology::get)
                .toList());
        Set<Address> chosen = new LinkedHashSet<>(gpus);
        chosen.addAll(senders);
        int used = chosen.size();
        Map<Address, List<Address>> ways = new HashMap<>();
        int left = 0;
        for (Address nic : concat(nics, virtual)) {
            chosen.add(nic);
            if (tooMany(chosen, ways, gpus.size(), chosen.size() - used)) {
                chosen.remove(nic);
                left++;
            }
        }
        if (left > 0) {
            comments.add("Left out, since NCCL keeps 256 elements: network functions, number " + left
                    + ". NCCL places them by itself where it sees the host's sysfs.");
        }
        return NcclFile.of(comments, nodes(chosen));
    }

    private static List<Address> concat(List<Address> one, List<Address> other) {
        List<Address> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    /** Those that NCCL could name and whose place is known. */
    private List<Address> placed(Collection<PciFunction> functions) {
        List<Address> placed = new ArrayList<>();
        for (PciFunction function : functions) {
            Address address = function.address();
            if (Integer.compareUnsigned(address.domain(), LAST_DOMAIN) > 0) {
                comments.add("Left out, since NCCL reads domains of four digits: " + address);
            } else if (!topology.place(address).chainKnown()) {
                comments.add("Left out, since bridges above it were not read: " + address);
            } else {
                placed.add(address);
            }
        }
        return placed;
    }

    private boolean tooMany(Set<Address> chosen, Map<Address, List<Address>> ways, int gpus, int nics) {
        Set<Address> elements = new TreeSet<>(chosen);
        chosen.forEach(device -> elements.addAll(ways.computeIfAbsent(device, this::bridges)));
        int nodes = 1 + (int) chosen.stream().map(this::node).distinct().count();
        return NcclFile.needed(elements.size() + nodes, gpus, nics) > NcclFile.MOST_ELEMENTS;
    }

    /** The second, fourth, … bridge above a function, nearest first. */
    private List<Address> bridges(Address device) {
        List<Address> chain = topology.place(device).chain();
        List<Address> bridges = new ArrayList<>();
        for (int i = 1; i < chain.size(); i += 2) {
            bridges.add(chain.get(i));
        }
        return bridges;
    }

    /** The NUMA node of the topmost element on the way, which NCCL asks for it. */
    private int node(Address device) {
        List<Address> bridges = bridges(device);
        Fact<String> top = numa(bridges.isEmpty() ? device : bridges.getLast());
        String node = top.asOptional()
                .or(() -> numa(device).asOptional())
                .orElse(NO_NODE)
                .strip();
        return node.matches("-?\\d{1,5}") ? Math.max(-1, Integer.parseInt(node)) : -1;
    }

    private Fact<String> numa(Address function) {
        return topology.find(function)
                .map(f -> f.facts().text(Attributes.NUMA_NODE))
                .orElse(Fact.absent());
    }

    private Map<Integer, List<NcclElement>> nodes(Set<Address> chosen) {
        Map<Address, Set<Address>> below = new TreeMap<>();
        Map<Integer, Set<Address>> tops = new TreeMap<>();
        for (Address device : chosen) {
            Address at = device;
            for (Address bridge : bridges(device)) {
                below.computeIfAbsent(bridge, b -> new TreeSet<>()).add(at);
                at = bridge;
            }
            tops.computeIfAbsent(node(device), n -> new TreeSet<>()).add(at);
        }
        Map<Integer, List<NcclElement>> nodes = new TreeMap<>();
        Set<Address> written = new TreeSet<>();
        tops.forEach((node, addresses) -> nodes.put(
                node,
                addresses.stream()
                        .filter(written::add)
                        .map(address -> element(address, below))
                        .toList()));
        return nodes;
    }

    private NcclElement element(Address address, Map<Address, Set<Address>> below) {
        List<NcclElement> children = below.getOrDefault(address, Set.of()).stream()
                .map(child -> element(child, below))
                .toList();
        return new NcclElement(NcclElement.PCI, attributes(topology.get(address)), NcclFile.sorted(children));
    }

    /** What was read; NCCL itself asks the host for the rest. */
    private SequencedMap<String, String> attributes(PciFunction function) {
        SequencedMap<String, String> all = new LinkedHashMap<>();
        all.put(NcclElement.BUS_ID, function.address().toString());
        all.put(NcclElement.CLASS, className(function));
        NcclLink link = NcclLink.above(topology, function.address());
        link.speedText().ifPresent(speed -> all.put(NcclElement.SPEED, speed));
        link.width().ifPresent(width -> all.put(NcclElement.WIDTH, Integer.toString(width)));
        Optional<Integer> vendor = function.vendor().asOptional();
        vendor.ifPresent(id -> all.put("vendor", hex(id)));
        function.device().asOptional().ifPresent(id -> all.put("device", hex(id)));
        subsystem(function, Attributes.SUBSYSTEM_VENDOR).ifPresent(id -> all.put("subsystem_vendor", hex(id)));
        subsystem(function, Attributes.SUBSYSTEM_DEVICE).ifPresent(id -> all.put("subsystem_device", hex(id)));
        return all;
    }

    /** NCCL stops at an element without a class; one that was not read is what the function's place says. */
    private static String className(PciFunction function) {
        return function.classCode()
                .asOptional()
                .map(code -> String.format("0x%06x", code))
                .orElse(function.kind().isBridge() ? NcclBridge.CLASS_CODE : "0x0");
    }

    private static Optional<Integer> subsystem(PciFunction function, String attribute) {
        return function.facts()
                .text(attribute)
                .asOptional()
                .map(String::strip)
                .filter(text -> text.matches("0x[0-9a-fA-F]{1,4}"))
                .map(Integer::decode);
    }

    private static String hex(int id) {
        return String.format("0x%04x", id);
    }
}
