// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;

/** Which functions count, which pairs are nearest, whose facts a row carries, and what lies between the far ones. */
class PathJudgeTest {
    private static List<PathReport> judge(HostBuilder host, Scenario scenario, PathSelection selection) {
        return new PathJudge(HostModel.of(host.build()), scenario).judge(selection);
    }

    private static List<String> pairs(List<PathReport> reports) {
        return reports.stream()
                .map(r -> r.requester().toString().substring(5) + ">"
                        + r.target().toString().substring(5))
                .toList();
    }

    // ---- Which functions -------------------------------------------------------------------------------------------

    @Test
    void gpusByClassAndVendorWithoutTheirSoundAndVfs() {
        HostBuilder host = Small.host();
        host.conventional("0000:50:00.0", 0x1a03, 0x2000, 0x030000);
        host.rootPort("0000:60:01.0", 0x8086, 0x0db0).endpoint("0000:61:00.0", 0x1002, 0x74a1, 0x038000);
        host.rootPort("0000:60:02.0", 0x8086, 0x0db0).endpoint("0000:62:00.0", 0x1234, 0x0001, 0x120000);
        host.get(Small.FAR_ROOT).endpoint("0000:41:00.1", 0x10de, 0x22ff, 0x040300);
        host.get(Small.GPU).virtualFunctions(2, 1, 1, 1, 0x3183);
        Topology topology = HostModel.of(host.build()).topology();
        assertEquals(
                List.of(Small.GPU, Small.FAR_GPU, "0000:61:00.0", "0000:62:00.0"),
                Roles.targets(topology, Roles.TargetKind.GPU).stream()
                        .map(f -> f.address().toString())
                        .toList());
    }

    @Test
    void nicsThatDoRdmaUnlessThereIsNoneOrAllAreWanted() {
        HostBuilder host = Small.host();
        host.rootPort("0000:60:01.0", 0x8086, 0x0db0).endpoint("0000:61:00.0", 0x8086, 0x1563, 0x020000);
        host.rootPort("0000:60:02.0", 0x8086, 0x0db0)
                .endpoint("0000:62:00.0", 0x1234, 0x0001, 0x020000)
                .directory("infiniband", "rdma0");
        host.rootPort("0000:60:03.0", 0x8086, 0x0db0)
                .endpoint("0000:63:00.0", 0x1234, 0x0001, 0x020000)
                .directory("infiniband");
        Topology topology = HostModel.of(host.build()).topology();
        assertEquals(List.of(Small.NIC, "0000:62:00.0"), addresses(topology, false));
        assertEquals(List.of(Small.NIC, "0000:61:00.0", "0000:62:00.0", "0000:63:00.0"), addresses(topology, true));
        HostBuilder plain = HostBuilder.named("p");
        plain.rootPort("0000:60:01.0", 0x8086, 0x0db0).endpoint("0000:61:00.0", 0x8086, 0x1563, 0x020000);
        assertEquals(
                List.of("0000:61:00.0"), addresses(HostModel.of(plain.build()).topology(), false));
    }

    private static List<String> addresses(Topology topology, boolean all) {
        return Roles.nics(topology, all).stream()
                .map(f -> f.address().toString())
                .toList();
    }

