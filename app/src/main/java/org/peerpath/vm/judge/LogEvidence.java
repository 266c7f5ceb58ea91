// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.pci.PciFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.GuestBar;
import org.peerpath.vm.model.VmEvent;

/**
 * What a VM's log and its monitor say about one target's BAR. A line settles the question over any version number. QEMU
 * prints a failed mapping once only (warn_report_err_once), so the silence about other BARs proves nothing.
 */
final class LogEvidence {
    private static final int BAD_ADDRESS = 14;
    private static final int INVALID = 22;
    /** The line that names the function follows the one that names the address. */
    private static final int NEAR = 3;

    private final JoinedVm vm;
    private final HostFacts host;

    LogEvidence(JoinedVm vm, HostFacts host) {
        this.vm = vm;
        this.host = host;
    }

    /** Returns what the lines settle for a pair; empty where they say nothing. */
    Optional<Mapping> about(VmFunction requester, VmFunction target) {
        return memory(target)
                .or(() -> named(requester, target))
                .or(() -> positive(target))
                .or(() -> once(requester, target));
    }

    /** {@code info mtree}: a BAR that is emulated in all its parts can be mapped for nobody. */
    private Optional<Mapping> memory(VmFunction target) {
        List<VmEvent> parts = vm.description().events().stream()
                .filter(e -> e.kind() == VmEvent.Kind.IN_MEMORY || e.kind() == VmEvent.Kind.NOT_IN_MEMORY)
                .filter(e -> target.host().isPresent() && e.function().equals(target.host()))
                .filter(e -> largest(target).isEmpty() || e.bar().equals(largest(target)))
                .toList();
        boolean emulated = !parts.isEmpty() && parts.stream().allMatch(e -> e.kind() == VmEvent.Kind.NOT_IN_MEMORY);
        return emulated
                ? Optional.of(Mapping.of(
                        Mapping.State.NOT_MAPPED,
                        VmCause.NO_MMAP,
                        Certainty.CERTAIN,
                        parts.subList(0, 1),
                        target.name()))
                : Optional.empty();
    }

    private OptionalInt largest(VmFunction target) {
        return host.find(target.host()).map(host::largestBar).orElseGet(OptionalInt::empty);
    }

    /** A failure that names the target: by its address, by the guest's address of a BAR, or by a size no other has. */
    private Optional<Mapping> named(VmFunction requester, VmFunction target) {
        List<VmEvent> events = vm.description().events();
        for (int i = 0; i < events.size(); i++) {
            VmEvent event = events.get(i);
            boolean byName = event.function().isPresent() && event.function().equals(target.host());
            switch (event.kind()) {
                case DMA_BUF_FAILED -> {
                    if (byName && requester.assigned().backend() == Backend.IOMMUFD) {
                        return Optional.of(not(VmCause.DMA_BUF_FAILED, List.of(event), target.name()));
                    }
                }
                case MAP_FAILED -> {
                    Optional<VmEvent> peer = peer(events, i);
                    boolean follows = peer.flatMap(VmEvent::function).isPresent()
                            && peer.flatMap(VmEvent::function).equals(target.host());
                    if ((follows || hits(event, target)) && concerns(event, requester)) {
                        List<VmEvent> lines = new ArrayList<>(List.of(event));
                        peer.ifPresent(lines::add);
                        return Optional.of(failed(event, lines, requester, target));
                    }
                }
                case PEER_NOT_SUPPORTED -> {
                    if (byName
                            && before(events, i).isEmpty()
                            && requester.assigned().backend() == Backend.IOMMUFD) {
                        return Optional.of(not(VmCause.IOMMUFD_WITHOUT_DMA_BUF, List.of(event), target.name()));
                    }
                }
                default -> {}
            }
        }
        return Optional.empty();
    }

    private static Mapping not(VmCause cause, List<VmEvent> lines, Object... arguments) {
        return Mapping.of(Mapping.State.NOT_MAPPED, cause, Certainty.CERTAIN, lines, arguments);
    }

    private Mapping failed(VmEvent event, List<VmEvent> lines, VmFunction requester, VmFunction target) {
        int error = event.error().orElse(0);
        if (error == BAD_ADDRESS && requester.assigned().backend() == Backend.IOMMUFD) {
            return not(VmCause.IOMMUFD_WITHOUT_DMA_BUF, lines, target.name());
        }
        if (error == INVALID) {
            return new AddressRules(vm, host)
                    .refused(requester, target, event)
                    .map(rule -> not(
                            rule.cause().orElseThrow(),
                            lines,
                            rule.message().orElseThrow().args().toArray()))
                    .orElseGet(() ->
                            not(VmCause.ADDRESS_REFUSED, lines, target.name(), AddressRules.hex(event.address())));
        }
        return not(VmCause.MAP_FAILED, lines, Integer.toString(error));
    }

