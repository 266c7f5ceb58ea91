// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.GuestBar;
import org.peerpath.vm.model.GuestFunction;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.shape.GuestPlace;

/** Joins the functions of one VM with those of the host and of the guest; what fits twice is said and left open. */
final class FunctionJoin {
    private static final String GROUPS = "/dev/vfio/";
    private static final String DEVICES = "/dev/vfio/devices/";
    private static final String VFIO_DEVICE = "vfio-dev";

    private final VmDescription vm;
    private final HostFacts host;
    private final Optional<GuestJoin> guest;
    private final List<Message> doubts = new ArrayList<>();

    private FunctionJoin(VmDescription vm, HostFacts host, Optional<HostModel> guest) {
        this.vm = vm;
        this.host = host;
        this.guest = guest.map(model -> new GuestJoin(model, host, vm.shape()));
    }

    static JoinedVm join(VmDescription vm, HostFacts host, Optional<HostModel> guest) {
        return new FunctionJoin(vm, host, guest).join();
    }

    private JoinedVm join() {
        List<AssignedFunction> functions = new ArrayList<>();
        vm.functions().forEach(function -> functions.addAll(whole(function)));
        byDescriptors(functions);
        held(functions);
        Map<String, Address> predicted = vm.shape().predicted();
        List<VmFunction> joined = new ArrayList<>();
        for (AssignedFunction function : functions) {
            AssignedFunction known = function.withBackend(backend(function.backend()));
            Optional<GuestFunction> seen = seen(known);
            Optional<Address> address = seen.flatMap(GuestFunction::guest)
                    .or(() -> known.place().flatMap(vm.shape()::fixedAddress))
                    .or(() -> guest.flatMap(join -> join.find(known, doubts)));
            joined.add(new VmFunction(
                    known,
                    known.shown() ? address : Optional.empty(),
                    address.isPresent() || !known.shown()
                            ? Optional.empty()
                            : Optional.ofNullable(predicted.get(known.id())),
                    VmRole.of(host.find(known.host())),
                    bars(known, seen, address)));
        }
        JoinedVm all = new JoinedVm(vm, joined, doubts);
        return all.isUnlisted() ? all.with(Message.of("vm.doubt.unlisted", String.join(", ", vm.kinds()))) : all;
    }

    /** Proxmox without a function number means every function that the device has. */
    private List<AssignedFunction> whole(AssignedFunction function) {
        if (!function.wholeDevice() || function.host().isEmpty()) {
            return List.of(function);
        }
        List<PciFunction> all = host.model().topology().device(function.host().get());
        if (all.size() < 2) {
            return List.of(function);
        }
        List<AssignedFunction> each = new ArrayList<>();
        for (PciFunction one : all) {
            each.add(
                    one.address().equals(function.host().get())
                            ? function
                            : new AssignedFunction(
                                    Optional.of(one.address()),
                                    function.id().replaceFirst("\\.\\d+$", "") + "."
                                            + one.address().function(),
                                    function.place()
                                            .map(place -> new GuestPlace(
                                                    place.bus(),
                                                    place.slot(),
                                                    one.address().function())),
                                    function.shown(),
                                    true,
                                    function.backend(),
                                    function.mapped(),
                                    function.excludedBars(),
                                    function.clique()));
        }
        return each;
    }

    /** The functions of the host that the VM's process holds. */
    private Set<Address> heldOnHost() {
        Set<Address> held = new TreeSet<>();
        for (PciFunction function : host.model().topology().functions().values()) {
            boolean device = function.facts().entries(VFIO_DEVICE).asOptional().orElse(List.of()).stream()
                    .anyMatch(name -> vm.descriptors().contains(DEVICES + name));
            boolean group = function.facts()
                    .text(Attributes.IOMMU_GROUP)
                    .asOptional()
                    .filter(name -> vm.descriptors().contains(GROUPS + name)
                            || vm.descriptors().contains(GROUPS + "noiommu-" + name))
                    .isPresent();
            boolean vfio = function.facts().text(Attributes.DRIVER).knownToBe(driver -> driver.contains("vfio"));
            if (device || (group && vfio)) {
                held.add(function.address());
            }
        }
        return held;
    }