    @Test
    void drivesOnlyWhereTheyAreWanted() {
        HostBuilder host = Small.host();
        host.get(Small.SWITCH)
                .downstreamPort("0000:02:02.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .endpoint("0000:05:00.0", 0x144d, 0xa826, 0x010802);
        host.rootPort("0000:60:01.0", 0x8086, 0x0db0).endpoint("0000:61:00.0", 0x1000, 0x00b2, 0x010700);
        assertEquals(
                List.of("03:00.0>04:00.0", "03:00.0>41:00.0"),
                pairs(judge(host, Scenario.AS_IS, PathSelection.DEFAULT)));
        PathSelection both = new PathSelection(Set.of(PairKind.NIC_GPU, PairKind.NIC_NVME), false, false);
        List<PathReport> reports = judge(host, Scenario.AS_IS, both);
        assertEquals(List.of("03:00.0>04:00.0", "03:00.0>05:00.0", "03:00.0>41:00.0"), pairs(reports));
        assertFalse(reports.get(1).nearest(), "drives do not decide how a host is");
        assertEquals(PairKind.NIC_NVME, reports.get(1).pair());
    }

    private static HostBuilder withoutNic() {
        HostBuilder host = Small.host();
        host.get(Small.NIC).identity(0x10de, 0x3182, 0x030200);
        return host;
    }

    @Test
    void whereThereIsNoNicGpusAreAskedForAndTheirNearestCount() {
        List<PathReport> reports = judge(withoutNic(), Scenario.AS_IS, PathSelection.DEFAULT);
        assertEquals(
                List.of(
                        "03:00.0>04:00.0",
                        "03:00.0>41:00.0",
                        "04:00.0>03:00.0",
                        "04:00.0>41:00.0",
                        "41:00.0>03:00.0",
                        "41:00.0>04:00.0"),
                pairs(reports));
        assertEquals(
                List.of("03:00.0>04:00.0", "04:00.0>03:00.0", "41:00.0>03:00.0", "41:00.0>04:00.0"),
                pairs(reports.stream().filter(PathReport::nearest).toList()));
        assertTrue(reports.stream().allMatch(report -> report.pair() == PairKind.GPU_GPU));
    }

    @Test
    void whereThereIsANicGpusAmongThemselvesDecideNothing() {
        PathSelection gpus = new PathSelection(Set.of(PairKind.GPU_GPU), false, false);
        List<PathReport> reports = judge(Small.host(), Scenario.AS_IS, gpus);
        assertEquals(List.of("04:00.0>41:00.0", "41:00.0>04:00.0"), pairs(reports));
        assertTrue(reports.stream().noneMatch(PathReport::nearest));
        HostBuilder plainNic = withoutNic();
        plainNic.rootPort("0000:60:01.0", 0x8086, 0x0db0).endpoint("0000:61:00.0", 0x8086, 0x1563, 0x020000);
        assertTrue(judge(plainNic, Scenario.AS_IS, PathSelection.DEFAULT).stream()
                .allMatch(report -> report.pair() == PairKind.NIC_GPU));
    }

    // ---- Nearest ---------------------------------------------------------------------------------------------------

    @Test
    void theFewestLinksBelowASharedSwitchAreNearestAndTiesAllAre() {
        HostBuilder host = Small.host();
        FunctionBuilder up = host.get(Small.SWITCH);
        up.downstreamPort("0000:02:02.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .endpoint("0000:05:00.0", 0x10de, 0x3182, 0x030200);
        up.downstreamPort("0000:02:03.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .upstreamPort("0000:06:00.0", 0x1000, 0xc030)
                .downstreamPort("0000:07:00.0", 0x1000, 0xc030)
                .acs(0x5f, 0x1d)
                .endpoint("0000:08:00.0", 0x10de, 0x3182, 0x030200);
        List<PathReport> reports = judge(host, Scenario.AS_IS, PathSelection.DEFAULT);
        assertEquals(
                List.of("03:00.0>04:00.0", "03:00.0>05:00.0"),
                pairs(reports.stream().filter(PathReport::nearest).toList()));
        assertEquals(
                List.of(Proximity.PIX, Proximity.PIX, Proximity.PXB, Proximity.SYS),
                reports.stream().map(PathReport::proximity).toList());
    }

    @Test
    void withoutASharedSwitchTheBestLabelIsNearest() {
        HostBuilder host = HostBuilder.named("apart");
        host.rootPort("0000:00:01.0", 0x8086, 0x0db0).numa(0).endpoint("0000:01:00.0", 0x15b3, 0x1023, 0x020000);
        host.rootPort("0000:00:02.0", 0x8086, 0x0db0).numa(0).endpoint("0000:02:00.0", 0x10de, 0x3182, 0x030200);
        host.rootPort("0000:00:03.0", 0x8086, 0x0db0).numa(0).endpoint("0000:03:00.0", 0x10de, 0x3182, 0x030200);
        host.rootPort("0000:40:01.0", 0x8086, 0x0db0).numa(0).endpoint("0000:41:00.0", 0x10de, 0x3182, 0x030200);
        host.rootPort("0000:80:01.0", 0x8086, 0x0db0).numa(1).endpoint("0000:81:00.0", 0x10de, 0x3182, 0x030200);
        List<PathReport> reports = judge(host, Scenario.AS_IS, PathSelection.DEFAULT);
        assertEquals(
                List.of(Proximity.PHB, Proximity.PHB, Proximity.NODE, Proximity.SYS),
                reports.stream().map(PathReport::proximity).toList());
        assertEquals(
                List.of(true, true, false, false),
                reports.stream().map(PathReport::nearest).toList());
    }

    // ---- What lies between -----------------------------------------------------------------------------------------

    /**
     * Nodes as sysfs shows them.
     *
     * @param siblings processors of one socket
     * @param distances a line for each node
     */
    static HostBuilder nodes(HostBuilder host, int siblings, String... distances) {
        String[] names = new String[distances.length];
        for (int i = 0; i < distances.length; i++) {
            names[i] = "node" + i;
            host.text(HostFiles.NUMA_NODES + "/node" + i + "/cpulist", 8 * i + "-" + (8 * i + 7));
            host.text(HostFiles.NUMA_NODES + "/node" + i + "/distance", distances[i]);
        }
        return host.directory(HostFiles.NUMA_NODES, names)
                .text(HostFiles.CPUINFO_FLAGS, "processor\t: 0\nsiblings\t: " + siblings + "\ncpu cores\t: 4\n");
    }

    private static Optional<Route.Crossing> crossing(int numa, String target) {
        HostBuilder host = nodes(Small.host(), 8, "10 21", "21 10");
        host.rootPort("0000:00:05.0", 0x8086, 0x0db0).numa(0).endpoint("0000:09:00.0", 0x10de, 0x3182, 0x030200);
        host.get(Small.FAR_GPU).numa(numa);
        return Small.path(host, Scenario.AS_IS, target).untranslated().crosses();
    }

    @Test
    void aHostBridgeOrASocketOrNobodyKnows() {
        assertEquals(Optional.of(Route.Crossing.HOST_BRIDGE), crossing(1, "0000:09:00.0"));
        assertEquals(Optional.of(Route.Crossing.HOST_BRIDGE), crossing(0, Small.FAR_GPU));
        assertEquals(Optional.of(Route.Crossing.SOCKET), crossing(1, Small.FAR_GPU));
        assertEquals(Optional.empty(), crossing(-1, Small.FAR_GPU));
    }

    private static Optional<Route.Crossing> between(int one, int other, int siblings, String... distances) {
        HostBuilder host = nodes(Small.host(), siblings, distances);
        host.get(Small.NIC).numa(one);
        host.get(Small.FAR_GPU).numa(other);
        return Small.path(host, Scenario.AS_IS, Small.FAR_GPU).untranslated().crosses();
    }

    @Test
    void aNodeIsNotASocket() {
        Optional<Route.Crossing> socket = Optional.of(Route.Crossing.SOCKET);
        Optional<Route.Crossing> inside = Optional.of(Route.Crossing.HOST_BRIDGE);
        String[] four = {"10 12 32 32", "12 10 32 32", "32 32 10 12", "32 32 12 10"};
        assertEquals(inside, between(0, 1, 16, four), "two nodes of one socket");
        assertEquals(socket, between(0, 2, 16, four));
        assertEquals(inside, between(3, 2, 16, four));
        assertEquals(socket, between(0, 1, 8, four), "as many sockets as nodes");
        assertEquals(inside, between(0, 3, 32, four), "one socket of four nodes");
        assertEquals(Optional.empty(), between(0, 1, 16, "10 20 20 20", "20 10 20 20", "20 20 10 20", "20 20 20 10"));
        assertEquals(Optional.empty(), between(0, 1, 12, four), "processors that fit no number of sockets");
        assertEquals(Optional.empty(), between(0, 0, 4, "10"), "one node joined of two sockets");
        assertEquals(inside, between(0, 0, 8, "10"));
        HostBuilder untold = Small.host();
        assertEquals(
                Optional.empty(),
                Small.path(untold, Scenario.AS_IS, Small.FAR_GPU).untranslated().crosses(),
                "nobody said how many sockets there are");
    }

    // ---- What was not read -----------------------------------------------------------------------------------------

    @Test
    void whoIsNearIsToldWithoutTheKindsOfPorts() {
        HostBuilder host = Small.host();
        host.get(Small.SWITCH)
                .downstreamPort("0000:02:03.0", 0x1000, 0xc030)
                .upstreamPort("0000:06:00.0", 0x1000, 0xc030)
                .downstreamPort("0000:07:00.0", 0x1000, 0xc030)
                .endpoint("0000:08:00.0", 0x10de, 0x3182, 0x030200);
        host.rootPort("0000:00:05.0", 0x8086, 0x0db0).endpoint("0000:09:00.0", 0x10de, 0x3182, 0x030200);
        for (String port : List.of(
                Small.ROOT,
                Small.SWITCH,
                Small.NIC_PORT,
                Small.GPU_PORT,
                "0000:02:03.0",
                "0000:06:00.0",
                "0000:07:00.0")) {
            host.get(port).readable(64);
        }
        List<PathReport> reports = judge(host, Scenario.AS_IS, PathSelection.DEFAULT);
        assertEquals(
                List.of(Proximity.PIX, Proximity.PXB, Proximity.PHB, Proximity.SYS),
                reports.stream().map(PathReport::proximity).toList());
        assertEquals(
                List.of("03:00.0>04:00.0"),
                pairs(reports.stream().filter(PathReport::nearest).toList()));
        assertEquals(Outcome.UNKNOWN, reports.getFirst().verdict());
    }

    // ---- Whose facts -----------------------------------------------------------------------------------------------

    private static HostBuilder withVirtualFunctions() {
        HostBuilder host = Small.host();
        host.get(Small.NIC_PORT).acs(0x5f, 0x5d);
        List<FunctionBuilder> made = host.get(Small.NIC).virtualFunctions(4, 3, 1, 1, 0x101e);
        made.get(0).ats(0x0060, 0x8000).driver("vfio-pci");
        made.get(1).ats(0x0060, 0).driver("vfio-pci");
        made.get(2).ats(0x0060, 0x8000).driver("vfio-pci");
        return host;
    }

    private static PathReport first(HostBuilder host, Scenario scenario) {
        return judge(host, scenario, PathSelection.DEFAULT).getFirst();
    }

    @Test
    void inAVmTheWorstVfDecidesElseThePf() {
        PathReport vm = first(withVirtualFunctions(), Scenario.VM);
        assertEquals(Address.of(Small.NIC), vm.requester());
        assertEquals(Address.of("0000:03:00.2"), vm.decidingFunction());
        assertEquals(Outcome.DETOUR, vm.verdict());
        PathReport now = first(withVirtualFunctions(), Scenario.AS_IS);
        assertEquals(Address.of(Small.NIC), now.decidingFunction());
        assertEquals(Outcome.INSIDE_SWITCH, now.verdict());
        assertEquals(Address.of(Small.NIC), first(Small.host(), Scenario.VM).decidingFunction(), "without VFs the PF");
    }

    @Test
    void vfsAreListedWhereTheyDifferOrAllAreWanted() {
        assertEquals(
                3, first(withVirtualFunctions(), Scenario.AS_IS).functions().size());
        HostBuilder alike = withVirtualFunctions();
        alike.get("0000:03:00.2").ats(0x0060, 0x8000);
        assertEquals(List.of(), first(alike, Scenario.VM).functions());
        PathSelection all = new PathSelection(Set.of(PairKind.NIC_GPU), false, true);
        List<FunctionVerdict> listed = judge(alike, Scenario.VM, all).getFirst().functions();
        assertEquals(
                List.of("0000:03:00.1", "0000:03:00.2", "0000:03:00.3"),
                listed.stream().map(f -> f.function().toString()).toList());
        assertTrue(listed.stream().allMatch(f -> f.driver().knownToBe("vfio-pci"::equals)));
    }

    // ---- The egress vector -----------------------------------------------------------------------------------------

    private static Route withVector(int size, int portNumber, int... words) {
        HostBuilder host = Small.host();
        host.get(Small.GPU_PORT).portNumber(portNumber);
        host.get(Small.NIC_PORT).acs(0x7f | size << 8, 0x20, words);
        return Small.path(host, Scenario.BARE_METAL).untranslated();
    }

    @Test
    void theVectorsBitIsThePeersPortNumber() {
        assertEquals(Outcome.BLOCKED, withVector(32, 5, 1 << 5).outcome());
        assertEquals(Outcome.INSIDE_SWITCH, withVector(32, 5, ~(1 << 5)).outcome());
        assertEquals(Outcome.BLOCKED, withVector(32, 31, 1 << 31).outcome());
        assertEquals(Outcome.BLOCKED, withVector(64, 32, 0, 1).outcome());
        assertEquals(Outcome.BLOCKED, withVector(0, 40, 0, 1 << 8).outcome(), "a size of 0 means 256");
    }

    @Test
    void aPortNumberBeyondTheVectorIsUnknown() {
        Route beyond = withVector(32, 32, -1);
        assertEquals(Outcome.UNKNOWN, beyond.outcome());
        assertEquals("unknown.route.vector-short", beyond.reason().orElseThrow().key());
        assertFalse(beyond.decidedBy().isPresent());
        assertEquals(Outcome.INSIDE_SWITCH, withVector(33, 32, 0, 0).outcome());
    }
}
