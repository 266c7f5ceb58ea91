// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.peerpath.snapshot.Address;

/** Finds the complexes of a host, as {@code rdma_topo} of rdma-core 691953d8 (20 August 2026) finds them. */
final class Complexes {
    private static final String CARD = "V3";

    private final TopoDevices devices;

    Complexes(TopoDevices devices) {
        this.devices = devices;
    }

    /** Which shape the host has; empty where the tool knows none, or where there is no NIC that it could be about. */
    Optional<Shape> shape() {
        if (!devices.all(TopoDevices.DATA_DIRECT).isEmpty()) {
            return Optional.of(Shape.DMA);
        }
        List<Address> gpus = devices.all(TopoDevices.GPU);
        if (gpus.isEmpty() || devices.all(TopoDevices.NIC).isEmpty()) {
            return Optional.empty();
        }
        boolean atRootPort = gpus.stream()
                .anyMatch(gpu -> devices.parent(gpu)
                        .filter(port -> devices.type(port).endsWith("_rp"))
                        .isPresent());
        if (atRootPort) {
            return Optional.of(Shape.NUMA);
        }
        return devices.all(TopoDevices.SWITCH).isEmpty() ? Optional.empty() : Optional.of(Shape.INLINE);
    }

    /**
     * All complexes of a shape.
     *
     * @param virt whether VMs use them; decides the ports of the inline shape only
     */
    List<Complex> of(Shape shape, boolean virt) throws NoAnswerException {
        List<Complex> found = new ArrayList<>();
        switch (shape) {
            case DMA -> {
                for (Address sender : devices.all(TopoDevices.DATA_DIRECT)) {
                    found.add(dataDirect(sender));
                }
            }
            case INLINE -> {
                for (Address gpu : devices.all(TopoDevices.GPU)) {
                    found.add(inline(gpu, virt));
                }
            }
            case NUMA -> {
                for (int node : nodes()) {
                    found.add(numa(node));
                }
            }
        }
        return found;
    }

    // ---- Data Direct -----------------------------------------------------------------------------------------------

    /** Root port → switch → Data Direct, and the same switch → another switch → exactly one GPU, and nothing else. */
    private Complex dataDirect(Address sender) throws NoAnswerException {
        String card = devices.vpd(sender, CARD)
                .orElseThrow(() -> NoAnswerException.unexpected("rdmatopo.no-card-id", sender));
        Set<Address> nics = ofCard(card, sender);
        if (nics.isEmpty()) {
            throw NoAnswerException.unexpected("rdmatopo.no-nic", sender);
        }
        Optional<Address> port = devices.parent(sender, TopoDevices.SWITCH);
        Optional<Address> shared = port.flatMap(p -> devices.parent(p, TopoDevices.SWITCH));
        Address root = shared.flatMap(s -> devices.parent(s, TopoDevices.GRACE))
                .orElseThrow(() -> NoAnswerException.unexpected("rdmatopo.path", sender));
        List<Address> below = devices.below(root);
        List<Address> gpus = below.stream()
                .filter(f -> devices.type(f).equals(TopoDevices.GPU))
                .toList();
        if (gpus.size() != 1) {
            throw NoAnswerException.unexpected("rdmatopo.one-gpu", sender, gpus.size());
        }
        List<Address> way = threeSwitchPorts(gpus.getFirst());
        if (!shared.equals(way.isEmpty() ? Optional.empty() : devices.parent(way.getLast(), TopoDevices.SWITCH))) {
            throw NoAnswerException.notSupported("rdmatopo.path", gpus.getFirst());
        }
        Set<Address> all = new HashSet<>(way);
        all.addAll(List.of(sender, port.orElseThrow(), shared.orElseThrow(), gpus.getFirst()));
        if (!all.equals(Set.copyOf(below))) {
            throw NoAnswerException.unexpected("rdmatopo.others", sender);
        }
        Map<Address, AcsMask> ports = Map.of(
                port.orElseThrow(),
                AcsMask.DATA_DIRECT_SENDER,
                way.getLast(),
                AcsMask.DATA_DIRECT_GPU,
                root,
                AcsMask.DATA_DIRECT_ROOT);
        requireAcs(ports.keySet());
        return Complex.of(Shape.DMA, nics, List.of(sender), Set.of(gpus.getFirst()), ports);
    }

    /** The other functions with the same id of the card. */
    private Set<Address> ofCard(String card, Address sender) throws NoAnswerException {
        Set<Address> found = new TreeSet<>();
        List<Address> candidates = new ArrayList<>(devices.all(TopoDevices.NIC));
        candidates.addAll(devices.all(TopoDevices.DATA_DIRECT));
        Optional<NoAnswerException> unread = Optional.empty();
        for (Address candidate : candidates) {
            try {
                if (!candidate.equals(sender)
                        && devices.vpd(candidate, CARD).filter(card::equals).isPresent()) {
                    found.add(candidate);
                }
            } catch (NoAnswerException e) {
                unread = Optional.of(e);
            }
        }
        if (found.isEmpty() && unread.isPresent()) {
            throw unread.get();
        }
        return found;
    }

