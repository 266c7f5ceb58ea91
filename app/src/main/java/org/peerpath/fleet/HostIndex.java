// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.peerpath.model.HostIdentity;
import org.peerpath.snapshot.Snapshot;

/**
 * Finds a host among those of an earlier reading: by what identifies the machine where both readings know it, else by its
 * name. Machines made from one image may share an id; then the name decides between them. Another machine that has taken
 * over a name is another host.
 *
 * @param <T> what is kept of each host
 */
public final class HostIndex<T> {
    private final List<Known<T>> hosts = new ArrayList<>();
    private final Map<String, List<Known<T>>> byId = new HashMap<>();
    private final Map<String, List<Known<T>>> byName = new HashMap<>();

    /**
     * Who a host is, apart from what was read of it.
     *
     * @param name what it calls itself
     */
    public record Who(HostIdentity identity, String name) {
        /** Returns who was read. */
        public static Who of(Snapshot snapshot) {
            return new Who(HostIdentity.of(snapshot), snapshot.origin().host());
        }
    }

    private record Known<T>(HostIdentity identity, String name, T value) {}

    /** Adds a host. */
    public void add(Who who, T value) {
        Known<T> known = new Known<>(who.identity(), who.name(), value);
        hosts.add(known);
        ids(known.identity())
                .forEach(id -> byId.computeIfAbsent(id, i -> new ArrayList<>()).add(known));
        byName.computeIfAbsent(known.name(), n -> new ArrayList<>()).add(known);
    }

    /** Returns what is kept of the same host; empty if there is none, or more than one and none of its name. */
    public Optional<T> find(Who who) {
        HostIdentity identity = who.identity();
        String name = who.name();
        List<Known<T>> same = ids(identity)
                .flatMap(id -> byId.getOrDefault(id, List.of()).stream())
                .filter(known -> known.identity().compare(identity) == HostIdentity.Match.SAME)
                .distinct()
                .toList();
        Optional<Known<T>> named =
                same.stream().filter(known -> known.name().equals(name)).findFirst();
        if (named.isPresent() || same.size() == 1) {
            return named.or(() -> Optional.of(same.getFirst())).map(Known::value);
        }
        return byName.getOrDefault(name, List.of()).stream()
                .filter(known -> known.identity().compare(identity) == HostIdentity.Match.UNKNOWN)
                .map(Known::value)
                .findFirst();
    }

    /** Returns what is kept of all hosts, in the order added. */
    public List<T> all() {
        return hosts.stream().map(Known::value).toList();
    }

    private static Stream<String> ids(HostIdentity identity) {
        return Stream.concat(
                identity.machineId().stream().map(id -> "machine-id " + id),
                identity.dmiUuid().stream().map(id -> "dmi-uuid " + id));
    }
}
