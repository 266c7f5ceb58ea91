// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.GuestFunction;
import org.peerpath.vm.model.VmDescription;

/**
 * Brings several sources about one VM together: by identifier, name or process; what names no VM goes to the only one,
 * or to the only one that holds the same functions.
 */
final class VmJoin {
    private final List<VmDescription> vms = new ArrayList<>();
    private final List<Message> doubts = new ArrayList<>();

    /**
     * What came together.
     *
     * @param vms each VM once
     * @param doubts sources of which it could not be told to which VM they belong
     */
    record Joined(List<VmDescription> vms, List<Message> doubts) {}

    private VmJoin() {}

    static Joined join(List<VmDescription> parts) {
        VmJoin join = new VmJoin();
        List<VmDescription> unnamed = new ArrayList<>();
        for (VmDescription part : parts) {
            if (isNamed(part)) {
                join.named(part);
            } else {
                unnamed.add(part);
            }
        }
        if (join.vms.isEmpty() && !unnamed.isEmpty()) {
            join.vms.add(unnamed.stream().reduce(VmJoin::merge).orElseThrow());
        } else {
            unnamed.forEach(join::unnamed);
        }
        return new Joined(List.copyOf(join.vms), List.copyOf(join.doubts));
    }

    private static boolean isNamed(VmDescription part) {
        return part.name().isPresent()
                || part.uuid().isPresent()
                || part.process().isPresent();
    }

    private void named(VmDescription part) {
        for (int i = 0; i < vms.size(); i++) {
            if (sameVm(vms.get(i), part)) {
                vms.set(i, merge(vms.get(i), part));
                return;
            }
        }
        vms.add(part);
    }

    private static boolean sameVm(VmDescription one, VmDescription other) {
        if (one.uuid().isPresent() && other.uuid().isPresent()) {
            return one.uuid().get().equalsIgnoreCase(other.uuid().get());
        }
        if (one.process().isPresent() && other.process().isPresent()) {
            return one.process().equals(other.process());
        }
        return one.name().isPresent() && one.name().equals(other.name());
    }

    private void unnamed(VmDescription part) {
        List<Integer> candidates = new ArrayList<>();
        for (int i = 0; i < vms.size(); i++) {
            if (vms.size() == 1 || holdsSame(vms.get(i), part)) {
                candidates.add(i);
            }
        }
        if (candidates.size() == 1) {
            int at = candidates.getFirst();
            vms.set(at, merge(vms.get(at), part));
        } else if (!part.functions().isEmpty() && candidates.isEmpty()) {
            vms.add(part);
        } else {
            doubts.add(Message.of("vm.doubt.which-vm", String.join(", ", part.kinds())));
        }
    }

    private static boolean holdsSame(VmDescription vm, VmDescription part) {
        Set<Address> hosts = hosts(vm.functions());
        Set<String> ids = vm.functions().stream().map(AssignedFunction::id).collect(Collectors.toSet());
        return hosts(part.functions()).stream().anyMatch(hosts::contains)
                || part.events().stream().flatMap(e -> e.function().stream()).anyMatch(hosts::contains)
                || part.guestFunctions().stream()
                        .map(GuestFunction::id)
                        .anyMatch(id -> !id.isEmpty() && ids.contains(id) && !id.startsWith("hostdev"))
                || vm.includes().stream().anyMatch(name -> part.kinds().contains("qemu-config") && !name.isEmpty());
    }

    private static Set<Address> hosts(List<AssignedFunction> functions) {
        return functions.stream().flatMap(f -> f.host().stream()).collect(Collectors.toSet());
    }

    /** The first source's word counts where both say something, save the tree, to which the second may add. */
    static VmDescription merge(VmDescription first, VmDescription second) {
        List<AssignedFunction> functions = new ArrayList<>(first.functions());
        for (AssignedFunction more : second.functions()) {
            OptionalInt at = same(functions, more);
            if (at.isPresent()) {
                functions.set(at.getAsInt(), functions.get(at.getAsInt()).and(more));
            } else {
                functions.add(more);
            }
        }
        return VmDescription.Builder.of(first)
                .name(second.name())
                .uuid(second.uuid())
                .vmm(second.vmm())
                .vmmVersion(second.vmmVersion())
                .kernel(second.kernel())
                .machine(second.machine())
                .running(second.running())
                .process(second.process())
                .usual(second.usual())
                .onlyFunctions(functions)
                .shape(second.shape())
                .viommus(second.viommus())
                .options(second.options())
                .onlyGuestFunctions(guests(first.guestFunctions(), second.guestFunctions()))
                .events(second.events())
                .descriptors(second.descriptors())
                .requests(second.requests())
                .includes(second.includes())
                .kinds(second.kinds())
                .notes(second.notes())
                .build();
    }

    private static OptionalInt same(List<AssignedFunction> functions, AssignedFunction wanted) {
        for (int i = 0; i < functions.size(); i++) {
            AssignedFunction known = functions.get(i);
            boolean hosts = known.host().isPresent() && wanted.host().isPresent();
            boolean places = known.place().isPresent() && wanted.place().isPresent();
            boolean same = hosts
                    ? known.host().equals(wanted.host())
                    : places
                            ? known.place().equals(wanted.place())
                            : !known.id().isEmpty() && known.id().equals(wanted.id());
            if (same) {
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /** The same function of two monitor outputs counts once, with whatever either knows. */
    private static List<GuestFunction> guests(List<GuestFunction> first, List<GuestFunction> second) {
        List<GuestFunction> all = new ArrayList<>(first);
        Set<Optional<Address>> known =
                first.stream().map(GuestFunction::guest).collect(Collectors.toCollection(HashSet::new));
        for (GuestFunction more : second) {
            if (known.add(more.guest())) {
                all.add(more);
            } else {
                all.replaceAll(had -> had.guest().equals(more.guest()) ? and(had, more) : had);
            }
        }
        return all;
    }

    private static GuestFunction and(GuestFunction one, GuestFunction other) {
        return new GuestFunction(
                one.guest(),
                one.id().isEmpty() ? other.id() : one.id(),
                one.host().or(other::host),
                one.vendor().isPresent() ? one.vendor() : other.vendor(),
                one.device().isPresent() ? one.device() : other.device(),
                one.bars().isEmpty() ? other.bars() : one.bars());
    }
}
