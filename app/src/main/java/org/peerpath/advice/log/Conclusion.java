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
 * @param confidence how sure: of a first cause that it happened so, of what follows that it follows
 * @param circumstance what else the log tells of it
 * @param place whether it came first, follows from what stands before it, or has nothing to do with it
 * @param before what led to it: resets, corrected errors, messages of firmware just before
 * @param evidence the events it rests on, first cause first
 * @param followers events that followed from it
 * @param suspects the functions concerned, most suspect first
 * @param advice what to try
 */
public record Conclusion(
        Signature signature,
        Confidence confidence,
        Optional<Message> circumstance,
        Place place,
        List<LogEvent> before,
        List<LogEvent> evidence,
        List<LogEvent> followers,
        List<Suspect> suspects,
        Message advice) {
    public Conclusion {
        before = List.copyOf(before);
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

    /** Where a conclusion stands among those of its boot. */
    public enum Place {
        /** The first cause. */
        FIRST,
        /** It follows from the one before that is none of these. */
        FOLLOWS,
        /** Nothing ties it to what stands before it. */
        SEPARATE;

        public Message message() {
            return Message.of("log.place." + name().toLowerCase(Locale.ROOT));
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

    /** Whether it only follows from another. */
    public boolean consequence() {
        return place == Place.FOLLOWS;
    }
}
