// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.shape;

import java.util.OptionalInt;

/**
 * Where a device of the virtual PCI tree stands: the name of the bus, which is the id of the device that provides it,
 * never a bus number; firmware and kernel of the guest number the buses.
 *
 * @param bus the id of the bus
 * @param slot 0 to 31; empty where the hypervisor chooses it
 * @param function 0 to 7
 */
public record GuestPlace(String bus, OptionalInt slot, int function) {
    public GuestPlace {
        bus = DeviceName.plain(bus);
    }

    public static GuestPlace of(String bus, int slot, int function) {
        return new GuestPlace(bus, OptionalInt.of(slot), function);
    }

    /** Returns the place as people write it, {@code pci.4/00.0}; {@code ?} for a slot that is not known. */
    @Override
    public String toString() {
        return bus + "/" + (slot.isPresent() ? String.format("%02x", slot.getAsInt()) : "?") + "." + function;
    }
}
