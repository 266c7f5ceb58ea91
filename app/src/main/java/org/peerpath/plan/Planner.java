// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.peerpath.advice.Finding;
import org.peerpath.advice.Findings;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.iommu.HostModel;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.path.DataDirect;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/** Makes plans. It reads a host and writes nothing anywhere. */
public final class Planner {
    private final HostModel host;
    private final PlanRequest request;
    private final Guards guards;
    private final HostGuards hostGuards;
    private final VfRoom room;
    private final Past past;
    private final List<Keep> keep = new ArrayList<>();
    /** Of the host, once somebody has asked for them. */
    private Optional<List<Finding>> findings = Optional.empty();

    private Planner(HostModel host, PlanRequest request, List<LogEvent> log, Past past) {
        this.past = past;
        this.host = host;
        this.request = request;
        this.guards = new Guards(host);
        this.hostGuards = new HostGuards(host, guards);
        this.room = new VfRoom(host, guards, log);
    }

    /** A plan that takes nothing back, so that it needs no journal. */
    public static Plan plan(HostModel host, PlanRequest request) {
        return plan(host, request, List.of());
    }

    /**
     * A plan that heeds what the host's kernel said.
     *
     * @param log the events of its log; empty without one
     */
    public static Plan plan(HostModel host, PlanRequest request, List<LogEvent> log) {
        return plan(host, request, log, Past.UNREAD);
    }

    /**
     * A plan that may go back.
     *
     * @param past what runs have done on the host; only the goal of restoring asks for it
     */
    public static Plan plan(HostModel host, PlanRequest request, List<LogEvent> log, Past past) {
        return new Planner(host, request, log, past).plan();
    }

    private Plan plan() {
        List<PciFunction> nics = nics();
        if (nics.isEmpty() && request.goal() != Goal.RESTORE) {
            guards.refuse(GuardId.NO_PEERS, List.of());
        }
        List<Step> steps = switch (request.goal()) {
            case VM_GPUDIRECT -> virtualMachines(nics);
            case BARE_METAL_GPUDIRECT -> bareMetal(nics);
            case BIND_VFS -> bind(nics);
            case UNBIND -> unbind(nics);
            case RESTORE -> restore();
        };
        List<Step> toDo =
                steps.stream().filter(step -> step.state() == Step.State.TO_DO).toList();
        if (!toDo.isEmpty()) {
            guards.host(toDo.stream()
                    .anyMatch(step -> step.kind() == Step.Kind.ACS_CONTROL || step.kind() == Step.Kind.ATS_OPTION));
            hostGuards.tools(toDo);
            onlyWhatIsAllowed(toDo);
        }
        if (toDo.stream().anyMatch(step -> step.danger() == Step.Danger.HIGH)) {
            guards.dangerous();
        }
        Plan plan = new Plan(
                request,
                host.snapshot().origin().source(),
                host.snapshot().origin().host(),
                steps,
                nothingToAsk(steps) ? guards.refusals() : guards.found(),
                keep);
        assert NeverList.brokenBy(plan).isEmpty() : NeverList.brokenBy(plan).orElseThrow();
        return plan.refused() ? plan.keepingNothing() : plan;
    }

    /** Where all is so already no answer changes anything; but a journal that was not read may hide what is to be undone. */
    private boolean nothingToAsk(List<Step> steps) {
        return request.goal() != Goal.RESTORE && steps.stream().allMatch(step -> step.state() == Step.State.ALREADY_SO);
    }

    /** Names that a host gives (drivers, interfaces) reach commands only if they look like names. */
    private void onlyWhatIsAllowed(List<Step> steps) {
        for (Step step : steps) {
            boolean allowed = Stream.concat(step.operations().stream(), step.undo().stream())
                            .allMatch(AllowedOperation::allows)
                    && Stream.of(step.prechecks(), step.verification(), step.undoChecks())
                            .flatMap(List::stream)
                            .map(Check::read)
                            .allMatch(AllowedOperation::isRead);
            if (!allowed) {
                guards.refuse(GuardId.NOT_ALLOWED, List.of(step.target()));
            }
        }
    }

    private List<PciFunction> nics() {
        return request.nics().isEmpty()
                ? Roles.nics(host.topology(), false)
                : request.nics().stream().map(host.topology()::get).toList();
    }

    private List<Step> virtualMachines(List<PciFunction> nics) {
        guards.firmware(findings(), nics);
        nics.forEach(nic -> guards.functions().assigned(nic, request.virtualFunctions() > 0));
        List<Step> option = new AtsSteps(host, guards, hostGuards).plan(sendThemselves(nics));
        if (!option.isEmpty() || mayHaveAts()) {
            guards.kernelFixes();
        }
        AcsSteps ports = new AcsSteps(host, guards, true);
        List<Step> steps = new ArrayList<>(ports.plan(nearest(nics, Scenario.VM)));
        guards.functions().isolationInUse(ports.opened());
        if (!option.isEmpty()) {
            // What ports are set to does not outlive the boot that the option needs, and what ATS then meets is not
            // known yet; what stands in the way at the ports is.
            guards.ask(
                    GuardId.REBOOT_FIRST,
                    nics.stream().map(PciFunction::address).toList());
            return option;
        }
        keep.addAll(new KeepAcs(host, ports.settings()).plan());
        if (request.virtualFunctions() > 0) {
            steps.addAll(bindings(nics));
        }
        return steps;
    }

