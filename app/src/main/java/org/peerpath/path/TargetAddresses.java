// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.peerpath.pci.Details;
import org.peerpath.pci.MemoryBars;
import org.peerpath.pci.MemoryBars.Bar;
import org.peerpath.pci.MemoryWindows;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Resources;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/**
 * Whether the memory that peers would reach has an address, and whether the bridges above pass that address down. What is
 * reached is the BAR that is known for the device, else the largest.
 */
final class TargetAddresses {
    /** GPUs let peers reach their memory through a BAR of at least this many bytes. */
    private static final long SMALLEST_APERTURE = 256L << 20;

    private final Topology topology;
    private final Map<Address, Target> targets = new HashMap<>();
    private final Map<Address, Witnesses<Optional<MemoryWindows>>> windows = new HashMap<>();
    private Optional<Boolean> textAgrees = Optional.empty();

    TargetAddresses(Topology topology) {
        this.topology = topology;
    }

    /** What registers, kernel and lspci's text each tell. */
    private record Witnesses<T>(T registers, T kernel, T text) {}

    /**
     * A target's memory.
     *
     * @param bars as each witness shows them
     * @param reached the index of the BAR that peers reach; empty where it cannot be told
     * @param size of that one in bytes; 1 where it was not read
     * @param missing whether that one certainly has no address
     */
    private record Target(Witnesses<MemoryBars> bars, OptionalInt reached, long size, boolean missing) {}

    /** Whether the memory that peers would reach certainly has no address. */
    boolean missing(PciFunction target) {
        return target(target).missing();
    }

    /** Whether a bridge passes requests for the target's memory down; false only where it certainly does not. */
    boolean passedBy(PciFunction bridge, PciFunction target) {
        Target found = target(target);
        if (found.reached().isEmpty() || found.missing()) {
            return true;
        }
        int index = found.reached().getAsInt();
        Witnesses<Optional<MemoryWindows>> shown = windows.computeIfAbsent(
                bridge.address(),
                address -> new Witnesses<>(
                        MemoryWindows.ofRegisters(bridge),
                        MemoryWindows.ofKernel(bridge.facts()),
                        MemoryWindows.ofText(bridge.facts())));
        return held(shown.registers(), found.bars().registers(), index, found.size())
                .or(() -> held(shown.kernel(), found.bars().kernel(), index, found.size()))
                .or(() -> shown.text()
                        .filter(windows -> windows.open().isEmpty() || textAgrees())
                        .flatMap(windows -> held(shown.text(), found.bars().text(), index, found.size())))
                .orElse(true);
    }

    private static Optional<Boolean> held(Optional<MemoryWindows> windows, MemoryBars bars, int index, long size) {
        OptionalLong address = bars.at(index).map(Bar::address).orElse(OptionalLong.empty());
        return address.isEmpty() ? Optional.empty() : windows.map(open -> open.hold(address.getAsLong(), size));
    }

    /**
     * lspci prints BARs as the kernel has them and windows as the registers do. They are of one address space where some BAR
     * of the listing lies in a window above it.
     */
    private boolean textAgrees() {
        if (textAgrees.isEmpty()) {
            textAgrees = Optional.of(topology.functions().values().stream().anyMatch(this::insideByText));
        }
        return textAgrees.get();
    }

    private boolean insideByText(PciFunction function) {
        Optional<MemoryWindows> above = topology.place(function.address())
                .parent()
                .flatMap(bridge -> MemoryWindows.ofText(topology.get(bridge).facts()));
        return above.isPresent()
                && MemoryBars.ofText(function.facts()).all().stream()
                        .flatMap(bar -> bar.address().stream().boxed())
                        .anyMatch(above.get()::hold);
    }

    private Target target(PciFunction function) {
        return targets.computeIfAbsent(function.address(), address -> read(function));
    }

