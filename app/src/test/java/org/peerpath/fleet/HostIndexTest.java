// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.Cases;
import org.peerpath.testing.FortyHosts;

/** Hosts find themselves again by what identifies the machine, not by name alone. */
class HostIndexTest {
    private static final String A = "a".repeat(64);
    private static final String B = "b".repeat(64);

    private final HostIndex<String> index = new HostIndex<>();

    private static HostIndex.Who who(String name, String identity) throws Exception {
        Snapshot read = FortyHosts.host(Cases.host("no-switch"), HostFiles.IDENTITY, identity);
        Origin origin = read.origin();
        return HostIndex.Who.of(read.withOrigin(new Origin(origin.source(), origin.kind(), name, origin.readAt())));
    }

    @Test
    void aRenamedHostIsTheSame() throws Exception {
        index.add(who("gpu17", "machine-id " + A), "before");
        assertEquals(Optional.of("before"), index.find(who("gpu17-new", "machine-id " + A)));
    }

    @Test
    void anotherMachineUnderTheNameIsAnotherHost() throws Exception {
        index.add(who("gpu17", "machine-id " + A), "before");
        assertEquals(Optional.empty(), index.find(who("gpu17", "machine-id " + B)));
    }

    @Test
    void withoutAnIdOnEitherSideTheNameDecides() throws Exception {
        index.add(who("gpu17", ""), "before");
        assertEquals(Optional.of("before"), index.find(who("gpu17", "machine-id " + A)));
        assertEquals(Optional.empty(), index.find(who("gpu18", "machine-id " + A)));
    }

    @Test
    void machinesOfOneImageAreToldApartByName() throws Exception {
        index.add(who("gpu17", "machine-id " + A), "seventeen");
        index.add(who("gpu18", "machine-id " + A), "eighteen");
        assertEquals(Optional.of("eighteen"), index.find(who("gpu18", "machine-id " + A)));
        assertEquals(Optional.empty(), index.find(who("gpu19", "machine-id " + A)), "nobody knows which");
    }

    @Test
    void oneIdThatDiffersIsEnough() throws Exception {
        index.add(who("gpu17", "machine-id " + A + "\ndmi-uuid " + A), "before");
        assertEquals(Optional.empty(), index.find(who("gpu99", "machine-id " + A + "\ndmi-uuid " + B)));
        assertEquals(Optional.of("before"), index.find(who("gpu99", "dmi-uuid " + A)));
    }
}
