// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/** How many lines pass each bridge, turn in each switch and cross above the cards, before any place is known. */
final class Lanes {
    private final Map<Address, Set<Net.Lane>> through = new HashMap<>();
    private final Map<Address, Set<Net.Lane>> within = new HashMap<>();
    private final Set<Net.Lane> across = new LinkedHashSet<>();
    private boolean turnsAtRoot;

    static Lanes of(Topology topology, List<Net> nets) {
        Lanes lanes = new Lanes();
        for (Net net : nets) {
            lanes.pass(net.up(), net.lane(true));
            lanes.pass(net.down(), net.lane(false));
            switch (net.turn()) {
                case SWITCH -> net.report().commonSwitch().ifPresent(s -> add(lanes.within, s, net.lane(true)));
                case ROOT_PORT -> lanes.turnsAtRoot = true;
                case CHANNEL -> lanes.across.add(net.lane(true));
                case STOPPED -> lanes.turnsAtRoot |= net.stopsAtRoot(topology);
            }
            if (net.up().isEmpty()) {
                add(lanes.through, net.report().sender(), net.lane(true));
            }
            if (net.down().isEmpty() && net.turn() != Net.Turn.STOPPED) {
                add(lanes.through, net.report().target(), net.lane(false));
            }
        }
        return lanes;
    }

    private void pass(List<Address> bridges, Net.Lane lane) {
        for (Address bridge : bridges) {
            add(through, bridge, lane);
            // If it is a switch's upstream port, the line also crosses the switch's body.
            add(within, bridge, lane);
        }
    }

    private static void add(Map<Address, Set<Net.Lane>> map, Address address, Net.Lane lane) {
        map.computeIfAbsent(address, a -> new LinkedHashSet<>()).add(lane);
    }

    /** The lines that pass a port, in the order of their lanes. */
    List<Net.Lane> through(Address bridge) {
        return new ArrayList<>(through.getOrDefault(bridge, Set.of()));
    }

    /** The lines that run across a switch's body. */
    List<Net.Lane> within(Address upstreamPort) {
        return new ArrayList<>(within.getOrDefault(upstreamPort, Set.of()));
    }

    /** The lines that cross the root complex. */
    List<Net.Lane> across() {
        return new ArrayList<>(across);
    }

    /** Whether a line turns, or is stopped, at the lower edge of a root port above a switch. */
    boolean turnsAtRoot() {
        return turnsAtRoot;
    }
}
