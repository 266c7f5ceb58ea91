// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * One thing that happened, and what it rests on.
 *
 * @param signature what
 * @param confidence how sure
 * @param circumstance what the host was doing, where the call stack tells
 * @param consequence whether it probably only followed from an earlier conclusion of the same boot
 * @param evidence the events it rests on, first cause first
 * @param followers events that followed from it
 * @param suspects the functions concerned, most suspect first
 */
public record Conclusion(
        Signature signature,
        Confidence confidence,
        Optional<Message> circumstance,
        boolean consequence,
        List<LogEvent> evidence,
        List<LogEvent> followers,
        List<Suspect> suspects) {
    public Conclusion {
        evidence = List.copyOf(evidence);
        followers = List.copyOf(followers);
        suspects = List.copyOf(suspects);
    }

    /** How sure a conclusion is. */
    public enum Confidence {
        /** The log says so itself. */
        CERTAIN,
        /** What is missing hardly allows another reading. */
        LIKELY,
        /** One reading among others. */
        POSSIBLE;

        public Message message() {
            return Message.of("log.confidence." + name().toLowerCase(Locale.ROOT));
        }
    }

    /**
     * A function that may be the culprit.
     *
     * @param function which
     * @param why what speaks for it
     */
    public record Suspect(Address function, Message why) {}

    /** The event it began with. */
    public LogEvent first() {
        return evidence.getFirst();
    }

    Conclusion asConsequence() {
        return new Conclusion(signature, confidence, circumstance, true, evidence, followers, suspects);
    }
}
