// SPDX-License-Identifier: Apache-2.0
package org.peerpath.acs;

import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;

/**
 * What a change of ports makes worse for one pair of functions.
 *
 * @param port the port after whose change it is so
 * @param scenario under which it is so
 * @param requester who sends
 * @param target whose memory
 * @param what what gets worse
 * @param before what it was: a route, or an isolation
 * @param after what it becomes
 */
public record Harm(
        Address port, Scenario scenario, Address requester, Address target, What what, String before, String after) {
    /** What gets worse. */
    public enum What {
        /** Where requests turn. */
        VERDICT("verdict"),
        /** The way of answers to reads. */
        COMPLETION("completion"),
        /** Whether the two are kept apart. */
        ISOLATION("isolation");

        private final String id;

        What(String id) {
            this.id = id;
        }

        /** Returns the word in messages. */
        public String id() {
            return id;
        }
    }
}
