// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedMap;
import org.peerpath.advice.HostState;
import org.peerpath.path.Scenario;
import org.peerpath.text.Message;

/**
 * What is kept of one host among many: the answer, not the snapshot, so that ten thousand fit into memory.
 *
 * @param source what the user named
 * @param host its name
 * @param identity what it is known by: the same for two readings of one host, whatever it is called
 * @param readAt when it was read, where the source says
 * @param scenario under which it was asked
 * @param state how it is
 * @param reasons why it is so, what to hear of first before the rest; none only where it is fine
 * @param inside nearest pairs inside their switch
 * @param nearest nearest pairs
 * @param errors findings of severity error
 * @param warnings findings of severity warning
 * @param alike what hosts of one group have in common
 * @param shown what may differ within a group: kernel, command line, board
 * @param compared whether the baseline has this host
 * @param changed what decides and is not as in the baseline; empty without one
 * @param accepted ids of findings that the policy accepts
 * @param figures what was measured on it; empty where nothing was given
 */
public record HostRecord(
        String source,
        String host,
        String identity,
        Optional<Instant> readAt,
        Scenario scenario,
        State state,
        List<Worst> reasons,
        int inside,
        int nearest,
        int errors,
        int warnings,
        Alike alike,
        Shown shown,
        boolean compared,
        List<String> changed,
        List<String> accepted,
        Optional<HostFigures> figures) {

    /** The states of a host, those among many included, from worst to best. */
    public enum State {
        BROKEN,
        UNREACHABLE,
        UNREADABLE,
        UNKNOWN,
        ATTENTION,
        OK;

        /** Returns the word in JSON. */
        public String id() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** Returns the word for people. */
        public Message word() {
            return Message.of("state." + id());
        }

        /** Returns whether a person has to look: all but ok and attention. */
        public boolean needsYou() {
            return this != OK && this != ATTENTION;
        }

        static State of(HostState.Level level) {
            return valueOf(level.name());
        }
    }

    /**
     * A finding to hear of.
     *
     * @param id its stable id; empty where the host could not be read
     */
    public record Worst(String id, Message message) {}

    /**
     * What decides whether two hosts are alike, beside their state.
     *
     * @param rules the outcome and deciding rule of each nearest pair, sorted, with their number
     * @param causes ids of errors and warnings, sorted
     * @param firmware versions by model, sorted
     * @param links slowest links of the nearest pairs, sorted, with their number
     */
    public record Alike(
            List<Decided> rules, List<String> causes, SortedMap<String, List<String>> firmware, List<String> links) {
        public Alike {
            rules = List.copyOf(rules);
            causes = List.copyOf(causes);
            links = List.copyOf(links);
        }
    }

    /** What differs within a group without making another: kernel release, kernel command line, board. */
    public record Shown(String kernel, String commandLine, String board) {}

    public HostRecord {
        reasons = List.copyOf(reasons);
        changed = List.copyOf(changed);
        accepted = List.copyOf(accepted);
    }

    /** Returns what is wrong first of all; empty only where it is fine. */
    public Optional<Worst> worst() {
        return reasons.stream().findFirst();
    }

    /** Returns this record of a host that the baseline has, with what has changed since. */
    public HostRecord changed(List<String> since) {
        return new HostRecord(
                source, host, identity, readAt, scenario, state, reasons, inside, nearest, errors, warnings, alike,
                shown, true, since, accepted, figures);
    }

    /** Returns this record under the names by which the user knows the source and the host. */
    public HostRecord called(String asSource, String asHost) {
        return new HostRecord(
                asSource, asHost, identity, readAt, scenario, state, reasons, inside, nearest, errors, warnings, alike,
                shown, compared, changed, accepted, figures);
    }

    /** Returns this record with what was measured on the host. */
    public HostRecord measured(Optional<HostFigures> now) {
        return new HostRecord(
                source, host, identity, readAt, scenario, state, reasons, inside, nearest, errors, warnings, alike,
                shown, compared, changed, accepted, now);
    }
}
