// SPDX-License-Identifier: Apache-2.0
package org.peerpath.acs;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.model.HostModel;
import org.peerpath.path.Completion;
import org.peerpath.path.Isolation;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;

/**
 * Judges what changes of ports do to every ordered pair of functions whose traffic they could touch, after each of them. A
 * run stops after any of its steps and goes back in the reverse order, so that these are all the states that it can leave.
 */
public final class PortEffects {
    private final HostModel start;
    private final Parties parties;
    /** What no state may be worse than, all at once. */
    private final List<Judges> references;

    /** What one pair gets in one state. */
    private record Result(Outcome verdict, Optional<Completion> completion, Isolation isolation) {
        static Result of(PathReport report) {
            return new Result(
                    report.routed(),
                    report.decidingRoute().completion(),
                    report.isolation().isolation());
        }
    }

    private record Pair(Address requester, Address target) {}

    /** The judges of one state of the host, one for each scenario, and what they have said. */
    private static final class Judges {
        private final HostModel host;
        private final Map<Scenario, PathJudge> judges = new EnumMap<>(Scenario.class);
        private final Map<Scenario, Map<Pair, Result>> said = new EnumMap<>(Scenario.class);

        Judges(HostModel host) {
            this.host = host;
        }

        Result judge(Scenario scenario, Pair pair) {
            return said.computeIfAbsent(scenario, s -> new HashMap<>())
                    .computeIfAbsent(
                            pair,
                            p -> Result.of(judges.computeIfAbsent(scenario, s -> new PathJudge(host, s))
                                    .judge(p.requester(), p.target())));
        }
    }

    private PortEffects(HostModel start, Parties parties, List<HostModel> references) {
        this.start = start;
        this.parties = parties;
        this.references = references.stream().map(Judges::new).toList();
    }

    /**
     * Returns what is worse than at the start, for whom, after which change; each pair and each thing once.
     *
     * @param settings in the order in which they are made
     * @param participants the functions that the goal is for
     * @param goal the scenario that the goal is for
     */
    public static List<Harm> of(HostModel host, List<PortSetting> settings, Set<Address> participants, Scenario goal) {
        return new PortEffects(host, Parties.of(host, participants, goal), List.of(host)).harms(settings);
    }

    /** Returns what is worse on the way back than both at its start and at its end. */
    public static List<Harm> ofGoingBack(HostModel host, List<PortSetting> settings) {
        HostModel end = host;
        for (PortSetting setting : settings) {
            end = setting.on(end);
        }
        return new PortEffects(host, Parties.of(host, Set.of(), Scenario.AS_IS), List.of(host, end)).harms(settings);
    }

    private List<Harm> harms(List<PortSetting> settings) {
        Map<List<Object>, Harm> harms = new LinkedHashMap<>();
        HostModel state = start;
        for (PortSetting setting : settings) {
            if (setting.changed() == 0) {
                continue;
            }
            state = setting.on(state);
            Judges now = new Judges(state);
            for (Pair pair : touched(setting.port())) {
                for (Parties.Question question : parties.questions(pair.requester(), pair.target())) {
                    for (Harm harm : worse(setting.port(), question, pair, now)) {
                        harms.putIfAbsent(List.of(harm.scenario(), harm.requester(), harm.target(), harm.what()), harm);
                    }
                }
            }
        }
        return List.copyOf(harms.values());
    }

    /** Ordered pairs one of which is below a port; a change there reaches no others. */
    private List<Pair> touched(Address port) {
        List<Pair> pairs = new ArrayList<>();
        List<Address> all = parties.functions();
        for (Address below : all) {
            if (!start.topology().place(below).chain().contains(port)) {
                continue;
            }
            for (Address other : all) {
                if (!below.sameDevice(other)) {
                    pairs.add(new Pair(below, other));
                    if (!start.topology().place(other).chain().contains(port)) {
                        pairs.add(new Pair(other, below));
                    }
                }
            }
        }
        return pairs;
    }

    private List<Harm> worse(Address port, Parties.Question question, Pair pair, Judges now) {
        Scenario scenario = question.scenario();
        Result after = now.judge(scenario, pair);
        List<Harm> harms = new ArrayList<>();
        for (Harm.What what : question.what()) {
            Optional<Harm> least = Optional.empty();
            for (Judges reference : references) {
                Optional<Harm> harm = compare(port, scenario, pair, what, reference.judge(scenario, pair), after);
                if (harm.isEmpty()) {
                    least = Optional.empty();
                    break;
                }
                least = least.or(() -> harm);
            }
            least.ifPresent(harms::add);
        }
        return harms;
    }

    private static Optional<Harm> compare(
            Address port, Scenario scenario, Pair pair, Harm.What what, Result before, Result after) {
        return switch (what) {
            case VERDICT ->
                isWorse(before.verdict(), after.verdict())
                        ? harm(
                                port,
                                scenario,
                                pair,
                                what,
                                before.verdict().id(),
                                after.verdict().id())
                        : Optional.empty();
            case COMPLETION ->
                before.completion()
                        .flatMap(was -> after.completion()
                                .filter(is ->
                                        isWorse(was.strict(), is.strict()) || isWorse(was.relaxed(), is.relaxed()))
                                .flatMap(is -> harm(
                                        port,
                                        scenario,
                                        pair,
                                        what,
                                        was.strict().id(),
                                        is.strict().id())));
            case ISOLATION ->
                before.isolation() == Isolation.ENFORCED && after.isolation() != Isolation.ENFORCED
                        ? harm(
                                port,
                                scenario,
                                pair,
                                what,
                                before.isolation().id(),
                                after.isolation().id())
                        : Optional.empty();
        };
    }

    private static Optional<Harm> harm(
            Address port, Scenario scenario, Pair pair, Harm.What what, String before, String after) {
        return Optional.of(new Harm(port, scenario, pair.requester(), pair.target(), what, before, after));
    }

    /** The outcomes stand in the order from the best to the worst. */
    private static boolean isWorse(Outcome before, Outcome after) {
        return after.compareTo(before) > 0;
    }
}
