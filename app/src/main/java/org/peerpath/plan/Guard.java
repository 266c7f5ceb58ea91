// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * A rule that stands between a plan and a host.
 *
 * @param id stable id of the rule
 * @param answer what it says
 * @param functions the functions it concerns
 * @param reason why
 * @param lift what would lift it
 * @param source where the rule comes from
 */
public record Guard(GuardId id, Answer answer, List<Address> functions, Message reason, Message lift, String source) {
    public Guard {
        functions = List.copyOf(functions);
    }

    /** Returns the guard of a run whose journal does not say who its host was. */
    public static Guard hostUnknown(Message detail) {
        GuardId id = GuardId.HOST_UNKNOWN;
        return new Guard(
                id,
                Answer.ASKS,
                List.of(),
                Message.of("guard.detail", Message.of("guard." + id.id() + ".reason"), detail),
                Message.of("guard." + id.id() + ".lift"),
                id.source());
    }

    /** Returns the same guard where a person may decide. */
    Guard asking() {
        return new Guard(id, Answer.ASKS, functions, reason, lift, source);
    }

    /** What a guard says. */
    public enum Answer {
        /** The plan must not be carried out. */
        REFUSES,
        /** The person must confirm something that cannot be read, or accept a stated risk. */
        ASKS
    }
}
