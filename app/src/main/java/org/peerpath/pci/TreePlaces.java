// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Message;

/** Where every function sits: by the real path of its sysfs directory, else by the bus numbers of the bridges. */
final class TreePlaces {
    private final Map<Address, PciFunction> functions;
    private final VirtualFunctions virtual;
    private final List<Message> notes;
    private final Map<Integer, BusTree> trees;
    private final Map<String, Optional<Topology.Place>> byDirectory = new HashMap<>();
    private final Map<Address, Topology.Place> ofPhysical = new HashMap<>();
    private final Set<String> disagreements = new HashSet<>();

    private TreePlaces(Map<Address, PciFunction> functions, VirtualFunctions virtual, List<Message> notes) {
        this.functions = functions;
        this.virtual = virtual;
        this.notes = notes;
        this.trees = BusTree.byDomain(functions.values(), notes);
    }

    static SortedMap<Address, Topology.Place> of(
            Map<Address, PciFunction> functions, VirtualFunctions virtual, List<Message> notes) {
        TreePlaces places = new TreePlaces(functions, virtual, notes);
        TreeMap<Address, Topology.Place> result = new TreeMap<>();
        functions.forEach((address, function) -> result.put(address, places.place(function)));
        return result;
    }

    private Topology.Place place(PciFunction function) {
        boolean vf = virtual.isVirtual(function.address());
        Topology.Place bySysfs = bySysfs(function);
        if (bySysfs != null) {
            if (!vf && bySysfs.chainKnown()) {
                compare(function.address(), bySysfs);
            }
            // The VFs of an integrated endpoint may have buses after the root bus, without a bridge.
            return vf || !bySysfs.chain().isEmpty() || SysfsPath.isOnRootBus(function.address(), bySysfs.hostBridge())
                    ? bySysfs
                    : incomplete(bySysfs);
        }
        if (vf) {
            // A VF's bus may lie beyond the secondary bus of the port above it, so its PF is asked.
            Optional<PciFunction> pf = virtual.physicalOf(function.address())
                    .map(functions::get)
                    .filter(physical -> !virtual.isVirtual(physical.address()));
            if (pf.isPresent()) {
                Topology.Place known = ofPhysical.get(pf.get().address());
                Topology.Place place = known != null ? known : place(pf.get());
                ofPhysical.put(pf.get().address(), place);
                return place;
            }
        }
        Topology.Place place = tree(function.address()).place(function.address().bus());
        // Who says that the place was not read says that bus numbers alone do not tell it.
        return function.facts().attributes().get(Attributes.REALPATH) instanceof Reading.Failed
                ? incomplete(place)
                : place;
    }

    private static Topology.Place incomplete(Topology.Place place) {
        return new Topology.Place(place.chain(), place.hostBridge(), false);
    }

    private BusTree tree(Address address) {
        BusTree tree = trees.get(address.domain());
        if (tree == null) {
            throw new IllegalStateException("no tree for domain of " + address);
        }
        return tree;
    }

    private Topology.@Nullable Place bySysfs(PciFunction function) {
        if (!(function.facts().attributes().get(Attributes.REALPATH)
                instanceof Reading.Text(String path, String source))) {
            return null;
        }
        int end = path.lastIndexOf('/');
        return end < 0
                ? null
                : byDirectory
                        .computeIfAbsent(path.substring(0, end), this::parse)
                        .orElse(null);
    }

    /** A directory such as {@code /sys/devices/pci0000:15/0000:15:01.0}; empty if no host bridge is in it. */
    private Optional<Topology.Place> parse(String directory) {
        SysfsPath path = SysfsPath.parse(directory);
        if (path == null) {
            return Optional.empty();
        }
        // What is above a bridge that the source leaves out is not followed: nothing would be known about the way
        // there.
        List<Address> chain =
                path.chain().stream().takeWhile(functions::containsKey).toList();
        boolean whole = chain.size() == path.chain().size()
                && (chain.isEmpty() || SysfsPath.isOnRootBus(chain.getLast(), path.hostBridge()));
        return Optional.of(new Topology.Place(chain, path.hostBridge(), whole));
    }

    /** Who says where the function stands: sysfs, or a tool that printed the same tree. */
    private static String source(@Nullable PciFunction function) {
        Reading path = function == null ? null : function.facts().attributes().get(Attributes.REALPATH);
        return path == null ? "sysfs" : path.source();
    }

    /** Whether a bridge was read whose own numbers lead to other buses than a function's: nothing it is sent arrives. */
    private boolean leavesOut(@Nullable Address bridge, Address below) {
        PciFunction read = bridge == null ? null : functions.get(bridge);
        return read != null
                && read.bridge()
                        .knownToBe(range -> below.bus() < range.secondary() || below.bus() > range.subordinate());
    }

    private void compare(Address address, Topology.Place bySysfs) {
        Address byBus = tree(address).bridgeAbove(address.bus());
        Address above = bySysfs.parent().orElse(null);
        boolean agree;
        if (byBus != null) {
            // A bridge that was not read leaves a gap in the numbers, which contradicts nothing.
            agree = tree(address).isDirect(address.bus())
                    ? byBus.equals(above)
                    : bySysfs.chain().contains(byBus) && !leavesOut(above, address);
        } else {
            PciFunction bridge = above == null ? null : functions.get(above);
            agree = bridge == null || !(bridge.bridge() instanceof Fact.Known<BusRange>);
        }
        if (!agree) {
            String sysfs = above == null ? bySysfs.hostBridge() : above.toString();
            String numbers = byBus == null ? "-" : byBus.toString();
            if (disagreements.add(sysfs + " " + numbers)) {
                notes.add(Message.of(
                        "topology.disagree", address.toString(), sysfs, numbers, source(functions.get(address))));
            }
        }
    }
}
