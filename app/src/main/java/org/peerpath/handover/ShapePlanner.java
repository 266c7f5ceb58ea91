// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.peerpath.handover.nccl.NcclLink;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestDeviceKind;
import org.peerpath.vm.shape.GuestPlace;
import org.peerpath.vm.shape.GuestShape;

/**
 * Plans a virtual PCI tree: an expander for each NUMA node, below it a root port for each switch or single function, below
 * each virtual switch a port for each function. An expander takes root ports only, and the buses behind it must fit between
 * its number and the next expander's (QEMU docs/pcie.txt); they are numbered from above, so that the machine's own bus keeps
 * the low numbers.
 */
final class ShapePlanner {
    private static final int BUSES = 256;
    private static final int LOWEST_NUMBER = 32;
    private static final int SLOTS = 32;
    private static final int FIRST_EXPANDER_SLOT = 0x10;
    private static final int LAST_EXPANDER_SLOT = 0x1c;
    private static final int LAST_INDEX = 255;

    private final GuestShape existing;
    private final Set<Integer> taken;
    private final List<GuestDevice> added = new ArrayList<>();
    private final Map<Address, GuestPlace> places = new TreeMap<>();
    private int nextIndex;

    /**
     * A planned tree.
     *
     * @param shape with what was there before and the functions
     * @param added controllers that are new, parents first
     * @param functions the functions that were placed
     * @param links the host's link above what stands below each new port, by the port's id
     */
    record Planned(
            GuestShape shape, List<GuestDevice> added, List<PlacedFunction> functions, Map<String, NcclLink> links) {}

    private final Map<String, NcclLink> links = new TreeMap<>();

    /**
     * Plans beside what is there.
     *
     * @param existing the VM's tree; its root bus alone for a new one
     * @param taken slots of the machine's own bus that devices take which the tree does not hold
     */
    ShapePlanner(GuestShape existing, Set<Integer> taken) {
        this.existing = existing;
        this.taken = taken;
        this.nextIndex = 1
                + existing.devices().stream()
                        .map(GuestDevice::id)
                        .filter(id -> id.matches("pci\\.\\d{1,4}"))
                        .mapToInt(id -> Integer.parseInt(id.substring(4)))
                        .max()
                        .orElse(0);
    }

    /**
     * Plans the tree.
     *
     * @param nodes what stands at the root complex, by the guest's NUMA node; -1 for none
     * @param names what the hypervisor calls each function
     * @throws KitRefusedException if it does not fit
     */
    Planned plan(SortedMap<Integer, List<KitNode>> nodes, Map<Address, String> names) throws KitRefusedException {
        Map<Address, Integer> nodeOf = new TreeMap<>();
        List<List<GuestDevice>> branches = new ArrayList<>();
        List<Integer> slots = freeSlots(nodes.size());
        int number = 0;
        for (Map.Entry<Integer, List<KitNode>> node : nodes.entrySet()) {
            node.getValue().stream().flatMap(KitNode::functions).forEach(f -> nodeOf.put(f, node.getKey()));
            branches.add(branch(node.getKey(), node.getValue(), slots.get(number++)));
        }
        numbered(branches);
        List<GuestDevice> all = new ArrayList<>(existing.devices());
        all.removeIf(device -> names.containsValue(device.id()));
        all.addAll(added);
        places.forEach((host, place) -> all.add(GuestDevice.endpoint(name(names, host), place)));
        GuestShape shape = GuestShape.of(all);
        Map<String, Address> predicted = shape.predicted();
        List<PlacedFunction> functions = new ArrayList<>();
        places.forEach((host, place) -> functions.add(new PlacedFunction(
                host,
                name(names, host),
                Optional.of(place),
                Optional.ofNullable(predicted.get(name(names, host))),
                PlacedFunction.Source.PREDICTED,
                Optional.of(nodeOf.getOrDefault(host, KitTree.NO_NODE)).filter(n -> n >= 0),
                true)));
        return new Planned(shape, List.copyOf(added), functions, Collections.unmodifiableMap(links));
    }

    private static String name(Map<Address, String> names, Address host) {
        return names.getOrDefault(host, host.toString());
    }

    private List<Integer> freeSlots(int wanted) throws KitRefusedException {
        List<Integer> free = new ArrayList<>();
        for (int slot = FIRST_EXPANDER_SLOT; slot <= LAST_EXPANDER_SLOT; slot++) {
            if (!taken.contains(slot)) {
                free.add(slot);
            }
        }
        if (free.size() < wanted) {
            throw new KitRefusedException(Message.of("handover.refused.slots", wanted, free.size()));
        }
        return free;
    }

