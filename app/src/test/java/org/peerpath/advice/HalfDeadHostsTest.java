// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.path.Scenario;
import org.peerpath.path.Unusable;
import org.peerpath.path.UnusableCause;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.Changed;
import org.peerpath.testing.HostBuilder;

/** Hosts of which a part is dead in a way that single registers do not show, and each one's healthy twin. */
class HalfDeadHostsTest {
    private static final int HEADER = 64;
    private static final int CONVENTIONAL = 256;
    private static final long GPU_MEMORY = 0x2f0_0000_0000L;
    private static final String NO_LINE = "0x0000000000000000 0x0000000000000000 0x0000000000000000\n";

    /** The GPU with the BARs of an NVIDIA GPU: registers, memory, and a third. */
    private static HostBuilder metal() {
        HostBuilder host = FaultyHost.bareMetal();
        host.get(FaultyHost.GPU)
                .bar(1, 0, 0)
                .bar(0, 0x2e0_0000_0000L, 16 << 20)
                .bar(2, GPU_MEMORY, 0x40_0000_0000L)
                .bar(4, 0x2e0_0200_0000L, 32 << 20);
        return host;
    }

    private static Snapshot bytes(Snapshot host, String function, Consumer<byte[]> change) {
        return Changed.config(host, function, config -> {
            byte[] all = config.toArray();
            change.accept(all);
            return Bytes.copyOf(all);
        });
    }

    private static Set<String> causes(Snapshot host) {
        return FieldHosts.paths(host, Scenario.BARE_METAL).stream()
                .flatMap(path -> path.unusable().stream())
                .map(HalfDeadHostsTest::said)
                .collect(Collectors.toSet());
    }

    private static String said(Unusable unusable) {
        return unusable.cause() + " " + unusable.function();
    }

    private static HostState.Level level(Snapshot host) {
        return FieldHosts.level(host, Scenario.BARE_METAL);
    }

    private static Set<String> ids(Snapshot host) {
        return FieldHosts.ids(host, Scenario.BARE_METAL);
    }

    @Test
    void theTwinIsWell() {
        assertEquals(HostState.Level.OK, level(metal().build()));
        assertEquals(Set.of(), causes(metal().build()));
    }

    // ---- What does not answer --------------------------------------------------------------------------------------

    /** It went away while it was being read, or asks to be asked again (Vendor ID 0001h). */
    @ParameterizedTest
    @ValueSource(strings = {FaultyHost.NIC, FaultyHost.GPU, FaultyHost.NIC_PORT, FaultyHost.GPU_PORT})
    void whatAnswersHalfDoesNotAnswer(String function) {
        Snapshot well = metal().build();
        Set<String> gone = Set.of(UnusableCause.NO_ANSWER + " " + function);
        assertEquals(gone, causes(bytes(well, function, all -> Arrays.fill(all, HEADER, all.length, (byte) 0xff))));
        assertEquals(gone, causes(bytes(well, function, all -> {
            Arrays.fill(all, 2, all.length, (byte) 0xff);
            all[0] = 1;
            all[1] = 0;
        })));
    }

    /** Extended space that nobody answers for is one that the platform does not reach. */
    @Test
    void onesInExtendedSpaceAloneAreNoDeath() {
        Snapshot short256 =
                bytes(metal().build(), FaultyHost.GPU, all -> Arrays.fill(all, CONVENTIONAL, all.length, (byte) 0xff));
        assertEquals(Set.of(), causes(short256));
        assertEquals(HostState.Level.OK, level(short256));
    }

    /** As tar leaves a file of which less could be read than it promised: zeros are no registers. */
    @ParameterizedTest
    @ValueSource(ints = {0, HEADER})
    void zerosOfAnArchiveAreUnread(int readable) {
        Snapshot host =
                bytes(FaultyHost.vm().build(), FaultyHost.NIC, all -> Arrays.fill(all, readable, all.length, (byte) 0));
        PciFunction nic = HostModel.of(host).topology().get(Address.of(FaultyHost.NIC));
        assertTrue(nic.ats().isUnknown(), nic.ats().toString());
        assertTrue(nic.portType().isUnknown(), nic.portType().toString());
        assertTrue(!FieldHosts.ids(host, Scenario.VM).contains("ats-off"));
        Snapshot port = bytes(
                FaultyHost.vm().build(), FaultyHost.NIC_PORT, all -> Arrays.fill(all, readable, all.length, (byte) 0));
        assertEquals(HostState.Level.UNKNOWN, FieldHosts.level(port, Scenario.VM));
    }

