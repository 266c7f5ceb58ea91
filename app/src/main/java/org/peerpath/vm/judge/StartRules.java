// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.Ownership;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.Viommu;
import org.peerpath.vm.model.VmEvent;
import org.peerpath.vm.model.VmOption;
import org.peerpath.vm.model.Vmm;
import org.peerpath.vm.shape.GuestDevice;
import org.peerpath.vm.shape.GuestDeviceKind;
import org.peerpath.vm.shape.GuestShape;

/** What keeps a whole VM from starting; a VM that is known to run has passed all of it. */
final class StartRules {
    private static final int BAD_ADDRESS = 14;

    private final JoinedVm vm;
    private final HostFacts host;

    StartRules(JoinedVm vm, HostFacts host) {
        this.vm = vm;
        this.host = host;
    }

    /** Returns the first thing that keeps it from starting; what its log says comes before what follows from options. */
    Optional<Mapping> first() {
        Optional<Mapping> said = said();
        if (said.isPresent()) {
            return said;
        }
        if (vm.description().running().equals(Optional.of(true))) {
            return Optional.empty();
        }
        return nested().or(this::split).or(this::noIommu).or(this::notViable).or(this::cloudHypervisor);
    }

    private Optional<Mapping> said() {
        for (VmEvent event : vm.description().events()) {
            String group =
                    event.group().isPresent() ? Integer.toString(event.group().getAsInt()) : "?";
            Optional<Mapping> found = switch (event.kind()) {
                case GROUP_SPLIT -> Optional.of(stop(VmCause.GROUP_SPLIT_BY_VIOMMU, event, group));
                case GROUP_NOT_VIABLE -> Optional.of(stop(VmCause.GROUP_NOT_VIABLE, event, group, "?"));
                case MEMORY_LIMIT ->
                    vm.description().running().equals(Optional.of(true))
                            ? Optional.empty()
                            : Optional.of(stop(VmCause.MEMORY_LIMIT, event));
                case FATAL ->
                    Optional.of(
                            event.error().orElse(0) == BAD_ADDRESS
                                    ? stop(VmCause.VMM_WITHOUT_DMA_BUF, event, version())
                                    : stop(
                                            VmCause.MAP_FAILED,
                                            event,
                                            Integer.toString(event.error().orElse(0))));
                default -> Optional.empty();
            };
            if (found.isPresent()) {
                return found;
            }
        }
        return Optional.empty();
    }

    private static Mapping stop(VmCause cause, VmEvent event, Object... arguments) {
        return Mapping.of(Mapping.State.WILL_NOT_START, cause, Certainty.CERTAIN, List.of(event), arguments);
    }

    private static Optional<Mapping> likely(VmCause cause, Object... arguments) {
        return Optional.of(Mapping.of(Mapping.State.WILL_NOT_START, cause, Certainty.LIKELY, List.of(), arguments));
    }

    private String version() {
        return vm.description().vmmVersion().map(Object::toString).orElse("?");
    }

    private Optional<Mapping> nested() {
        boolean type1 = vm.functions().stream().anyMatch(f -> f.assigned().backend() == Backend.TYPE1);
        boolean nested = vm.description().viommus().stream().anyMatch(Viommu::nested);
        return type1 && nested ? likely(VmCause.NESTED_NEEDS_IOMMUFD) : Optional.empty();
    }

    /**
     * QEMU: {@code group N used in multiple address spaces}. Behind an IOMMU of the guest each device has an address space
     * of its own, unless a conventional bridge above makes them one (hw/vfio/container.c, hw/pci/pci.c
     * pci_device_iommu_address_space).
     */
    private Optional<Mapping> split() {
        if (vm.description().vmm() == Vmm.CLOUD_HYPERVISOR) {
            return Optional.empty();
        }
        Map<String, List<VmFunction>> groups = vm.functions().stream()
                .filter(f -> f.assigned().shown() && f.assigned().backend() == Backend.TYPE1)
                .filter(f -> group(f).isPresent())
                .collect(Collectors.groupingBy(f -> group(f).orElse(""), TreeMap::new, Collectors.toList()));
        for (Map.Entry<String, List<VmFunction>> group : groups.entrySet()) {
            long spaces =
                    group.getValue().stream().map(this::addressSpace).distinct().count();
            if (spaces > 1) {
                return likely(VmCause.GROUP_SPLIT_BY_VIOMMU, group.getKey());
            }
        }
        return Optional.empty();
    }