    private String root() {
        return existing.devices().stream()
                .filter(device -> device.kind() == GuestDeviceKind.ROOT_BUS)
                .map(GuestDevice::id)
                .findFirst()
                .orElse("pcie.0");
    }

    /** The next number above all that are there; once those end, one that was left out. */
    private String index() throws KitRefusedException {
        if (nextIndex <= LAST_INDEX) {
            return "pci." + nextIndex++;
        }
        return IntStream.rangeClosed(1, LAST_INDEX)
                .mapToObj(index -> "pci." + index)
                .filter(id -> existing.find(id).isEmpty()
                        && added.stream().noneMatch(device -> device.id().equals(id)))
                .findFirst()
                .orElseThrow(() -> new KitRefusedException(Message.of("handover.refused.buses", BUSES)));
    }

    /** An expander and all below it, without its number. */
    private List<GuestDevice> branch(int node, List<KitNode> tops, int slot) throws KitRefusedException {
        int from = added.size();
        String expander = index();
        added.add(GuestDevice.expander(
                expander,
                GuestPlace.of(root(), slot, 0),
                OptionalInt.empty(),
                node < 0 ? OptionalInt.empty() : OptionalInt.of(node)));
        fits(tops.size());
        for (int i = 0; i < tops.size(); i++) {
            below(port(GuestDeviceKind.ROOT_PORT, "pcie-root-port", expander, i, tops.get(i)), tops.get(i));
        }
        return List.copyOf(added.subList(from, added.size()));
    }

    private static void fits(int devices) throws KitRefusedException {
        if (devices > SLOTS) {
            throw new KitRefusedException(Message.of("handover.refused.ports", devices, SLOTS));
        }
    }

    private String port(GuestDeviceKind kind, String model, String bus, int slot, KitNode below)
            throws KitRefusedException {
        String id = index();
        added.add(GuestDevice.bridge(id, kind, model, GuestPlace.of(bus, slot, 0)));
        links.put(id, below.link());
        return id;
    }

    private void below(String port, KitNode node) throws KitRefusedException {
        switch (node) {
            case KitNode.Device device -> places.put(device.host(), GuestPlace.of(port, 0, 0));
            case KitNode.Switch shared -> {
                fits(shared.below().size());
                String upstream = index();
                added.add(GuestDevice.bridge(
                        upstream, GuestDeviceKind.UPSTREAM_PORT, "x3130-upstream", GuestPlace.of(port, 0, 0)));
                links.put(upstream, shared.link());
                for (int i = 0; i < shared.below().size(); i++) {
                    KitNode next = shared.below().get(i);
                    below(port(GuestDeviceKind.DOWNSTREAM_PORT, "xio3130-downstream", upstream, i, next), next);
                }
            }
        }
    }

    /** Every element of a branch provides one bus; the last branch gets the highest numbers that are free together. */
    private void numbered(List<List<GuestDevice>> branches) throws KitRefusedException {
        BitSet free = freeNumbers();
        for (List<GuestDevice> branch : branches.reversed()) {
            int number = highest(free, branch.size());
            free.clear(number, number + branch.size());
            GuestDevice expander = branch.getFirst();
            added.set(
                    added.indexOf(expander),
                    GuestDevice.expander(
                            expander.id(),
                            expander.place().orElseThrow(),
                            OptionalInt.of(number),
                            expander.numaNode()));
        }
    }

    private static int highest(BitSet free, int wanted) throws KitRefusedException {
        for (int number = BUSES - wanted; number >= LOWEST_NUMBER; number--) {
            if (free.nextClearBit(number) >= number + wanted) {
                return number;
            }
        }
        throw new KitRefusedException(Message.of("handover.refused.buses", BUSES));
    }

    /** The bus numbers that no expander takes which is there, nor firmware for the bridges behind it. */
    private BitSet freeNumbers() {
        BitSet free = new BitSet();
        free.set(0, BUSES);
        for (GuestDevice root : existing.devices()) {
            if (root.kind().isRoot() && root.busNumber().isPresent()) {
                int number = root.busNumber().getAsInt();
                if (number >= 0 && number < BUSES) {
                    free.clear(number, number + (int) Math.min(BUSES, 1 + bridgesBelow(root)));
                }
            }
        }
        return free;
    }

    private long bridgesBelow(GuestDevice root) {
        return existing.devices().stream()
                .filter(device -> device.kind() != GuestDeviceKind.ENDPOINT
                        && !device.kind().isRoot())
                .filter(device -> device.place()
                        .flatMap(existing::way)
                        .filter(way -> way.getLast().equals(root))
                        .isPresent())
                .count();
    }
}
