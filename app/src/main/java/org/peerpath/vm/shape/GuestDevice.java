// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.shape;

import java.util.Optional;
import java.util.OptionalInt;

/**
 * One device of the virtual PCI tree.
 *
 * @param id its name, unique in the tree; libvirt and QEMU call the bus it provides by the same name
 * @param kind what it is
 * @param model the hypervisor's word for it ({@code xio3130-downstream}); empty if unknown
 * @param place where it stands; empty for a root bus, and where the source does not say
 * @param busNumber the number of the bus it provides, where that is fixed: 0 for the machine's own root bus,
 *     {@code bus_nr} for an expander
 * @param numaNode the guest's NUMA node of an expander
 * @param speed the link speed that a port offers, in the hypervisor's words; empty where it keeps its default
 * @param width the link width that a port offers, likewise
 */
public record GuestDevice(
        String id,
        GuestDeviceKind kind,
        String model,
        Optional<GuestPlace> place,
        OptionalInt busNumber,
        OptionalInt numaNode,
        Optional<String> speed,
        Optional<String> width) {

    /** Returns the machine's own root bus, number 0. */
    public static GuestDevice rootBus(String id) {
        return withoutLink(id, GuestDeviceKind.ROOT_BUS, "", Optional.empty(), OptionalInt.of(0), OptionalInt.empty());
    }

    /**
     * Returns another root bus, whose number the guest's firmware chooses.
     *
     * @param model the hypervisor's word for its host bridge; empty if there is none
     */
    public static GuestDevice hostBridge(String id, String model) {
        return withoutLink(
                id, GuestDeviceKind.ROOT_BUS, model, Optional.empty(), OptionalInt.empty(), OptionalInt.empty());
    }

    /** Returns a port or bridge without numbers of its own. */
    public static GuestDevice bridge(String id, GuestDeviceKind kind, String model, GuestPlace place) {
        return withoutLink(id, kind, model, Optional.of(place), OptionalInt.empty(), OptionalInt.empty());
    }

    /** Returns an expander: a root bus that stands on the machine's own. */
    public static GuestDevice expander(String id, GuestPlace place, OptionalInt busNumber, OptionalInt numaNode) {
        return withoutLink(id, GuestDeviceKind.EXPANDER, "pxb-pcie", Optional.of(place), busNumber, numaNode);
    }

    /** Returns a device without anything below it. */
    public static GuestDevice endpoint(String id, GuestPlace place) {
        return bridge(id, GuestDeviceKind.ENDPOINT, "", place);
    }

    private static GuestDevice withoutLink(
            String id,
            GuestDeviceKind kind,
            String model,
            Optional<GuestPlace> place,
            OptionalInt busNumber,
            OptionalInt numaNode) {
        return new GuestDevice(id, kind, model, place, busNumber, numaNode, Optional.empty(), Optional.empty());
    }

    /** Returns the same device at another place. */
    public GuestDevice at(GuestPlace other) {
        return new GuestDevice(id, kind, model, Optional.of(other), busNumber, numaNode, speed, width);
    }
}
