// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.hardware.Vendors;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.pci.Vpd;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** The functions of a host as {@code rdma_topo} sees them: a type each, the bridge above, and what hangs below. */
final class TopoDevices {
    static final String GPU = "nvgpu";
    static final String NIC = "cx_nic";
    static final String DATA_DIRECT = "cx_dma";
    static final String SWITCH = "cx_switch";
    static final String GRACE = "grace_rp";
    static final String VERA = "vera_rp";
    static final String GENERIC_ROOT = "generic_rp";

    private static final int DISPLAY = 0x03;
    private static final int PCI_BRIDGE = 0x060400;

    private final Topology topology;
    private final SortedMap<Address, String> types = new TreeMap<>();
    private final Map<Address, List<Address>> children = new HashMap<>();

    TopoDevices(HostModel host) {
        this.topology = host.topology();
        for (PciFunction function : topology.functions().values()) {
            Address address = function.address();
            types.put(address, type(function));
            parent(address)
                    .ifPresent(bridge -> children.computeIfAbsent(bridge, b -> new ArrayList<>())
                            .add(address));
        }
    }

    /** Ids first, then classes, as the tool has them; its Data Direct functions and root ports are known by id alone. */
    private String type(PciFunction function) {
        Optional<String> known = function.hardware().flatMap(KnownDevice::rdmaTopo);
        if (known.isPresent()) {
            return known.get();
        }
        if (function.isBy(Vendors.NVIDIA) && function.baseClass().knownToBe(base -> base == DISPLAY)) {
            return GPU;
        }
        if (function.classCode().knownToBe(code -> code == PCI_BRIDGE)) {
            return parent(function.address()).isEmpty() ? GENERIC_ROOT : "bridge";
        }
        return "";
    }

    String type(Address address) {
        return types.getOrDefault(address, "");
    }

    List<Address> all(String type) {
        return types.entrySet().stream()
                .filter(entry -> entry.getValue().equals(type))
                .map(Map.Entry::getKey)
                .toList();
    }

    SortedMap<Address, String> types() {
        return types;
    }

    Optional<Address> parent(Address address) {
        return topology.place(address)
                .parent()
                .filter(bridge -> topology.find(bridge).isPresent());
    }

    /** The bridge above, if it is of this type. */
    Optional<Address> parent(Address address, String type) {
        return parent(address).filter(bridge -> type(bridge).equals(type));
    }

    List<Address> above(Address address) {
        return topology.place(address).chain();
    }

    List<Address> children(Address bridge) {
        return children.getOrDefault(bridge, List.of());
    }

    /** All that hangs below a bridge, depth first. */
    List<Address> below(Address bridge) {
        List<Address> all = new ArrayList<>();
        for (Address child : children(bridge)) {
            all.add(child);
            all.addAll(below(child));
        }
        return all;
    }

    /** The ACS Control register; empty without the capability. */
    Optional<Integer> acsControl(Address address) throws NoAnswerException {
        return read(topology.get(address).acs().flatMap(Acs::control));
    }

    boolean hasAts(Address address) throws NoAnswerException {
        return read(topology.get(address).ats()).isPresent();
    }

    Optional<String> group(Address address) throws NoAnswerException {
        return read(topology.get(address).facts().text(Attributes.IOMMU_GROUP));
    }

    /** The NUMA node; empty where the kernel knows none. */
    Optional<Integer> node(Address address) throws NoAnswerException {
        return read(topology.get(address).facts().text(Attributes.NUMA_NODE))
                .map(String::strip)
                .filter(text -> text.matches("\\d{1,4}"))
                .map(Integer::valueOf);
    }

    /** A keyword of the vital product data. */
    Optional<String> vpd(Address address, String keyword) throws NoAnswerException {
        return read(topology.get(address).facts().bytes(Attributes.VPD).map(Vpd::parse))
                .flatMap(vpd -> vpd.field(keyword))
                .filter(value -> !value.isEmpty());
    }

    private static <T> Optional<T> read(Fact<T> fact) throws NoAnswerException {
        Optional<Message> why = fact.whyUnknown();
        if (why.isPresent()) {
            throw NoAnswerException.unread(why.get());
        }
        return fact.asOptional();
    }
}
