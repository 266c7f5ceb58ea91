// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.peerpath.advice.Finding;
import org.peerpath.advice.Findings;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.iommu.IommuGroup;
import org.peerpath.model.HostIdentity;
import org.peerpath.model.HostModel;
import org.peerpath.path.DataDirect;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Makes plans. It reads a host and writes nothing anywhere. */
public final class Planner {
    private final HostModel host;
    private final PlanRequest request;
    private final Guards guards;
    private final HostGuards hostGuards;
    private final VfRoom room;
    private final Past past;
    private final List<PciFunction> nics;
    private final List<Keep> keep = new ArrayList<>();
    private final List<LeftOut> leftOut = new ArrayList<>();
    /** Of the host, once somebody has asked for them. */
    private Optional<List<Finding>> findings = Optional.empty();

    private Planner(HostModel host, PlanRequest request, List<LogEvent> log, Past past, List<PciFunction> nics) {
        this.nics = List.copyOf(nics);
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
        return request.nics().isEmpty() && request.goal() != Goal.RESTORE
                ? Participation.of(named(host, request), nics -> new Planner(host, request, log, past, nics).plan())
                : new Planner(host, request, log, past, named(host, request)).plan();
    }

    /**
     * Returns the NICs of a host that cannot take part in what is asked for, each with the reason; a plan for all NICs does
     * without them.
     *
     * @param request which of its NICs are named does not matter
     */
    public static List<LeftOut> unable(HostModel host, PlanRequest request) {
        return request.goal() == Goal.RESTORE
                ? List.of()
                : Participation.unable(
                        Roles.nics(host.topology(), false),
                        nics -> new Planner(host, request, List.of(), Past.UNREAD, nics).plan());
    }

    private static List<PciFunction> named(HostModel host, PlanRequest request) {
        return request.nics().isEmpty()
                ? Roles.nics(host.topology(), false)
                : request.nics().stream().map(host.topology()::get).toList();
    }

    private Plan plan() {
        if (nics.isEmpty() && request.goal() != Goal.RESTORE) {
            guards.refuse(GuardId.NO_PEERS, List.of());
        }
        List<Step> steps = steps();
        List<Step> toDo =
                steps.stream().filter(step -> step.state() == Step.State.TO_DO).toList();
        if (!toDo.isEmpty()) {
            guards.host(toDo.stream().anyMatch(Step::writesConfigurationSpace));
            hostGuards.tools(toDo);
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
                keep,
                leftOut,
                HostIdentity.of(host, steps.stream().map(Step::target).toList()),
                TouchedVms.of(host, steps));
        assert NeverList.brokenBy(plan).isEmpty() : NeverList.brokenBy(plan).orElseThrow();
        return plan.refused() ? plan.keepingNothing() : plan;
    }

    /** Where all is so already no answer changes anything; but a journal that was not read may hide what is to be undone. */
    private boolean nothingToAsk(List<Step> steps) {
        return request.goal() != Goal.RESTORE && steps.stream().allMatch(step -> step.state() == Step.State.ALREADY_SO);
    }

    /** Names that a host gives (drivers, interfaces) may be none that a command can hold: then there is no plan. */
    private List<Step> steps() {
        try {
            return switch (request.goal()) {
                case VM_GPUDIRECT -> virtualMachines();
                case BARE_METAL_GPUDIRECT -> bareMetal();
                case BIND_VFS -> bind();
                case UNBIND -> unbind();
                case RESTORE -> restore();
            };
        } catch (NotAllowedException e) {
            guards.refuse(GuardId.NOT_ALLOWED, List.of(), Message.of("guard.operation", e.what()));
            return List.of();
        }
    }

    private List<Step> virtualMachines() {
        AcsSteps ports = new AcsSteps(host, guards, Scenario.VM, nearest(nics, Scenario.VM));
        List<Step> steps = new ArrayList<>(ports.plan());
        leftOut.addAll(ports.leftOut());
        List<PciFunction> served = ports.served(nics);
        guards.firmware(findings(), served);
        served.forEach(nic -> guards.functions().assigned(nic, request.virtualFunctions() > 0));
        List<Step> option = new AtsSteps(host, guards, hostGuards).plan(sendThemselves(served));
        if (!option.isEmpty() || mayHaveAts()) {
            guards.kernelFixes();
        }
        if (!option.isEmpty()) {
            // What ports are set to does not outlive the boot that the option needs, and what ATS then meets is not
            // known yet; what stands in the way at the ports is.
            guards.ask(
                    GuardId.REBOOT_FIRST,
                    served.stream().map(PciFunction::address).toList());
            return option;
        }
        keep.addAll(new KeepAcs(host, ports.settings()).plan());
        if (request.virtualFunctions() > 0) {
            steps.addAll(bindings(served));
        }
        return steps;
    }

    /** Where a Data Direct function sends for a NIC, no ATS has a part in it. */
    private List<PciFunction> sendThemselves(List<PciFunction> nics) {
        DataDirect pairs = new DataDirect(host.topology());
        return nics.stream().filter(nic -> !pairs.of(nic).isKnown()).toList();
    }

    private List<Step> bareMetal() {
        AcsSteps ports = new AcsSteps(host, guards, Scenario.BARE_METAL, nearest(nics, Scenario.BARE_METAL));
        List<Step> steps = ports.plan();
        leftOut.addAll(ports.leftOut());
        keep.addAll(new KeepAcs(host, ports.settings()).plan());
        return steps;
    }

    private List<Step> bind() {
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
                room.check(nic, VfSteps.predicted(nic, request.virtualFunctions()), findings());
                guards.functions().mustHaveIommu(nic);
                List<Step> creation = virtual.create(nic, request.virtualFunctions());
                steps.addAll(creation);
                wanted.add(new KeepVfs.Wanted(
                        nic.address(), VfSteps.predicted(nic, request.virtualFunctions()), creation));
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
                Optional<Step> free = NetworkStep.free(host, vf);
                free.ifPresent(first -> {
                    guards.ask(GuardId.FREES_INTERFACE, List.of(address), first.purpose());
                    steps.add(first);
                });
                hostGuards.taken(
                        vf,
                        free.stream()
                                .flatMap(first -> first.operations().stream())
                                .flatMap(operation -> NetworkStep.switchedOff(operation).stream())
                                .collect(Collectors.toSet()));
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

    private List<Step> unbind() {
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
        if (steps.stream().anyMatch(step -> step.danger() == Step.Danger.HIGH && step.givesToVfio())) {
            trouble(nics);
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
