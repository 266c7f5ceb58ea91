// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Set;
import org.peerpath.snapshot.Address;

/**
 * A kind of step whose work no fact of a snapshot holds: it stands on none, and none that another stands on becomes another
 * one by it. Its own questions before and after ask the host.
 */
interface UnreadStep extends StepKind {
    @Override
    default List<String> restsOn() {
        return List.of();
    }

    @Override
    default boolean changes(Step step, String where, String fact, Set<Address> virtualFunctions) {
        return false;
    }
}