    /** A word of the kernel's that names no state of power excuses no dead link. */
    @ParameterizedTest
    @ValueSource(strings = {"error", "", "unknown", "D7", "D3cold"})
    void onlyAKnownLowStateIsSleep(String word) {
        HostBuilder down = metal();
        down.get(FaultyHost.GPU_PORT).linkDown();
        Snapshot dead = Changed.attribute(down.build(), FaultyHost.GPU, "power_state", word);
        assertEquals(Set.of(UnusableCause.NO_LINK + " " + FaultyHost.GPU_PORT), causes(dead));
        Snapshot alive = Changed.attribute(metal().build(), FaultyHost.GPU, "power_state", word);
        assertEquals(HostState.Level.OK, level(alive));
        assertEquals(Set.of(), causes(Changed.attribute(down.build(), FaultyHost.GPU, "power_state", "D3hot")));
    }

    // ---- Addresses -------------------------------------------------------------------------------------------------

    static Stream<Arguments> addresses() {
        return Stream.of(
                lost(
                        "a window that holds half of it",
                        UnusableCause.OUTSIDE_WINDOW,
                        FaultyHost.GPU_PORT,
                        host -> bytes(host, FaultyHost.GPU_PORT, HalfDeadHostsTest::half)),
                lost(
                        "the kernel has none of what the registers show",
                        UnusableCause.NO_ADDRESS,
                        FaultyHost.GPU,
                        host -> Changed.attribute(host, FaultyHost.GPU, "resource", NO_LINE.repeat(7))));
    }

    /** The prefetchable window ends amid the GPU's memory. */
    private static void half(byte[] bridge) {
        bridge[0x2c] = (byte) 0xf1;
        bridge[0x2d] = 0x02;
        bridge[0x2e] = 0;
        bridge[0x2f] = 0;
    }

