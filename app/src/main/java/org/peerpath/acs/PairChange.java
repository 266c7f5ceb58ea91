// SPDX-License-Identifier: Apache-2.0
package org.peerpath.acs;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;

/**
 * One ordered pair of functions whose verdict differs between two readings of a host.
 *
 * @param before the path in the first reading
 * @param after the path in the second
 * @param scenarios under which it is so, of those that concern the pair's owners
 */
public record PairChange(PathReport before, PathReport after, Set<Scenario> scenarios) {
    private static final Comparator<PairChange> WORSE_FIRST = Comparator.comparing((PairChange it) -> !it.worse())
            .thenComparing(it -> it.after().requester())
            .thenComparing(it -> it.after().target());

    public PairChange {
        scenarios = Set.copyOf(scenarios);
    }

    /** Returns whether the second verdict is worse than the first; the outcomes stand in the order from the best. */
    public boolean worse() {
        return after.verdict().compareTo(before.verdict()) > 0;
    }

    /**
     * Compares every ordered pair of functions of both readings that could send to each other: NICs, GPUs, drives,
     * accelerators and virtual functions, of which those that are alike are judged by the first.
     *
     * @param goal the scenario that the host was changed for
     * @param nics the NICs that it was changed for; empty for all that count
     * @return the pairs that got worse first, each by its addresses
     */
    public static List<PairChange> between(HostModel before, HostModel after, Scenario goal, List<Address> nics) {
        Parties parties = Parties.of(after, participants(after, goal, nics), goal);
        Judges judges = new Judges(before, after);
        List<PairChange> changes = new ArrayList<>();
        for (Address requester : parties.functions()) {
            for (Address target : parties.functions()) {
                boolean both = before.topology().find(requester).isPresent()
                        && before.topology().find(target).isPresent();
                if (both && !requester.sameDevice(target)) {
                    changes.addAll(judges.compare(requester, target, parties.questions(requester, target)));
                }
            }
        }
        changes.sort(WORSE_FIRST);
        return List.copyOf(changes);
    }

    private static Set<Address> participants(HostModel host, Scenario goal, List<Address> nics) {
        Set<Address> all = new HashSet<>();
        for (PathReport path : new PathJudge(host, goal).judge(PathSelection.DEFAULT)) {
            if (path.nearest() && (nics.isEmpty() || nics.contains(path.requester()))) {
                all.addAll(List.of(path.requester(), path.sender(), path.target()));
            }
        }
        return all;
    }

    /** The judges of both readings, one for each scenario. */
    private record Judges(
            HostModel before, HostModel after, Map<Scenario, PathJudge> were, Map<Scenario, PathJudge> are) {
        Judges(HostModel before, HostModel after) {
            this(before, after, new EnumMap<>(Scenario.class), new EnumMap<>(Scenario.class));
        }

        /** Scenarios in which a pair changes alike are told of together. */
        List<PairChange> compare(Address requester, Address target, List<Parties.Question> questions) {
            Map<List<Object>, PairChange> found = new LinkedHashMap<>();
            for (Parties.Question question : questions) {
                Scenario scenario = question.scenario();
                PathReport was = were.computeIfAbsent(scenario, s -> new PathJudge(before, s))
                        .judge(requester, target);
                PathReport is = are.computeIfAbsent(scenario, s -> new PathJudge(after, s))
                        .judge(requester, target);
                if (was.verdict() != is.verdict()) {
                    found.merge(
                            List.of(was.verdict(), is.verdict()),
                            new PairChange(was, is, Set.of(scenario)),
                            PairChange::together);
                }
            }
            return List.copyOf(found.values());
        }
    }

    private static PairChange together(PairChange one, PairChange other) {
        Set<Scenario> all = EnumSet.copyOf(one.scenarios);
        all.addAll(other.scenarios);
        return new PairChange(one.before, one.after, all);
    }
}
