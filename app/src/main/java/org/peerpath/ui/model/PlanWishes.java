// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.peerpath.advice.Finding;
import org.peerpath.iommu.AtsState;
import org.peerpath.iommu.Ownership;
import org.peerpath.path.PathReport;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;

/**
 * Turns what a person points at into a plan to ask for. It only chooses the goal and the NICs; what is to be done, and
 * whether it may be, the planner says.
 */
public final class PlanWishes {
    private final HostView view;

    public PlanWishes(HostView view) {
        this.view = view;
    }

    /** A goal for some NICs, or for all that count. */
    public PlanWish of(Goal goal, List<Address> nics) {
        boolean creates = goal == Goal.BIND_VFS && nics.stream().allMatch(nic -> virtual(nic) == 0);
        return new PlanWish(new PlanRequest(goal, nics, creates ? 1 : 0));
    }

    /** Keeps this path inside the switch, in the way the scenario asks for. */
    public PlanWish inside(PathReport report) {
        return of(goal(report), List.of(report.requester()));
    }

    /** What-if changes as a plan: the goal they serve, for the NICs whose paths they touch. */
    public PlanWish tried() {
        Set<Address> nics = new LinkedHashSet<>();
        view.differences().forEach(difference -> nics.add(difference.after().requester()));
        if (nics.isEmpty()) {
            view.changes().stream()
                    .flatMap(change -> nicsOf(change.function()).stream())
                    .forEach(nics::add);
        }
        Goal goal = view.scenario() == Scenario.AS_IS ? goalOf(nics) : goal(view.scenario());
        return new PlanWish(new PlanRequest(goal, List.copyOf(nics), 0), view.changes());
    }

    /** The plan that brings about a finding's remedy; empty where no plan can. */
    public Optional<PlanWish> of(Finding finding) {
        Set<Address> nics = new LinkedHashSet<>();
        finding.functions().forEach(function -> nics.addAll(nicsOf(function)));
        if (nics.isEmpty()) {
            return Optional.empty();
        }
        List<Address> concerned = List.copyOf(nics);
        return switch (finding.id()) {
            case P2P_REDIRECTED, EGRESS_BLOCKED, FORWARDING_OFF, MIXED_REDIRECT, IOMMU_TRANSLATES_HOST_DMA ->
                Optional.of(of(view.scenario() == Scenario.AS_IS ? goalOf(nics) : goal(view.scenario()), concerned));
            case TRANSLATION_BLOCKED, ATS_OFF, ATS_NOT_YET_ON, ISOLATION_OPEN, ACS_ZEROED ->
                Optional.of(of(Goal.VM_GPUDIRECT, concerned));
            default -> Optional.empty();
        };
    }

    /** One more NIC, or those below or beside what is pointed at, in a plan; a new plan if there is none yet. */
    public Optional<PlanWish> with(Optional<PlanWish> plan, Address function) {
        List<Address> more = nicsOf(function);
        if (more.isEmpty()) {
            return Optional.empty();
        }
        if (plan.isEmpty()) {
            return Optional.of(
                    of(view.scenario() == Scenario.AS_IS ? goalOf(Set.copyOf(more)) : goal(view.scenario()), more));
        }
        PlanRequest request = plan.get().request();
        Set<Address> nics = new LinkedHashSet<>(request.nics());
        nics.addAll(more);
        return Optional.of(new PlanWish(
                new PlanRequest(request.goal(), List.copyOf(nics), request.virtualFunctions()),
                plan.get().tried()));
    }

    /** The NICs that a selection means; none for all. */
    public List<Address> nicsOf(Selection selection) {
        return switch (selection) {
            case Selection.OfPath path -> List.of(path.path().requester());
            case Selection.OfFunction(Address function) -> nicsOf(function);
            case Selection.Nothing _, Selection.OfGroup _ -> List.of();
        };
    }

    /** All NICs that count, to choose from. */
    public List<Address> nics() {
        return Roles.nics(view.read().topology(), false).stream()
                .map(PciFunction::address)
                .toList();
    }

    /** Whether a NIC is known to have no virtual functions to give. */
    public boolean lacksVirtual(Address nic) {
        return view.read()
                .topology()
                .find(nic)
                .map(PciFunction::sriov)
                .filter(sriov -> sriov instanceof Fact.Absent<?> || sriov.knownToBe(known -> known.totalVfs() == 0))
                .isPresent();
    }

    /** Whether a function is a NIC that can have virtual functions. */
    public boolean hasVirtual(PciFunction function) {
        return nics().contains(function.address()) && function.sriov().knownToBe(sriov -> sriov.totalVfs() > 0);
    }

    /** A NIC itself, the one a VF belongs to, those below a port, those whose nearest target a GPU is. */
    private List<Address> nicsOf(Address function) {
        Address physical = view.read().topology().physicalFunction(function).orElse(function);
        List<Address> all = nics();
        if (all.contains(physical)) {
            return List.of(physical);
        }
        List<Address> below = all.stream()
                .filter(nic -> view.read().topology().place(nic).chain().contains(function))
                .toList();
        Stream<Address> beside = view.nearest().stream()
                .filter(report -> report.target().equals(function)
                        || (below.isEmpty() && chain(report.target()).contains(function)))
                .map(PathReport::requester);
        List<Address> found = new ArrayList<>(below);
        beside.filter(nic -> !found.contains(nic)).forEach(found::add);
        return found;
    }

    private List<Address> chain(Address function) {
        return view.read().topology().place(function).chain();
    }

    private int virtual(Address nic) {
        return view.read().topology().virtualFunctions(nic).size();
    }

    private Goal goal(PathReport report) {
        return report.scenario() == Scenario.AS_IS ? goalOf(Set.of(report.requester())) : goal(report.scenario());
    }

    private static Goal goal(Scenario scenario) {
        return scenario == Scenario.BARE_METAL ? Goal.BARE_METAL_GPUDIRECT : Goal.VM_GPUDIRECT;
    }

    /** As the host is used now: for VMs where VFIO holds one of the functions or ATS is on, else for host drivers. */
    private Goal goalOf(Set<Address> nics) {
        boolean forVms = view.nearest().stream()
                .filter(report -> nics.contains(report.requester()))
                .anyMatch(report -> report.ats().state() == AtsState.ON || isHeldByVfio(report.decidingFunction()));
        return forVms ? Goal.VM_GPUDIRECT : Goal.BARE_METAL_GPUDIRECT;
    }

    private boolean isHeldByVfio(Address function) {
        return view.read()
                .topology()
                .find(function)
                .map(found -> Ownership.heldByVfio(found.facts()).knownToBe(held -> held))
                .orElse(false);
    }
}
