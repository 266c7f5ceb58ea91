// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.peerpath.hardware.Knowledge;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;

/** Decodes a whole host. A pure function of the snapshot. */
public final class Topologies {
    private Topologies() {}

    /** The functions of a snapshot, decoded, and their tree. Never fails: what is odd becomes a note. */
    public static Topology of(Snapshot snapshot) {
        return of(snapshot, Knowledge.inUse());
    }

    /** The same with what is known about devices. */
    public static Topology of(Snapshot snapshot, Knowledge knowledge) {
        Collection<FunctionFacts> all = snapshot.functions().values();
        TextContexts texts = TextContexts.of(all);
        VirtualFunctions virtual = VirtualFunctions.linked(all);
        TreeMap<Address, PciFunction> decoded = new TreeMap<>();
        List<Address> maybeVirtual = new ArrayList<>();
        for (FunctionFacts facts : all) {
            if (virtual.isVirtual(facts.address())) {
                continue;
            }
            // A whole sysfs directory without a link to a PF is no VF's.
            if (!facts.listed() || Decoder.idsReadAsOnes(facts)) {
                maybeVirtual.add(facts.address());
            }
            decoded.put(facts.address(), Decoder.decode(facts, texts.of(facts), knowledge, false, null));
        }
        VirtualFunctions complete = virtual.withArithmetic(decoded, maybeVirtual);
        List<Message> notes = new ArrayList<>();
        // Ids of ones above a sound header are a VF's; without its PF in the snapshot we know no more about it.
        Set<Address> orphans = new HashSet<>();
        for (Address address : maybeVirtual) {
            if (!complete.isVirtual(address) && Decoder.idsReadAsOnes(facts(snapshot, address))) {
                orphans.add(address);
                notes.add(Message.of("topology.vf-without-pf", address.toString()));
            }
        }
        for (FunctionFacts facts : all) {
            Address address = facts.address();
            if (complete.isVirtual(address) || orphans.contains(address)) {
                @Nullable
                PciFunction pf = complete.physicalOf(address).map(decoded::get).orElse(null);
                decoded.put(address, Decoder.decode(facts, texts.of(facts), knowledge, true, pf));
            }
        }
        return new Topology(decoded, TreePlaces.of(decoded, complete, notes), notes, complete);
    }

    private static FunctionFacts facts(Snapshot snapshot, Address address) {
        FunctionFacts facts = snapshot.functions().get(address);
        if (facts == null) {
            throw new IllegalStateException("no function " + address);
        }
        return facts;
    }
}
