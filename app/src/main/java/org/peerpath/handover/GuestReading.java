// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.vm.judge.VmJudge;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestPlace;
import org.peerpath.vm.shape.GuestShape;

/** Finishes a kit with what was read in the guest: each function's address there, if it stands where the kit puts it. */
final class GuestReading {
    private final HostModel host;
    private final GuestShape shape;
    private final Optional<HostModel> guest;
    private final List<Message> notes = new ArrayList<>();

    GuestReading(HostModel host, GuestShape shape, Optional<HostModel> guest) {
        this.host = host;
        this.shape = shape;
        this.guest = guest;
    }

    /** Returns what did not fit. */
    List<Message> notes() {
        return List.copyOf(notes);
    }

    List<PlacedFunction> finish(List<PlacedFunction> functions) {
        if (guest.isEmpty()) {
            return functions;
        }
        Map<Address, Address> read = read(functions);
        List<PlacedFunction> finished = new ArrayList<>();
        for (PlacedFunction function : functions) {
            Optional<Address> found = Optional.ofNullable(read.get(function.host()));
            if (found.isEmpty()) {
                notes.add(Message.of("handover.note.not-in-guest", function.host()));
            } else if (function.moved() && !standsThere(function, found.get())) {
                notes.add(Message.of("handover.note.guest-before", function.host(), found.get()));
                found = Optional.empty();
            }
            finished.add(found.map(function::read).orElse(function));
        }
        return finished;
    }

    private Map<Address, Address> read(List<PlacedFunction> functions) {
        VmDescription.Builder vm = new VmDescription.Builder().name("kit").shape(shape);
        functions.forEach(
                function -> vm.function(AssignedFunction.of(Optional.of(function.host()), function.id(), Backend.TYPE1)
                        .withPlace(function.place())));
        Map<Address, Address> read = new TreeMap<>();
        VmJudge.judge(host, List.of(vm.build()), guest).vms().getFirst().vm().functions().stream()
                .filter(function -> function.host().isPresent()
                        && function.guest()
                                .flatMap(guest.orElseThrow().topology()::find)
                                .isPresent())
                .forEach(function ->
                        read.put(function.host().orElseThrow(), function.guest().orElseThrow()));
        return read;
    }

    /** Whether the chain of slots above an address of the guest is that of the kit. */
    private boolean standsThere(PlacedFunction function, Address found) {
        GuestPlace place = function.place().orElseThrow();
        List<Integer> wanted = new ArrayList<>(List.of(slot(place)));
        for (GuestDevice bus : shape.way(place).orElse(List.of())) {
            if (!bus.kind().isRoot()) {
                bus.place().map(GuestReading::slot).ifPresent(wanted::add);
            }
        }
        Topology.Place there = guest.orElseThrow().topology().place(found);
        List<Integer> seen = new ArrayList<>(List.of(found.device() * 8 + found.function()));
        there.chain().forEach(bridge -> seen.add(bridge.device() * 8 + bridge.function()));
        return seen.equals(wanted);
    }

    private static int slot(GuestPlace place) {
        return place.slot().orElse(0) * 8 + place.function();
    }
}
