// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import org.peerpath.handover.nccl.NcclFile;
import org.peerpath.handover.nccl.NcclLink;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestShape;

/**
 * What a VM must be given.
 *
 * @param host the host
 * @param machine the VM around it
 * @param nodes the host's NUMA node of each of the guest's; -1 where it was not read
 * @param shape the virtual tree
 * @param added the controllers that the kit adds
 * @param links the host's link above what stands below each added port
 * @param functions everything handed over, by address
 * @param pairs the NICs with their GPUs
 * @param nccl the guest's topology file
 * @param windowGibibytes the 64-bit memory window that the BARs need; empty where their sizes were not read
 * @param before the domain that was given, and after the smallest change to it; empty without one
 * @param notes what is to be known: first what must be done before, then what stays open
 */
public record Kit(
        HostModel host,
        KitMachine machine,
        SortedMap<Integer, Integer> nodes,
        GuestShape shape,
        List<GuestDevice> added,
        Map<String, NcclLink> links,
        List<PlacedFunction> functions,
        List<KitPair> pairs,
        NcclFile nccl,
        OptionalLong windowGibibytes,
        Optional<DomainChange> before,
        List<Message> notes) {
    public Kit {
        added = List.copyOf(added);
        functions = List.copyOf(functions);
        pairs = List.copyOf(pairs);
        notes = List.copyOf(notes);
    }

    /**
     * A domain as it was given and as it is to be.
     *
     * @param before its text
     * @param after the same with the kit's controllers and addresses
     */
    public record DomainChange(String before, String after) {}

    /** Returns a function by its address on the host. */
    public Optional<PlacedFunction> find(Address address) {
        return functions.stream().filter(f -> f.host().equals(address)).findFirst();
    }
}