    /** The three switch ports above a GPU, from below: its own port, the upstream port, the port of the shared switch. */
    private List<Address> threeSwitchPorts(Address gpu) {
        List<Address> way = new ArrayList<>();
        Optional<Address> next = devices.parent(gpu, TopoDevices.SWITCH);
        while (next.isPresent() && way.size() < 3) {
            way.add(next.get());
            next = devices.parent(next.get(), TopoDevices.SWITCH);
        }
        return way.size() == 3 ? way : List.of();
    }

    private void requireAcs(Set<Address> ports) throws NoAnswerException {
        for (Address port : new TreeSet<>(ports)) {
            if (devices.acsControl(port).isEmpty()) {
                throw NoAnswerException.unexpected("rdmatopo.no-acs", port);
            }
        }
    }

    // ---- Inline ----------------------------------------------------------------------------------------------------

    /** Root port → switch → NIC, and the same switch → another switch → GPU. */
    private Complex inline(Address gpu, boolean virt) throws NoAnswerException {
        List<Address> way = threeSwitchPorts(gpu);
        Address shared = (way.isEmpty() ? Optional.<Address>empty() : devices.parent(way.getLast(), TopoDevices.SWITCH))
                .orElseThrow(() -> NoAnswerException.notSupported("rdmatopo.path", gpu));
        Address root = devices.above(shared).stream()
                .filter(bridge -> devices.type(bridge).equals(TopoDevices.GENERIC_ROOT))
                .findFirst()
                .orElseThrow(() -> NoAnswerException.unexpected("rdmatopo.no-root-port", shared));
        Address nic = devices.below(shared).stream()
                .filter(f -> devices.type(f).equals(TopoDevices.NIC))
                .findFirst()
                .orElseThrow(() -> NoAnswerException.unexpected("rdmatopo.no-nic-near", gpu));
        Optional<Address> nicPort = portTo(shared, TopoDevices.NIC);
        Optional<Address> gpuPort = portTo(shared, TopoDevices.GPU);
        if (nicPort.isEmpty() || gpuPort.isEmpty()) {
            throw NoAnswerException.unexpected("rdmatopo.path", gpu);
        }
        Map<Address, AcsMask> ports = Map.of(
                nicPort.get(),
                virt ? AcsMask.ISOLATED_DIRECT : AcsMask.OPEN,
                gpuPort.get(),
                virt ? AcsMask.ISOLATED : AcsMask.OPEN,
                root,
                virt ? AcsMask.ISOLATED : AcsMask.OPEN);
        requireAcs(ports.keySet());
        return Complex.of(Shape.INLINE, Set.of(nic), List.of(), Set.of(gpu), ports);
    }

    /** The one port of a switch whose first NIC or GPU below is of this type. */
    private Optional<Address> portTo(Address shared, String type) throws NoAnswerException {
        Optional<Address> found = Optional.empty();
        for (Address port : devices.children(shared)) {
            Optional<String> first = devices.below(port).stream()
                    .map(devices::type)
                    .filter(t -> t.equals(TopoDevices.NIC) || t.equals(TopoDevices.GPU))
                    .findFirst();
            if (first.filter(type::equals).isPresent()) {
                if (found.isPresent()) {
                    throw NoAnswerException.notSupported("rdmatopo.several", shared);
                }
                found = Optional.of(port);
            }
        }
        return found;
    }

    // ---- NUMA ------------------------------------------------------------------------------------------------------

    private Set<Integer> nodes() throws NoAnswerException {
        Set<Integer> nodes = new TreeSet<>();
        for (Address address : devices.types().keySet()) {
            devices.node(address).ifPresent(nodes::add);
        }
        if (nodes.isEmpty()) {
            throw NoAnswerException.notSupported("rdmatopo.no-node");
        }
        return nodes;
    }

    /** All NICs and GPUs of one node. */
    private Complex numa(int node) throws NoAnswerException {
        Set<Address> nics = at(node, TopoDevices.NIC);
        Set<Address> gpus = at(node, TopoDevices.GPU);
        if (nics.isEmpty() || gpus.isEmpty()) {
            throw NoAnswerException.unexpected(nics.isEmpty() ? "rdmatopo.node-no-nic" : "rdmatopo.node-no-gpu", node);
        }
        return Complex.of(Shape.NUMA, nics, List.of(), gpus, Map.of());
    }

    private Set<Address> at(int node, String type) throws NoAnswerException {
        Set<Address> found = new TreeSet<>();
        for (Address address : devices.all(type)) {
            if (devices.node(address).filter(n -> n == node).isPresent()) {
                found.add(address);
            }
        }
        return found;
    }
}
