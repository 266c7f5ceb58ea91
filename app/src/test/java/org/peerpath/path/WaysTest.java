// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.HostBuilder;

/** The way of a path, hop by hop, and the slowest link on it. */
class WaysTest {
    private static String way(HostBuilder host, String target, boolean translated) {
        HostModel model = HostModel.of(host.build());
        PathReport report = new PathJudge(model, Scenario.BARE_METAL).judge(Address.of(Small.NIC), Address.of(target));
        StringBuilder way = new StringBuilder();
        for (Hop hop : Explanation.of(model, report).hops()) {
            way.append(hop.function().toString().substring(5))
                    .append(' ')
                    .append(translated ? hop.translated() : hop.untranslated())
                    .append('\n');
        }
        return way.toString();
    }

    private static HostBuilder direct() {
        HostBuilder host = Small.host();
        host.get(Small.NIC_PORT).acs(0x5f, 0x5d);
        return host;
    }

    @Test
    void aRedirectedRequestGoesUpToTheRootComplexAndDown() {
        assertEquals("""
                03:00.0 SENDS
                02:00.0 REDIRECTED
                01:00.0 UP
                00:01.0 ROOT_COMPLEX
                02:01.0 DOWN
                04:00.0 RECEIVES
                """, way(direct(), Small.GPU, false));
    }

    @Test
    void aDirectOneTurnsAtItsPortAndGoesNoHigher() {
        assertEquals("""
                03:00.0 SENDS
                02:00.0 TURNS
                01:00.0 NOT_HERE
                00:01.0 NOT_HERE
                02:01.0 DOWN
                04:00.0 RECEIVES
                """, way(direct(), Small.GPU, true));
    }

    @Test
    void aRefusedOneEndsWhereItIsRefused() {
        HostBuilder host = direct();
        host.get(Small.ROOT).acs(0x1f, 0x1f);
        assertEquals("""
                03:00.0 SENDS
                02:00.0 REDIRECTED
                01:00.0 UP
                00:01.0 STOPPED
                02:01.0 NOT_HERE
                04:00.0 NOT_HERE
                """, way(host, Small.GPU, true));
    }

    @Test
    void anUnreadOneIsUnknownFromThePortThatChooses() {
        HostBuilder host = direct();
        host.get(Small.NIC_PORT).readable(64);
        assertEquals("""
                03:00.0 SENDS
                02:00.0 UNKNOWN
                01:00.0 NOT_HERE
                00:01.0 NOT_HERE
                02:01.0 NOT_HERE
                04:00.0 NOT_HERE
                """, way(host, Small.GPU, false));
    }

    @Test
    void withoutASharedSwitchItGoesThroughTheRootComplex() {
        assertEquals("""
                03:00.0 SENDS
                02:00.0 UP
                01:00.0 UP
                00:01.0 ROOT_COMPLEX
                40:01.0 DOWN
                41:00.0 RECEIVES
                """, way(direct(), Small.FAR_GPU, false));
    }

    @Test
    void eachHopSaysWhereItStands() {
        HostModel model = HostModel.of(direct().build());
        PathReport report =
                new PathJudge(model, Scenario.BARE_METAL).judge(Address.of(Small.NIC), Address.of(Small.GPU));
        assertEquals(
                List.of(
                        Hop.Place.REQUESTER,
                        Hop.Place.REQUESTER_SIDE,
                        Hop.Place.SHARED_SWITCH,
                        Hop.Place.ABOVE,
                        Hop.Place.TARGET_SIDE,
                        Hop.Place.TARGET),
                Explanation.of(model, report).hops().stream().map(Hop::place).toList());
    }

    // ---- The slowest link ------------------------------------------------------------------------------------------

    private static Optional<Bottleneck> slowest(HostBuilder host, String target) {
        return Small.path(host, Scenario.BARE_METAL, target).bottleneck();
    }

    private static Optional<Bottleneck> link(String port, LinkSpeed speed, int width) {
        return Optional.of(new Bottleneck(Address.of(port), speed, width));
    }

    @Test
    void insideTheSwitchOnlyTheLinksBelowItCount() {
        HostBuilder host = direct();
        host.get(Small.ROOT).link(LinkSpeed.GEN1, 1);
        assertEquals(link(Small.GPU_PORT, LinkSpeed.GEN5, 8), slowest(host, Small.GPU));
        host.get(Small.NIC_PORT).link(LinkSpeed.GEN4, 8);
        assertEquals(link(Small.NIC_PORT, LinkSpeed.GEN4, 8), slowest(host, Small.GPU));
    }

    @Test
    void aDetourAddsTheLinksUpToTheRootPort() {
        HostBuilder host = Small.host();
        host.get(Small.ROOT).link(LinkSpeed.GEN3, 4);
        assertEquals(link(Small.ROOT, LinkSpeed.GEN3, 4), slowest(host, Small.GPU));
        assertEquals(link(Small.ROOT, LinkSpeed.GEN3, 4), slowest(host, Small.FAR_GPU));
        host.get(Small.FAR_ROOT).link(LinkSpeed.GEN2, 1);
        assertEquals(link(Small.FAR_ROOT, LinkSpeed.GEN2, 1), slowest(host, Small.FAR_GPU));
    }

    @Test
    void anIdleGpuCountsWithWhatItWakesUpTo() {
        HostBuilder host = direct();
        host.get(Small.GPU_PORT).link(LinkSpeed.GEN5, 8, LinkSpeed.GEN1, 8);
        host.get(Small.GPU).link(LinkSpeed.GEN4, 8, LinkSpeed.GEN1, 8);
        assertEquals(link(Small.GPU_PORT, LinkSpeed.GEN4, 8), slowest(host, Small.GPU));
        host.get(Small.GPU_PORT).targetSpeed(LinkSpeed.GEN3);
        assertEquals(link(Small.GPU_PORT, LinkSpeed.GEN3, 8), slowest(host, Small.GPU));
        host.get(Small.NIC_PORT).link(LinkSpeed.GEN5, 16, LinkSpeed.GEN1, 16);
        assertEquals(link(Small.NIC_PORT, LinkSpeed.GEN1, 16), slowest(host, Small.GPU), "a NIC does not sleep");
    }

    @Test
    void aLinkThatIsDownCarriesNothing() {
        HostBuilder host = direct();
        host.get(Small.GPU_PORT).link(LinkSpeed.GEN5, 8, LinkSpeed.GEN5, 0);
        assertEquals(Optional.empty(), slowest(host, Small.GPU));
    }

    @Test
    void nothingIsSaidOfAWayThatIsNotKnownOrRefused() {
        HostBuilder unread = direct();
        unread.get(Small.NIC_PORT).readable(64);
        assertEquals(Optional.empty(), slowest(unread, Small.GPU));
        HostBuilder refused = Small.host();
        refused.get(Small.ROOT).acs(0x1f, 0x0d);
        refused.get(Small.NIC).ats(0x0060, 0);
        assertEquals(Outcome.BLOCKED, Small.path(refused, Scenario.BARE_METAL).verdict());
        assertEquals(Optional.empty(), slowest(refused, Small.GPU));
    }
}
