// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/** How two functions that a log names stand to each other: by the host where it is known, else by what the log tells. */
final class Kinship {
    /** What is known of two functions. */
    enum Kin {
        /** The same device. */
        SAME,
        /** The first is a port above the second. */
        ABOVE,
        /** The second is a port above the first. */
        BELOW,
        /** Nothing says that they have to do with each other, but for their bus numbers. */
        PERHAPS,
        NONE
    }

    private final Optional<Topology> host;
    private final LogTopology log;

    Kinship(Optional<HostModel> host, LogTopology log) {
        this.host = host.map(HostModel::topology);
        this.log = log;
    }

    /** Returns what ties the functions of two events; {@code NONE} if one of them names none. */
    Kin of(Hit a, Hit b) {
        if (a.function().isEmpty() || b.function().isEmpty()) {
            return Kin.NONE;
        }
        Address first = a.function().get();
        Address second = b.function().get();
        if (a.bare() || b.bare()) {
            // A source id without its domain.
            int domain = a.bare() ? second.domain() : first.domain();
            first = Address.ofRoutingId(a.bare() ? domain : first.domain(), first.routingId());
            second = Address.ofRoutingId(b.bare() ? domain : second.domain(), second.routingId());
        }
        return of(first, second);
    }

    Kin of(Address first, Address second) {
        if (first.sameDevice(second) || ofOneDevice(first, second)) {
            return Kin.SAME;
        }
        if (isAbove(first, second)) {
            return Kin.ABOVE;
        }
        if (isAbove(second, first)) {
            return Kin.BELOW;
        }
        return !isKnown(first, second) && isNext(first, second) ? Kin.PERHAPS : Kin.NONE;
    }

    private boolean ofOneDevice(Address first, Address second) {
        return host.isPresent() && physical(first).sameDevice(physical(second));
    }

    private Address physical(Address function) {
        return host.flatMap(topology -> topology.physicalFunction(function)).orElse(function);
    }

    private boolean isAbove(Address port, Address function) {
        boolean inHost = host.isPresent()
                && Optional.ofNullable(host.get().places().get(physical(function)))
                        .filter(place -> place.chain().contains(port))
                        .isPresent();
        return inHost || log.isAbove(port, function);
    }

    /** Whether the host or the log would tell if one were above the other. */
    private boolean isKnown(Address first, Address second) {
        return host.filter(h -> h.find(first).isPresent() && h.find(second).isPresent())
                        .isPresent()
                || log.knows(first)
                || log.knows(second);
    }

    /** Firmware numbers buses depth first: what is below a port mostly has the next number. */
    private static boolean isNext(Address first, Address second) {
        return first.domain() == second.domain() && Math.abs(first.bus() - second.bus()) == 1;
    }
}
