// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.List;
import java.util.Optional;
import org.peerpath.advice.Finding;
import org.peerpath.advice.HostState;
import org.peerpath.model.HostModel;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.text.Message;

/**
 * One host in one line.
 *
 * @param pairs nearest NIC–GPU pairs
 * @param inside how many of them turn around inside the switch
 * @param worst the worst verdict among them; empty without pairs
 * @param state how the host is, in one word, and why
 * @param withoutRoot how many files could not be read because the host was read without root
 * @param text the line: "8 of 8 inside switch"; of a host that is not well the worst thing about it
 */
public record Summary(int pairs, int inside, Optional<Outcome> worst, HostState state, int withoutRoot, Message text) {
    /** Worst first: what a person should look at. */
    private static final List<Outcome> WORST_FIRST = List.of(
            Outcome.UNUSABLE,
            Outcome.BLOCKED,
            Outcome.DETOUR,
            Outcome.ROOT_COMPLEX,
            Outcome.UNKNOWN,
            Outcome.INSIDE_SWITCH);

    /** Sums up a host in a scenario. */
    public static Summary of(HostModel host, List<PathReport> paths, List<Finding> findings) {
        HostState state = HostState.of(host, paths, findings);
        Summary plain = of(paths, state);
        return state.worst()
                .map(worst -> new Summary(plain.pairs(), plain.inside(), plain.worst(), state, 0, worst.message()))
                .orElse(plain);
    }

    private static Summary of(List<PathReport> paths, HostState state) {
        List<PathReport> nearest = paths.stream().filter(PathReport::nearest).toList();
        if (nearest.isEmpty()) {
            return new Summary(0, 0, Optional.empty(), state, 0, Message.of("ui.summary.no-pair"));
        }
        int inside = count(nearest, Outcome.INSIDE_SWITCH);
        Outcome worst = WORST_FIRST.stream()
                .filter(outcome -> count(nearest, outcome) > 0)
                .findFirst()
                .orElse(Outcome.UNKNOWN);
        Message text = worst == Outcome.INSIDE_SWITCH
                ? Message.of("ui.summary.all-inside", inside, nearest.size())
                : Message.of("ui.summary.worst." + worst.id(), inside, nearest.size(), count(nearest, worst));
        return new Summary(nearest.size(), inside, Optional.of(worst), state, 0, text);
    }

    /** The same of a host that was read so. */
    Summary withoutRoot(int unread) {
        return new Summary(pairs, inside, worst, state, unread, text);
    }

    private static int count(List<PathReport> paths, Outcome outcome) {
        return (int) paths.stream().filter(path -> path.verdict() == outcome).count();
    }
}
