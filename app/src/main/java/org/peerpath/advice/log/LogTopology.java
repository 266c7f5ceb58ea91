// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.peerpath.snapshot.Address;

/**
 * What a log itself tells of the tree: the buses below a bridge ({@code PCI bridge to [bus 18-1b]}), and which port
 * reported an error of which function.
 */
public final class LogTopology {
    private static final int MOST = 20_000;
    private static final int FIRST_BAR = 0x10;
    private static final int BARS = 6;

    private record Buses(int first, int last) {}

    private final Map<Address, Buses> bridges = new HashMap<>();
    private final Map<Address, Set<Address>> reporters = new HashMap<>();
    private final Map<Address, Map<Integer, Region>> regions = new HashMap<>();

    /** @param buses {@code 18-1b} or {@code 18} */
    void bridge(Optional<Address> bridge, Optional<String> buses) {
        if (bridge.isEmpty() || buses.isEmpty() || bridges.size() >= MOST) {
            return;
        }
        String[] ends = buses.get().split("-", 2);
        int first = Integer.parseInt(ends[0], 16);
        bridges.put(bridge.get(), new Buses(first, ends.length == 1 ? first : Integer.parseInt(ends[1], 16)));
    }

    /** A BAR: by its number, or by the offset of its register, as older kernels print it ({@code reg 0x14}). */
    void region(Hit hit) {
        OptionalLong end =
                Hit.memory(hit.reason().orElse(""), 0, hit.reason().orElse("").length());
        if (hit.function().isEmpty() || hit.address().isEmpty() || end.isEmpty() || regions.size() >= MOST) {
            return;
        }
        int said = Integer.parseInt(hit.detail().orElse("0"), 16);
        int bar = said >= FIRST_BAR ? (said - FIRST_BAR) / 4 : said;
        Region region = new Region(hit.function().get(), bar, hit.address().getAsLong(), end.getAsLong());
        if (bar < BARS) {
            regions.computeIfAbsent(hit.function().get(), f -> new HashMap<>()).put(bar, region);
        }
    }

    /** The BARs that the log tells of. */
    List<Region> regions() {
        return regions.values().stream().flatMap(bars -> bars.values().stream()).toList();
    }

    void reported(Address port, Address function) {
        if (!port.equals(function) && reporters.size() < MOST) {
            reporters.computeIfAbsent(function, f -> new HashSet<>()).add(port);
        }
    }

    /** Whether the log says that a port stands above a function. */
    boolean isAbove(Address port, Address function) {
        Buses buses = bridges.get(port);
        boolean below = buses != null
                && port.domain() == function.domain()
                && buses.first() <= function.bus()
                && function.bus() <= buses.last();
        return below || reporters.getOrDefault(function, Set.of()).contains(port);
    }

    /** Whether the log says which buses lie below this port. */
    boolean knows(Address port) {
        return bridges.containsKey(port);
    }
}
