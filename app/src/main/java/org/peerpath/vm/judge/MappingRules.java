// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.snapshot.Attributes;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.VmOption;
import org.peerpath.vm.model.Vmm;
import org.peerpath.vm.model.VmmVersion;

/**
 * Whether the hypervisor puts a target's BAR into a requester's IOMMU domain. First what was read of it, then the options,
 * then the versions; what cannot be told stays unknown and says which lines would settle it.
 */
final class MappingRules {
    private final JoinedVm vm;
    private final HostFacts host;
    private final LogEvidence log;
    private final AddressRules addresses;
    private final Optional<Mapping> start;

    MappingRules(JoinedVm vm, HostFacts host) {
        this.vm = vm;
        this.host = host;
        this.log = new LogEvidence(vm, host);
        this.addresses = new AddressRules(vm, host);
        this.start = new StartRules(vm, host).first();
    }

    /** Returns what keeps the whole VM from starting. */
    Optional<Mapping> start() {
        return start;
    }

    Mapping judge(VmFunction requester, VmFunction target) {
        if (start.isPresent()) {
            return start.get();
        }
        if (requester.assigned().backend() == Backend.NOIOMMU) {
            return Mapping.of(Mapping.State.UNKNOWN, VmCause.NOIOMMU, Certainty.CERTAIN, List.of(), requester.name());
        }
        Optional<Mapping> decided = log.about(requester, target).or(() -> options(target));
        Mapping mapping = decided.orElseGet(() -> backend(requester, target));
        if (mapping.state() != Mapping.State.MAPPED) {
            return mapping;
        }
        return addresses.first(requester, target).orElseGet(() -> guest(requester, mapping));
    }

    private Optional<Mapping> options(VmFunction target) {
        if (target.assigned().mapped().equals(Optional.of(false))) {
            return Optional.of(Mapping.not(VmCause.NO_MMAP, Certainty.LIKELY, target.name()));
        }
        if (vm.description().options().contains(VmOption.P2P_DMA_OFF)) {
            return Optional.of(Mapping.not(VmCause.P2P_DMA_OFF, Certainty.LIKELY));
        }
        if (!target.assigned().excludedBars().isEmpty()) {
            OptionalInt largest = host.find(target.host()).map(host::largestBar).orElseGet(OptionalInt::empty);
            boolean hit = largest.isEmpty() || target.assigned().excludedBars().contains(largest.getAsInt());
            if (hit) {
                return Optional.of(Mapping.not(
                        VmCause.BAR_EXCLUDED,
                        largest.isEmpty() ? Certainty.POSSIBLE : Certainty.LIKELY,
                        target.name(),
                        target.assigned().excludedBars().toString()));
            }
        }
        return Optional.empty();
    }

    private Mapping backend(VmFunction requester, VmFunction target) {
        return switch (requester.assigned().backend()) {
            case TYPE1 -> Mapping.mapped(ofKnownVmm(), List.of());
            case IOMMUFD -> iommufd(target);
            case NOIOMMU, UNKNOWN -> Mapping.unknown(VmCause.BACKEND_UNKNOWN, requester.name());
        };
    }

    /** QEMU and cloud-hypervisor map BARs into type1's domain; what another program does with its devices nobody told. */
    private Certainty ofKnownVmm() {
        return vm.description().vmm() == Vmm.UNKNOWN ? Certainty.POSSIBLE : Certainty.LIKELY;
    }

    private Mapping iommufd(VmFunction target) {
        Optional<String> release = host.release(vm.description().kernel());
        Optional<KernelVersion> kernel = HostFacts.version(release);
        if (kernel.isEmpty()) {
            return Mapping.unknown(VmCause.KERNEL_UNKNOWN);
        }
        if (!kernel.get().atLeast(6, 19)) {
            // NVIDIA's own kernels let BARs through by a change of their own (NV-Kernels d5c249583491).
            return release.orElse("").contains("nvidia")
                    ? Mapping.unknown(VmCause.KERNEL_MAY_MAP, release.orElse(""))
                    : Mapping.not(VmCause.IOMMUFD_WITHOUT_DMA_BUF, Certainty.LIKELY, target.name());
        }
        if (host.dmaBuf().equals(Optional.of(false))) {
            return Mapping.not(VmCause.KERNEL_WITHOUT_DMA_BUF, Certainty.LIKELY);
        }
        if (vm.description().vmm() == Vmm.CLOUD_HYPERVISOR) {
            return Mapping.not(VmCause.VMM_WITHOUT_DMA_BUF, Certainty.LIKELY, version());
        }
        if (vm.description().vmm() != Vmm.QEMU || vm.description().vmmVersion().isEmpty()) {
            return Mapping.unknown(VmCause.VMM_UNKNOWN);
        }
        VmmVersion version = vm.description().vmmVersion().get();
        if (!version.atLeast(11, 0)) {
            return Mapping.not(VmCause.VMM_WITHOUT_DMA_BUF, Certainty.LIKELY, version());
        }
        String driver = host.find(target.host())
                .flatMap(f -> f.facts().text(Attributes.DRIVER).asOptional())
                .orElse("vfio-pci");
        return Mapping.unknown(VmCause.VMM_MAY_MAP, version(), driver);
    }

    private String version() {
        return vm.description().vmmVersion().map(VmmVersion::toString).orElse("?");
    }

    /** What the guest itself decides leaves the answer open. */
    private Mapping guest(VmFunction requester, Mapping mapping) {
        if (vm.description().options().contains(VmOption.CONFIDENTIAL)) {
            return Mapping.unknown(VmCause.CONFIDENTIAL_GUEST);
        }
        if (AddressRules.serving(vm, requester).isPresent()) {
            return Mapping.of(
                    Mapping.State.MAPPED, VmCause.VIOMMU_GUEST_DECIDES, Certainty.POSSIBLE, mapping.evidence());
        }
        return mapping;
    }
}
