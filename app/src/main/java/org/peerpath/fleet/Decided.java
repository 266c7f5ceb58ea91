// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.util.Optional;
import org.peerpath.path.Outcome;
import org.peerpath.path.Rule;
import org.peerpath.text.Message;

/**
 * How many of a host's nearest pairs have one outcome by one rule.
 *
 * @param pairs their number
 * @param rule the deciding port's; empty where none decides
 */
public record Decided(long pairs, Outcome verdict, Optional<Rule> rule) {
    /** Returns it for a person: {@code 8× inside the switch (Direct Translated P2P)}. */
    Message words() {
        Message counted = Message.of("outcome.count", Long.toString(pairs), Message.of("outcome." + verdict.id()));
        return rule.map(by -> Message.of("outcome.by", counted, Message.of("rule." + by.id())))
                .orElse(counted);
    }

    /** Returns outcome and rule as a database reads them: {@code inside-switch DIRECT_TRANSLATED_P2P}. */
    String what() {
        return verdict.id() + rule.map(by -> " " + by.name()).orElse("");
    }

    /** The same with the number before it: {@code 8× inside-switch DIRECT_TRANSLATED_P2P}. */
    @Override
    public String toString() {
        return pairs + "× " + what();
    }
}
