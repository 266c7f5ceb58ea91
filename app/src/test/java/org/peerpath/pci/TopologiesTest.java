// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.RandomHosts;
import org.peerpath.text.Message;

/** The tree, by sysfs paths and by bus numbers, and which functions are VFs of which. */
class TopologiesTest {
    private static final int SEEDS = 100;

    /** As a dump of bytes tells the host: no links, no paths, no ids but those in the bytes. */
    private static Snapshot bytesOnly(Snapshot snapshot) {
        TreeMap<Address, FunctionFacts> stripped = new TreeMap<>();
        snapshot.functions().forEach((address, facts) -> {
            TreeMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            attributes.keySet().retainAll(Set.of(Attributes.CONFIG));
            stripped.put(address, new FunctionFacts(address, attributes, List.of(), false));
        });
        return new Snapshot(snapshot.origin(), new TreeMap<>(), false, stripped, List.of());
    }

    private static List<Address> chain(String... addresses) {
        return List.of(addresses).stream().map(Address::of).toList();
    }

    private static List<String> keys(List<Message> notes) {
        return notes.stream().map(Message::key).toList();
    }

    @Test
    void busNumbersGiveTheSameTreeAsSysfs() {
        for (Snapshot snapshot : HostShapes.all()) {
            Topology sysfs = Topologies.of(snapshot);
            Topology numbers = Topologies.of(bytesOnly(snapshot));
            assertEquals(List.of(), sysfs.notes(), snapshot.origin().host());
            sysfs.functions().forEach((address, function) -> {
                boolean read = sysfs.place(address).chain().stream()
                        .allMatch(bridge -> sysfs.get(bridge).bridge().isKnown());
                if (read) {
                    assertEquals(sysfs.place(address), numbers.place(address), address.toString());
                } else {
                    assertFalse(numbers.place(address).chainKnown(), address.toString());
                }
                if (!function.facts().bytes(Attributes.CONFIG).isKnown()) {
                    return;
                }
                PciFunction other = numbers.get(address);
                assertEquals(function.kind(), other.kind(), address.toString());
                assertEquals(function.vendor(), other.vendor(), address.toString());
                assertEquals(function.device(), other.device(), address.toString());
                assertEquals(sysfs.physicalFunction(address), numbers.physicalFunction(address));
                assertEquals(sysfs.virtualFunctions(address), numbers.virtualFunctions(address));
            });
        }
    }

