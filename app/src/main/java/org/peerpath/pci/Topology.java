// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * The functions of one host and the tree they form. Immutable.
 *
 * @param functions by address
 * @param places where each of them sits; same keys
 * @param notes disagreement between sysfs paths and bus numbers, duplicates, orphans
 * @param virtualFunctions which functions are VFs of which
 */
public record Topology(
        SortedMap<Address, PciFunction> functions,
        SortedMap<Address, Place> places,
        List<Message> notes,
        VirtualFunctions virtualFunctions) {
    public Topology {
        functions = Collections.unmodifiableSortedMap(new TreeMap<>(functions));
        places = Collections.unmodifiableSortedMap(new TreeMap<>(places));
        notes = List.copyOf(notes);
    }

    /** With the VFs that the functions' own sysfs links name. */
    public Topology(SortedMap<Address, PciFunction> functions, SortedMap<Address, Place> places, List<Message> notes) {
        this(
                functions,
                places,
                notes,
                VirtualFunctions.linked(
                        functions.values().stream().map(PciFunction::facts).toList()));
    }

    /**
     * Where a function sits.
     *
     * @param chain the bridges above it, nearest first, up to and including the root port; empty for functions on a
     *     root bus. For a VF the chain of its PF's device.
     * @param hostBridge the root bus as sysfs names it, {@code pci0000:15}; from bus numbers alone, the domain and the
     *     top-most bus reached
     * @param chainKnown false where the bridges above could not all be found (a file that shows only some functions)
     */
    public record Place(List<Address> chain, String hostBridge, boolean chainKnown) {
        public Place {
            chain = List.copyOf(chain);
        }

        /** The bridge directly above. */
        public Optional<Address> parent() {
            return chain.isEmpty() ? Optional.empty() : Optional.of(chain.getFirst());
        }
    }

    /** The function at an address; empty if there is none. */
    public Optional<PciFunction> find(Address address) {
        return Optional.ofNullable(functions.get(address));
    }

    /**
     * The function at an address.
     *
     * @throws IllegalArgumentException if there is no such function
     */
    public PciFunction get(Address address) {
        return find(address).orElseThrow(() -> new IllegalArgumentException("no function " + address));
    }

    /** The functions of the device that an address belongs to, by address. */
    public List<PciFunction> device(Address address) {
        Address first = new Address(address.domain(), address.bus(), address.device(), 0);
        Address last = new Address(address.domain(), address.bus(), address.device(), 7);
        return Stream.concat(functions.subMap(first, last).values().stream(), find(last).stream())
                .toList();
    }

    /**
     * Where the function at an address sits.
     *
     * @throws IllegalArgumentException if there is no such function
     */
    public Place place(Address address) {
        Place place = places.get(address);
        if (place == null) {
            throw new IllegalArgumentException("no function " + address);
        }
        return place;
    }

    /** The PF of a VF; empty for other functions, and for a VF whose PF is not known or not in the snapshot. */
    public Optional<Address> physicalFunction(Address virtual) {
        return virtualFunctions
                .physicalOf(virtual)
                .filter(address -> find(address).isPresent());
    }

    /** The VFs of a PF in the order of their numbers, as far as the snapshot holds them; empty for other functions. */
    public List<Address> virtualFunctions(Address physical) {
        return virtualFunctions.of(physical).stream()
                .filter(address -> find(address).isPresent())
                .toList();
    }

    /** The same tree with one function decoded anew or changed; its place stays. */
    public Topology with(PciFunction changed) {
        TreeMap<Address, PciFunction> copy = new TreeMap<>(functions);
        copy.put(changed.address(), changed);
        return new Topology(copy, places, notes, virtualFunctions);
    }
}