    /** Where a Data Direct function sends for a NIC, no ATS has a part in it. */
    private List<PciFunction> sendThemselves(List<PciFunction> nics) {
        DataDirect pairs = new DataDirect(host.topology());
        return nics.stream().filter(nic -> !pairs.of(nic).isKnown()).toList();
    }

    private List<Step> bareMetal(List<PciFunction> nics) {
        AcsSteps ports = new AcsSteps(host, guards, false);
        List<Step> steps = ports.plan(nearest(nics, Scenario.BARE_METAL));
        keep.addAll(new KeepAcs(host, ports.settings()).plan());
        guards.functions().isolationInUse(ports.opened());
        return steps;
    }

    private List<Step> bind(List<PciFunction> nics) {
        trouble(nics);
        nics.forEach(guards.functions()::physical);
        if (request.virtualFunctions() == 0) {
            nics.stream()
                    .filter(nic ->
                            nic.sriov().isKnown() && virtualFunctions(nic).isEmpty())
                    .forEach(nic -> guards.refuse(GuardId.NO_VFS, List.of(nic.address())));
        }
        return bindings(nics);
    }

    /** New VFs, and those that are there; the latter with the others of their groups, for a group is taken whole. */
    private List<Step> bindings(List<PciFunction> nics) {
        VfSteps virtual = new VfSteps(host, guards);
        List<Step> steps = new ArrayList<>();
        SortedSet<Address> existing = new TreeSet<>();
        List<KeepVfs.Wanted> wanted = new ArrayList<>();
        for (PciFunction nic : nics) {
            List<Address> own = host.topology().virtualFunctions(nic.address());
            if (request.virtualFunctions() > 0 && request.virtualFunctions() != own.size()) {
                room.check(nic, virtual.predicted(nic, request.virtualFunctions()), findings());
                guards.functions().mustHaveIommu(nic);
                List<Step> creation = virtual.create(nic, request.virtualFunctions());
                steps.addAll(creation);
                wanted.add(new KeepVfs.Wanted(
                        nic.address(), virtual.predicted(nic, request.virtualFunctions()), creation));
            } else {
                guards.functions().allWereRead(nic, own.size());
                existing.addAll(own);
                wanted.add(new KeepVfs.Wanted(nic.address(), own, virtual.fresh(nic, own)));
            }
        }
        keep.addAll(new KeepVfs(host, wanted).plan());
        List.copyOf(existing).forEach(vf -> existing.addAll(virtualKin(vf)));
        for (Address address : existing) {
            PciFunction vf = host.topology().get(address);
            Step step = virtual.bind(vf);
            if (step.state() == Step.State.TO_DO) {
                hostGuards.taken(vf);
                guards.functions().groupOf(vf, existing).forEach(hostGuards::taken);
            }
            steps.add(step);
        }
        ModuleStep.before(steps, host).ifPresent(steps::addFirst);
        return steps;
    }

    /** The VFs in the IOMMU group of one. */
    private List<Address> virtualKin(Address vf) {
        return host
                .iommu()
                .groupOf(host.topology().get(vf).facts())
                .asOptional()
                .map(IommuGroup::members)
                .orElse(List.of())
                .stream()
                .filter(member -> host.topology().find(member).stream()
                        .anyMatch(function -> function.kind() == FunctionKind.VIRTUAL_FUNCTION))
                .toList();
    }

    private List<Step> unbind(List<PciFunction> nics) {
        List<Step> steps = new ArrayList<>();
        for (PciFunction nic : nics) {
            List<PciFunction> own = virtualFunctions(nic);
            guards.functions().allWereRead(nic, own.size());
            own.forEach(hostGuards::taken);
            steps.addAll(new VfSteps(host, guards).unbind(nic));
        }
        return steps;
    }

    private List<Step> restore() {
        List<Step> steps = new RestoreSteps(host, guards, hostGuards, past, request.run()).plan();
        if (steps.stream().anyMatch(step -> step.danger() == Step.Danger.HIGH && step.kind() == Step.Kind.DRIVER)) {
            trouble(nics());
        }
        return steps;
    }

    private List<PciFunction> virtualFunctions(PciFunction nic) {
        return host.topology().virtualFunctions(nic.address()).stream()
                .map(host.topology()::get)
                .toList();
    }

    /** Firmware and kernels that are known to freeze a host, or not known not to. */
    private void trouble(List<PciFunction> nics) {
        guards.firmware(findings(), nics);
        if (mayHaveAts()) {
            guards.kernelFixes();
        }
    }

    /** Whether anything could cache translations: the kernels' faults are about invalidating them. */
    private boolean mayHaveAts() {
        return host.topology().functions().values().stream()
                .filter(function -> !function.kind().isBridge())
                .anyMatch(function -> !function.ats().isAbsent());
    }

    private List<Finding> findings() {
        if (findings.isEmpty()) {
            List<PathReport> paths = new PathJudge(host, Scenario.VM).judge(PathSelection.DEFAULT);
            findings = Optional.of(Findings.of(host, Scenario.VM, paths));
        }
        return findings.get();
    }

    private List<PathReport> nearest(List<PciFunction> nics, Scenario scenario) {
        List<Address> addresses = nics.stream().map(PciFunction::address).toList();
        List<PathReport> paths = new PathJudge(host, scenario)
                .judge(PathSelection.DEFAULT).stream()
                        .filter(path -> path.nearest() && addresses.contains(path.requester()))
                        .toList();
        addresses.stream()
                .filter(nic -> paths.stream().noneMatch(path -> path.requester().equals(nic)))
                .forEach(nic -> guards.refuse(GuardId.NO_PEERS, List.of(nic)));
        return paths;
    }
}
