// SPDX-License-Identifier: Apache-2.0
package org.peerpath.model;

import java.util.Optional;
import java.util.function.Supplier;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** Collects conditions: the first known failure wins over any number of unknown ones before or after it. */
final class AtsConditions {
    private Optional<Message> failed = Optional.empty();
    private Optional<Message> unknown = Optional.empty();

    /** The first that is known not to hold. */
    Optional<Message> failed() {
        return failed;
    }

    /** The first that is not known, where none failed. */
    Optional<Message> unknown() {
        return failed.isPresent() ? Optional.empty() : unknown;
    }

    void require(Supplier<Fact<Boolean>> condition, String cause) {
        if (failed.isPresent()) {
            return;
        }
        Fact<Boolean> holds = condition.get();
        if (holds.knownToBe(h -> !h) || holds.isAbsent()) {
            failed = Optional.of(Message.of(cause));
        } else if (unknown.isEmpty()) {
            unknown = holds.whyUnknown();
        }
    }
}
