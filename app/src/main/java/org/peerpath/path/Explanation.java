// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/**
 * One path, hop by hop.
 *
 * @param report the path's answer
 * @param hops in the order of travel: up from the requester, then down to the target
 */
public record Explanation(PathReport report, List<Hop> hops) {
    public Explanation {
        hops = List.copyOf(hops);
    }

    /** Explains one path of the host that it was judged on. */
    public static Explanation of(HostModel host, PathReport report) {
        Topology topology = host.topology();
        List<Stop> stops = stops(topology, report.decidingFunction(), report.target());
        List<Hop.Step> untranslated = steps(stops, report.untranslated(), false);
        List<Hop.Step> translated = steps(stops, report.translated(), true);
        List<Hop> hops = new ArrayList<>();
        for (int i = 0; i < stops.size(); i++) {
            Stop stop = stops.get(i);
            hops.add(new Hop(stop.function(), stop.place(), untranslated.get(i), translated.get(i)));
        }
        return new Explanation(report, hops);
    }

    /**
     * A function on the way.
     *
     * @param chooses whether it is the port that chooses between the peer and the way up
     * @param top whether it is the last on the way up that the source shows
     * @param root whether the root complex is known to come after it
     */
    private record Stop(Address function, Hop.Place place, boolean chooses, boolean top, boolean root) {}

    private static List<Stop> stops(Topology topology, Address requester, Address target) {
        List<Address> up = topology.place(requester).chain();
        List<Address> down = topology.place(target).chain();
        Optional<Address> shared = up.stream().filter(down::contains).findFirst();
        int turn = shared.map(up::indexOf).orElse(up.size());
        int land = shared.map(down::indexOf).orElse(down.size());
        boolean whole = topology.place(requester).chainKnown();
        List<Stop> stops = new ArrayList<>();
        stops.add(new Stop(requester, Hop.Place.REQUESTER, turn == 0, up.isEmpty(), false));
        for (int i = 0; i < up.size(); i++) {
            Hop.Place place =
                    i < turn ? Hop.Place.REQUESTER_SIDE : i == turn ? Hop.Place.SHARED_SWITCH : Hop.Place.ABOVE;
            boolean top = i == up.size() - 1;
            stops.add(new Stop(up.get(i), place, shared.isPresent() && i == turn - 1, top, whole && top));
        }
        for (int i = land - 1; i >= 0; i--) {
            stops.add(new Stop(down.get(i), Hop.Place.TARGET_SIDE, false, false, false));
        }
        stops.add(new Stop(target, Hop.Place.TARGET, false, false, false));
        return stops;
    }

    private static List<Hop.Step> steps(List<Stop> stops, Route route, boolean translated) {
        Optional<Address> stopper =
                route.outcome() == Outcome.BLOCKED ? route.decidedBy().map(Decision::port) : Optional.empty();
        Optional<Address> unread = unread(route);
        // A request that was sent up at the port that chooses comes to grief above it; a translated one may have
        // turned.
        boolean above = !translated
                && stops.stream()
                        .anyMatch(
                                stop -> stop.place() == Hop.Place.ABOVE && unread.equals(Optional.of(stop.function())));
        List<Hop.Step> steps = new ArrayList<>();
        boolean over = false;
        boolean inside = false;
        for (Stop stop : stops) {
            boolean onTheWayUp = stop.place() != Hop.Place.TARGET && stop.place() != Hop.Place.TARGET_SIDE;
            Hop.Step step;
            if (over || (inside && onTheWayUp)) {
                step = Hop.Step.NOT_HERE;
            } else if (stopper.isPresent() && stopper.get().equals(stop.function())) {
                step = Hop.Step.STOPPED;
                over = true;
            } else if (route.outcome() == Outcome.UNKNOWN
                    && ((stop.chooses() && !above)
                            || stop.top()
                            || (onTheWayUp && unread.equals(Optional.of(stop.function()))))) {
                step = Hop.Step.UNKNOWN;
                over = true;
            } else if (onTheWayUp) {
                step = upward(stop, route);
                inside = step == Hop.Step.TURNS;
            } else {
                step = stop.place() == Hop.Place.TARGET ? Hop.Step.RECEIVES : Hop.Step.DOWN;
            }
            steps.add(step);
        }
        return steps;
    }

    /** The port that leaves a route unknown, where its reason is that one port was not read. */
    private static Optional<Address> unread(Route route) {
        return route.reason()
                .filter(why -> why.key().equals("unknown.route.port"))
                .flatMap(why -> why.args().getFirst() instanceof Address port ? Optional.of(port) : Optional.empty());
    }

    private static Hop.Step upward(Stop stop, Route route) {
        if (stop.chooses() && route.outcome() == Outcome.INSIDE_SWITCH) {
            return Hop.Step.TURNS;
        }
        if (stop.place() == Hop.Place.REQUESTER) {
            return Hop.Step.SENDS;
        }
        if (stop.chooses()) {
            return Hop.Step.REDIRECTED;
        }
        return stop.root() ? Hop.Step.ROOT_COMPLEX : Hop.Step.UP;
    }
}