    /** Descriptors that libvirt passed: the host's address is not on the command line, but the process holds the device. */
    private void byDescriptors(List<AssignedFunction> functions) {
        Set<Address> free = heldOnHost();
        functions.forEach(function -> function.host().ifPresent(free::remove));
        List<AssignedFunction> open =
                functions.stream().filter(f -> f.host().isEmpty()).toList();
        if (open.isEmpty() || free.isEmpty()) {
            return;
        }
        for (AssignedFunction function : open) {
            Set<Address> fitting = open.size() == 1 && free.size() == 1
                    ? free
                    : free.stream()
                            .filter(address -> sameDevice(function, address))
                            .collect(Collectors.toSet());
            if (fitting.size() == 1) {
                Address address = fitting.iterator().next();
                functions.replaceAll(f -> f.equals(function) ? f.withHost(address) : f);
                free.remove(address);
            } else {
                doubts.add(Message.of("vm.doubt.which-function", function.id(), Integer.toString(free.size())));
            }
        }
    }

    /** Whether the monitor shows the device under the ids of the host's function. */
    private boolean sameDevice(AssignedFunction function, Address address) {
        Optional<PciFunction> there = host.model().topology().find(address);
        return vm.guestFunctions().stream()
                .filter(g -> !g.id().isEmpty() && g.id().equals(function.id()))
                .anyMatch(g -> there.filter(f -> f.vendor()
                                        .knownToBe(v -> g.vendor().isPresent()
                                                && v == g.vendor().getAsInt())
                                && f.device()
                                        .knownToBe(d -> g.device().isPresent()
                                                && d == g.device().getAsInt()))
                        .isPresent());
    }

    /** A process that holds devices of which nothing else tells, as where its command line could not be read. */
    private void held(List<AssignedFunction> functions) {
        if (!functions.isEmpty()) {
            return;
        }
        heldOnHost()
                .forEach(address -> functions.add(
                        AssignedFunction.of(Optional.of(address), address.toString(), backend(Backend.UNKNOWN))));
    }

    /** What the process holds tells the backend where nothing else does, and that it is VFIO without an IOMMU always. */
    private Backend backend(Backend said) {
        boolean noiommu = vm.descriptors().stream().anyMatch(d -> d.startsWith(GROUPS + "noiommu-"));
        if (noiommu) {
            return Backend.NOIOMMU;
        }
        if (said != Backend.UNKNOWN) {
            return said;
        }
        if (vm.descriptors().stream().anyMatch(d -> d.startsWith(DEVICES))) {
            return Backend.IOMMUFD;
        }
        return vm.descriptors().stream().anyMatch(d -> d.matches(GROUPS + "\\d+")) ? Backend.TYPE1 : vm.usual();
    }

    private Optional<GuestFunction> seen(AssignedFunction function) {
        List<GuestFunction> fitting = vm.guestFunctions().stream()
                .filter(g -> (function.host().isPresent() && g.host().isPresent())
                        ? g.host().equals(function.host())
                        : !g.id().isEmpty() && g.id().equals(function.id()))
                .toList();
        return fitting.size() == 1 ? Optional.of(fitting.getFirst()) : Optional.empty();
    }

    /** Where the BARs lie: as the monitor, its memory tree or the guest's own snapshot tells. */
    private List<GuestBar> bars(AssignedFunction function, Optional<GuestFunction> seen, Optional<Address> address) {
        List<GuestBar> found = new ArrayList<>(seen.map(GuestFunction::bars).orElse(List.of()));
        Set<Integer> numbers = found.stream().map(GuestBar::number).collect(Collectors.toCollection(HashSet::new));
        for (VmEvent event : vm.events()) {
            boolean memory = event.kind() == VmEvent.Kind.IN_MEMORY || event.kind() == VmEvent.Kind.NOT_IN_MEMORY;
            if (memory
                    && event.function().isPresent()
                    && event.function().equals(function.host())
                    && event.bar().isPresent()
                    && event.address().isPresent()
                    && event.size().isPresent()
                    && numbers.add(event.bar().getAsInt())) {
                found.add(new GuestBar(
                        event.bar().getAsInt(),
                        event.address().getAsLong(),
                        event.size().getAsLong()));
            }
        }
        if (found.isEmpty()) {
            guest.flatMap(join -> address.map(join::bars)).ifPresent(found::addAll);
        }
        return found;
    }
}
