// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.pci.FunctionKind;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topologies;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.RandomHosts;

/** The router and a packet that is carried from port to port must come to the same end, everywhere. */
class RouterAgainstWalkTest {
    private static final Address NIC = Address.of("0000:05:00.0");
    private static final Address GPU = Address.of("0000:06:00.0");
    private static final Address NIC_PORT = Address.of("0000:04:00.0");
    private static final Address GPU_PORT = Address.of("0000:04:01.0");
    private static final Address DOWNSTREAM = Address.of("0000:02:00.0");
    private static final Address ROOT = Address.of("0000:00:01.0");
    private static final int ACS = 0x000d;
    /** Capability and control of a port above the shared switch: no ACS, Upstream Forwarding off, on, hard-wired. */
    private static final int[][] ABOVE = {{}, {0x1f, 0x00}, {0x1f, 0x10}, {0x0f, 0x00}, {0x1f, 0x12}};

    /** RR × DT × EC × TB × their capability bits × vector bit × CR × what the ports above do. */
    @Test
    void agreesOverTheWholeTable() {
        long compared = 0;
        for (int control = 0; control < 16; control++) {
            for (int capability = 0; capability < 16; capability++) {
                for (int vector = 0; vector < 2; vector++) {
                    for (int[] downstream : ABOVE) {
                        for (int[] root : ABOVE) {
                            for (int completion = 0; completion < 4; completion++) {
                                Snapshot host = table(
                                        spread(capability), spread(control), vector, downstream, root, completion);
                                compared += compare(host, Topologies.of(host), NIC, GPU);
                            }
                        }
                    }
                }
            }
        }
        assertEquals(16L * 16 * 2 * ABOVE.length * ABOVE.length * 4, compared);
    }

    /** Four bits as TB, RR, EC, DT. */
    private static int spread(int bits) {
        return (bits & 1) << 1 | (bits & 2) << 1 | (bits & 4) << 3 | (bits & 8) << 3;
    }

    /** Root port, switch, switch, and below that one port for the NIC and one for the GPU; every port with ACS. */
    private static final Snapshot SHAPE = shape();

    private static Snapshot shape() {
        HostBuilder host = HostBuilder.named("table").intelIommu("f020de").groups("DMA-FQ");
        FunctionBuilder root = host.rootPort(ROOT.toString(), 0x8086, 0x0db0);
        FunctionBuilder above =
                root.upstreamPort("0000:01:00.0", 0x1000, 0xc030).downstreamPort(DOWNSTREAM.toString(), 0x1000, 0xc030);
        FunctionBuilder shared = above.upstreamPort("0000:03:00.0", 0x1000, 0xc030);
        FunctionBuilder nicPort =
                shared.downstreamPort(NIC_PORT.toString(), 0x1000, 0xc030).portNumber(1);
        FunctionBuilder gpuPort =
                shared.downstreamPort(GPU_PORT.toString(), 0x1000, 0xc030).portNumber(2);
        for (FunctionBuilder port : List.of(root, above, nicPort, gpuPort)) {
            port.acs(0x2020, 0, 0);
        }
        nicPort.endpoint(NIC.toString(), 0x15b3, 0x1023, 0x020000)
                .ats(0x20, 0x8000)
                .link(LinkSpeed.GEN5, 16);
        gpuPort.endpoint(GPU.toString(), 0x10de, 0x3182, 0x030200);
        return host.build();
    }

    private static Snapshot table(
            int capability, int control, int vector, int[] downstream, int[] rootPort, int completion) {
        SortedMap<Address, FunctionFacts> functions = new TreeMap<>(SHAPE.functions());
        set(functions, NIC_PORT, capability | 0x11 | 0x2000, control | 0x11, vector << 2);
        set(functions, GPU_PORT, (completion & 1) == 0 ? 0x17 : 0x1f, (completion & 2) == 0 ? 0x11 : 0x19, 0);
        set(functions, DOWNSTREAM, downstream);
        set(functions, ROOT, rootPort);
        return new Snapshot(SHAPE.origin(), SHAPE.host(), SHAPE.hostListed(), functions, List.of());
    }

