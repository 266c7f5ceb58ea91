// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import org.peerpath.advice.Labels;
import org.peerpath.hardware.Vendors;
import org.peerpath.measured.read.BusId;
import org.peerpath.measured.read.End;
import org.peerpath.measured.read.Figure;
import org.peerpath.measured.read.Tool;
import org.peerpath.measured.read.Trait;
import org.peerpath.model.HostModel;
import org.peerpath.path.Roles;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;

/**
 * Finds the functions that a figure's ends are: RDMA devices by name, GPUs by their printed address, else by their number
 * in the order of the PCI bus, which {@code CUDA_VISIBLE_DEVICES} changes. CUDA numbers the fastest GPU first unless
 * {@code CUDA_DEVICE_ORDER=PCI_BUS_ID} is set, so that numbers tell nothing where GPUs differ.
 */
final class Joiner {
    private final HostModel host;
    private final Labels labels;
    private final Optional<Pair> told;

    /** The functions an end may be, or why none is. */
    private record Found(Optional<Address> function, Optional<Message> missing) {
        static Found of(Address function) {
            return new Found(Optional.of(function), Optional.empty());
        }

        static Found missing(Message why) {
            return new Found(Optional.empty(), Optional.of(why));
        }

        static final Found NONE = new Found(Optional.empty(), Optional.empty());
    }

    Joiner(HostModel host, Labels labels, Optional<Pair> told) {
        this.host = host;
        this.labels = labels;
        this.told = told;
    }

    Joined join(Figure figure, Optional<String> visible) {
        if (figure.is(Trait.COLLECTIVE) || figure.is(Trait.SUMMARY)) {
            return new Joined(Optional.empty(), Optional.empty(), Optional.empty());
        }
        Found requester = find(figure.requester(), figure.tool(), visible);
        Found target = find(figure.target(), figure.tool(), visible);
        if (figure.is(Trait.NETWORK)) {
            return new Joined(told.map(Pair::requester), Optional.empty(), Optional.empty());
        }
        Optional<Address> from = requester.function().or(() -> toldRequester(figure));
        Optional<Address> to = target.function().or(() -> toldTarget(figure));
        boolean open = (from.isEmpty() && requester.missing().isPresent())
                || (to.isEmpty() && target.missing().isPresent());
        if (from.isPresent() && to.isEmpty() && figure.target() instanceof End.Unsaid) {
            return new Joined(from, to, Optional.of(Message.of("measured.join.memory-unsaid")));
        }
        return new Joined(from, to, open ? requester.missing().or(target::missing) : Optional.empty());
    }

    private Optional<Address> toldRequester(Figure figure) {
        return switch (figure.requester()) {
            case End.Host host -> Optional.empty();
            case End.Many many -> Optional.empty();
            case End.Gpu gpu when figure.target().equals(End.HOST) -> told.map(Pair::target);
            case End.Gpu gpu -> told.map(Pair::requester).filter(this::isGpu);
            case End.RdmaDevice device -> told.map(Pair::requester);
            case End.Unsaid unsaid -> told.map(Pair::requester);
        };
    }

    private Optional<Address> toldTarget(Figure figure) {
        return figure.target() instanceof End.Gpu || figure.target() instanceof End.Unsaid
                ? told.map(Pair::target)
                : Optional.empty();
    }

    private boolean isGpu(Address address) {
        return host.topology().find(address).filter(Roles::isGpu).isPresent();
    }

    private Found find(End end, Tool tool, Optional<String> visible) {
        return switch (end) {
            case End.RdmaDevice(String name) -> device(name);
            case End.Gpu gpu -> gpu(gpu, tool, visible);
            case End.Host h -> Found.NONE;
            case End.Many m -> Found.NONE;
            case End.Unsaid u -> Found.missing(Message.of("measured.join.unsaid"));
        };
    }

    private Found device(String name) {
        List<Address> named = host.topology().functions().values().stream()
                .filter(function ->
                        function.facts().entries(Attributes.INFINIBAND).knownToBe(names -> names.contains(name)))
                .map(PciFunction::address)
                .toList();
        return named.size() == 1
                ? Found.of(named.getFirst())
                : Found.missing(Message.of("measured.join.no-device", name));
    }

    private Found gpu(End.Gpu gpu, Tool tool, Optional<String> visible) {
        if (gpu.bus().isPresent()) {
            return at(gpu.bus().get());
        }
        if (gpu.index().isEmpty()) {
            return Found.missing(Message.of("measured.join.no-gpu"));
        }
        List<Address> all = gpus(tool);
        Optional<Integer> place = visible.isEmpty()
                ? gpu.index()
                : visible(visible.get(), gpu.index().get());
        if (place.isEmpty()) {
            return Found.missing(Message.of("measured.join.visible", visible.orElse("")));
        }
        if (place.get() >= all.size()) {
            return Found.missing(
                    Message.of("measured.join.no-index", gpu.index().get().toString(), Integer.toString(all.size())));
        }
        TreeSet<String> models = new TreeSet<>();
        all.forEach(address -> models.add(labels.model(address).orElse("?")));
        return models.size() > 1
                ? Found.missing(Message.of("measured.join.order", String.join(", ", models)))
                : Found.of(all.get(place.get()));
    }

    private Found at(BusId bus) {
        List<Address> fitting = host.topology().functions().values().stream()
                .filter(Roles::isGpu)
                .map(PciFunction::address)
                .filter(bus::fits)
                .toList();
        return switch (fitting.size()) {
            case 0 -> Found.missing(Message.of("measured.join.no-bus", bus.toString()));
            case 1 -> Found.of(fitting.getFirst());
            default -> Found.missing(Message.of("measured.join.many-bus", bus.toString(), fitting.toString()));
        };
    }

    private List<Address> gpus(Tool tool) {
        int vendor = switch (tool) {
            case ROCM_BANDWIDTH_TEST, TRANSFERBENCH, HIP_BUS_BANDWIDTH -> Vendors.AMD_GRAPHICS;
            default -> Vendors.NVIDIA;
        };
        List<PciFunction> all = Roles.targets(host.topology(), Roles.TargetKind.GPU);
        List<PciFunction> own = all.stream().filter(gpu -> gpu.isBy(vendor)).toList();
        return (own.isEmpty() ? all : own).stream().map(PciFunction::address).toList();
    }

    /** A number, or nothing where the list names GPUs by their UUID. */
    private static Optional<Integer> visible(String list, int index) {
        List<Integer> numbers = new ArrayList<>();
        for (String word : list.split(",")) {
            if (!word.strip().matches("\\d{1,3}")) {
                return Optional.empty();
            }
            numbers.add(Integer.valueOf(word.strip()));
        }
        return index < numbers.size() ? Optional.of(numbers.get(index)) : Optional.empty();
    }
}
