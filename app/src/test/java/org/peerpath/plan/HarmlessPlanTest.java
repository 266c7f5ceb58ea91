// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.path.Completion;
import org.peerpath.path.Isolation;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.RandomHosts;

/**
 * On random hosts, for random goals and subsets of NICs, no pair of functions is worse off after any number of a plan's
 * steps, nor after any number of them is undone: a run that fails leaves one of these states.
 * {@code -Dpeerpath.harms=20000} tries more hosts, {@code -Dpeerpath.seed=N} others.
 */
class HarmlessPlanTest {
    private static final Set<Integer> PEERS = Set.of(0x01, 0x02, 0x03, 0x12);

    @Test
    void noPairIsWorseOffAtAnyPointOfFailure() {
        long first = Long.getLong("peerpath.seed", 1);
        int hosts = Integer.getInteger("peerpath.harms", 60);
        int carriedOut = 0;
        for (long seed = first; seed < first + hosts; seed++) {
            carriedOut += check(seed);
        }
        System.out.println("seeds " + first + " to " + (first + hosts - 1) + ": " + carriedOut
                + " plans carried out, no pair worse at any point of failure");
        assertTrue(carriedOut * 20 > hosts, "only " + carriedOut + " plans could be carried out");
    }

    private static int check(long seed) {
        Random random = new Random(seed);
        HostModel host = HostModel.of((switch (random.nextInt(4)) {
                    case 0 -> RandomHosts.small(seed);
                    case 1 -> RandomHosts.capable(seed);
                    default -> RandomHosts.crowded(seed);
                })
                .build());
        int carriedOut = 0;
        for (Goal goal : List.of(Goal.VM_GPUDIRECT, Goal.BARE_METAL_GPUDIRECT)) {
            List<Address> all = Roles.nics(host.topology(), false).stream()
                    .map(PciFunction::address)
                    .toList();
            List<Address> some =
                    all.stream().filter(nic -> random.nextBoolean()).toList();
            Plan plan = Planner.plan(host, new PlanRequest(goal, some, 0));
            boolean ports = plan.toDo().stream().allMatch(step -> step.kind() == Step.Kind.ACS_CONTROL);
            if (!plan.refused() && ports && !plan.toDo().isEmpty()) {
                walk("seed " + seed + " " + goal + " " + some, host, plan, some.isEmpty() ? all : some);
                carriedOut++;
            }
        }
        return carriedOut;
    }

    private static void walk(String what, HostModel host, Plan plan, List<Address> nics) {
        Scenario scenario = plan.request().goal() == Goal.VM_GPUDIRECT ? Scenario.VM : Scenario.BARE_METAL;
        Set<Address> aimedAt = aimedAt(host, plan, nics, scenario);
        HostModel state = host;
        List<Step> done = new ArrayList<>();
        for (Step step : plan.toDo()) {
            state = PortsAfter.steps(state, List.of(step));
            done.add(step);
            compare(what + " after " + done.size(), host, state, aimedAt, scenario);
        }
        for (Step step : done.reversed()) {
            state = PortsAfter.operations(state, step.undo());
            compare(what + " on the way back", host, state, aimedAt, scenario);
        }
        for (PciFunction function : host.topology().functions().values()) {
            assertEquals(
                    function.acs(), state.topology().get(function.address()).acs(), what + ": undone");
        }
    }

    /** The two ends of every path that the plan is for, and the NICs' virtual functions. */
    private static Set<Address> aimedAt(HostModel host, Plan plan, List<Address> nics, Scenario scenario) {
        List<List<Address>> leftOut =
                plan.leftOut().stream().map(LeftOut::functions).toList();
        Set<Address> all = new TreeSet<>();
        for (PathReport path : new PathJudge(host, scenario).judge(PathSelection.DEFAULT)) {
            if (path.nearest()
                    && nics.contains(path.requester())
                    && !leftOut.contains(List.of(path.requester()))
                    && !leftOut.contains(List.of(path.requester(), path.target()))) {
                all.addAll(List.of(path.requester(), path.sender(), path.target()));
            }
        }
        for (Address nic : List.copyOf(all)) {
            all.addAll(host.topology().virtualFunctions(nic));
        }
        return all;
    }

    private static void compare(String what, HostModel before, HostModel after, Set<Address> aimedAt, Scenario goal) {
        List<PciFunction> peers = before.topology().functions().values().stream()
                .filter(function ->
                        !function.kind().isBridge() && !function.baseClass().knownToBe(code -> !PEERS.contains(code)))
                .toList();
        for (Scenario scenario : Scenario.values()) {
            PathJudge was = new PathJudge(before, scenario);
            PathJudge is = new PathJudge(after, scenario);
            for (PciFunction requester : peers) {
                for (PciFunction target : peers) {
                    boolean both = aimedAt.contains(requester.address()) && aimedAt.contains(target.address());
                    boolean ofTheGoal = goal == Scenario.VM && both;
                    if (!requester.address().sameDevice(target.address())
                            && (ofTheGoal ? scenario == Scenario.VM : concerns(scenario, requester, target))) {
                        String pair = what + " " + scenario + " " + requester.address() + " " + target.address();
                        notWorse(
                                pair,
                                was.judge(requester.address(), target.address()),
                                is.judge(requester.address(), target.address()),
                                ofTheGoal,
                                ofTheGoal || sameOwner(requester, target));
                    }
                }
            }
        }
    }

    /** Bare metal is a question of host drivers, virtual machines one of those that VFIO holds. */
    private static boolean concerns(Scenario scenario, PciFunction requester, PciFunction target) {
        return switch (scenario) {
            case AS_IS -> true;
            case BARE_METAL -> !isGuests(requester) && !isGuests(target);
            case VM -> !isHosts(requester);
        };
    }

    private static boolean sameOwner(PciFunction one, PciFunction other) {
        return !(isGuests(one) && isHosts(other)) && !(isHosts(one) && isGuests(other));
    }

    private static boolean isGuests(PciFunction function) {
        return Ownership.heldByVfio(function.facts()).knownToBe(held -> held);
    }

    private static boolean isHosts(PciFunction function) {
        return Ownership.heldByVfio(function.facts()).knownToBe(held -> !held);
    }

    private static void notWorse(String pair, PathReport was, PathReport is, boolean ofTheGoal, boolean routes) {
        Set<Isolation> kept = new HashSet<>(Set.of(Isolation.ENFORCED));
        assertTrue(
                was.isolation().isolation() != Isolation.ENFORCED
                        || kept.contains(is.isolation().isolation()),
                () -> pair + " is no longer kept apart: " + is.isolation());
        if (!routes) {
            return;
        }
        assertTrue(
                is.routed().compareTo(was.routed()) <= 0,
                () -> pair + ": requests " + was.routed() + " -> " + is.routed());
        Optional<Completion> before = was.decidingRoute().completion();
        Optional<Completion> after = is.decidingRoute().completion();
        if (!ofTheGoal && before.isPresent() && after.isPresent()) {
            notWorse(pair, before.get().strict(), after.get().strict());
            notWorse(pair, before.get().relaxed(), after.get().relaxed());
        }
    }

    private static void notWorse(String pair, Outcome was, Outcome is) {
        assertTrue(is.compareTo(was) <= 0, () -> pair + ": answers " + was + " -> " + is);
    }
}
