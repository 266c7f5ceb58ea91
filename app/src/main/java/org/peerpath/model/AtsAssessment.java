// SPDX-License-Identifier: Apache-2.0
package org.peerpath.model;

import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.peerpath.hardware.AtsBehavior;
import org.peerpath.hardware.IommuKind;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.iommu.IommuUnit;
import org.peerpath.iommu.IortTable;
import org.peerpath.iommu.IvrsTable;
import org.peerpath.iommu.VfioHolders;
import org.peerpath.iommu.Why;
import org.peerpath.pci.Ats;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.NvSetting;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.PortType;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * Says whether a function's ATS is on, and where it is off, whether the kernel will turn it on when a VM attaches
 * (drivers/pci/ats.c pci_ats_supported, drivers/iommu/intel/iommu.c iommu_enable_pci_ats, dmar_ats_supported; drivers/iommu/amd/iommu.c pdev_enable_cap_ats;
 * drivers/iommu/arm/arm-smmu-v3 arm_smmu_ats_supported).
 */
public final class AtsAssessment {
    private final HostModel host;
    /** The SMMUs that are known to serve ATS, by name. */
    private final Set<String> servingAts;

    private final Fact<VfioHolders> holders;

    /** Asks about the functions of one host. */
    public AtsAssessment(HostModel host) {
        this.host = host;
        this.holders = VfioHolders.of(host.snapshot());
        boolean arm = host.iommu()
                .units()
                .knownToBe(units -> units.stream().anyMatch(unit -> unit.kind() == IommuKind.SMMU_V3));
        this.servingAts = arm ? servingAts(host) : Set.of();
    }