    @Test
    void sysfsAndBusNumbersAgreeOnRandomTrees() {
        int functions = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Snapshot snapshot = RandomHosts.of(seed).build();
            Topology sysfs = Topologies.of(snapshot);
            assertEquals(List.of(), sysfs.notes(), "seed " + seed);
            Topology numbers = Topologies.of(bytesOnly(snapshot));
            for (PciFunction function : sysfs.functions().values()) {
                Address address = function.address();
                functions++;
                if (numbers.get(address).kind() == function.kind()) {
                    assertEquals(
                            sysfs.place(address).chain(), numbers.place(address).chain(), seed + " " + address);
                } else {
                    assertTrue(
                            function.kind() == FunctionKind.VIRTUAL_FUNCTION,
                            () -> address + ": only a VF whose PF's capability was not read may look different");
                }
            }
        }
        assertTrue(functions > 10 * SEEDS, "the trees are too small to show anything");
    }

    @Test
    void aChainLeadsFromTheNearestBridgeToTheRootPort() {
        Topology topology = Topologies.of(HostShapes.zoo().build());
        Topology.Place place = topology.place(Address.of("0000:18:00.0"));
        assertEquals(chain("0000:17:00.0", "0000:16:00.0", "0000:15:01.0"), place.chain());
        assertEquals("pci0000:15", place.hostBridge());
        assertTrue(place.chainKnown());
        assertEquals(List.of(), topology.place(Address.of("0000:15:01.0")).chain());
    }

    @Test
    void belowVmdTheNearestHostBridgeCounts() {
        HostBuilder host = HostBuilder.named("vmd");
        FunctionBuilder port = host.rootPort("10000:00:01.0", 0x8086, 0x2030);
        port.endpoint("10000:01:00.0", 0x144d, 0xa826, 0x010802)
                .attribute(
                        Attributes.REALPATH,
                        "/sys/devices/pci0000:00/0000:00:0e.0/pci10000:00/10000:00:01.0/10000:01:00.0");
        Topology.Place place = Topologies.of(host.build()).place(Address.of("10000:01:00.0"));
        assertEquals(chain("10000:00:01.0"), place.chain());
        assertEquals("pci10000:00", place.hostBridge());
    }

    @Test
    void whereSysfsAndBusNumbersDisagreeSysfsHoldsAndItIsSaid() {
        HostBuilder host = HostBuilder.named("t");
        host.rootPort("0000:00:01.0", 0x8086, 1).endpoint("0000:01:00.0", 0x10de, 2, 0x030200);
        host.rootPort("0000:00:02.0", 0x8086, 1)
                .endpoint("0000:02:00.0", 0x10de, 2, 0x030200)
                .attribute(Attributes.REALPATH, "/sys/devices/pci0000:00/0000:00:01.0/0000:02:00.0");
        Topology topology = Topologies.of(host.build());
        assertEquals(List.of("topology.disagree"), keys(topology.notes()));
        assertEquals(
                List.of("0000:02:00.0", "0000:00:01.0", "0000:00:02.0", "sysfs"),
                topology.notes().getFirst().args());
        assertEquals(
                chain("0000:00:01.0"),
                topology.place(Address.of("0000:02:00.0")).chain());
    }

    @Test
    void twoBridgesForOneBusAreSaid() {
        HostBuilder host = HostBuilder.named("t");
        host.rootPort("0000:00:01.0", 0x8086, 1).endpoint("0000:01:00.0", 0x10de, 2, 0x030200);
        host.rootPort("0000:00:02.0", 0x8086, 1)
                .config(config -> config.put8(0x19, 1).put8(0x1a, 1))
                .endpoint("0000:01:01.0", 0x10de, 2, 0x030200);
        Topology topology = Topologies.of(bytesOnly(host.build()));
        assertEquals(List.of("topology.bus-claimed-twice"), keys(topology.notes()));
    }

    @Test
    void aFileThatShowsOnlySomeFunctionsDoesNotPassForAWholeTree() {
        Snapshot whole = HostShapes.zoo().build();
        TreeMap<Address, FunctionFacts> some = new TreeMap<>(bytesOnly(whole).functions());
        some.keySet().removeIf(address -> Set.of("0000:15:01.0", "0000:16:00.0").contains(address.toString()));
        Topology topology = Topologies.of(new Snapshot(whole.origin(), new TreeMap<>(), false, some, List.of()));
        Topology.Place place = topology.place(Address.of("0000:18:00.0"));
        assertEquals(chain("0000:17:00.0"), place.chain());
        assertFalse(place.chainKnown());
    }

    /** Whichever bridge a listing leaves out, or could not read: nothing below it passes for hanging at the bridge above. */
    @Test
    void belowABridgeThatIsMissingOrUnreadNoTreePassesForWhole() {
        int gaps = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            Snapshot snapshot = RandomHosts.of(seed).build();
            Topology whole = Topologies.of(snapshot);
            for (PciFunction bridge : whole.functions().values()) {
                List<Address> below = whole.functions().keySet().stream()
                        .filter(address -> whole.place(address).chain().contains(bridge.address()))
                        .filter(address -> whole.get(address).kind() != FunctionKind.VIRTUAL_FUNCTION)
                        // Conventional functions on a bus that nothing leads to may as well be on a root bus.
                        .filter(address -> whole.get(address).portType().isKnown())
                        .toList();
                if (!bridge.bridge().isKnown() || below.isEmpty()) {
                    continue;
                }
                TreeMap<Address, FunctionFacts> some =
                        new TreeMap<>(bytesOnly(snapshot).functions());
                some.remove(bridge.address());
                Topology cut = Topologies.of(new Snapshot(snapshot.origin(), new TreeMap<>(), false, some, List.of()));
                for (Address address : below) {
                    gaps++;
                    assertFalse(cut.place(address).chainKnown(), seed + ": " + address + " below " + bridge.address());
                }
                assertEquals(
                        List.of(),
                        Topologies.of(unread(snapshot, bridge.address())).notes(),
                        "seed " + seed);
            }
        }
        assertTrue(gaps > 10 * SEEDS, "the trees are too small to show anything");
    }

    /** As the collector tells of a function whose configuration space could not be read. */
    private static Snapshot unread(Snapshot snapshot, Address address) {
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>(snapshot.functions());
        FunctionFacts facts = Objects.requireNonNull(functions.get(address));
        TreeMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
        attributes.put(
                Attributes.CONFIG, new Reading.Failed(Message.of("unknown.timed-out", Attributes.CONFIG), "sysfs"));
        attributes.keySet().removeAll(Set.of("secondary_bus_number", "subordinate_bus_number"));
        functions.put(address, new FunctionFacts(address, attributes, List.of(), true));
        return new Snapshot(snapshot.origin(), snapshot.host(), snapshot.hostListed(), functions, snapshot.notes());
    }

    private static Snapshot without(Snapshot whole, String... addresses) {
        TreeMap<Address, FunctionFacts> some = new TreeMap<>(whole.functions());
        some.keySet().removeAll(chain(addresses));
        return new Snapshot(whole.origin(), whole.host(), whole.hostListed(), some, List.of());
    }

    /** By paths and by numbers: a bridge that is left out leaves a gap, wherever in the chain it stood. */
    @ParameterizedTest
    @ValueSource(strings = {"0000:17:00.0", "0000:16:00.0", "0000:15:01.0"})
    void aGapInTheMiddleIsOneToo(String missing) {
        Address nic = Address.of("0000:18:00.0");
        for (Snapshot source :
                List.of(HostShapes.zoo().build(), bytesOnly(HostShapes.zoo().build()))) {
            Topology topology = Topologies.of(without(source, missing));
            assertFalse(topology.place(nic).chainKnown());
            assertTrue(topology.functions()
                    .keySet()
                    .containsAll(topology.place(nic).chain()));
            assertEquals(List.of(), topology.notes());
        }
    }

    /** With 64 bytes nothing tells a root bus from one whose bridge was left out, but what the chipset puts there. */
    @Test
    void aBusWithoutABridgeIsNoRootBusForThat() {
        HostBuilder host = HostBuilder.named("t");
        host.conventional("0000:00:00.0", 0x8086, 0x09a2, 0x060000);
        host.rootPort("0000:15:01.0", 0x8086, 0x0db0).endpoint("0000:16:00.0", 0x15b3, 0x1023, 0x020000);
        host.rootPort("0000:35:01.0", 0x8086, 0x0db0).endpoint("0000:36:00.0", 0x10de, 0x3182, 0x030200);
        for (String function : List.of("0000:15:01.0", "0000:16:00.0", "0000:35:01.0", "0000:36:00.0")) {
            host.get(function).readable(64);
        }
        Snapshot listing = bytesOnly(host.build());
        assertFalse(Topologies.of(listing).place(Address.of("0000:16:00.0")).chainKnown());
        Snapshot picked = without(listing, "0000:15:01.0", "0000:35:01.0");
        assertFalse(Topologies.of(picked).place(Address.of("0000:16:00.0")).chainKnown());
        assertFalse(Topologies.of(picked).place(Address.of("0000:36:00.0")).chainKnown());
        host.conventional("0000:15:00.0", 0x8086, 0x09a2, 0x088000);
        assertTrue(Topologies.of(bytesOnly(host.build()))
                .place(Address.of("0000:16:00.0"))
                .chainKnown());
    }

    /** As lstopo --no-bridges writes it: the host bridge is followed by what stands far below it. */
    @Test
    void aPathThatLeavesBridgesOutIsNotWhole() {
        HostBuilder host = HostBuilder.named("t");
        host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .endpoint("0000:18:00.0", 0x15b3, 0x1023, 0x020000)
                .attribute(Attributes.REALPATH, "/sys/devices/pci0000:15/0000:18:00.0");
        assertFalse(
                Topologies.of(host.build()).place(Address.of("0000:18:00.0")).chainKnown());
        assertTrue(Topologies.of(host.build()).place(Address.of("0000:15:01.0")).chainKnown());
    }

    @Test
    void aVfBeyondItsPortsBusSitsWhereItsPfSits() {
        HostBuilder host = HostBuilder.named("t");
        FunctionBuilder port = host.rootPort("0000:00:01.0", 0x8086, 1);
        FunctionBuilder pf = port.endpoint("0000:01:00.0", 0x15b3, 0x1023, 0x020000);
        pf.virtualFunctions(300, 300, 1, 1, 0x101e);
        Topology topology = Topologies.of(bytesOnly(host.build()));
        Address last = Address.of("0000:02:05.4");
        assertEquals(FunctionKind.VIRTUAL_FUNCTION, topology.get(last).kind());
        assertEquals(chain("0000:00:01.0"), topology.place(last).chain());
        assertEquals(Optional.of(Address.of("0000:01:00.0")), topology.physicalFunction(last));
        assertEquals(300, topology.virtualFunctions(Address.of("0000:01:00.0")).size());
        assertEquals(Fact.known(0x15b3), topology.get(last).vendor());
        assertEquals(Fact.known(0x101e), topology.get(last).device());
        assertTrue(topology.get(last).sriov().isAbsent());
    }

    @Test
    void aDisabledCapabilityMakesNoVfs() {
        HostBuilder host = HostBuilder.named("t");
        FunctionBuilder port = host.rootPort("0000:00:01.0", 0x8086, 1);
        FunctionBuilder pf = port.endpoint("0000:01:00.0", 0x15b3, 0x1023, 0x020000);
        pf.virtualFunctions(8, 2, 1, 1, 0x101e);
        pf.config(config -> config.change16(config.findExtended(0x10) + 8, 1, 0));
        Topology topology = Topologies.of(bytesOnly(host.build()));
        assertEquals(List.of(), topology.virtualFunctions(pf.address()));
        assertEquals(
                List.of("topology.vf-without-pf", "topology.vf-without-pf"),
                keys(topology.notes()),
                "ids of ones above a sound header are a VF's all the same");
        PciFunction orphan = topology.get(Address.of("0000:01:00.1"));
        assertEquals(FunctionKind.VIRTUAL_FUNCTION, orphan.kind());
        assertEquals(
                "unknown.vf.pf-not-read",
                orphan.vendor().whyUnknown().map(Message::key).orElse(""));
    }

    @Test
    void aFunctionBeyondTheLastVfIsNotThisPfs() {
        HostBuilder host = HostBuilder.named("t");
        FunctionBuilder port = host.rootPort("0000:00:01.0", 0x8086, 1);
        FunctionBuilder pf = port.endpoint("0000:01:00.0", 0x15b3, 0x1023, 0x020000);
        pf.virtualFunctions(8, 3, 1, 1, 0x101e);
        pf.config(config -> config.put16(config.findExtended(0x10) + 0x10, 2));
        Topology topology = Topologies.of(bytesOnly(host.build()));
        assertEquals(chain("0000:01:00.1", "0000:01:00.2"), topology.virtualFunctions(pf.address()));
        assertEquals(Optional.empty(), topology.physicalFunction(Address.of("0000:01:00.3")));
    }

    @Test
    void anOrdinaryFunctionAtAVfsAddressIsNone() {
        HostBuilder host = HostBuilder.named("t");
        FunctionBuilder port = host.rootPort("0000:00:01.0", 0x8086, 1);
        FunctionBuilder pf = port.endpoint("0000:01:00.0", 0x15b3, 0x1023, 0x020000);
        pf.virtualFunctions(8, 0, 1, 1, 0x101e);
        pf.config(config -> config.put16(config.findExtended(0x10) + 8, 1).put16(config.findExtended(0x10) + 0x10, 8));
        port.endpoint("0000:01:00.1", 0x15b3, 0x1023, 0x020000);
        Topology topology = Topologies.of(bytesOnly(host.build()));
        assertEquals(
                FunctionKind.ENDPOINT, topology.get(Address.of("0000:01:00.1")).kind());
    }

    @Test
    void decodingWhatTheBuilderWroteGivesItBack() {
        for (long seed = 0; seed < SEEDS; seed++) {
            Snapshot first = RandomHosts.of(seed).build();
            Snapshot again = RandomHosts.of(seed).build();
            assertEquals(first, again, "the builder is not repeatable");
            Topology topology = Topologies.of(first);
            assertEquals(topology, Topologies.of(again));
            topology.functions().forEach((address, function) -> {
                FunctionFacts facts = Objects.requireNonNull(first.functions().get(address));
                assertEquals(facts.text(Attributes.PHYSFN).isKnown(), function.kind() == FunctionKind.VIRTUAL_FUNCTION);
                assertEquals(facts.text(Attributes.VENDOR), function.vendor().map("0x%04x"::formatted));
                assertEquals(facts.text(Attributes.DEVICE), function.device().map("0x%04x"::formatted));
                assertEquals(facts.text(Attributes.CLASS), function.classCode().map("0x%06x"::formatted));
                function.link()
                        .asOptional()
                        .ifPresent(link -> facts.text("max_link_width")
                                .asOptional()
                                .ifPresent(width -> assertEquals(
                                        Fact.known(width), link.maxWidth().map(String::valueOf))));
            });
        }
    }
}
