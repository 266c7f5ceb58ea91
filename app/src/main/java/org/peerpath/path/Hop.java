// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import org.peerpath.snapshot.Address;

/**
 * One function on the way of a path, and what happens there to each kind of request.
 *
 * @param function the function
 * @param place where on the way it stands
 * @param untranslated what happens to an untranslated request
 * @param translated what happens to a translated one
 */
public record Hop(Address function, Place place, Step untranslated, Step translated) {

    /** Where on the way a function stands. */
    public enum Place {
        REQUESTER,
        /** A bridge above the requester and below the shared switch's upstream port. */
        REQUESTER_SIDE,
        SHARED_SWITCH,
        /** A bridge above the shared switch. */
        ABOVE,
        /** A bridge above the target and below the shared switch's upstream port. */
        TARGET_SIDE,
        TARGET
    }

    /** What happens to a request at a function. */
    public enum Step {
        SENDS,
        /** Passed up; there is no choice here. */
        UP,
        /** Turned around towards the peer port: the traffic stays inside the switch. */
        TURNS,
        /** Sent up although the peer is below the same switch. */
        REDIRECTED,
        /** Handed to the root complex, where the IOMMU checks it, and sent back down. */
        ROOT_COMPLEX,
        DOWN,
        RECEIVES,
        /** Refused here. */
        STOPPED,
        /** What happens here was not read. */
        UNKNOWN,
        /** The request does not come here. */
        NOT_HERE
    }
}
