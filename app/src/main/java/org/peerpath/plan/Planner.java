// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.peerpath.advice.Findings;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/** Makes plans. It reads a host and writes nothing anywhere. */
public final class Planner {
    private final HostModel host;
    private final PlanRequest request;
    private final Guards guards;
    private final HostGuards hostGuards;

    private Planner(HostModel host, PlanRequest request, List<LogEvent> log) {
        this.host = host;
        this.request = request;
        this.guards = new Guards(host);
        this.hostGuards = new HostGuards(host, guards, log);
    }

    public static Plan plan(HostModel host, PlanRequest request) {
        return plan(host, request, List.of());
    }

    /**
     * A plan that heeds what the host's kernel said.
     *
     * @param log the events of its log; empty without one
     */
    public static Plan plan(HostModel host, PlanRequest request, List<LogEvent> log) {
        return new Planner(host, request, log).plan();
    }

    private Plan plan() {
        List<PciFunction> nics = nics();
        List<Step> steps = switch (request.goal()) {
            case VM_GPUDIRECT -> virtualMachines(nics);
            case BARE_METAL_GPUDIRECT -> bareMetal(nics);
            case BIND_VFS -> bind(nics);
            case UNBIND -> unbind(nics);
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
        return new Plan(
                request,
                host.snapshot().origin().source(),
                host.snapshot().origin().host(),
                steps,
                toDo.isEmpty() ? guards.refusals() : guards.found());
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
        trouble(nics);
        nics.forEach(nic -> guards.assigned(nic, request.virtualFunctions() > 0));
        List<Step> option = new AtsSteps(host, guards, hostGuards).plan(nics);
        List<Step> steps = new ArrayList<>(new AcsSteps(host, guards, true).plan(nearest(nics, Scenario.VM)));
        if (!option.isEmpty()) {
            // What ports are set to does not outlive the boot that the option needs, and what ATS then meets is not
            // known yet; what stands in the way at the ports is.
            guards.ask(
                    GuardId.REBOOT_FIRST,
                    nics.stream().map(PciFunction::address).toList());
            return option;
        }
        if (request.virtualFunctions() > 0) {
            nics.forEach(this::beforeBinding);
            nics.forEach(nic -> steps.addAll(new VfSteps(host, guards).bind(nic, request.virtualFunctions())));
        }
        return steps;
    }

    private List<Step> bareMetal(List<PciFunction> nics) {
        List<Step> steps = new AcsSteps(host, guards, false).plan(nearest(nics, Scenario.BARE_METAL));
        guards.isolationInUse(steps.stream()
                .filter(step -> step.state() == Step.State.TO_DO)
                .map(Step::target)
                .toList());
        return steps;
    }

    private List<Step> bind(List<PciFunction> nics) {
        trouble(nics);
        List<Step> steps = new ArrayList<>();
        for (PciFunction nic : nics) {
            guards.physical(nic);
            beforeBinding(nic);
            steps.addAll(new VfSteps(host, guards).bind(nic, request.virtualFunctions()));
        }
        return steps;
    }

    private List<Step> unbind(List<PciFunction> nics) {
        List<Step> steps = new ArrayList<>();
        for (PciFunction nic : nics) {
            virtualFunctions(nic).forEach(hostGuards::taken);
            steps.addAll(new VfSteps(host, guards).unbind(nic));
        }
        return steps;
    }

    private List<PciFunction> virtualFunctions(PciFunction nic) {
        return host.topology().virtualFunctions(nic.address()).stream()
                .map(host.topology()::get)
                .toList();
    }

    /** VFs that are there change hands, and their groups with them; new ones need room. */
    private void beforeBinding(PciFunction nic) {
        List<PciFunction> existing = virtualFunctions(nic);
        int wanted = request.virtualFunctions();
        if (wanted > 0 && wanted != existing.size()) {
            hostGuards.roomFor(nic);
            return;
        }
        for (PciFunction vf : existing) {
            hostGuards.taken(vf);
            guards.groupOf(vf, Set.of()).forEach(hostGuards::taken);
        }
    }

    /** Firmware and kernels that are known to freeze a host, or not known not to. */
    private void trouble(List<PciFunction> nics) {
        List<PathReport> paths = new PathJudge(host, Scenario.VM).judge(PathSelection.DEFAULT);
        List<Address> addresses = nics.stream().map(PciFunction::address).toList();
        guards.knownTrouble(Findings.of(host, Scenario.VM, paths), addresses);
    }

    private List<PathReport> nearest(List<PciFunction> nics, Scenario scenario) {
        List<Address> addresses = nics.stream().map(PciFunction::address).toList();
        return new PathJudge(host, scenario)
                .judge(PathSelection.DEFAULT).stream()
                        .filter(path -> path.nearest() && addresses.contains(path.requester()))
                        .toList();
    }
}