    /**
     * sysfs does not show an SMMU's IDR0.ATS (SMMUv3 6.3.1). It has it if the driver turned ATS on for any function that it
     * serves.
     */
    private static Set<String> servingAts(HostModel host) {
        return host.topology().functions().values().stream()
                .filter(f -> f.ats().flatMap(Ats::enabled).knownToBe(on -> on))
                .flatMap(f -> host.iommu().unitOf(f.facts()).asOptional().stream())
                .map(IommuUnit::name)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** How ATS of a function stands, and why (docs/routing.md 3). */
    public AtsStatus of(PciFunction function) {
        return switch (function.ats()) {
            case Fact.Absent<Ats>() -> new AtsStatus(AtsState.ABSENT, Message.of(whyAbsent(function)));
            case Fact.Unknown<Ats>(Message why) -> new AtsStatus(AtsState.UNKNOWN, why);
            case Fact.Known<Ats>(Ats ats) ->
                switch (ats.enabled()) {
                    case Fact.Known<Boolean>(Boolean on) when on -> new AtsStatus(AtsState.ON, Message.of("ats.on"));
                    case Fact.Known<Boolean> off -> presentAndOff(function, ats);
                    case Fact.Absent<Boolean>() -> presentAndOff(function, ats);
                    case Fact.Unknown<Boolean>(Message why) -> new AtsStatus(AtsState.UNKNOWN, why);
                };
        };
    }

    /**
     * How ATS of the virtual functions of a PF will stand that has none yet: like the PF's own, but for what the kernel asks
     * of virtual functions only.
     */
    public AtsStatus ofFutureVirtual(PciFunction physical) {
        AtsStatus own = of(physical);
        AtsConditions conditions = new AtsConditions();
        conditions.require(() -> unitIsSet(physical, physical), "ats.off.vf-before-6.12");
        return own.state() == AtsState.READY ? status(conditions) : own;
    }

    /** A setting that waits for the next boot is another matter than one that nobody made. */
    private String whyAbsent(PciFunction function) {
        Topology topology = host.topology();
        boolean missing = topology.physicalFunction(function.address())
                .flatMap(topology::find)
                .map(physical -> physical.ats().isAbsent())
                .orElse(true);
        boolean set = NvSetting.of(topology, function.address(), NvSetting.ATS_ENABLED)
                .nextBoot()
                .isOn();
        return missing && set ? "ats.absent.pending" : "ats.absent";
    }

    /**
     * Every condition must hold for the kernel to turn ATS on; one that is known to fail settles it whatever the others
     * say, in the order in which an administrator would look (facts B.5).
     */
    private AtsStatus presentAndOff(PciFunction function, Ats ats) {
        AtsConditions conditions = new AtsConditions();
        conditions.require(this::allowedAtAll, "ats.off.noats");
        iommuServes(function, conditions);
        kernelAllows(function, ats, conditions);
        conditions.require(() -> turnedOnAtAttach(function), "ats.off.not-enabled");
        return status(conditions);
    }

    private static AtsStatus status(AtsConditions conditions) {
        return conditions
                .failed()
                .map(cause -> new AtsStatus(AtsState.OFF, cause))
                .or(() -> conditions.unknown().map(why -> new AtsStatus(AtsState.UNKNOWN, why)))
                .orElseGet(() -> new AtsStatus(AtsState.READY, Message.of("ats.ready")));
    }

    /** {@code pci=noats} hides the capability of every function. */
    Fact<Boolean> allowedAtAll() {
        return host.iommu().parameters().map(p -> !p.has("pci", "noats"));
    }

    /** What the platform must give: an IOMMU that serves ATS, and firmware that lets the function use it. */
    void iommuServes(PciFunction function, AtsConditions conditions) {
        conditions.require(() -> hasIommu(function), "ats.off.no-iommu");
        conditions.require(() -> rootComplexAllows(function), "ats.off.not-in-iort");
        conditions.require(() -> deviceTlb(function), "ats.off.no-device-tlb");
        conditions.require(() -> Fact.known(!disabledByIvrs(function)), "ats.off.ivrs");
        conditions.require(() -> rootPortAllowed(function), "ats.off.not-in-atsr");
        conditions.require(() -> Fact.known(!belowPortWithoutAts(function)), "ats.off.root-port");
    }

    /** What the kernel's driver asks of the function before it turns ATS on. */
    void kernelAllows(PciFunction function, Ats ats, AtsConditions conditions) {
        conditions.require(() -> Fact.known(!untrusted(function)), "ats.off.untrusted");
        conditions.require(() -> notRefused(function), "ats.off.quirk");
        conditions.require(() -> pageAligned(function, ats), "ats.off.not-page-aligned");
        conditions.require(() -> virtualFunctionHasUnit(function), "ats.off.vf-before-6.12");
    }

    private Fact<Boolean> hasIommu(PciFunction function) {
        return host.iommu().serves(function.facts());
    }

    private Fact<IommuUnit> unit(PciFunction function) {
        return host.iommu().unitOf(function.facts());
    }

    /** Whether the function's IOMMU serves ATS. */
    private Fact<Boolean> deviceTlb(PciFunction function) {
        return unit(function).flatMap(unit -> switch (unit.kind()) {
            case INTEL, OTHER -> unit.deviceTlb();
            case AMD -> everyAmdUnit();
            case SMMU_V3 -> servingAts.contains(unit.name()) ? Fact.known(true) : unit.deviceTlb();
        });
    }

    /**
     * AMD's driver uses ATS with all of its IOMMUs or with none (drivers/iommu/amd/init.c amd_iommu_iotlb_sup): one known
     * to lack it settles it. What sysfs does not show, the firmware's table may.
     */
    private Fact<Boolean> everyAmdUnit() {
        Fact<Boolean> bySysfs = host.iommu().units().flatMap(units -> {
            Fact<Boolean> all = Fact.known(true);
            for (IommuUnit unit : units) {
                Fact<Boolean> able = unit.deviceTlb();
                if (able.knownToBe(a -> !a)) {
                    return able;
                }
                all = able.isKnown() ? all : able;
            }
            return all;
        });
        Fact<Boolean> byTable = host.iommu().ivrs().map(IvrsTable::allSupportAts);
        return bySysfs.isKnown() || !byTable.isKnown() ? bySysfs : byTable;
    }

    /** Arm only, and only where the table was read: a root complex without ATS settles it, whatever the SMMU can do. */
    private Fact<Boolean> rootComplexAllows(PciFunction function) {
        boolean other = unit(function).knownToBe(u -> u.kind() != IommuKind.SMMU_V3);
        Fact<IortTable> iort = host.iommu().iort();
        if (other || iort.isAbsent()) {
            return Fact.known(true);
        }
        Fact<Boolean> ats = iort.flatMap(table -> table.ats(function.address().domain()));
        boolean smmu = unit(function).knownToBe(u -> u.kind() == IommuKind.SMMU_V3);
        return smmu || ats.isKnown() ? ats : Fact.known(true);
    }

    private boolean disabledByIvrs(PciFunction function) {
        return host.iommu().ivrs().knownToBe(ivrs -> ivrs.disablesAts(function.address()));
    }

    /** Intel only, and only where the table was read: a root port is refused if it is known to be missing from it. */
    private Fact<Boolean> rootPortAllowed(PciFunction function) {
        boolean missing = unit(function).knownToBe(u -> u.kind() == IommuKind.INTEL)
                && rootPort(function)
                        .map(port -> host.iommu().dmar().knownToBe(dmar -> !dmar.allows(port.address())))
                        .orElse(false);
        return Fact.known(!missing);
    }

    private Optional<PciFunction> rootPort(PciFunction function) {
        Topology topology = host.topology();
        return topology.place(function.address()).chain().stream()
                .map(topology::get)
                .filter(bridge -> bridge.portType().knownToBe(type -> type == PortType.ROOT_PORT))
                .findFirst();
    }

    /** A root port of a processor that does not support PCIe ATS, as NVIDIA's Grace. */
    private boolean belowPortWithoutAts(PciFunction function) {
        return rootPort(function).map(port -> port.atsBehavior().neverBelow()).orElse(false);
    }

    /**
     * The kernel trusts nothing below a port that leads out of the machine, and calls it removable for the same reason
     * (drivers/pci/probe.c set_pcie_untrusted, pci_set_removable). Older kernels do not say so.
     */
    private static boolean untrusted(PciFunction function) {
        return function.facts().text(Attributes.REMOVABLE).knownToBe("removable"::equals);
    }

    /** The kernel hides the capability of devices whose ATS does not work (drivers/pci/quirks.c quirk_no_ats). */
    private static Fact<Boolean> notRefused(PciFunction function) {
        AtsBehavior behavior = function.atsBehavior();
        if (!behavior.refused()) {
            return Fact.known(true);
        }
        return behavior.beforeRevision()
                .map(good -> function.revision().map(revision -> revision >= good))
                .orElse(Fact.known(false));
    }

    /**
     * Whether the kernel keeps ATS of this function on whatever the domain, so that nobody can turn it off
     * (drivers/pci/quirks.c pci_dev_specific_ats_required).
     */
    public Fact<Boolean> alwaysOn(PciFunction function) {
        return function.atsBehavior()
                .alwaysOnSince()
                .map(since -> host.iommu().kernel().map(kernel -> kernel.compareTo(since) >= 0))
                .orElse(Fact.known(false));
    }

    private Fact<Boolean> pageAligned(PciFunction function, Ats ats) {
        return unit(function).flatMap(u -> u.kind() == IommuKind.INTEL ? ats.pageAlignedRequest() : Fact.known(true));
    }

    /**
     * Before 6.12 a PF got its Smallest Translation Unit only when its own ATS was turned on, which Intel's legacy mode and
     * SMMUv3 do not do in an identity domain; a VF cannot enable ATS with another one (commit 6c17c7d5936e, which gives it
     * to all PFs, on both). AMD turns it on in every domain.
     */
    private Fact<Boolean> virtualFunctionHasUnit(PciFunction function) {
        if (function.kind() != FunctionKind.VIRTUAL_FUNCTION) {
            return Fact.known(true);
        }
        Optional<PciFunction> physical =
                host.topology().physicalFunction(function.address()).flatMap(host.topology()::find);
        return physical.isEmpty()
                ? Fact.unknown(Message.of("unknown.vf.pf-not-read"))
                : unitIsSet(function, physical.get());
    }

    /** Whether a VF finds its PF's unit set; the PF stands for a VF that is still to be made. */
    private Fact<Boolean> unitIsSet(PciFunction function, PciFunction physical) {
        Fact<Boolean> physicalTranslates =
                host.iommu().groupOf(physical.facts()).flatMap(IommuGroup::translates);
        boolean physicalOn = physical.ats().flatMap(Ats::enabled).knownToBe(on -> on);
        if (physicalOn || physicalTranslates.knownToBe(t -> t)) {
            return Fact.known(true);
        }
        return unit(function)
                .flatMap(u -> u.kind() != IommuKind.INTEL && u.kind() != IommuKind.SMMU_V3
                        ? Fact.known(true)
                        : host.iommu()
                                .kernel()
                                .flatMap(k -> k.atLeast(6, 12)
                                        ? Fact.known(true)
                                        : not(physicalTranslates).map(identity -> !identity)));
    }

    private static Fact<Boolean> not(Fact<Boolean> fact) {
        return fact.map(value -> !value);
    }

    /**
     * With an identity default domain Intel's legacy mode and SMMUv3 keep ATS off until a paging domain is attached;
     * everywhere else, and for a function that a guest has now, the kernel already had its chance.
     */
    Fact<Boolean> turnedOnAtAttach(PciFunction function) {
        if (isAttached(function)) {
            return Fact.known(false);
        }
        Fact<Boolean> identity = not(host.iommu().groupOf(function.facts()).flatMap(IommuGroup::translates));
        if (identity.knownToBe(i -> !i)) {
            return Fact.known(false);
        }
        Fact<Boolean> atAttach = unit(function).flatMap(u -> switch (u.kind()) {
            case INTEL ->
                host.iommu().parameters().knownToBe(p -> p.has("intel_iommu", "sm_off"))
                        ? Fact.known(true)
                        : not(u.scalableMode());
            case AMD -> Fact.known(false);
            case SMMU_V3 -> Fact.known(true);
            case OTHER -> Fact.unknown(Why.iommuKind(u.name()));
        });
        return atAttach.flatMap(a -> a ? identity : Fact.known(false));
    }

    /** Whether somebody holds the function through VFIO now; that nobody does is not known where holders were not read. */
    private boolean isAttached(PciFunction function) {
        return VfioHolders.guestOf(function).isPresent()
                || holders.knownToBe(all -> all.holderOf(function).isPresent());
    }
}
