// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.util.Optional;
import org.peerpath.model.HostIdentity;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Whether a plan or a run is about the host that answers. */
final class RightHost {
    private RightHost() {}

    /**
     * Returns why the host is not the one that something was made for, or may not be; empty if it is.
     *
     * @param madeFor who that host is, and which functions it is about
     * @param name what the user calls the host that answers
     */
    static Optional<Message> refusal(HostIdentity madeFor, String name, HostModel host) {
        HostIdentity now = HostIdentity.of(
                host,
                madeFor.functions().keySet().stream()
                        .flatMap(address -> Address.parse(address).stream())
                        .toList());
        return switch (madeFor.compare(now)) {
            case OTHER ->
                Optional.of(Message.of(
                        "run.other-host", name, host.snapshot().origin().host()));
            case UNKNOWN -> Optional.of(Message.of("run.host-unknown", name));
            case SAME -> madeFor.replacedIn(now).map(address -> Message.of("run.other-function", address));
        };
    }
}
