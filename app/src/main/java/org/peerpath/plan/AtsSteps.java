// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.hardware.IommuKind;
import org.peerpath.hardware.Vendors;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.iommu.DmarTable;
import org.peerpath.iommu.KernelParameters;
import org.peerpath.model.AtsAssessment;
import org.peerpath.model.AtsLayers;
import org.peerpath.model.HostModel;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.NvSetting;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * Plans the firmware option that makes a ConnectX show its ATS capability. The enable bit itself is the kernel's and is
 * never written by anyone else (facts B.5).
 */
final class AtsSteps {
    private final HostModel host;
    private final Guards guards;
    /** NVIDIA's own name for the tool, unless only mstflint's is there. */
    private final String tool;

    AtsSteps(HostModel host, Guards guards, HostGuards hostGuards) {
        this.host = host;
        this.guards = guards;
        this.tool = !hostGuards.has("mlxconfig") && hostGuards.has("mstconfig") ? "mstconfig" : "mlxconfig";
    }

    List<Step> plan(List<PciFunction> nics) {
        List<Step> steps = new ArrayList<>();
        boolean some = false;
        boolean all = true;
        for (PciFunction nic : nics) {
            boolean absent = new AtsAssessment(host).of(nic).state() == AtsState.ABSENT;
            some |= !absent;
            all &= !absent;
            if (absent) {
                absent(nic, nics, steps);
            } else {
                senders(nic).forEach(this::mustBeUsable);
            }
        }
        if (some && !all) {
            guards.ask(
                    GuardId.MIXED_ATS, nics.stream().map(PciFunction::address).toList());
        }
        return steps;
    }

    /** The functions that VMs will use: a NIC's virtual functions, if it has any. */
    private List<PciFunction> senders(PciFunction nic) {
        List<Address> virtual = host.topology().virtualFunctions(nic.address());
        return virtual.isEmpty()
                ? List.of(nic)
                : virtual.stream().map(host.topology()::get).toList();
    }

    private void mustBeUsable(PciFunction function) {
        AtsStatus ats = new AtsAssessment(host).of(function);
        switch (ats.state()) {
            case ON -> {}
            case READY -> rootPortIsListed(function);
            case OFF -> guards.refuse(cause(ats.why()), List.of(function.address()), ats.why());
            case ABSENT -> guards.refuse(GuardId.ATS_KEPT_OFF, List.of(function.address()), ats.why());
            case UNKNOWN -> guards.refuse(GuardId.ATS_UNKNOWN, List.of(function.address()), ats.why());
        }
    }

    private void absent(PciFunction nic, List<PciFunction> wanted, List<Step> steps) {
        if (!nic.isBy(Vendors.MELLANOX)) {
            guards.refuse(GuardId.ATS_NOT_OURS, List.of(nic.address()));
            return;
        }
        platformServes(nic);
        if (steps.stream().anyMatch(step -> step.target().sameDevice(nic.address()))) {
            return;
        }
        wholeCard(nic, wanted);
        Step.Builder step = AtsOptionStep.of(nic.address(), tool);
        Fact<Boolean> next = NvSetting.of(host.topology(), nic.address(), AtsOptionStep.OPTION)
                .nextBoot()
                .on();
        if (next.knownToBe(on -> on)) {
            step.as(Step.State.WAITING_FOR_REBOOT);
        } else if (next.isUnknown()) {
            guards.ask(GuardId.SETTING_UNREAD, List.of(nic.address()), Message.of("guard.option-unread", tool));
        }
        steps.add(step.build());
    }

    /** The option is one for all functions of a card, also for those that nobody asked about. */
    private void wholeCard(PciFunction nic, List<PciFunction> wanted) {
        List<Address> others = host.topology().functions().values().stream()
                .filter(function -> function.kind() == FunctionKind.ENDPOINT
                        && function.address().sameDevice(nic.address())
                        && wanted.stream().noneMatch(one -> one.address().equals(function.address())))
                .map(PciFunction::address)
                .toList();
        if (!others.isEmpty()) {
            guards.ask(GuardId.WHOLE_CARD, others);
        }
    }

    /** What would keep ATS off all the same, once the NIC shows it. */
    private void platformServes(PciFunction nic) {
        List<Address> it = List.of(nic.address());
        Fact<KernelParameters> parameters = host.iommu().parameters();
        if (parameters.knownToBe(line -> line.has("pci", "noats"))) {
            guards.refuse(GuardId.NOATS, it);
        } else if (!parameters.isKnown()) {
            guards.unread(GuardId.NOATS, it, Guards.why(parameters, HostFiles.CMDLINE));
        }
        AtsLayers.Layer iommu = AtsLayers.of(host, nic).layer(AtsLayers.Part.IOMMU);
        switch (iommu.state()) {
            case NO -> guards.refuse(cause(iommu.why()), it, iommu.why());
            case UNKNOWN -> guards.ask(GuardId.ATS_UNKNOWN, it, iommu.why());
            case YES, NONE -> rootPortIsListed(nic);
        }
    }

    /** An Intel platform lists the root ports that may use ATS in a table that only root reads. */
    private void rootPortIsListed(PciFunction function) {
        Fact<DmarTable> table = host.iommu().dmar();
        boolean intel = host.iommu().unitOf(function.facts()).knownToBe(unit -> unit.kind() == IommuKind.INTEL);
        if (intel && !table.isKnown()) {
            guards.unread(
                    GuardId.ROOT_PORT_NOT_IN_ATSR, List.of(function.address()), Guards.why(table, HostFiles.DMAR));
        }
    }

    private static GuardId cause(Message why) {
        return switch (why.key()) {
            case "ats.off.noats" -> GuardId.NOATS;
            case "ats.off.no-iommu" -> GuardId.NO_IOMMU;
            case "ats.off.not-in-atsr" -> GuardId.ROOT_PORT_NOT_IN_ATSR;
            case "ats.off.no-device-tlb" -> GuardId.NO_DEVICE_TLB;
            default -> GuardId.ATS_KEPT_OFF;
        };
    }
}
