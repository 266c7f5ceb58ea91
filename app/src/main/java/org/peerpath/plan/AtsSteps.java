// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.iommu.AtsAssessment;
import org.peerpath.iommu.AtsLayers;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.AtsStatus;
import org.peerpath.iommu.DmarTable;
import org.peerpath.iommu.HostModel;
import org.peerpath.iommu.IommuUnit;
import org.peerpath.iommu.KernelParameters;
import org.peerpath.pci.NvSetting;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Vendors;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/**
 * Plans the firmware option that makes a ConnectX show its ATS capability. The enable bit itself is the kernel's and is
 * never written by anyone else (facts B.5).
 */
final class AtsSteps {
    private static final String OPTION = NvSetting.ATS_ENABLED;
    /** The tool's own words (mstflint mlxconfig, boolean parameters). */
    private static final String ON = "True(1)";

    private static final String OFF = "False(0)";

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
                absent(nic, steps);
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

    private void absent(PciFunction nic, List<Step> steps) {
        if (!nic.isBy(Vendors.MELLANOX)) {
            guards.refuse(GuardId.ATS_NOT_OURS, List.of(nic.address()));
            return;
        }
        platformServes(nic);
        String device = nic.address().toString();
        // Without -e the answer has the one column that matters here: the value at the next boot.
        Operation.Run query = Operation.Run.of(tool, "-d", device, "q", OPTION);
        Operation.Run set = Operation.Run.of(tool, "-d", device, "-y", "set", OPTION + "=1");
        Step.Builder step = Step.of(
                        "ats-option:" + device,
                        Step.Kind.ATS_OPTION,
                        nic.address(),
                        Message.of("plan.ats.purpose", device),
                        Message.of("plan.ats.risk", device))
                .before(Check.text(Message.of("plan.ats.check", device), query, OFF))
                .run(set)
                .after(Check.text(Message.of("plan.ats.verify", device), query, ON))
                .undo(Operation.Run.of(tool, "-d", device, "-y", "set", OPTION + "=0"))
                .danger(Step.Danger.HIGH)
                .takesEffect(Step.Effect.REBOOT);
        Fact<Boolean> next =
                NvSetting.of(host.topology(), nic.address(), OPTION).nextBoot().on();
        if (next.knownToBe(on -> on)) {
            step.as(Step.State.WAITING_FOR_REBOOT);
        } else if (next.isUnknown()) {
            guards.ask(GuardId.SETTING_UNREAD, List.of(nic.address()), Message.of("guard.option-unread", tool));
        }
        steps.add(step.build());
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
        boolean intel = host.iommu().unitOf(function.facts()).knownToBe(unit -> unit.kind() == IommuUnit.Kind.INTEL);
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
