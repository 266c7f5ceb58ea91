// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.shape;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import org.peerpath.snapshot.Address;

/** The virtual PCI tree of one VM. Immutable; what a source left out is missing and never guessed. */
public final class GuestShape {
    public static final GuestShape EMPTY = new GuestShape(List.of());

    private final SequencedMap<String, GuestDevice> devices;

    private GuestShape(Collection<GuestDevice> devices) {
        this.devices = new LinkedHashMap<>();
        devices.forEach(device -> this.devices.putIfAbsent(device.id(), device));
    }

    /** Makes a tree of devices; of several with one id the first counts. */
    public static GuestShape of(Collection<GuestDevice> devices) {
        return new GuestShape(devices);
    }

    /** Returns all devices in the order of the source. */
    public Collection<GuestDevice> devices() {
        return List.copyOf(devices.values());
    }

    public Optional<GuestDevice> find(String id) {
        return Optional.ofNullable(devices.get(id));
    }

    /** Returns the same tree with what another source adds; where both know a device, this one counts. */
    public GuestShape and(GuestShape more) {
        List<GuestDevice> all = new ArrayList<>(devices.values());
        all.addAll(more.devices.values());
        return new GuestShape(all);
    }

    /** Returns the devices that stand on a bus, in the order of the source. */
    public List<GuestDevice> on(String bus) {
        return devices.values().stream()
                .filter(device -> device.place().map(GuestPlace::bus).equals(Optional.of(bus)))
                .toList();
    }

    /**
     * Returns the buses above a place, nearest first, the last of them a root bus; empty where the source does not tell
     * the whole way, or where it leads in a circle.
     */
    public Optional<List<GuestDevice>> way(GuestPlace place) {
        List<GuestDevice> way = new ArrayList<>();
        Set<String> seen = new HashSet<>();
        GuestPlace at = place;
        while (seen.add(at.bus())) {
            GuestDevice bus = devices.get(at.bus());
            if (bus == null || bus.kind() == GuestDeviceKind.ENDPOINT) {
                return Optional.empty();
            }
            way.add(bus);
            if (bus.kind().isRoot()) {
                return Optional.of(way);
            }
            if (bus.place().isEmpty()) {
                return Optional.empty();
            }
            at = bus.place().get();
        }
        return Optional.empty();
    }

    /**
     * Returns what NCCL calls the pair of two places. It takes the bridges two at a time, so that a switch counts once and
     * a root port alone not at all (src/graph/xml.cc ncclTopoGetXmlFromSys); empty where the tree is not known.
     */
    public Optional<NcclDistance> distance(GuestPlace one, GuestPlace other) {
        Optional<List<GuestDevice>> first = way(one);
        Optional<List<GuestDevice>> second = way(other);
        if (first.isEmpty() || second.isEmpty()) {
            return Optional.empty();
        }
        List<String> here = counted(first.get());
        List<String> there = counted(second.get());
        for (int i = 0; i < here.size(); i++) {
            int at = there.indexOf(here.get(i));
            if (at >= 0) {
                return Optional.of(i == 0 && at == 0 ? NcclDistance.PIX : NcclDistance.PXB);
            }
        }
        return node(first.get()).equals(node(second.get()))
                ? Optional.of(NcclDistance.PHB)
                : Optional.of(NcclDistance.SYS);
    }

    /** The second, fourth, … bridge above a device, by id. */
    private static List<String> counted(List<GuestDevice> way) {
        List<String> counted = new ArrayList<>();
        for (int i = 1; i < way.size() - 1; i += 2) {
            counted.add(way.get(i).id());
        }
        return counted;
    }

    /** A root bus without a node belongs to none (-1), which NCCL takes for a processor of its own. */
    private static OptionalInt node(List<GuestDevice> way) {
        return way.getLast().numaNode();
    }

    /**
     * Returns the guest's address at a place where the hypervisor fixes it: on a root bus, whose number is set. Below
     * bridges the guest's firmware numbers the buses.
     */
    public Optional<Address> fixedAddress(GuestPlace place) {
        return find(place.bus())
                .filter(bus -> bus.kind().isRoot() && bus.busNumber().isPresent())
                .flatMap(bus -> address(bus.busNumber().getAsInt(), place));
    }

    /**
     * Returns the addresses that firmware gives when it numbers the buses depth first in the order of slots, as SeaBIOS,
     * OVMF and Linux do without reserved numbers: a prediction, never a fact. Devices whose way or slot is not known are
     * left out.
     */
    public Map<String, Address> predicted() {
        Map<String, Address> found = new LinkedHashMap<>();
        for (GuestDevice device : devices.values()) {
            if (device.kind().isRoot() && device.busNumber().isPresent()) {
                number(device.id(), device.busNumber().getAsInt(), found, new HashSet<>());
            }
        }
        return found;
    }

    /** Returns the last number used. */
    private int number(String bus, int number, Map<String, Address> found, Set<String> seen) {
        int last = number;
        if (!seen.add(bus)) {
            return last;
        }
        List<GuestDevice> here = on(bus).stream()
                .filter(device ->
                        device.place().filter(p -> p.slot().isPresent()).isPresent())
                .sorted(GuestShape::bySlot)
                .toList();
        for (GuestDevice device : here) {
            address(number, Objects.requireNonNull(device.place().orElse(null)))
                    .ifPresent(address -> found.put(device.id(), address));
            if (device.kind() != GuestDeviceKind.ENDPOINT && !device.kind().isRoot()) {
                last = number(device.id(), last + 1, found, seen);
            }
        }
        return last;
    }

    private static int bySlot(GuestDevice one, GuestDevice other) {
        return Integer.compare(devfn(one), devfn(other));
    }

    private static int devfn(GuestDevice device) {
        return device.place()
                .map(place -> place.slot().orElse(0) * 8 + place.function())
                .orElse(0);
    }

    private static Optional<Address> address(int bus, GuestPlace place) {
        int slot = place.slot().orElse(-1);
        return bus < 0 || bus > 0xff || slot < 0 || slot > 0x1f || place.function() < 0 || place.function() > 7
                ? Optional.empty()
                : Optional.of(new Address(0, bus, slot, place.function()));
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GuestShape shape && devices.equals(shape.devices);
    }

    @Override
    public int hashCode() {
        return devices.hashCode();
    }

    @Override
    public String toString() {
        return devices.values().toString();
    }
}
