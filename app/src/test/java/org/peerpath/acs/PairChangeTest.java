// SPDX-License-Identifier: Apache-2.0
package org.peerpath.acs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.Outcome;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.path.WhatIf;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.Cases;

/** Which pairs of a host changed their verdict between two readings: all of them, whatever the goal was about. */
class PairChangeTest {
    private static final Address NIC = Address.of("0000:18:00.0");
    private static final Address GPU = Address.of("0000:1b:00.0");

    /** What an earlier version did: it opened the way of NIC and GPU and cleared forwarding above a drive still redirected. */
    private static List<Change> harmful() {
        return List.of(
                new Change.AcsControl(Address.of("0000:17:00.0"), 0x11),
                new Change.AcsControl(Address.of("0000:17:01.0"), 0x11),
                new Change.AcsControl(Address.of("0000:1a:00.0"), 0x11),
                new Change.AcsControl(Address.of("0000:15:01.0"), 0x0d));
    }

    @Test
    void aDriveThatGotWorseStandsBeforeTheNicThatGotBetter() throws Exception {
        HostModel before = HostModel.of(Cases.host("field/hosts/b300-nvme"));
        HostModel after = WhatIf.apply(before, harmful());
        List<Address> drives = Roles.targets(before.topology(), Roles.TargetKind.NVME).stream()
                .map(PciFunction::address)
                .toList();
        List<PairChange> changes = PairChange.between(before, after, Scenario.BARE_METAL, List.of());
        assertTrue(changes.stream()
                .anyMatch(change -> drives.contains(change.after().requester())
                        && change.after().target().equals(GPU)
                        && change.worse()
                        && change.after().verdict() == Outcome.BLOCKED));
        PairChange nic = changes.stream()
                .filter(change -> change.after().requester().equals(NIC)
                        && change.after().target().equals(GPU))
                .findFirst()
                .orElseThrow();
        assertFalse(nic.worse());
        assertEquals(Outcome.DETOUR, nic.before().verdict());
        assertEquals(Outcome.INSIDE_SWITCH, nic.after().verdict());
        assertTrue(nic.scenarios().contains(Scenario.BARE_METAL));
        assertTrue(changes.getFirst().worse(), "worse ones first");
        assertFalse(changes.getLast().worse());
    }

    @Test
    void goingBackLeavesNoneAndNothingElseIsListed() throws Exception {
        HostModel before = HostModel.of(Cases.host("field/hosts/b300-nvme"));
        HostModel after = WhatIf.apply(before, harmful());
        assertEquals(List.of(), PairChange.between(before, before, Scenario.BARE_METAL, List.of()));
        List<PairChange> there = PairChange.between(before, after, Scenario.BARE_METAL, List.of());
        List<PairChange> back = PairChange.between(after, before, Scenario.BARE_METAL, List.of());
        assertEquals(
                there.stream().filter(PairChange::worse).count(),
                back.stream().filter(change -> !change.worse()).count());
        assertTrue(
                there.stream()
                        .noneMatch(change -> change.after().requester().bus() >= 0x35
                                && change.after().target().bus() >= 0x35),
                "no port above these was changed");
    }
}
