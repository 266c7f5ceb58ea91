// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.peerpath.pci.PciFunction;
import org.peerpath.vm.model.GuestBar;
import org.peerpath.vm.model.Viommu;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.shape.GuestDevice;

/** Guest addresses that cannot be mapped: ranges that the host's IOMMU keeps, and addresses with too many bits. */
final class AddressRules {
    private static final int LEGACY_BITS = 39;
    private static final int LATER_BITS = 48;

    private final JoinedVm vm;
    private final HostFacts host;

    AddressRules(JoinedVm vm, HostFacts host) {
        this.vm = vm;
        this.host = host;
    }

    /** Returns why the target's largest BAR cannot be mapped for the requester; empty where nothing is against it. */
    Optional<Mapping> first(VmFunction requester, VmFunction target) {
        OptionalInt largest = host.find(target.host()).map(host::largestBar).orElseGet(OptionalInt::empty);
        List<GuestBar> bars = target.bars().stream()
                .filter(GuestBar::placed)
                .filter(bar -> largest.isEmpty() || bar.number() == largest.getAsInt())
                .toList();
        return bars.stream()
                .map(bar -> range(requester, target, bar.address(), bar.address() + bar.size() - 1))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Returns why the kernel refused a range. */
    Optional<Mapping> refused(VmFunction requester, VmFunction target, VmEvent event) {
        if (event.address().isEmpty() || event.size().isEmpty()) {
            return Optional.empty();
        }
        long first = event.address().getAsLong();
        return range(requester, target, first, first + event.size().getAsLong() - 1);
    }

    private Optional<Mapping> range(VmFunction requester, VmFunction target, long first, long last) {
        Optional<PciFunction> from = host.find(requester.host());
        Optional<HostFacts.Reserved> reserved = from.flatMap(host::reserved).orElse(List.of()).stream()
                .filter(r -> Long.compareUnsigned(first, r.last()) <= 0 && Long.compareUnsigned(last, r.first()) >= 0)
                .findFirst();
        if (reserved.isPresent()) {
            return Optional.of(Mapping.not(
                    VmCause.ADDRESS_RESERVED,
                    Certainty.LIKELY,
                    target.name(),
                    hex(OptionalLong.of(first)),
                    hex(OptionalLong.of(reserved.get().first())) + "–"
                            + hex(OptionalLong.of(reserved.get().last()))));
        }
        OptionalInt bits = from.map(host::addressBits).orElseGet(OptionalInt::empty);
        if (bits.isPresent() && exceeds(last, bits.getAsInt())) {
            return Optional.of(Mapping.not(
                    VmCause.ADDRESS_TOO_WIDE,
                    Certainty.LIKELY,
                    target.name(),
                    hex(OptionalLong.of(first)),
                    Integer.toString(bits.getAsInt())));
        }
        OptionalInt guest = viommuBits(requester);
        return guest.isPresent() && exceeds(last, guest.getAsInt())
                ? Optional.of(Mapping.not(
                        VmCause.VIOMMU_TOO_NARROW,
                        Certainty.LIKELY,
                        target.name(),
                        hex(OptionalLong.of(first)),
                        Integer.toString(guest.getAsInt())))
                : Optional.empty();
    }

    private static boolean exceeds(long last, int bits) {
        return bits < 64 && last >>> bits != 0;
    }

    /** Intel's was 39 bits wide before QEMU 9.2 and 48 since, where nothing else is said. */
    private OptionalInt viommuBits(VmFunction requester) {
        Optional<Viommu> serving = serving(vm, requester);
        if (serving.isEmpty() || serving.get().addressBits().isPresent()) {
            return serving.map(Viommu::addressBits).orElseGet(OptionalInt::empty);
        }
        if (!serving.get().kind().equals("intel")
                || vm.description().vmmVersion().isEmpty()) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(vm.description().vmmVersion().get().atLeast(9, 2) ? LATER_BITS : LEGACY_BITS);
    }

    /** Returns the guest's IOMMU that stands between a function and memory; where its root bus is not known, any. */
    static Optional<Viommu> serving(JoinedVm vm, VmFunction function) {
        Optional<String> root = function.assigned()
                .place()
                .flatMap(vm.description().shape()::way)
                .map(List::getLast)
                .map(GuestDevice::id);
        return vm.description().viommus().stream()
                .filter(viommu -> root.map(viommu::serves).orElse(true))
                .findFirst();
    }

    static String hex(OptionalLong address) {
        return address.isPresent() ? "0x" + Long.toHexString(address.getAsLong()) : "?";
    }
}
