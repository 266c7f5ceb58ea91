// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.peerpath.path.Scenario;

/**
 * What groups of hosts are for, and what is accepted on them: written by those who run the hosts.
 *
 * @param groups its groups, in order; the first whose pattern a host's name matches counts
 * @param today the day on which acceptances are asked for
 */
public record Policy(List<Group> groups, LocalDate today) {
    /** The policy where there is none: nothing is expected and nothing accepted. */
    public static final Policy NONE = new Policy(List.of(), LocalDate.EPOCH);

    /**
     * A group of hosts.
     *
     * @param hosts which names belong to it
     * @param scenario what they are for
     * @param accepted what is accepted there
     */
    public record Group(Pattern hosts, Optional<Scenario> scenario, List<Accepted> accepted) {
        public Group {
            accepted = List.copyOf(accepted);
        }
    }

    /**
     * A finding that is accepted.
     *
     * @param finding its id
     * @param why why
     * @param until the last day; empty for as long as the policy stands
     */
    public record Accepted(String finding, String why, Optional<LocalDate> until) {}

    public Policy {
        groups = List.copyOf(groups);
    }

    /** Returns the scenario that a host is for, where the policy says. */
    public Optional<Scenario> scenario(String host) {
        return group(host).flatMap(Group::scenario);
    }

    /** Returns whether a finding is accepted on a host today. */
    public boolean accepts(String host, String finding) {
        return group(host).stream()
                .flatMap(group -> group.accepted().stream())
                .anyMatch(accepted -> accepted.finding().equals(finding)
                        && accepted.until()
                                .filter(until -> until.isBefore(today))
                                .isEmpty());
    }

    private Optional<Group> group(String host) {
        return groups.stream()
                .filter(group -> group.hosts().matcher(host).matches())
                .findFirst();
    }
}
