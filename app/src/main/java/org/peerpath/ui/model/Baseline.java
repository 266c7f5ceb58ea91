// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.peerpath.fleet.Drift;
import org.peerpath.fleet.HostIndex;
import org.peerpath.fleet.HostRecord;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.UnreadableSourceException;

/** The hosts of an earlier reading, kept packed, with which those of now are compared. Safe for use by several threads. */
public final class Baseline {
    private final String name;
    private final HostIndex<PackedHost> hosts = new HostIndex<>();
    private final Set<PackedHost> found = ConcurrentHashMap.newKeySet();

    private Baseline(String name) {
        this.name = name;
    }

    /**
     * Reads a snapshot, a host, or a folder or archive of hosts. Takes its time.
     *
     * @param called what the person calls it
     * @throws UnreadableSourceException if nothing in it could be read
     */
    static Baseline of(Fleet fleet, String source, String called)
            throws UnreadableSourceException, InterruptedException {
        Baseline baseline = new Baseline(called);
        List<String> members = new ArrayList<>(fleet.hosts(source));
        if (members.isEmpty()) {
            members.add(source);
        }
        Optional<UnreadableSourceException> trouble = Optional.empty();
        for (String member : members) {
            try {
                Snapshot snapshot = fleet.peek(member);
                baseline.hosts.add(HostIndex.Who.of(snapshot), PackedHost.of(snapshot));
            } catch (UnreadableSourceException e) {
                trouble = Optional.of(e);
            }
        }
        if (baseline.hosts.all().isEmpty() && trouble.isPresent()) {
            throw trouble.get();
        }
        return baseline;
    }

    /** Returns what the person calls it. */
    public String name() {
        return name;
    }

    /** Returns the names of its hosts that none of those read since is. */
    public List<String> gone() {
        return hosts.all().stream()
                .filter(host -> !found.contains(host))
                .map(host -> host.origin().host())
                .toList();
    }

    /** Returns a record with what has changed since; as it is where the baseline does not have the host. */
    HostRecord compared(HostRecord record, HostModel now) throws UnreadableSourceException {
        Optional<PackedHost> before = hosts.find(HostIndex.Who.of(now.snapshot()));
        if (before.isEmpty()) {
            return record;
        }
        found.add(before.get());
        return record.changed(Drift.between(before.get().unpacked(), now));
    }
}
