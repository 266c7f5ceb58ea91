// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.peerpath.hardware.Knowledge;
import org.peerpath.hardware.Vendor;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** The buses of one domain and the bridges above them, by secondary and subordinate bus numbers. */
final class BusTree {
    private static final int BUSES = 256;
    private static final int HOST_BRIDGE_CLASS = 0x0600;
    private static final int SYSTEM_PERIPHERAL = 0x08;

    private final int domain;
    private final List<PciFunction> bridges = new ArrayList<>();
    /** For each bus, the bridge whose range holds it most closely. */
    private final @Nullable Address[] above = new @Nullable Address[BUSES];

    /**
     * Buses that are some bridge's secondary bus. On others inside a bridge's range only VFs can be; any other function
     * there hangs below a bridge that was not read.
     */
    private final boolean[] direct = new boolean[BUSES];

    private final Topology.@Nullable Place[] places = new Topology.@Nullable Place[BUSES];
    /** Buses on which something sits that only a root bus carries. */
    private final boolean[] rootLike = new boolean[BUSES];
    /** Buses on which something sits that needs a port above it. */
    private final boolean[] childLike = new boolean[BUSES];

    /** Buses on which a part of the chipset sits, as such parts do on root buses. */
    private final boolean[] chipsetLike = new boolean[BUSES];

    private boolean unreadBridges;
    private boolean busZero;

    private BusTree(int domain) {
        this.domain = domain;
    }

    static Map<Integer, BusTree> byDomain(Collection<PciFunction> functions, List<Message> notes) {
        Map<Integer, BusTree> trees = new HashMap<>();
        BusTree last = null;
        for (PciFunction function : functions) {
            if (last == null || last.domain != function.address().domain()) {
                last = trees.computeIfAbsent(function.address().domain(), BusTree::new);
            }
            last.add(function);
        }
        trees.values().forEach(tree -> tree.connect(notes));
        return trees;
    }

    private void add(PciFunction function) {
        int bus = function.address().bus();
        busZero |= bus == 0;
        switch (function.portType()) {
            case Fact.Known<PortType>(PortType type) -> {
                switch (type) {
                    case ROOT_PORT, ROOT_COMPLEX_INTEGRATED_ENDPOINT, ROOT_COMPLEX_EVENT_COLLECTOR ->
                        rootLike[bus] = true;
                    case ENDPOINT, LEGACY_ENDPOINT, UPSTREAM_PORT, DOWNSTREAM_PORT, PCIE_TO_PCI_BRIDGE ->
                        childLike[bus] = true;
                    case PCI_TO_PCIE_BRIDGE, RESERVED -> {}
                }
            }
            case Fact.Absent<PortType> none -> {}
            case Fact.Unknown<PortType> unread -> {}
        }
        if (function.classCode().knownToBe(code -> code >> 8 == HOST_BRIDGE_CLASS)) {
            rootLike[bus] = true;
        }
        chipsetLike[bus] |= function.baseClass().knownToBe(base -> base == SYSTEM_PERIPHERAL)
                && function.vendor().knownToBe(BusTree::makesChipsets);
        if (function.kind().isBridge()) {
            if (function.bridge().isKnown()) {
                bridges.add(function);
            } else {
                unreadBridges = true;
            }
        }
    }

    private static BusRange range(PciFunction bridge) {
        return bridge.bridge().asOptional().orElseThrow();
    }

    private void connect(List<Message> notes) {
        bridges.removeIf(bridge -> !usable(bridge, notes));
        // Wide ranges first, so that narrower ones inside them overwrite.
        bridges.sort(Comparator.comparingInt(
                bridge -> range(bridge).secondary() - range(bridge).subordinate()));
        for (PciFunction bridge : bridges) {
            for (int bus = range(bridge).secondary(); bus <= range(bridge).subordinate(); bus++) {
                above[bus] = bridge.address();
            }
        }
        for (PciFunction bridge : bridges) {
            int bus = range(bridge).secondary();
            if (direct[bus]) {
                notes.add(Message.of(
                        "topology.bus-claimed-twice",
                        Integer.toHexString(bus),
                        String.valueOf(above[bus]),
                        bridge.address().toString()));
                continue;
            }
            direct[bus] = true;
            above[bus] = bridge.address();
        }
    }

    private static boolean usable(PciFunction bridge, List<Message> notes) {
        BusRange range = range(bridge);
        // Numbers rise downwards, which also rules loops out.
        if (range.secondary() > bridge.address().bus() && range.subordinate() >= range.secondary()) {
            return true;
        }
        boolean unconfigured = range.secondary() == 0 && range.subordinate() == 0;
        if (!unconfigured) {
            notes.add(Message.of(
                    "topology.bad-bus-numbers",
                    bridge.address().toString(),
                    Integer.toHexString(range.secondary()),
                    Integer.toHexString(range.subordinate())));
        }
        return false;
    }

    /** The nearest bridge above a bus that we know of; null for a root bus, or if none was read. */
    @Nullable
    Address bridgeAbove(int bus) {
        return above[bus];
    }

    /** Whether that bridge is the one directly above, with none missing between. */
    boolean isDirect(int bus) {
        return direct[bus];
    }

    /** Where the functions of a bus sit. */
    Topology.Place place(int bus) {
        Topology.Place known = places[bus];
        if (known != null) {
            return known;
        }
        List<Address> chain = new ArrayList<>();
        int top = bus;
        boolean whole = true;
        for (Address bridge = above[bus]; bridge != null; bridge = above[top]) {
            whole &= direct[top];
            chain.add(bridge);
            top = bridge.bus();
        }
        String prefix = Address.ofRoutingId(domain, top << 8).toString();
        Topology.Place place =
                new Topology.Place(chain, "pci" + prefix.substring(0, prefix.lastIndexOf(':')), whole && isRoot(top));
        places[bus] = place;
        return place;
    }

    /**
     * Whether a bus that no bridge we know of leads to is a root bus, rather than one whose bridge is missing. Where the
     * kinds of its functions were not read, a part of the chipset among them has to show it: a file may leave bridges out.
     */
    private boolean isRoot(int bus) {
        if (bus == 0 || rootLike[bus]) {
            return true;
        }
        return busZero && !unreadBridges && !childLike[bus] && chipsetLike[bus];
    }

    private static boolean makesChipsets(int vendor) {
        return Knowledge.inUse().vendor(vendor).filter(Vendor::makesChipsets).isPresent();
    }
}
