// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.peerpath.path.Explanation;
import org.peerpath.path.Hop;
import org.peerpath.path.PathReport;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.model.HostView;

/** The ports a path may take, and where something is wrong. */
final class Ways {
    private Ways() {}

    /** The functions of the worst thing about a host, in the order in which they are brought into view. */
    static List<Address> worst(HostView view) {
        return lowestFirst(view, view.summary().state().worst().stream().flatMap(worst -> worst.functions().stream()));
    }

    /** The ends of a path and all ports on the way, in that order too; what stays of a long one is who sends. */
    static List<Address> whole(HostView view, PathReport report) {
        List<Address> all = new ArrayList<>(lowestFirst(
                view,
                Stream.concat(
                        ports(view, report).stream(),
                        Stream.of(report.requester(), report.decidingFunction(), report.target()))));
        all.add(report.requester());
        return all;
    }

    /** Where there is room for one only, the last that comes into view stays: the first of those at a tree's top. */
    private static List<Address> lowestFirst(HostView view, Stream<Address> functions) {
        Topology tree = view.host().topology();
        return functions
                .filter(address -> tree.functions().containsKey(address))
                .distinct()
                .sorted(Comparator.comparingInt((Address function) ->
                                tree.place(function).chain().size())
                        .thenComparing(Comparator.naturalOrder())
                        .reversed())
                .toList();
    }

    static Set<Address> ports(HostView view, PathReport report) {
        return Explanation.of(view.host(), report).hops().stream()
                .filter(hop -> hop.place() != Hop.Place.REQUESTER && hop.place() != Hop.Place.TARGET)
                .map(Hop::function)
                .collect(Collectors.toUnmodifiableSet());
    }
}
