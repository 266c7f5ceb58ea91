// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestDeviceKind;
import org.peerpath.vm.shape.GuestPlace;

/**
 * Gives slots to devices that name none, as QEMU does: the first free one in the order of creation (hw/pci/pci.c
 * do_pci_register_device). Not on the machine's own root bus, where devices stand that no source lists.
 */
final class SlotFiller {
    private static final int SLOTS = 32;

    private final List<GuestDevice> devices;
    private final Map<String, GuestDeviceKind> kinds = new HashMap<>();
    private final Map<String, Set<Integer>> taken = new HashMap<>();

    SlotFiller(List<GuestDevice> devices) {
        this.devices = devices;
        for (GuestDevice device : devices) {
            kinds.putIfAbsent(device.id(), device.kind());
            device.place()
                    .ifPresent(place ->
                            place.slot().ifPresent(slot -> taken(place.bus()).add(slot)));
        }
    }

    private Set<Integer> taken(String bus) {
        return taken.computeIfAbsent(bus, b -> new HashSet<>());
    }

    List<GuestDevice> filled() {
        List<GuestDevice> filled = new ArrayList<>();
        for (GuestDevice device : devices) {
            Optional<GuestPlace> open =
                    device.place().filter(place -> place.slot().isEmpty());
            GuestDeviceKind bus = open.map(place -> kinds.get(place.bus())).orElse(null);
            if (open.isEmpty() || bus == null || bus == GuestDeviceKind.ROOT_BUS || bus == GuestDeviceKind.ENDPOINT) {
                filled.add(device);
                continue;
            }
            GuestPlace place = open.get();
            int slot = 0;
            while (slot < SLOTS && !taken(place.bus()).add(slot)) {
                slot++;
            }
            filled.add(slot == SLOTS ? device : device.at(GuestPlace.of(place.bus(), slot, place.function())));
        }
        return filled;
    }
}
