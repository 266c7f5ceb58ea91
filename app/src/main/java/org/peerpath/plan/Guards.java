// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.advice.Finding;
import org.peerpath.advice.FindingId;
import org.peerpath.iommu.HostModel;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.Ownership;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Sriov;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * Collects what stands in the way of a plan. A guard whose fact was not read never passes silently: it refuses or asks.
 */
final class Guards {
    private final HostModel host;
    private final Fact<VfioHolders> holders;
    private final Map<Key, Guard> found = new LinkedHashMap<>();

    /** One guard for each rule and reason, with all functions it concerns. */
    private record Key(GuardId id, Guard.Answer answer, Message reason) {}

    Guards(HostModel host) {
        this.host = host;
        this.holders = VfioHolders.of(host.snapshot());
    }

    List<Guard> found() {
        return List.copyOf(found.values());
    }

    /** Where nothing is to be done there is nothing to ask; a refusal still says why the goal cannot be had. */
    List<Guard> refusals() {
        return found.values().stream()
                .filter(guard -> guard.answer() == Guard.Answer.REFUSES)
                .toList();
    }

    void refuse(GuardId id, List<Address> functions) {
        add(id, Guard.Answer.REFUSES, functions, Message.of("guard." + id.id() + ".reason"));
    }

    void refuse(GuardId id, List<Address> functions, Message detail) {
        add(
                id,
                Guard.Answer.REFUSES,
                functions,
                Message.of("guard.detail", Message.of("guard." + id.id() + ".reason"), detail));
    }

    void ask(GuardId id, List<Address> functions) {
        add(id, Guard.Answer.ASKS, functions, Message.of("guard." + id.id() + ".reason"));
    }

    void ask(GuardId id, List<Address> functions, Message detail) {
        add(
                id,
                Guard.Answer.ASKS,
                functions,
                Message.of("guard.detail", Message.of("guard." + id.id() + ".reason"), detail));
    }

    private void add(GuardId id, Guard.Answer answer, List<Address> functions, Message reason) {
        found.merge(
                new Key(id, answer, reason),
                new Guard(id, answer, functions, reason, Message.of("guard." + id.id() + ".lift"), id.source()),
                (one, other) -> {
                    List<Address> both = new ArrayList<>(one.functions());
                    other.functions().stream().filter(f -> !both.contains(f)).forEach(both::add);
                    return new Guard(id, answer, both, reason, one.lift(), one.source());
                });
    }

    /** What must hold before anything is changed on a host at all. */
    void host(boolean writesConfigSpace) {
        Fact<String> user = host.snapshot().hostText(HostFiles.EFFECTIVE_USER);
        if (user.knownToBe(id -> !id.strip().equals("0"))) {
            refuse(GuardId.NOT_ROOT, List.of());
        }
        Fact<String> lockdown = host.snapshot().hostText(HostFiles.LOCKDOWN);
        if (writesConfigSpace) {
            if (lockdown.knownToBe(text -> !text.contains("[none]"))) {
                refuse(GuardId.LOCKDOWN, List.of());
            } else if (lockdown.isUnknown()) {
                ask(GuardId.LOCKDOWN, List.of(), lockdown.whyUnknown().orElseThrow());
            }
        }
    }

    /** What must hold before a step that could stop the host. */
    void dangerous() {
        ask(GuardId.NO_OTHER_CONSOLE, List.of());
        Fact<String> panic = host.snapshot().hostText("proc/sys/kernel/hardlockup_panic");
        if (!panic.knownToBe(text -> text.strip().equals("1"))) {
            ask(GuardId.CRASH_CAPTURE_OFF, List.of());
        }
    }

    /** Firmware and kernel, as the findings judge them: bad refuses, unknown asks. */
    void knownTrouble(List<Finding> findings, List<Address> nics) {
        for (Finding finding : findings) {
            List<Address> concerned = finding.functions().stream()
                    .filter(function -> nics.contains(
                            host.topology().physicalFunction(function).orElse(function)))
                    .toList();
            if (finding.id() == FindingId.FIRMWARE_FREEZES_HOST && !concerned.isEmpty()) {
                refuse(GuardId.FIRMWARE_KNOWN_BAD, concerned, finding.message());
            } else if (finding.id() == FindingId.FIRMWARE_UNKNOWN && !concerned.isEmpty()) {
                ask(GuardId.FIRMWARE_UNKNOWN, concerned, finding.message());
            } else if (finding.id() == FindingId.KERNEL_LACKS_FIXES) {
                ask(GuardId.KERNEL_FIXES_UNKNOWN, List.of(), finding.message());
            }
        }
    }

