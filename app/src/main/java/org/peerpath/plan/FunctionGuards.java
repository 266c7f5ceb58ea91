// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.Ownership;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.model.HostModel;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Sriov;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** What stands in the way of functions that are taken, given or made: who holds them, and what they belong to. */
final class FunctionGuards {
    private final HostModel host;
    private final Guards guards;
    private final Fact<VfioHolders> holders;

    FunctionGuards(HostModel host, Guards guards) {
        this.host = host;
        this.guards = guards;
        this.holders = VfioHolders.of(host.snapshot());
    }

    /** Whether anyone holds a function that would be taken away. */
    void held(PciFunction function) {
        if (Ownership.heldByVfio(function.facts()).knownToBe(vfio -> !vfio)) {
            return;
        }
        Optional<String> guest = VfioHolders.guestOf(function);
        if (guest.isPresent()) {
            guards.refuse(
                    GuardId.HELD_BY_VM, List.of(function.address()), Message.of("guard.holder.guest", guest.get()));
            return;
        }
        switch (holders) {
            case Fact.Known<VfioHolders>(VfioHolders known) -> heldBy(known, function);
            case Fact.Absent<VfioHolders>() -> guards.ask(GuardId.HOLDERS_UNKNOWN, List.of(function.address()));
            case Fact.Unknown<VfioHolders>(Message why) ->
                guards.ask(GuardId.HOLDERS_UNKNOWN, List.of(function.address()), why);
        }
    }

    private void heldBy(VfioHolders known, PciFunction function) {
        List<Address> it = List.of(function.address());
        Optional<VfioHolders.Holder> holder = known.holderOf(function);
        if (holder.isPresent()) {
            guards.refuse(
                    GuardId.HELD_BY_VM,
                    it,
                    Message.of(
                            "guard.holder",
                            holder.get().command(),
                            holder.get().process(),
                            holder.get().guest().orElse("–")));
        } else if (known.anyUnnamed()) {
            guards.ask(GuardId.HOLDERS_UNKNOWN, it);
        } else if (!known.all().isEmpty()) {
            // Holders are told by group: without it any of them may have this function.
            function.facts()
                    .text(Attributes.IOMMU_GROUP)
                    .whyUnknown()
                    .ifPresent(why -> guards.ask(GuardId.HOLDERS_UNKNOWN, it, why));
        }
    }

    /** Whether an IOMMU serves a function: vfio-pci gives nothing away without one. */
    void mustHaveIommu(PciFunction function) {
        Fact<IommuGroup> group = host.iommu().groupOf(function.facts());
        if (group.isAbsent()) {
            guards.refuse(GuardId.NO_IOMMU, List.of(function.address()));
        }
        group.whyUnknown().ifPresent(why -> guards.unread(GuardId.NO_IOMMU, List.of(function.address()), why));
    }

    /**
     * A group is taken whole: every other member that a driver of the host uses stands in the way, unless the plan takes
     * it as well.
     *
     * @return the members that stand in the way
     */
    List<PciFunction> groupOf(PciFunction function, Set<Address> taken) {
        Fact<IommuGroup> group = host.iommu().groupOf(function.facts());
        if (group.isAbsent()) {
            guards.refuse(GuardId.NO_IOMMU, List.of(function.address()));
        }
        group.whyUnknown().ifPresent(why -> guards.unread(GuardId.GROUP_MEMBERS, List.of(function.address()), why));
        List<PciFunction> inTheWay = group.asOptional().map(IommuGroup::members).orElse(List.of()).stream()
                .filter(member -> !member.equals(function.address()) && !taken.contains(member))
                .map(member -> host.topology().get(member))
                .filter(member -> !member.kind().isBridge())
                .filter(FunctionGuards::usedByTheHost)
                .toList();
        inTheWay.forEach(member -> guards.refuse(GuardId.GROUP_MEMBERS, List.of(function.address(), member.address())));
        return inTheWay;
    }

    private static boolean usedByTheHost(PciFunction member) {
        Fact<String> driver = member.facts().text(Attributes.DRIVER);
        return driver.isUnknown() || driver.knownToBe(name -> !Ownership.isVfio(name) && !name.equals("pci-stub"));
    }

    /** Before VFs are created (drivers/pci/iov.c sriov_numvfs_store). */
    void creation(PciFunction nic, int now, int wanted) {
        List<Address> it = List.of(nic.address());
        Fact<Sriov> sriov = nic.sriov();
        if (sriov.isAbsent()) {
            guards.refuse(GuardId.NO_SRIOV, it);
        }
        sriov.whyUnknown().ifPresent(why -> guards.refuse(GuardId.NO_SRIOV, it, why));
        Fact<Integer> offered = nic.facts().text(Attributes.SRIOV_TOTALVFS).flatMap(FunctionGuards::number);
        if (sriov.knownToBe(s -> wanted > s.totalVfs()) || offered.knownToBe(total -> wanted > total)) {
            guards.refuse(GuardId.TOO_MANY_VFS, it);
        } else if (!offered.isKnown()) {
            // The driver may offer fewer than the capability says.
            guards.unread(GuardId.TOO_MANY_VFS, it, Guards.why(offered, Attributes.SRIOV_TOTALVFS));
        }
        if (now > 0 || sriov.knownToBe(s -> s.vfEnable() && s.numVfs() > 0)) {
            guards.refuse(GuardId.VFS_ALREADY_ENABLED, it);
        }
        if (nic.facts().text(Attributes.DRIVER).isAbsent()) {
            guards.refuse(GuardId.NO_PF_DRIVER, it);
        }
        assigned(nic, true);
    }