    private static void set(Map<Address, FunctionFacts> functions, Address port, int... registers) {
        functions.computeIfPresent(port, (address, facts) -> {
            Bytes config = facts.bytes("config").asOptional().orElseThrow();
            int at = 0x100;
            while (config.word(at) != ACS) {
                at = config.dword(at) >>> 20;
            }
            // Without registers the capability becomes one that nobody knows.
            Bytes changed = registers.length == 0
                    ? config.withWord(at, 0x7777)
                    : config.withWord(at + 4, registers[0]).withWord(at + 6, registers[1]);
            if (registers.length > 2) {
                changed = changed.withWord(at + 8, registers[2]);
            }
            SortedMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            attributes.put("config", new Reading.Data(changed, "test"));
            return new FunctionFacts(address, attributes, facts.lspciText(), facts.listed());
        });
    }

    @Test
    void agreesOnRandomTrees() {
        long compared = 0;
        long first = Long.getLong("peerpath.seed", 1);
        int trees = 4 * Integer.getInteger("peerpath.trees", 150);
        for (long seed = first; seed < first + trees; seed++) {
            Snapshot snapshot = RandomHosts.small(seed).build();
            HostModel host = HostModel.of(snapshot);
            List<Address> ends = host.topology().functions().values().stream()
                    .filter(function -> function.kind() == FunctionKind.ENDPOINT
                            || function.kind() == FunctionKind.VIRTUAL_FUNCTION)
                    .map(PciFunction::address)
                    .toList();
            for (Address from : ends) {
                for (Address to : ends) {
                    if (!from.sameDevice(to)) {
                        try {
                            compared += compare(snapshot, host.topology(), from, to);
                        } catch (AssertionError e) {
                            throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
                        }
                    }
                }
            }
        }
        assertTrue(compared > 3L * trees, "only " + compared + " pairs");
    }

    private static int compare(Snapshot snapshot, Topology topology, Address from, Address to) {
        Router.Routes routes = new Router(topology, Sockets.of(snapshot)).route(from, to);
        PacketWalk walk = new PacketWalk(snapshot);
        boolean meetingRead = !(routes.meeting() instanceof CommonUpstream.Unclear);
        if (meetingRead) {
            check(walk, from, to, PacketWalk.Kind.PHYSICAL_REQUEST, routes.physical());
            check(walk, from, to, PacketWalk.Kind.IOMMU_REQUEST, routes.iommuAddress());
            check(walk, from, to, PacketWalk.Kind.TRANSLATED_REQUEST, routes.translated());
            routes.physical()
                    .completion()
                    .ifPresent(completion -> assertEquals(
                            walk.send(to, from, PacketWalk.Kind.STRICT_COMPLETION)
                                    .outcome(),
                            completion.strict(),
                            "strict completion " + to + " -> " + from));
        } else {
            // What the two share was not read: only a certain refusal of translated requests is more than unknown.
            assertEquals(Outcome.UNKNOWN, routes.physical().outcome());
            assertEquals(Outcome.UNKNOWN, routes.iommuAddress().outcome());
            PacketWalk.End translated = walk.send(from, to, PacketWalk.Kind.TRANSLATED_REQUEST);
            assertTrue(
                    routes.translated().outcome() == Outcome.UNKNOWN || translated.outcome() == Outcome.BLOCKED,
                    "translated " + from + " -> " + to);
        }
        return 1;
    }

    private static void check(PacketWalk walk, Address from, Address to, PacketWalk.Kind kind, Route route) {
        PacketWalk.End end = walk.send(from, to, kind);
        String which = kind + " " + from + " -> " + to;
        assertEquals(end.outcome(), route.outcome(), which);
        if (end.outcome() == Outcome.BLOCKED
                || end.outcome() == Outcome.INSIDE_SWITCH
                || (end.outcome() == Outcome.DETOUR && kind != PacketWalk.Kind.IOMMU_REQUEST)) {
            assertEquals(end.where(), route.decidedBy().map(Decision::port), which);
        } else if (end.outcome() != Outcome.DETOUR) {
            assertEquals(Optional.empty(), route.decidedBy(), which);
        }
    }
}
