// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.advice.Findings;
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

    private Planner(HostModel host, PlanRequest request) {
        this.host = host;
        this.request = request;
        this.guards = new Guards(host);
    }

    public static Plan plan(HostModel host, PlanRequest request) {
        return new Planner(host, request).plan();
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
            guards.host(toDo.stream().anyMatch(step -> step.kind() == Step.Kind.ACS_CONTROL));
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

    private List<PciFunction> nics() {
        return request.nics().isEmpty()
                ? Roles.nics(host.topology(), false)
                : request.nics().stream().map(host.topology()::get).toList();
    }

    private List<Step> virtualMachines(List<PciFunction> nics) {
        trouble(nics);
        List<Step> steps = new ArrayList<>(new AtsSteps(host, guards).plan(nics));
        steps.addAll(new AcsSteps(host, guards, true).plan(nearest(nics, Scenario.VM)));
        if (request.virtualFunctions() > 0) {
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
            steps.addAll(new VfSteps(host, guards).bind(nic, request.virtualFunctions()));
        }
        return steps;
    }

    private List<Step> unbind(List<PciFunction> nics) {
        List<Step> steps = new ArrayList<>();
        nics.forEach(nic -> steps.addAll(new VfSteps(host, guards).unbind(nic)));
        return steps;
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
