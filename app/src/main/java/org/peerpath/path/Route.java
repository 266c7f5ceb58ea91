// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.Optional;
import org.peerpath.text.Message;

/**
 * The route of one kind of request along a path.
 *
 * @param outcome where it turns around
 * @param decidedBy the port that decided; empty where none does
 * @param completion how answers to reads travel; empty where there is no shared switch or no request gets through
 * @param crosses for {@code root-complex}: what lies between the two; empty where it is not known
 * @param reason for {@code unknown}: the missing fact
 */
public record Route(
        Outcome outcome,
        Optional<Decision> decidedBy,
        Optional<Completion> completion,
        Optional<Crossing> crosses,
        Optional<Message> reason) {

    /** What a request crosses that goes through the root complex. */
    public enum Crossing {
        HOST_BRIDGE("host-bridge"),
        SOCKET("socket");

        private final String id;

        Crossing(String id) {
            this.id = id;
        }

        public String id() {
            return id;
        }
    }

    static Route blocked(Decision by) {
        return new Route(Outcome.BLOCKED, Optional.of(by), Optional.empty(), Optional.empty(), Optional.empty());
    }

    static Route unknown(Message reason) {
        return new Route(Outcome.UNKNOWN, Optional.empty(), Optional.empty(), Optional.empty(), Optional.of(reason));
    }

    static Route rootComplex(Optional<Crossing> crosses) {
        return new Route(Outcome.ROOT_COMPLEX, Optional.empty(), Optional.empty(), crosses, Optional.empty());
    }

    static Route decided(Outcome outcome, Decision by) {
        return new Route(outcome, Optional.of(by), Optional.empty(), Optional.empty(), Optional.empty());
    }

    Route with(Completion answers) {
        return new Route(outcome, decidedBy, Optional.of(answers), crosses, reason);
    }
}
