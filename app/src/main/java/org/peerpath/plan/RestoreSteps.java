// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.plan.PastChanges.Change;
import org.peerpath.plan.PastChanges.Thing;

/**
 * Plans the way back: each fact that runs have changed gets the value it had before the first of them wrote it. Whatever
 * was undone, or went with a boot, is left out; what somebody else has changed since, or a later run stands on, is refused.
 */
final class RestoreSteps {
    private final HostModel host;
    private final Guards guards;
    private final HostGuards hostGuards;
    private final PastChanges past;

    /**
     * The way back on a host.
     *
     * @param only the run to go back behind; empty for all
     */
    RestoreSteps(HostModel host, Guards guards, HostGuards hostGuards, Past past, Optional<String> only) {
        this.host = host;
        this.guards = guards;
        this.hostGuards = hostGuards;
        this.past = new PastChanges(host, guards, past, only);
    }

    List<Step> plan() {
        if (!past.known()) {
            return List.of();
        }
        Map<Thing, List<Change>> all = past.stillThere();
        Restoration way = new Restoration(host, guards, hostGuards, past, all);
        Map<Thing, List<Change>> wanted = new LinkedHashMap<>();
        all.forEach((thing, changes) -> past.ours(thing, changes).ifPresent(own -> wanted.put(thing, own)));
        restore(way, wanted, true);
        restore(way, wanted, false);
        return way.steps();
    }

    private static void restore(Restoration way, Map<Thing, List<Change>> wanted, boolean first) {
        wanted.forEach((thing, changes) -> {
            StepKind kind = thing.kind().answers();
            if (kind.isRestoredFirst() == first) {
                kind.restore(way, thing, changes);
            }
        });
    }
}
