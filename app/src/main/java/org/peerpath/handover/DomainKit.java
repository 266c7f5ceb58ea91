// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmPair;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestDeviceKind;
import org.peerpath.vm.shape.GuestPlace;
import org.peerpath.vm.shape.GuestShape;
import org.peerpath.vm.shape.NcclDistance;

/** What a domain hands over, what of it already stands as the host has it, and what must move. */
final class DomainKit {
    private static final String ROOT = "pcie.0";
    private static final Set<NcclDistance> NEAR = Set.of(NcclDistance.PIX, NcclDistance.PXB);

    private final Topology topology;
    private final DomainText domain;
    private final VmAnswer vm;
    private final Map<Address, VmFunction> functions = new TreeMap<>();
    private final List<Message> notes = new ArrayList<>();
    private final SortedMap<Integer, List<KitNode>> tree = new TreeMap<>();
    private final SortedMap<Integer, List<KitNode>> moving = new TreeMap<>();
    private final SortedMap<Integer, Integer> nodes = new TreeMap<>();

    DomainKit(Topology topology, VmAnswer vm, DomainText domain) {
        this.topology = topology;
        this.domain = domain;
        this.vm = vm;
        for (VmFunction function : vm.vm().shown()) {
            Optional<Address> address = function.host();
            if (address.flatMap(topology::find).isPresent()) {
                functions.put(address.orElseThrow(), function);
            } else {
                notes.add(Message.of("handover.note.not-on-host", function.name()));
            }
        }
        vm.findings()
                .forEach(
                        finding -> notes.add(Message.of("handover.note.finding", finding.message(), finding.remedy())));
        sort();
    }

    private void sort() {
        TreeSet<Address> addresses = new TreeSet<>(functions.keySet());
        KitTree.of(topology, addresses).forEach((node, tops) -> {
            int cell = cell(node);
            nodes.putIfAbsent(Math.max(0, cell), node);
            tree.computeIfAbsent(cell, c -> new ArrayList<>()).addAll(tops);
            List<KitNode> wrong =
                    tops.stream().filter(top -> !stands(top, cell)).toList();
            if (!wrong.isEmpty()) {
                moving.computeIfAbsent(cell, c -> new ArrayList<>()).addAll(wrong);
            }
        });
        if (moving.isEmpty()) {
            notes.add(Message.of("handover.note.fits"));
        }
    }

    /** The guest's cell for a node of the host; -1 where the guest has none. */
    private int cell(int hostNode) {
        Optional<Integer> bound = hostNode < 0 ? Optional.empty() : domain.cell(hostNode);
        if (bound.isPresent()) {
            return bound.get();
        }
        if (hostNode >= 0) {
            notes.add(Message.of(domain.cells() == 0 ? "handover.note.no-cells" : "handover.note.no-cell", hostNode));
        }
        return -1;
    }

    /** Whether everything below one top stands to each other as on the host, and on the right node. */
    private boolean stands(KitNode top, int cell) {
        if (standsTooNear(top)) {
            return false;
        }
        if (!(top instanceof KitNode.Switch)) {
            return true;
        }
        List<Address> all = top.functions().toList();
        for (Address one : all) {
            Optional<GuestPlace> place = place(one);
            if (place.isEmpty() || (cell >= 0 && node(place.get()) != cell)) {
                return false;
            }
            for (Address other : all) {
                Optional<NcclDistance> now = place(other).flatMap(there -> distance(place.get(), there));
                if (!one.equals(other) && !now.equals(Optional.of(wanted(top, one, other)))) {
                    return false;
                }
            }
        }
        return true;
    }

    private Optional<NcclDistance> distance(GuestPlace one, GuestPlace other) {
        return vm.vm().description().shape().distance(one, other);
    }

    /** Whether a function shares a virtual switch with one that it shares none with on the host. */
    private boolean standsTooNear(KitNode top) {
        List<Address> own = top.functions().toList();
        return own.stream()
                .flatMap(one -> place(one).stream())
                .anyMatch(here -> functions.keySet().stream()
                        .filter(other -> !own.contains(other))
                        .flatMap(other -> place(other).stream())
                        .flatMap(there -> distance(here, there).stream())
                        .anyMatch(NEAR::contains));
    }

    private Optional<GuestPlace> place(Address function) {
        return Optional.ofNullable(functions.get(function))
                .flatMap(f -> f.assigned().place());
    }

    private int node(GuestPlace place) {
        return vm.vm()
                .description()
                .shape()
                .way(place)
                .map(way -> way.getLast().numaNode().orElse(-1))
                .orElse(-1);
    }

    private static NcclDistance wanted(KitNode node, Address one, Address other) {
        if (node instanceof KitNode.Switch shared) {
            for (KitNode child : shared.below()) {
                List<Address> below = child.functions().toList();
                if (below.contains(one) && below.contains(other)) {
                    return wanted(child, one, other);
                }
            }
            boolean direct = shared.below().stream()
                            .filter(child -> child instanceof KitNode.Device)
                            .flatMap(KitNode::functions)
                            .filter(f -> f.equals(one) || f.equals(other))
                            .count()
                    == 2;
            return direct ? NcclDistance.PIX : NcclDistance.PXB;
        }
        return NcclDistance.PIX;
    }

