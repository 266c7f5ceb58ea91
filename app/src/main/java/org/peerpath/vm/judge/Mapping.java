// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.peerpath.text.Message;
import org.peerpath.vm.model.VmEvent;

/**
 * What the hypervisor does with a target's BAR in a requester's IOMMU domain.
 *
 * @param state whether it maps it
 * @param cause why, where it is not simply mapped
 * @param certainty how sure that is
 * @param message the sentence about the cause
 * @param evidence the lines that say so
 */
public record Mapping(
        State state, Optional<VmCause> cause, Certainty certainty, Optional<Message> message, List<VmEvent> evidence) {
    /** Whether a BAR is mapped. */
    public enum State {
        MAPPED,
        NOT_MAPPED,
        UNKNOWN,
        WILL_NOT_START;

        /** Returns the word used in JSON. */
        public String id() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    public Mapping {
        evidence = List.copyOf(evidence);
    }

    static Mapping mapped(Certainty certainty, List<VmEvent> evidence) {
        return new Mapping(State.MAPPED, Optional.empty(), certainty, Optional.empty(), evidence);
    }

    static Mapping of(State state, VmCause cause, Certainty certainty, List<VmEvent> evidence, Object... arguments) {
        return new Mapping(state, Optional.of(cause), certainty, Optional.of(cause.message(arguments)), evidence);
    }

    static Mapping not(VmCause cause, Certainty certainty, Object... arguments) {
        return of(State.NOT_MAPPED, cause, certainty, List.of(), arguments);
    }

    static Mapping unknown(VmCause cause, Object... arguments) {
        return of(State.UNKNOWN, cause, Certainty.POSSIBLE, List.of(), arguments);
    }
}
