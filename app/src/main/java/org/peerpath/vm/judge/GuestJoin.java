// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Resources;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.GuestBar;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestPlace;
import org.peerpath.vm.shape.GuestShape;

/**
 * Finds a VM's functions in what was read inside the guest: by the chain of slots from the root, which both sides see
 * alike; else by what the function itself shows on both sides (ids, sizes of BARs, MAC address or GUID).
 */
final class GuestJoin {
    private final HostModel guest;
    private final HostFacts host;
    private final GuestShape shape;

    GuestJoin(HostModel guest, HostFacts host, GuestShape shape) {
        this.guest = guest;
        this.host = host;
        this.shape = shape;
    }

    /** Returns the guest's address of a function; empty, with a doubt, where several fit. */
    Optional<Address> find(AssignedFunction function, List<Message> doubts) {
        Optional<Address> walked = function.place().flatMap(this::walk);
        if (walked.isPresent() && fits(function, walked.get())) {
            return walked;
        }
        List<Address> alike = guest.topology().functions().keySet().stream()
                .filter(address -> isKnown(function) && fits(function, address))
                .toList();
        if (alike.size() > 1) {
            List<Address> same = alike.stream()
                    .filter(address -> sameName(function, address))
                    .toList();
            if (same.size() == 1) {
                return Optional.of(same.getFirst());
            }
            doubts.add(Message.of(
                    "vm.doubt.which-guest",
                    function.id(),
                    String.join(", ", alike.stream().map(Address::toString).toList())));
            return Optional.empty();
        }
        return alike.stream().findFirst();
    }

    /** The devices from the root to the place, each as slot and function. */
    private Optional<Address> walk(GuestPlace place) {
        Optional<List<GuestDevice>> way = shape.way(place);
        if (way.isEmpty() || place.slot().isEmpty()) {
            return Optional.empty();
        }
        List<Integer> wanted = new ArrayList<>(List.of(devfn(place)));
        for (GuestDevice bus : way.get()) {
            if (!bus.kind().isRoot()) {
                Optional<GuestPlace> at = bus.place().filter(p -> p.slot().isPresent());
                if (at.isEmpty()) {
                    return Optional.empty();
                }
                wanted.add(devfn(at.get()));
            }
        }
        OptionalInt root = way.get().getLast().busNumber();
        List<Address> found = guest.topology().functions().keySet().stream()
                .filter(address ->
                        chain(address).equals(wanted) && rootBus(address).equals(root))
                .toList();
        return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
    }

    private List<Integer> chain(Address address) {
        Topology.Place place = guest.topology().place(address);
        List<Integer> chain = new ArrayList<>(List.of(address.device() * 8 + address.function()));
        place.chain().forEach(bridge -> chain.add(bridge.device() * 8 + bridge.function()));
        return place.chainKnown() ? chain : List.of();
    }

    /** The bus of the last bridge, which stands on a root bus. */
    private OptionalInt rootBus(Address address) {
        List<Address> chain = guest.topology().place(address).chain();
        return OptionalInt.of(chain.isEmpty() ? address.bus() : chain.getLast().bus());
    }

    private static int devfn(GuestPlace place) {
        return place.slot().orElse(0) * 8 + place.function();
    }

    private boolean isKnown(AssignedFunction function) {
        return host.find(function.host()).isPresent();
    }

    /** Whether nothing that was read on both sides differs. A function that is not known on the host contradicts nothing. */
    private boolean fits(AssignedFunction function, Address address) {
        Optional<PciFunction> there = host.find(function.host());
        if (there.isEmpty()) {
            return true;
        }
        PciFunction inside = guest.topology().get(address);
        PciFunction outside = there.get();
        return outside.vendor().asOptional().isPresent()
                && outside.vendor().equals(inside.vendor())
                && outside.device().equals(inside.device())
                && agree(outside, inside, Attributes.SUBSYSTEM_VENDOR)
                && agree(outside, inside, Attributes.SUBSYSTEM_DEVICE)
                && agree(sizes(outside), sizes(inside));
    }

    private static boolean agree(PciFunction one, PciFunction other, String attribute) {
        return agree(
                one.facts().text(attribute).asOptional(),
                other.facts().text(attribute).asOptional());
    }

    /** What was not read on one side contradicts nothing. */
    private static <T> boolean agree(Optional<T> one, Optional<T> other) {
        return one.isEmpty() || other.isEmpty() || one.equals(other);
    }

    private static Optional<List<Long>> sizes(PciFunction function) {
        return Resources.of(function.facts()).map(Resources::barSizes).asOptional();
    }

    /** Whether a MAC address or GUID is the same on both sides. */
    private boolean sameName(AssignedFunction function, Address address) {
        Optional<PciFunction> there = host.find(function.host());
        PciFunction inside = guest.topology().get(address);
        return there.isPresent() && names(there.get()).stream().anyMatch(names(inside)::contains);
    }

    private static List<String> names(PciFunction function) {
        return function.facts().attributes().keySet().stream()
                .filter(name -> name.matches("net/[^/]+/address|infiniband/[^/]+/node_guid|sriov/[^/]+/(?:node|port)"))
                .flatMap(name -> function.facts().text(name).asOptional().stream())
                .map(text -> text.strip().toLowerCase(Locale.ROOT))
                .filter(text -> !text.matches("[0:]*"))
                .toList();
    }

    /** Returns the BARs that the guest gave to a function. */
    List<GuestBar> bars(Address address) {
        List<GuestBar> found = new ArrayList<>();
        List<Resources.Region> regions = Resources.of(
                        guest.topology().get(address).facts())
                .map(Resources::bars)
                .asOptional()
                .orElse(List.of());
        for (int i = 0; i < regions.size(); i++) {
            if (regions.get(i).size() > 0) {
                found.add(new GuestBar(i, regions.get(i).start(), regions.get(i).size()));
            }
        }
        return found;
    }
}
