// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.hardware.NcclFolding;
import org.peerpath.vm.shape.NcclDistance;

/**
 * Says what NCCL calls the pairs of a topology file (src/graph/paths.cc ncclTopoSetPaths): PIX below one bridge of the
 * file, PXB over a link between two, PHB over a processor's node, SYS from one node to another.
 */
public final class NcclClasses {
    private final NcclElement system;

    public NcclClasses(NcclFile file) {
        this.system = file.system();
    }

    /** Returns the class of two devices by their bus ids; empty where one is not in the file. */
    public Optional<NcclDistance> of(String one, String other) {
        Optional<List<NcclElement>> here = way(one);
        Optional<List<NcclElement>> there = way(other);
        if (here.isEmpty() || there.isEmpty()) {
            return Optional.empty();
        }
        List<NcclElement> first = bridges(here.get());
        List<NcclElement> second = bridges(there.get());
        if (!here.get().getFirst().equals(there.get().getFirst())) {
            return Optional.of(NcclDistance.SYS);
        }
        int shared = 0;
        while (shared < Math.min(first.size(), second.size())
                && busId(first.get(shared)).equals(busId(second.get(shared)))) {
            shared++;
        }
        if (shared == 0) {
            return Optional.of(NcclDistance.PHB);
        }
        return Optional.of(shared == first.size() && shared == second.size() ? NcclDistance.PIX : NcclDistance.PXB);
    }

    private static String busId(NcclElement element) {
        return element.get(NcclElement.BUS_ID);
    }

    /** From the processor's node down to the device, both included. */
    private Optional<List<NcclElement>> way(String busId) {
        for (NcclElement cpu : system.children()) {
            List<NcclElement> way = new ArrayList<>(List.of(cpu));
            if (descend(cpu, busId, way)) {
                return Optional.of(way);
            }
        }
        return Optional.empty();
    }

    private static boolean descend(NcclElement at, String busId, List<NcclElement> way) {
        for (NcclElement child : at.children()) {
            way.add(child);
            if (busId(child).equals(busId) || descend(child, busId, way)) {
                return true;
            }
            way.removeLast();
        }
        return false;
    }

    /** The bridges of a way, without a second level that NCCL folds into the one above it; a level folds only once. */
    private static List<NcclElement> bridges(List<NcclElement> way) {
        List<NcclElement> bridges = new ArrayList<>();
        boolean folded = false;
        for (NcclElement element : way.subList(1, way.size() - 1)) {
            folded = !bridges.isEmpty() && !folded && NcclFolding.folds(id(bridges.getLast()), id(element));
            if (!folded) {
                bridges.add(element);
            }
        }
        return bridges;
    }

    /** Vendor, device and both subsystem ids in 64 bits; what is left out counts as 0. */
    private static long id(NcclElement pci) {
        return number(pci, "vendor") << 48
                | number(pci, "device") << 32
                | number(pci, "subsystem_vendor") << 16
                | number(pci, "subsystem_device");
    }

    private static long number(NcclElement pci, String attribute) {
        String text = pci.get(attribute);
        return text.isEmpty() ? 0 : Long.decode(text);
    }
}