    private static Target read(PciFunction function) {
        Witnesses<MemoryBars> bars = new Witnesses<>(
                MemoryBars.ofRegisters(function),
                MemoryBars.ofKernel(function.facts()),
                MemoryBars.ofText(function.facts()));
        Map<Integer, Long> sizes = sizes(function, bars);
        OptionalInt named = named(function, bars.registers());
        if (named.isPresent()) {
            int index = named.getAsInt();
            boolean lost = zeros(function, index) || unplaced(bars, index);
            return new Target(bars, named, sizes.getOrDefault(index, 1L), lost);
        }
        List<Integer> existing = existing(bars).toList();
        if (!existing.isEmpty() && (existing.size() == 1 || sizes.keySet().containsAll(existing))) {
            int largest = existing.stream()
                    .max((one, other) ->
                            Long.compareUnsigned(sizes.getOrDefault(one, 0L), sizes.getOrDefault(other, 0L)))
                    .orElseThrow();
            return new Target(bars, OptionalInt.of(largest), sizes.getOrDefault(largest, 1L), unplaced(bars, largest));
        }
        // Of a BAR that the kernel gave up, no size is left: it is the large one of a GPU if no other is large enough.
        boolean anyUnplaced = existing.stream().anyMatch(index -> unplaced(bars, index));
        boolean othersSmall = existing.stream()
                .filter(index -> !unplaced(bars, index))
                .allMatch(index ->
                        sizes.containsKey(index) && Long.compareUnsigned(sizes.get(index), SMALLEST_APERTURE) < 0);
        return new Target(bars, OptionalInt.empty(), 1, anyUnplaced && othersSmall && Roles.isGpu(function));
    }

    /**
     * The register where the BAR begins that is known to hold the device's memory. Makers number BARs as they come, registers
     * count a BAR of 64 bits twice: after such a one "BAR 1" begins at the third register.
     */
    private static OptionalInt named(PciFunction function, MemoryBars registers) {
        Optional<Integer> number = Roles.memoryBar(function);
        if (number.isEmpty()) {
            return OptionalInt.empty();
        }
        int at = number.get();
        return at % 2 == 0 ? OptionalInt.of(at) : after(function, registers, at - 1);
    }

    /** Where the BAR begins that follows another; empty where the other's width was not read. */
    private static OptionalInt after(PciFunction function, MemoryBars registers, int other) {
        Optional<Boolean> wide = registers
                .at(other)
                .map(Bar::wide)
                .or(() -> MemoryBars.ofKernel(function.facts()).at(other).map(Bar::wide))
                .or(() -> MemoryBars.ofText(function.facts()).at(other).map(Bar::wide));
        return wide.map(is -> OptionalInt.of(is ? other + 2 : other + 1)).orElseGet(OptionalInt::empty);
    }

    private static Map<Integer, Long> sizes(PciFunction function, Witnesses<MemoryBars> bars) {
        Map<Integer, Long> sizes = new TreeMap<>();
        Stream.of(bars.text(), bars.kernel())
                .flatMap(witness -> witness.all().stream())
                .forEach(bar -> bar.size().ifPresent(size -> sizes.put(bar.index(), size)));
        Details.of(function)
                .resizableBars()
                .asOptional()
                .ifPresent(all -> all.forEach(bar -> sizes.putIfAbsent(bar.index(), bar.size())));
        return sizes;
    }

    private static Stream<Integer> existing(Witnesses<MemoryBars> bars) {
        return Stream.of(bars.registers(), bars.kernel(), bars.text())
                .flatMap(witness -> witness.all().stream().map(Bar::index))
                .distinct();
    }

    /** Whether any witness shows that the BAR exists and has no address: it takes both for a request to arrive. */
    private static boolean unplaced(Witnesses<MemoryBars> bars, int index) {
        return Stream.of(bars.registers(), bars.kernel(), bars.text())
                .flatMap(witness -> witness.at(index).stream())
                .anyMatch(bar -> bar.address().isEmpty());
    }

    /** Whether the kernel's list was read and shows nothing at all for the BAR. */
    private static boolean zeros(PciFunction function, int index) {
        return Resources.of(function.facts())
                .map(Resources::barSizes)
                .knownToBe(sizes -> sizes.size() > index && sizes.get(index) == 0);
    }
}
