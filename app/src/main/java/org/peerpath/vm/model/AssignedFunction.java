// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.model;

import java.util.Collections;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedSet;
import java.util.TreeSet;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.shape.DeviceName;
import org.peerpath.vm.shape.GuestPlace;

/**
 * One PCI function that a VM is given.
 *
 * @param host its address on the host; empty where the source does not tell (a descriptor was passed)
 * @param id the VMM's name for it, such as {@code hostdev0}; empty if it has none
 * @param place where the guest sees it; empty where the source does not say
 * @param shown whether the guest sees it at all; libvirt can take a function away from the host without showing it
 * @param wholeDevice whether all functions of the device are meant (Proxmox without a function number)
 * @param backend how it is handed over
 * @param mapped whether the VMM maps its BARs into its own memory, without which they cannot be mapped for others
 *     ({@code x-no-mmap}); empty where nothing says otherwise
 * @param excludedBars BARs that the VMM is told not to map ({@code x_exclude_mmap_bars})
 * @param clique the number of its GPUDirect clique ({@code x-nv-gpudirect-clique})
 */
public record AssignedFunction(
        Optional<Address> host,
        String id,
        Optional<GuestPlace> place,
        boolean shown,
        boolean wholeDevice,
        Backend backend,
        Optional<Boolean> mapped,
        SortedSet<Integer> excludedBars,
        OptionalInt clique) {
    public AssignedFunction {
        id = DeviceName.plain(id);
        excludedBars = Collections.unmodifiableSortedSet(new TreeSet<>(excludedBars));
    }

    /** Returns a function of which only the host's address and the backend are known. */
    public static AssignedFunction of(Optional<Address> host, String id, Backend backend) {
        return new AssignedFunction(
                host,
                id,
                Optional.empty(),
                true,
                false,
                backend,
                Optional.empty(),
                Collections.emptySortedSet(),
                OptionalInt.empty());
    }

    public AssignedFunction withHost(Address address) {
        return new AssignedFunction(
                Optional.of(address), id, place, shown, wholeDevice, backend, mapped, excludedBars, clique);
    }

    public AssignedFunction withPlace(Optional<GuestPlace> other) {
        return new AssignedFunction(host, id, other, shown, wholeDevice, backend, mapped, excludedBars, clique);
    }

    public AssignedFunction withBackend(Backend other) {
        return new AssignedFunction(host, id, place, shown, wholeDevice, other, mapped, excludedBars, clique);
    }

    public AssignedFunction withClique(OptionalInt other) {
        return new AssignedFunction(host, id, place, shown, wholeDevice, backend, mapped, excludedBars, other);
    }

    public AssignedFunction withMapped(Optional<Boolean> other) {
        return new AssignedFunction(host, id, place, shown, wholeDevice, backend, other, excludedBars, clique);
    }

    public AssignedFunction withExcludedBars(SortedSet<Integer> bars) {
        return new AssignedFunction(host, id, place, shown, wholeDevice, backend, mapped, bars, clique);
    }

    public AssignedFunction hidden() {
        return new AssignedFunction(host, id, place, false, wholeDevice, backend, mapped, excludedBars, clique);
    }

    public AssignedFunction whole() {
        return new AssignedFunction(host, id, place, shown, true, backend, mapped, excludedBars, clique);
    }

    /** Returns this with what another source knows of the same function besides. */
    public AssignedFunction and(AssignedFunction other) {
        return new AssignedFunction(
                host.or(other::host),
                id.isEmpty() ? other.id : id,
                place.or(other::place),
                shown && other.shown,
                wholeDevice && other.wholeDevice,
                backend == Backend.UNKNOWN ? other.backend : backend,
                mapped.or(other::mapped),
                excludedBars.isEmpty() ? other.excludedBars : excludedBars,
                clique.isPresent() ? clique : other.clique);
    }
}