    private static Arguments lost(String what, UnusableCause cause, String function, UnaryOperator<Snapshot> change) {
        return Arguments.of(what, cause + " " + function, change);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("addresses")
    void memoryThatIsNotReachedIsSaid(String what, String cause, UnaryOperator<Snapshot> change) {
        Snapshot ill = change.apply(metal().build());
        assertEquals(Set.of(cause), causes(ill), what);
        assertEquals(HostState.Level.BROKEN, level(ill), what);
    }

    /** Where all windows are closed it does not matter whose addresses lspci printed. */
    @Test
    void closedWindowsInTextPassNothing() {
        String open = "Prefetchable memory behind bridge: 2f000000000-32fffffffff [size=256G] [32-bit]";
        String closed = "Prefetchable memory behind bridge: [disabled] [64-bit]";
        assertEquals(Set.of(), causes(printed(open)));
        assertEquals(Set.of(UnusableCause.OUTSIDE_WINDOW + " " + FaultyHost.GPU_PORT), causes(printed(closed)));
    }

    private static Snapshot printed(String window) {
        Snapshot host = metal().build();
        Snapshot port = text(
                host,
                FaultyHost.GPU_PORT,
                List.of("Control: I/O+ Mem+ BusMaster+", "Memory behind bridge: [disabled] [32-bit]", window));
        return text(
                port,
                FaultyHost.GPU,
                List.of(
                        "Control: I/O+ Mem+ BusMaster+",
                        "Region 0: Memory at 2e000000000 (64-bit, prefetchable) [size=16M]",
                        "Region 2: Memory at 2f000000000 (64-bit, prefetchable) [size=256G]"));
    }

    /** Only lspci's lines are left of what the registers said of addresses. */
    private static Snapshot text(Snapshot host, String function, List<String> lines) {
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>(host.functions());
        Address address = Address.of(function);
        functions.computeIfPresent(address, (a, facts) -> {
            TreeMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            attributes.keySet().removeAll(List.of("config", "resource"));
            return new FunctionFacts(address, attributes, lines, facts.listed());
        });
        return new Snapshot(host.origin(), host.host(), host.hostListed(), functions, host.notes());
    }

    // ---- What the host does not reach ------------------------------------------------------------------------------

    static Stream<Arguments> above() {
        return Stream.of(
                Arguments.of(FaultyHost.ROOT, (Consumer<byte[]>) all -> Arrays.fill(all, (byte) 0xff)),
                Arguments.of(FaultyHost.ROOT, (Consumer<byte[]>) all -> all[4] &= ~4),
                Arguments.of(FaultyHost.ROOT, (Consumer<byte[]>) all -> all[4] &= ~2),
                Arguments.of(FaultyHost.SWITCH, (Consumer<byte[]>) all -> all[4] &= ~4),
                Arguments.of(FaultyHost.SWITCH, (Consumer<byte[]>) HalfDeadHostsTest::half));
    }

    /** Requests between two devices turn around below it; nothing of the host's gets through. */
    @ParameterizedTest
    @MethodSource("above")
    void aDeadBridgeAboveBothIsNoGreenHost(String bridge, Consumer<byte[]> change) {
        Snapshot ill = bytes(metal().build(), bridge, change);
        assertEquals(Set.of(), causes(ill), "the path itself works");
        assertTrue(ids(ill).contains("host-cut-off"), () -> ids(ill).toString());
        assertEquals(HostState.Level.ATTENTION, level(ill));
        Finding finding = FieldHosts.findings(ill, Scenario.BARE_METAL).stream()
                .filter(f -> f.id() == FindingId.HOST_CUT_OFF)
                .findFirst()
                .orElseThrow();
        assertTrue(finding.functions().contains(Address.of(bridge)));
    }

    /** What makes the path itself unusable is said once. */
    @Test
    void aBrokenPathIsNotCutOffToo() {
        Snapshot ill = bytes(metal().build(), FaultyHost.ROOT, all -> all[0x3e] |= 0x40);
        assertEquals(Set.of(UnusableCause.IN_RESET + " " + FaultyHost.ROOT), causes(ill));
        assertTrue(!ids(ill).contains("host-cut-off"), () -> ids(ill).toString());
    }

    /** A bridge whose own bus numbers lead elsewhere: sysfs remembers what was below it. */
    @ParameterizedTest
    @ValueSource(strings = {FaultyHost.NIC_PORT, FaultyHost.GPU_PORT, FaultyHost.SWITCH})
    void busNumbersThatLeadElsewhereAreSaid(String bridge) {
        for (int bus : new int[] {0, 0xff}) {
            Snapshot ill = bytes(metal().build(), bridge, all -> {
                all[0x19] = (byte) bus;
                all[0x1a] = (byte) bus;
            });
            assertNotEquals(HostState.Level.OK, level(ill), bridge + " " + bus);
            assertTrue(ids(ill).contains("sources-disagree"), () -> ids(ill).toString());
        }
    }

    // ---- What is no longer there -----------------------------------------------------------------------------------

    /** The kernel removes what it cannot recover; the port that caught the error is left. */
    @Test
    void aContainedPortWithoutADeviceIsSaid() {
        HostBuilder host = metal();
        host.rootPort("0000:25:01.0", 0x8086, 0x0db0).dpc(0x00d7, 1, 1);
        assertEquals(HostState.Level.ATTENTION, level(host.build()));
        HostBuilder twin = metal();
        twin.rootPort("0000:25:01.0", 0x8086, 0x0db0).dpc(0x00d7, 1, 0);
        assertEquals(HostState.Level.OK, level(twin.build()));
    }

    /** A NIC in flash recovery has another identity, so no path misses it. */
    @ParameterizedTest
    @ValueSource(ints = {0x0209, 0x0218, 0x0219, 0x021e, 0x021c})
    void aCardInRecoveryIsAnError(int device) {
        HostBuilder host = metal();
        host.rootPort("0000:25:01.0", 0x8086, 0x0db0).endpoint("0000:26:00.0", 0x15b3, device, 0x050000);
        Snapshot ill = host.build();
        assertEquals(HostState.Level.BROKEN, level(ill));
        List<PathReport> paths = FieldHosts.paths(ill, Scenario.BARE_METAL);
        assertEquals(
                Optional.of(FindingId.CARD_IN_RECOVERY),
                HostState.of(HostModel.of(ill), paths, FieldHosts.findings(ill, Scenario.BARE_METAL))
                        .worst()
                        .map(Finding::id));
        assertTrue(paths.stream().noneMatch(path -> path.requester().equals(Address.of("0000:26:00.0"))));
        HostBuilder twin = metal();
        twin.rootPort("0000:25:01.0", 0x8086, 0x0db0).endpoint("0000:26:00.0", 0x15b3, 0x197d, 0x050000);
        assertEquals(HostState.Level.OK, level(twin.build()));
    }
}