    /**
     * A physical function that is itself given away: whoever has it may change the firmware and all virtual functions,
     * and vfio-pci makes none.
     *
     * @param wantsVirtual whether virtual functions of it are wanted, so that it must not be so
     */
    void assigned(PciFunction nic, boolean wantsVirtual) {
        Fact<Boolean> vfio = Ownership.heldByVfio(nic.facts());
        List<Address> it = List.of(nic.address());
        if (nic.kind() == FunctionKind.VIRTUAL_FUNCTION) {
            return;
        }
        if (vfio.knownToBe(held -> held) && wantsVirtual) {
            guards.refuse(GuardId.PHYSICAL_FUNCTION, it);
        } else if (vfio.knownToBe(held -> held)) {
            guards.ask(GuardId.PHYSICAL_FUNCTION, it);
        } else {
            vfio.whyUnknown().ifPresent(why -> guards.unread(GuardId.PHYSICAL_FUNCTION, it, why));
        }
    }

    /** Clearing ACS takes the isolation of whatever VFIO holds below. */
    void isolationInUse(List<Address> ports) {
        isolationInUse(ports, Set.of());
    }

    /**
     * The same in a plan that takes functions away before.
     *
     * @param released those that VFIO has lost by then
     */
    void isolationInUse(List<Address> ports, Set<Address> released) {
        for (PciFunction function : host.topology().functions().values()) {
            Topology.Place place = host.topology().place(function.address());
            boolean below = place.chain().stream().anyMatch(ports::contains);
            boolean mayBe = !ports.isEmpty() && !place.chainKnown();
            if ((!below && !mayBe) || function.kind().isBridge() || released.contains(function.address())) {
                continue;
            }
            Fact<Boolean> vfio = Ownership.heldByVfio(function.facts());
            if (vfio.knownToBe(held -> held) && below) {
                guards.refuse(GuardId.ISOLATION_IN_USE, List.of(function.address()));
            } else if (vfio.knownToBe(held -> held)) {
                guards.unread(GuardId.ISOLATION_IN_USE, List.of(function.address()), Message.of("guard.place-unknown"));
            } else if (vfio.isUnknown()) {
                guards.unread(
                        GuardId.ISOLATION_IN_USE,
                        List.of(function.address()),
                        vfio.whyUnknown().orElseThrow());
            }
        }
    }

    /**
     * A Data Direct function reaches the GPU directly only within one group, and groups are formed at boot.
     *
     * @param virtual whether VMs are to use them, which without a group they cannot
     */
    void oneGroup(Address sender, Address gpu, boolean virtual) {
        if (virtual) {
            List.of(sender, gpu).forEach(function -> {
                if (host.iommu().groupOf(host.topology().get(function).facts()).isAbsent()) {
                    guards.refuse(GuardId.NO_IOMMU, List.of(function));
                }
            });
        }
        Fact<IommuGroup> one = host.iommu().groupOf(host.topology().get(sender).facts());
        Fact<IommuGroup> other = host.iommu().groupOf(host.topology().get(gpu).facts());
        List<Address> both = List.of(sender, gpu);
        one.whyUnknown().or(other::whyUnknown).ifPresent(why -> guards.unread(GuardId.GROUP_AT_BOOT, both, why));
        if (one.knownToBe(group -> !group.members().contains(gpu))) {
            guards.ask(GuardId.GROUP_AT_BOOT, both);
        }
    }

    /** VFs exist only of physical functions. */
    void physical(PciFunction nic) {
        if (nic.kind() == FunctionKind.VIRTUAL_FUNCTION) {
            guards.refuse(GuardId.NO_SRIOV, List.of(nic.address()));
        }
    }

    /**
     * The virtual functions that a NIC says it has must be those that were read: of others nobody knows who holds them.
     *
     * @param read how many were read
     */
    void allWereRead(PciFunction nic, int read) {
        List<Address> it = List.of(nic.address());
        Fact<Integer> bySysfs = nic.facts().text(Attributes.SRIOV_NUMVFS).flatMap(FunctionGuards::number);
        Fact<Integer> number = bySysfs.isKnown() ? bySysfs : nic.sriov().map(s -> s.vfEnable() ? s.numVfs() : 0);
        if (number.knownToBe(there -> there > read)) {
            guards.refuse(
                    GuardId.DRIVER_UNREAD,
                    it,
                    Message.of(
                            "guard.vfs-unread",
                            Integer.toString(read),
                            number.asOptional().orElseThrow().toString()));
        } else if (read == 0) {
            number.whyUnknown().ifPresent(why -> guards.refuse(GuardId.NO_SRIOV, it, why));
        }
    }

    private static Fact<Integer> number(String text) {
        String digits = text.strip();
        return digits.matches("\\d{1,5}")
                ? Fact.known(Integer.parseInt(digits))
                : Fact.unknown(Message.of("unknown.not-a-number", digits));
    }
}
