// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.path.Deciding;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathReport;
import org.peerpath.path.Unusable;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/**
 * A path as it is drawn: which ports it passes, and where it turns.
 *
 * @param report its answer
 * @param up bridges passed on the way up, nearest to the requester first; for a refused path up to the refusing port
 * @param down bridges passed on the way down, topmost first; empty for a refused path
 * @param turn where up becomes down
 * @param selected whether it is the selected path
 */
record Net(PathReport report, List<Address> up, List<Address> down, Turn turn, boolean selected) {
    /** More paths across the root complex than this are told in words only: lines would hide the picture. */
    private static final int MANY_ACROSS = 16;

    enum Turn {
        /** In the body of the switch that both share. */
        SWITCH,
        /** At the lower edge of the root port. */
        ROOT_PORT,
        /** Across the root complex. */
        CHANNEL,
        /** Nowhere: it is refused on the way up. */
        STOPPED
    }

    /** A lane of its own in every port and switch: lines that mean different things never lie on each other. */
    record Lane(Address requester, boolean upward, Outcome outcome) {}

    Net {
        up = List.copyOf(up);
        down = List.copyOf(down);
    }

    /** The same path where another one, or none, is selected. */
    Net selectedIf(Optional<PathKey> path) {
        boolean it = path.equals(Optional.of(key()));
        return it == selected ? this : new Net(report, up, down, turn, it);
    }

    PathKey key() {
        return PathKey.of(report);
    }

    Outcome outcome() {
        return report.verdict();
    }

    /** Whether requests get to the target. */
    boolean arrives() {
        return outcome() != Outcome.BLOCKED && outcome() != Outcome.UNUSABLE;
    }

    /** Whether it is refused by a root port above a switch. */
    boolean stopsAtRoot(Topology topology) {
        return turn == Turn.STOPPED
                && up.size() > 1
                && topology.place(up.getLast()).parent().isEmpty();
    }

    Lane lane(boolean upward) {
        return new Lane(report.sender(), upward, outcome());
    }

    /** The paths to draw, in the order of the reports. */
    static List<Net> of(Topology topology, List<PathReport> reports, LayoutOptions options) {
        Set<PathKey> seen = new HashSet<>();
        List<PathReport> wanted = new ArrayList<>();
        long across = reports.stream()
                .filter(r -> isWanted(r, options) && isAcross(r))
                .count();
        for (PathReport report : reports) {
            boolean selected = options.selected().equals(Optional.of(PathKey.of(report)));
            boolean shown = isWanted(report, options) && (!isAcross(report) || across <= MANY_ACROSS);
            if ((selected || shown) && seen.add(PathKey.of(report))) {
                wanted.add(report);
            }
        }
        return wanted.stream()
                .flatMap(r -> of(topology, r, options.selected().equals(Optional.of(PathKey.of(r)))).stream())
                .toList();
    }

    private static boolean isWanted(PathReport report, LayoutOptions options) {
        return switch (options.paths()) {
            case NEAREST -> report.nearest();
            case ALL -> true;
            case SELECTED -> false;
        };
    }

    private static boolean isAcross(PathReport report) {
        return report.commonSwitch().isEmpty();
    }

    private static Optional<Net> of(Topology topology, PathReport report, boolean selected) {
        if (topology.find(report.sender()).isEmpty()
                || topology.find(report.target()).isEmpty()) {
            return Optional.empty();
        }
        List<Address> from = topology.place(report.sender()).chain();
        List<Address> to = topology.place(report.target()).chain();
        Optional<Address> shared = report.commonSwitch();
        Turn turn = switch (failsBelow(report, from) ? report.routed() : report.verdict()) {
            case BLOCKED, UNUSABLE -> Turn.STOPPED;
            case DETOUR -> Turn.ROOT_PORT;
            case ROOT_COMPLEX -> Turn.CHANNEL;
            case INSIDE_SWITCH -> Turn.SWITCH;
            case UNKNOWN -> shared.isPresent() ? Turn.SWITCH : Turn.CHANNEL;
        };
        if (turn == Turn.CHANNEL && from.stream().anyMatch(to::contains)) {
            // Both below one root port without a switch between: nothing that a line could show.
            return Optional.empty();
        }
        if (turn == Turn.CHANNEL && report.verdict() == Outcome.UNKNOWN && !selected) {
            // Where not even the bridges between them are known, a line would claim a way.
            return Optional.empty();
        }
        List<Address> up = switch (turn) {
            case SWITCH -> before(from, shared);
            case STOPPED -> upTo(from, Deciding.port(report));
            case ROOT_PORT, CHANNEL -> from;
        };
        List<Address> down = switch (turn) {
            case SWITCH -> before(to, shared).reversed();
            case STOPPED -> List.of();
            case ROOT_PORT, CHANNEL -> to.reversed();
        };
        return Optional.of(new Net(report, up, down, turn, selected));
    }

    private static List<Address> before(List<Address> chain, Optional<Address> shared) {
        int end = shared.map(chain::indexOf).orElse(-1);
        return end < 0 ? chain : chain.subList(0, end);
    }

    /** Whether what does not work lies on the target's side: requests are drawn on their way there. */
    private static boolean failsBelow(PathReport report, List<Address> from) {
        return report.unusable()
                .map(Unusable::function)
                .filter(function -> !function.equals(report.sender()) && !function.equals(report.requester()))
                .filter(function -> !from.contains(function))
                .isPresent();
    }

    private static List<Address> upTo(List<Address> chain, Optional<Address> port) {
        int end = port.map(chain::indexOf).orElse(-1);
        return end < 0 ? chain.subList(0, Math.min(1, chain.size())) : chain.subList(0, end + 1);
    }
}