    private Optional<String> group(VmFunction function) {
        return host.find(function.host())
                .flatMap(f -> f.facts().text(Attributes.IOMMU_GROUP).asOptional());
    }

    /** The name of a function's address space: one for all that no IOMMU of the guest serves. */
    private String addressSpace(VmFunction function) {
        GuestShape shape = vm.description().shape();
        Optional<List<GuestDevice>> way = function.assigned().place().flatMap(shape::way);
        boolean served = !vm.description().viommus().isEmpty()
                && way.map(w -> vm.description().viommus().stream()
                                .anyMatch(v -> v.serves(w.getLast().id())))
                        .orElse(true);
        if (!served) {
            return "memory";
        }
        Optional<String> conventional = way.flatMap(w -> w.reversed().stream()
                .filter(bus -> bus.kind() == GuestDeviceKind.PCI_BRIDGE)
                .map(GuestDevice::id)
                .findFirst());
        return conventional.orElseGet(() -> function.assigned().id());
    }

    /** No group at all, where the host tells of groups. */
    private Optional<Mapping> noIommu() {
        for (VmFunction function : vm.functions()) {
            Optional<PciFunction> there = host.find(function.host());
            if (there.isPresent()
                    && function.assigned().backend() != Backend.NOIOMMU
                    && there.get().facts().text(Attributes.IOMMU_GROUP).isAbsent()) {
                return likely(VmCause.NO_IOMMU, function.name());
            }
        }
        return Optional.empty();
    }

    /** A member with a driver of the host keeps the group from user space (drivers/vfio/group.c, iommu_group_claim). */
    private Optional<Mapping> notViable() {
        for (VmFunction function : vm.functions()) {
            Optional<IommuGroup> group = host.find(function.host())
                    .flatMap(f -> host.model().iommu().groupOf(f.facts()).asOptional());
            for (Address member : group.map(IommuGroup::members).orElse(List.of())) {
                Optional<String> driver = host.find(Optional.of(member))
                        .filter(f -> f.kind() == FunctionKind.ENDPOINT || f.kind() == FunctionKind.VIRTUAL_FUNCTION)
                        .flatMap(f -> f.facts().text(Attributes.DRIVER).asOptional())
                        .filter(name -> !name.isBlank() && !Ownership.isVfio(name) && !name.equals("pci-stub"));
                if (driver.isPresent() && !assigned(member)) {
                    return likely(
                            VmCause.GROUP_NOT_VIABLE,
                            group.map(IommuGroup::name).orElse("?"),
                            member + " (" + driver.get() + ")");
                }
            }
        }
        return Optional.empty();
    }

    /** libvirt and Proxmox rebind what they hand over; what they do not hand over stays with its driver. */
    private boolean assigned(Address member) {
        return vm.functions().stream().anyMatch(f -> f.host().equals(Optional.of(member)));
    }

    /** It ends with an error where QEMU only warns (cloud-hypervisor/cloud-hypervisor#8895). */
    private Optional<Mapping> cloudHypervisor() {
        boolean iommufd = vm.functions().stream().anyMatch(f -> f.assigned().backend() == Backend.IOMMUFD);
        return vm.description().vmm() == Vmm.CLOUD_HYPERVISOR
                        && iommufd
                        && !vm.description().options().contains(VmOption.P2P_DMA_OFF)
                ? likely(VmCause.VMM_WITHOUT_DMA_BUF, version())
                : Optional.empty();
    }
}
