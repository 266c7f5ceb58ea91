// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.peerpath.snapshot.Address;

/**
 * Functions that belong together: NICs, GPUs, and the Data Direct function between them.
 *
 * @param shape how they hang together
 * @param id what schedulers may call it: the first physical function of its NICs
 * @param nics physical functions of its NICs
 * @param senders Data Direct functions; none in other shapes
 * @param gpus its GPUs
 * @param ports what its ports must hold
 */
public record Complex(
        Shape shape,
        Address id,
        Set<Address> nics,
        List<Address> senders,
        Set<Address> gpus,
        Map<Address, AcsMask> ports) {
    public Complex {
        nics = Set.copyOf(nics);
        senders = List.copyOf(senders);
        gpus = Set.copyOf(gpus);
        ports = Map.copyOf(ports);
    }

    static Complex of(
            Shape shape, Set<Address> nics, List<Address> senders, Set<Address> gpus, Map<Address, AcsMask> ports) {
        return new Complex(shape, new TreeSet<>(nics).first(), nics, senders, gpus, new TreeMap<>(ports));
    }

    /** Returns whether a NIC and a GPU both belong to it. */
    public boolean holds(Address nic, Address gpu) {
        return nics.contains(nic) && gpus.contains(gpu);
    }
}