    /** The line with the function's address that belongs to a failed mapping. */
    private static Optional<VmEvent> peer(List<VmEvent> events, int at) {
        return events.stream()
                .skip(at + 1L)
                .limit(NEAR)
                .filter(e -> e.kind() == VmEvent.Kind.PEER_NOT_SUPPORTED
                        && e.source().equals(events.get(at).source())
                        && e.line() - events.get(at).line() <= NEAR)
                .findFirst();
    }

    private static Optional<VmEvent> before(List<VmEvent> events, int at) {
        return events.subList(Math.max(0, at - NEAR), at).stream()
                .filter(e ->
                        e.kind() == VmEvent.Kind.MAP_FAILED && events.get(at).line() - e.line() <= NEAR)
                .findFirst();
    }

    /** Whether an event's range lies in a BAR of the target, or has the size of one and of no other in the VM. */
    private boolean hits(VmEvent event, VmFunction target) {
        if (event.address().isEmpty() || event.size().isEmpty()) {
            return false;
        }
        long first = event.address().getAsLong();
        long size = event.size().getAsLong();
        boolean placed = target.bars().stream().anyMatch(GuestBar::placed);
        if (placed) {
            return target.bars().stream().anyMatch(bar -> bar.overlaps(first, first + size - 1));
        }
        List<VmFunction> same = vm.shown().stream().filter(f -> hasBar(f, size)).toList();
        return same.size() == 1 && same.getFirst().equals(target);
    }

    private boolean hasBar(VmFunction function, long size) {
        Optional<PciFunction> there = host.find(function.host());
        return size > 0
                && there.flatMap(host::barSizes)
                        .filter(sizes -> sizes.contains(size))
                        .isPresent();
    }

    /** -14 comes from iommufd's containers, or from a BAR asleep in D3hot; in a VM of two backends not from type1's. */
    private boolean concerns(VmEvent event, VmFunction requester) {
        boolean mixed = vm.description().backend().isEmpty()
                || vm.functions().stream()
                                .map(f -> f.assigned().backend())
                                .distinct()
                                .count()
                        > 1;
        return !mixed
                || event.error().orElse(0) != BAD_ADDRESS
                || requester.assigned().backend() == Backend.IOMMUFD;
    }

    /** A dma-buf that was made, or a range that was mapped. */
    private Optional<Mapping> positive(VmFunction target) {
        List<VmEvent> made = vm.description().events().stream()
                .filter(e -> (e.kind() == VmEvent.Kind.DMA_BUF_MADE
                                && e.function().isPresent()
                                && e.function().equals(target.host())
                                && (largest(target).isEmpty() || e.bar().equals(largest(target))))
                        || (e.kind() == VmEvent.Kind.MAPPED
                                && e.address().isPresent()
                                && e.size().isPresent()
                                && target.bars().stream()
                                        .anyMatch(bar -> bar.overlaps(
                                                e.address().getAsLong(),
                                                e.address().getAsLong()
                                                        + e.size().getAsLong()
                                                        - 1))))
                .limit(2)
                .toList();
        return made.isEmpty() ? Optional.empty() : Optional.of(Mapping.mapped(Certainty.CERTAIN, made));
    }

    /** With iommufd one failure of any BAR, or of none that is named, tells of all; it is printed once. */
    private Optional<Mapping> once(VmFunction requester, VmFunction target) {
        if (requester.assigned().backend() != Backend.IOMMUFD) {
            return Optional.empty();
        }
        return vm.description().events().stream()
                .filter(e -> e.kind() == VmEvent.Kind.IOAS_MAP_FAILED
                        || e.kind() == VmEvent.Kind.PEER_NOT_SUPPORTED
                        || e.kind() == VmEvent.Kind.DMA_BUF_UNSUPPORTED
                        || (e.kind() == VmEvent.Kind.MAP_FAILED && e.error().orElse(0) == BAD_ADDRESS))
                .findFirst()
                .map(e -> Mapping.of(
                        Mapping.State.NOT_MAPPED,
                        e.kind() == VmEvent.Kind.DMA_BUF_UNSUPPORTED
                                ? VmCause.KERNEL_WITHOUT_DMA_BUF
                                : VmCause.IOMMUFD_WITHOUT_DMA_BUF,
                        Certainty.LIKELY,
                        List.of(e),
                        target.name()));
    }
}
