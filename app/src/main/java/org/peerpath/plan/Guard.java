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

    /** What a guard says. */
    public enum Answer {
        /** The plan must not be carried out. */
        REFUSES,
        /** The person must confirm something that cannot be read, or accept a stated risk. */
        ASKS
    }
}
