// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.peerpath.advice.log.Conclusion.Confidence;
import org.peerpath.text.Message;

/** Events that mean one thing, and what it follows from; still being put together. */
final class Incident {
    private final Signature signature;
    private final List<LogEvent> events;
    private final List<LogEvent> before = new ArrayList<>();
    private final List<LogEvent> followers = new ArrayList<>();
    private Confidence confidence = Confidence.CERTAIN;
    private Optional<Message> circumstance = Optional.empty();
    private @Nullable Incident cause;

    Incident(Signature signature, List<LogEvent> events) {
        this.signature = signature;
        this.events = new ArrayList<>(events);
    }

    Signature signature() {
        return signature;
    }

    List<LogEvent> events() {
        return events;
    }

    LogEvent first() {
        return events.getFirst();
    }

    LogEvent last() {
        return events.getLast();
    }

    List<LogEvent> before() {
        return before;
    }

    List<LogEvent> followers() {
        return followers;
    }

    Confidence confidence() {
        return confidence;
    }

    void sure(Confidence how) {
        confidence = how;
    }

    Optional<Message> circumstance() {
        return circumstance;
    }

    void tell(Optional<Message> message) {
        circumstance = message.or(() -> circumstance);
    }

    /** Says that it follows from another, and how surely. */
    void follows(Incident from, Confidence how) {
        cause = from;
        confidence = how;
    }

    Optional<Incident> cause() {
        return Optional.ofNullable(cause);
    }

    /** Returns what it all began with. */
    Incident root() {
        Incident root = this;
        while (root.cause != null) {
            root = root.cause;
        }
        return root;
    }
}