    /** A setting that a step changes, and would have to put back: asks where it was not read, or is not there. */
    void mustBeRead(PciFunction function, String setting) {
        Fact<String> value = function.facts().text(setting);
        if (!value.isKnown()) {
            ask(
                    GuardId.SETTING_UNREAD,
                    List.of(function.address()),
                    value.whyUnknown().orElseGet(() -> Message.of("unknown.not-in-source", setting)));
        }
    }

    /** What drives a function decides which commands take it away. */
    void driverMustBeRead(PciFunction function) {
        function.facts()
                .text(Attributes.DRIVER)
                .whyUnknown()
                .ifPresent(why -> refuse(GuardId.DRIVER_UNREAD, List.of(function.address()), why));
    }

    /** Whether anyone holds a function that would be taken away. */
    void held(PciFunction function) {
        if (Ownership.heldByVfio(function.facts()).knownToBe(vfio -> !vfio)) {
            return;
        }
        Optional<String> guest = VfioHolders.guestOf(function);
        if (guest.isPresent()) {
            refuse(GuardId.HELD_BY_VM, List.of(function.address()), Message.of("guard.holder.guest", guest.get()));
            return;
        }
        switch (holders) {
            case Fact.Known<VfioHolders>(VfioHolders known) ->
                known.holderOf(function)
                        .ifPresent(holder -> refuse(
                                GuardId.HELD_BY_VM,
                                List.of(function.address()),
                                Message.of(
                                        "guard.holder",
                                        holder.command(),
                                        holder.process(),
                                        holder.guest().orElse("–"))));
            case Fact.Absent<VfioHolders>() -> ask(GuardId.HOLDERS_UNKNOWN, List.of(function.address()));
            case Fact.Unknown<VfioHolders>(Message why) ->
                ask(GuardId.HOLDERS_UNKNOWN, List.of(function.address()), why);
        }
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
            refuse(GuardId.NO_IOMMU, List.of(function.address()));
        }
        group.whyUnknown().ifPresent(why -> ask(GuardId.GROUP_MEMBERS, List.of(function.address()), why));
        List<PciFunction> inTheWay = group.asOptional().map(IommuGroup::members).orElse(List.of()).stream()
                .filter(member -> !member.equals(function.address()) && !taken.contains(member))
                .map(member -> host.topology().get(member))
                .filter(member -> !member.kind().isBridge())
                .filter(Guards::usedByTheHost)
                .toList();
        inTheWay.forEach(member -> refuse(GuardId.GROUP_MEMBERS, List.of(function.address(), member.address())));
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
            refuse(GuardId.NO_SRIOV, it);
        }
        sriov.whyUnknown().ifPresent(why -> refuse(GuardId.NO_SRIOV, it, why));
        if (sriov.knownToBe(s -> wanted > s.totalVfs())) {
            refuse(GuardId.TOO_MANY_VFS, it);
        }
        if (now > 0) {
            refuse(GuardId.VFS_ALREADY_ENABLED, it);
        }
        if (nic.facts().text(Attributes.DRIVER).isAbsent()) {
            refuse(GuardId.NO_PF_DRIVER, it);
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
            refuse(GuardId.PHYSICAL_FUNCTION, it);
        } else if (vfio.knownToBe(held -> held)) {
            ask(GuardId.PHYSICAL_FUNCTION, it);
        } else {
            vfio.whyUnknown().ifPresent(why -> ask(GuardId.PHYSICAL_FUNCTION, it, why));
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
            boolean below =
                    host.topology().place(function.address()).chain().stream().anyMatch(ports::contains);
            if (!below || function.kind().isBridge() || released.contains(function.address())) {
                continue;
            }
            Fact<Boolean> vfio = Ownership.heldByVfio(function.facts());
            if (vfio.knownToBe(held -> held)) {
                refuse(GuardId.ISOLATION_IN_USE, List.of(function.address()));
            } else if (vfio.isUnknown()) {
                ask(
                        GuardId.ISOLATION_IN_USE,
                        List.of(function.address()),
                        vfio.whyUnknown().orElseThrow());
            }
        }
    }

    /** A Data Direct function reaches the GPU directly only within one group, and groups are formed at boot. */
    void oneGroup(Address sender, Address gpu) {
        Fact<IommuGroup> one = host.iommu().groupOf(host.topology().get(sender).facts());
        Fact<IommuGroup> other = host.iommu().groupOf(host.topology().get(gpu).facts());
        List<Address> both = List.of(sender, gpu);
        one.whyUnknown().or(other::whyUnknown).ifPresent(why -> ask(GuardId.GROUP_AT_BOOT, both, why));
        if (one.knownToBe(group -> !group.members().contains(gpu))) {
            ask(GuardId.GROUP_AT_BOOT, both);
        }
    }

    /** VFs exist only of physical functions. */
    void physical(PciFunction nic) {
        if (nic.kind() == FunctionKind.VIRTUAL_FUNCTION) {
            refuse(GuardId.NO_SRIOV, List.of(nic.address()));
        }
    }
}
