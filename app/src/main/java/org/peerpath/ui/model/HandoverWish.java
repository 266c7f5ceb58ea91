// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.peerpath.handover.KitMaker;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmPair;

/** Turns what a person points at into the pairs that a VM is to be given. */
public final class HandoverWish {
    private HandoverWish() {}

    /**
     * Returns the selected path; of a selected NIC or GPU its nearest partners; of anything else all nearest pairs. A NIC
     * with virtual functions gives its first one.
     */
    public static List<KitMaker.Wanted> of(HostModel host, Selection selection) {
        if (selection instanceof Selection.OfPath path) {
            return List.of(pair(host, path.path().requester(), path.path().target()));
        }
        List<PathReport> nearest = new PathJudge(host, Scenario.VM)
                .judge(PathSelection.DEFAULT).stream()
                        .filter(path -> path.nearest() && path.commonSwitch().isPresent())
                        .toList();
        List<PathReport> meant = selection.asFunction().stream()
                .flatMap(function -> nearest.stream().filter(path -> isOf(host, path, function)))
                .toList();
        // One partner each: a NIC with several equally near GPUs goes with the first that has none yet.
        Map<Address, Address> partners = new LinkedHashMap<>();
        for (PathReport path : meant.isEmpty() ? nearest : meant) {
            if (!partners.containsKey(path.requester()) && !partners.containsValue(path.target())) {
                partners.put(path.requester(), path.target());
            }
        }
        List<KitMaker.Wanted> pairs = new ArrayList<>();
        partners.forEach((nic, gpu) -> pairs.add(pair(host, nic, gpu)));
        return pairs;
    }

    /** Returns the nearest pairs of some NICs; of all where none is named. */
    public static List<KitMaker.Wanted> of(HostModel host, List<Address> nics) {
        Topology topology = host.topology();
        return of(host, Selection.nothing()).stream()
                .filter(pair -> nics.isEmpty()
                        || nics.contains(topology.physicalFunction(pair.nic()).orElse(pair.nic())))
                .toList();
    }

    /** Returns the nearest pairs that a VM holds already, each NIC with one GPU. */
    public static List<KitMaker.Wanted> of(VmAnswer vm) {
        Map<Address, Address> partners = new LinkedHashMap<>();
        for (VmPair pair : vm.nearest()) {
            if (pair.isNicToGpu()) {
                pair.requester()
                        .host()
                        .ifPresent(nic -> pair.target().host().ifPresent(gpu -> partners.putIfAbsent(nic, gpu)));
            }
        }
        List<KitMaker.Wanted> pairs = new ArrayList<>();
        partners.forEach((nic, gpu) -> pairs.add(new KitMaker.Wanted(nic, gpu)));
        return pairs;
    }

    private static boolean isOf(HostModel host, PathReport path, Address function) {
        Address physical = host.topology().physicalFunction(function).orElse(function);
        return path.requester().equals(physical) || path.target().equals(function);
    }

    private static KitMaker.Wanted pair(HostModel host, Address nic, Address gpu) {
        List<Address> virtual = host.topology().virtualFunctions(nic);
        return new KitMaker.Wanted(virtual.isEmpty() ? nic : virtual.getFirst(), gpu);
    }
}
