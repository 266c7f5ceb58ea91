// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Set;
import java.util.stream.Collectors;
import org.peerpath.path.Explanation;
import org.peerpath.path.Hop;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.model.HostView;

/** The ports a path may take. */
final class Ways {
    private Ways() {}

    static Set<Address> ports(HostView view, PathReport report) {
        return Explanation.of(view.host(), report).hops().stream()
                .filter(hop -> hop.place() != Hop.Place.REQUESTER && hop.place() != Hop.Place.TARGET)
                .map(Hop::function)
                .collect(Collectors.toUnmodifiableSet());
    }
}
