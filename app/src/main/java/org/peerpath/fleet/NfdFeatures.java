// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.peerpath.fleet.Monitor.Checked;

/**
 * Lines for the local feature source of node feature discovery: {@code name=value}, which become labels of the node. They
 * lapse a day after the check, so that a check that no longer runs leaves no label behind.
 */
final class NfdFeatures {
    private static final Duration LASTS = Duration.ofHours(24);

    private NfdFeatures() {}

    static String of(Checked checked, Instant now) {
        HostRecord host = checked.host();
        return "# +expiry-time=" + now.truncatedTo(ChronoUnit.SECONDS).plus(LASTS) + "\n"
                + "peerpath.p2p=" + host.state().id() + "\n"
                + "peerpath.scenario=" + host.scenario().id() + "\n"
                + "peerpath.pairs-inside=" + host.inside() + "\n"
                + "peerpath.pairs=" + host.nearest() + "\n"
                + "peerpath.group=" + HostGroups.groupOf(host) + "\n";
    }
}