    /** Returns the NIC and GPU pairs of the domain that share a switch on the host; all of them where none does. */
    List<KitMaker.Wanted> pairs(KitChecks checks) throws KitRefusedException {
        List<KitMaker.Wanted> near = new ArrayList<>();
        List<KitMaker.Wanted> all = new ArrayList<>();
        for (VmPair pair : vm.pairs()) {
            Optional<Address> nic = pair.requester().host().filter(functions::containsKey);
            Optional<Address> gpu = pair.target().host().filter(functions::containsKey);
            if (nic.filter(checks::isNic).isPresent()
                    && gpu.filter(checks::isGpu).isPresent()) {
                KitMaker.Wanted wanted = new KitMaker.Wanted(nic.get(), gpu.get());
                all.add(wanted);
                if (pair.host().flatMap(report -> report.commonSwitch()).isPresent()) {
                    near.add(wanted);
                }
            }
        }
        if (all.isEmpty()) {
            throw new KitRefusedException(Message.of("handover.refused.no-pairs"));
        }
        return near.isEmpty() ? all : near;
    }

    Map<KitMaker.Wanted, Optional<NcclDistance>> before(List<KitMaker.Wanted> pairs) {
        Map<KitMaker.Wanted, Optional<NcclDistance>> before = new HashMap<>();
        for (KitMaker.Wanted pair : pairs) {
            before.put(
                    pair,
                    place(pair.nic())
                            .flatMap(nic -> place(pair.gpu())
                                    .flatMap(
                                            gpu -> vm.vm().description().shape().distance(nic, gpu))));
        }
        return before;
    }

    /** Returns the domain's tree without the functions that move. */
    GuestShape shape() {
        List<GuestDevice> all = new ArrayList<>(vm.vm().description().shape().devices());
        boolean rooted = all.stream().anyMatch(device -> device.kind().isRoot());
        if (!rooted) {
            all.add(GuestDevice.rootBus(ROOT));
        }
        return GuestShape.of(all);
    }

    /** Returns whether the machine has a PCI Express root, below which alone expanders and switches can stand. */
    boolean isExpress() {
        return vm.vm().description().shape().find(ROOT).isPresent();
    }

    /** Returns the slots of the machine's own bus that its devices take, and those of arguments passed to QEMU. */
    Set<Integer> slotsOnRoot() {
        Set<Integer> slots = new TreeSet<>(domain.slotsOnRoot());
        vm.vm().description().shape().on(ROOT).stream()
                .flatMap(device -> device.place().stream())
                .forEach(place -> place.slot().ifPresent(slots::add));
        return slots;
    }

    SortedMap<Integer, List<KitNode>> toMove() {
        return moving;
    }

    SortedMap<Integer, List<KitNode>> tree() {
        return tree;
    }

    SortedMap<Integer, Integer> nodes() {
        return nodes;
    }

    /** Returns what the domain calls the functions that move. */
    Map<Address, String> names() {
        Map<Address, String> names = new TreeMap<>();
        moving.values()
                .forEach(tops -> tops.stream().flatMap(KitNode::functions).forEach(f -> names.put(f, name(f))));
        return names;
    }

    /**
     * An alias that something else in the domain has too would make one of two devices, and QEMU takes no colon in it
     * (util/id.c): the host's address then names it.
     */
    private String name(Address function) {
        String id = Optional.ofNullable(functions.get(function))
                .map(f -> f.assigned().id())
                .orElse("");
        long others = functions.values().stream()
                        .filter(f -> f.assigned().id().equals(id))
                        .count()
                + vm.vm().description().shape().devices().stream()
                        .filter(device -> device.id().equals(id) && device.kind() != GuestDeviceKind.ENDPOINT)
                        .count();
        return others == 1 && id.matches("[A-Za-z][A-Za-z0-9._-]*")
                ? id
                : "host-" + function.toString().replace(':', '-');
    }

    /** Returns what the move leaves behind: functions of a slot that the guest finds only through function 0. */
    List<Message> leftBehind(Collection<PlacedFunction> moved) {
        Map<Address, GuestPlace> from = new TreeMap<>();
        moved.forEach(function -> place(function.host()).ifPresent(place -> from.put(function.host(), place)));
        List<Message> left = new ArrayList<>();
        from.forEach((function, place) -> {
            String index = place.bus().equals(ROOT) ? "0" : place.bus().replaceFirst("^pci\\.", "");
            int bus = index.matches("\\d{1,4}") ? Integer.parseInt(index) : -1;
            long gone = from.values().stream()
                    .filter(other -> other.function() > 0
                            && other.bus().equals(place.bus())
                            && other.slot().equals(place.slot()))
                    .count();
            if (place.function() == 0 && domain.besides(bus, place.slot().orElse(-1)) > gone) {
                left.add(Message.of("handover.note.function-zero", function));
            }
        });
        if (vm.vm().description().viommus().stream()
                        .anyMatch(viommu -> viommu.bus().isPresent())
                && !moved.isEmpty()) {
            left.add(Message.of("handover.note.viommu"));
        }
        return left;
    }

    /** Returns the functions that stay where they are, with their address where something fixes or tells it. */
    List<PlacedFunction> kept() {
        Map<Address, String> moved = names();
        List<PlacedFunction> kept = new ArrayList<>();
        tree.forEach((cell, tops) -> tops.stream()
                .flatMap(KitNode::functions)
                .filter(f -> !moved.containsKey(f))
                .forEach(f -> {
                    Optional<VmFunction> function = Optional.ofNullable(functions.get(f));
                    Optional<Address> guest = function.flatMap(VmFunction::guest);
                    kept.add(new PlacedFunction(
                            f,
                            name(f),
                            place(f),
                            guest,
                            guest.isPresent() ? PlacedFunction.Source.READ : PlacedFunction.Source.UNKNOWN,
                            Optional.of(cell).filter(c -> c >= 0),
                            false));
                }));
        return kept;
    }

    List<Message> notes() {
        return notes;
    }
}
