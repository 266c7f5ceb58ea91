// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.file.SnapshotFileTest;
import org.peerpath.snapshot.live.Collector;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.LspciDump;
import org.peerpath.testing.TreeWriter;

/** Every cause in every kind of source that carries its fact; and what only looks like one. */
class UsabilityTest {
    private static final long MEMORY = 0x20_0000_0000L;
    private static final int EXPRESS = 0x60;

    private static HostBuilder healthy() {
        HostBuilder host = Small.host().groups("identity");
        host.get(Small.NIC_PORT).acs(0x5f, 0);
        host.get(Small.GPU_PORT).acs(0x5f, 0);
        host.get(Small.GPU).bar(0, 0x30_0000_0000L, 0x1000000).bar(2, MEMORY, 0x10_0000_0000L);
        return host;
    }

    /**
     * One fault.
     *
     * @param function that is named
     * @param withoutDriver whether a source without drivers tells it too
     * @param scenario in which it is looked for
     */
    record Fault(
            UnusableCause cause,
            String function,
            boolean withoutDriver,
            Scenario scenario,
            Consumer<HostBuilder> make) {
        @Override
        public String toString() {
            return cause.id() + " " + function;
        }
    }

    private static Fault at(UnusableCause cause, String function, Consumer<HostBuilder> make) {
        return new Fault(cause, function, true, Scenario.BARE_METAL, make);
    }

    static Stream<Fault> faults() {
        return Stream.of(
                at(UnusableCause.NO_ANSWER, Small.GPU, h -> h.get(Small.GPU).gone()),
                at(UnusableCause.NO_ANSWER, Small.NIC, h -> h.get(Small.NIC).gone()),
                at(
                        UnusableCause.NO_LINK,
                        Small.GPU_PORT,
                        h -> h.get(Small.GPU_PORT).linkDown()),
                at(UnusableCause.NO_LINK, Small.ROOT, h -> h.get(Small.ROOT).linkDown()),
                at(
                        UnusableCause.LINK_DISABLED,
                        Small.NIC_PORT,
                        h -> h.get(Small.NIC_PORT).config(c -> c.change16(EXPRESS + 0x10, 0x10, 0x10))),
                at(
                        UnusableCause.IN_RESET,
                        Small.GPU_PORT,
                        h -> h.get(Small.GPU_PORT).config(c -> c.change16(0x3e, 0x40, 0x40))),
                at(
                        UnusableCause.CONTAINED,
                        Small.GPU_PORT,
                        h -> h.get(Small.GPU_PORT).dpc(0x00d7, 1, 1)),
                at(
                        UnusableCause.NO_BUS_MASTER,
                        Small.NIC_PORT,
                        h -> h.get(Small.NIC_PORT).command(4, 0)),
                at(
                        UnusableCause.NO_MEMORY_SPACE,
                        Small.GPU_PORT,
                        h -> h.get(Small.GPU_PORT).command(2, 0)),
                new Fault(
                        UnusableCause.NO_BUS_MASTER,
                        Small.NIC,
                        false,
                        Scenario.BARE_METAL,
                        h -> h.get(Small.NIC).command(4, 0)),
                new Fault(
                        UnusableCause.NO_MEMORY_SPACE,
                        Small.GPU,
                        false,
                        Scenario.BARE_METAL,
                        h -> h.get(Small.GPU).command(2, 0)),
                new Fault(
                        UnusableCause.VF_MEMORY_OFF,
                        Small.NIC,
                        true,
                        Scenario.VM,
                        h -> withVirtualFunction(h).config(c -> c.change16(c.findExtended(0x0010) + 0x08, 0x0008, 0))),
                at(UnusableCause.NO_ADDRESS, Small.GPU, h -> h.get(Small.GPU).bar(2, 0, 0x10_0000_0000L)),
                at(
                        UnusableCause.OUTSIDE_WINDOW,
                        Small.GPU_PORT,
                        h -> h.get(Small.GPU).config(c -> c.put32(0x1c, 0x77))));
    }

    private static FunctionBuilder withVirtualFunction(HostBuilder host) {
        FunctionBuilder card = host.get(Small.NIC);
        card.virtualFunctions(8, 1, 1, 1, 0x101e).forEach(vf -> vf.driver("vfio-pci"));
        return card;
    }

    private static Optional<Unusable> found(Snapshot snapshot) {
        return found(snapshot, Scenario.BARE_METAL);
    }

    private static Optional<Unusable> found(Snapshot snapshot, Scenario scenario) {
        return new PathJudge(HostModel.of(snapshot), scenario)
                .judge(Address.of(Small.NIC), Address.of(Small.GPU))
                .unusable();
    }

    /** The same host as every kind of source tells of it. */
    private enum Source {
        AS_READ(true),
        SNAPSHOT(true),
        TREE(true),
        COLLECTOR(true),
        ROWS_OF_BYTES(false),
        BUG_REPORT(false);

        private final boolean tellsDrivers;

        Source(boolean tellsDrivers) {
            this.tellsDrivers = tellsDrivers;
        }

        Snapshot read(Snapshot host, Path folder) throws Exception {
            Path tree = folder.resolve("tree");
            Path file = folder.resolve("nvidia-bug-report.log");
            return switch (this) {
                case AS_READ -> host;
                case SNAPSHOT -> SnapshotFileTest.read(SnapshotFileTest.write(host, true));
                case TREE -> Recognizer.open(TreeWriter.write(host, tree).toString());
                case COLLECTOR -> {
                    Map<String, String> settings =
                            Map.of("PEERPATH_ROOT", TreeWriter.write(host, tree).toString());
                    yield Collector.read(Collector.run("sh", settings));
                }
                case ROWS_OF_BYTES ->
                    Recognizer.open(Files.writeString(file, LspciDump.hex(host)).toString());
                case BUG_REPORT ->
                    Recognizer.open(Files.writeString(file, bugReport(LspciDump.hex(host)))
                            .toString());
            };
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    void everySourceThatCarriesTheFactTellsIt(Fault fault, @TempDir Path folder) throws Exception {
        HostBuilder host = healthy();
        fault.make().accept(host);
        Optional<Unusable> expected = Optional.of(new Unusable(Address.of(fault.function()), fault.cause()));
        HostBuilder well = healthy();
        if (fault.scenario() == Scenario.VM) {
            withVirtualFunction(well);
        }
        for (Source source : Source.values()) {
            Path ill = Files.createDirectories(folder.resolve(source + "/ill"));
            assertEquals(
                    fault.withoutDriver() || source.tellsDrivers ? expected : Optional.empty(),
                    found(source.read(host.build(), ill), fault.scenario()),
                    source.name());
            Path twin = Files.createDirectories(folder.resolve(source + "/well"));
            assertEquals(
                    Optional.empty(),
                    found(source.read(well.build(), twin), fault.scenario()),
                    source + ", the healthy twin");
        }
        assertEquals(Set.of(UnusableCause.values()), faults().map(Fault::cause).collect(Collectors.toSet()));
    }

    private static String bugReport(String lspci) {
        String line = "_".repeat(44) + "\n\n";
        return line + "Start of NVIDIA bug report log file.  Please include this file, along\n"
                + "nvidia-bug-report.sh Version: 34685233\n" + line + "/usr/bin/lspci -d \"10de:*\" -v -xxx\n\n" + lspci
                + "\n" + line + "End of NVIDIA bug report log file.\n";
    }

    // ---- lspci's words
    // -----------------------------------------------------------------------------------------------

    /** As {@code lspci -vvv} prints the small host: what of a fault stands in its words. */
    private static final String WORDS = """
            0000:00:01.0 PCI bridge [0604]: Intel Corporation Device [8086:0db0]
            \tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR- FastB2B- DisINTx-
            \tBus: primary=00, secondary=01, subordinate=04, sec-latency=0
            \tBridgeCtl: Parity- SERR+ NoISA- VGA- VGA16+ MAbort- >Reset- FastB2B-
            \tCapabilities: [60] Express (v2) Root Port (Slot-), MSI 00
            \t\tLnkCap:\tPort #1, Speed 32GT/s, Width x16, ASPM not supported
            \t\t\tClockPM- Surprise- LLActRep+ BwNot+ ASPMOptComp+
            \t\tLnkCtl:\tASPM Disabled; Disabled- CommClk-
            \t\tLnkSta:\tSpeed 32GT/s, Width x16
            \t\t\tTrErr- Train- SlotClk+ DLActive+ BWMgmt- ABWMgmt-

            0000:01:00.0 PCI bridge [0604]: Broadcom / LSI Device [1000:c030]
            \tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR- FastB2B- DisINTx-
            \tBus: primary=01, secondary=02, subordinate=04, sec-latency=0
            \tCapabilities: [60] Express (v2) Upstream Port, MSI 00

            0000:02:00.0 PCI bridge [0604]: Broadcom / LSI Device [1000:c030]
            \tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR- FastB2B- DisINTx-
            \tBus: primary=02, secondary=03, subordinate=03, sec-latency=0
            \tCapabilities: [60] Express (v2) Downstream Port (Slot+), MSI 00

            0000:02:01.0 PCI bridge [0604]: Broadcom / LSI Device [1000:c030]
            \tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR- FastB2B- DisINTx+
            \tBus: primary=02, secondary=04, subordinate=04, sec-latency=0
            \tBridgeCtl: Parity- SERR+ NoISA- VGA- VGA16- MAbort- >Reset- FastB2B-
            \tCapabilities: [60] Express (v2) Downstream Port (Slot+), MSI 00
            \t\tLnkCap:\tPort #2, Speed 32GT/s, Width x8, ASPM not supported
            \t\t\tClockPM- Surprise+ LLActRep+ BwNot+ ASPMOptComp+
            \t\tLnkCtl:\tASPM Disabled; Disabled- CommClk+
            \t\tLnkSta:\tSpeed 32GT/s, Width x8
            \t\t\tTrErr- Train- SlotClk- DLActive+ BWMgmt+ ABWMgmt-
            \tCapabilities: [200 v1] Downstream Port Containment
            \t\tDpcCap:\tIntMsgNum 0, RPExt- PoisonedTLP- SwTrigger- RP PIO Log 0, DL_ActiveErr+
            \t\tDpcCtl:\tTrigger:1 Cmpl- INT- ErrCor- PoisonedTLP- SwTrigger- DL_ActiveErr-
            \t\tDpcSta:\tTrigger- Reason:00 INT- RPBusy- TriggerExt:00 RP PIO ErrPtr:00

            0000:03:00.0 Ethernet controller [0200]: Mellanox Technologies Device [15b3:1023]
            \tControl: I/O- Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop+ ParErr- Stepping- SERR- FastB2B- DisINTx-
            \tCapabilities: [60] Express (v2) Endpoint, MSI 00
            \tKernel driver in use: mlx5_core

            0000:04:00.0 3D controller [0302]: NVIDIA Corporation Device [10de:3182] (rev a1)
            \tControl: I/O- Mem+ BusMaster+ SpecCycle+ MemWINV- VGASnoop- ParErr- Stepping- SERR- FastB2B- DisINTx-
            \tRegion 0: Memory at 3000000000 (64-bit, prefetchable) [size=16M]
            \tRegion 2: Memory at 2000000000 (64-bit, prefetchable) [size=64G]
            \tCapabilities: [60] Express (v2) Endpoint, MSI 00
            \tKernel driver in use: nvidia
            """;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            ignoreLeadingAndTrailingWhitespace = true,
            value = {
                "no-answer       | 0000:04:00.0 | (rev a1)\\n\\tControl: I/O- Mem+ BusMaster+ SpecCycle+ MemWINV-"
                        + " VGASnoop- ParErr- Stepping- SERR- FastB2B- DisINTx- | (rev ff) (prog-if ff)\\n\\t!!! Unknown"
                        + " header type 7f",
                "no-link         | 0000:02:01.0 | x8\\n\\t\\t\\tTrErr- Train- SlotClk- DLActive+ | x0\\n\\t\\t\\tTrErr- Train-"
                        + " SlotClk- DLActive-",
                "no-link         | 0000:00:01.0 | x16\\n\\t\\t\\tTrErr- Train- SlotClk+ DLActive+ | x0\\n\\t\\t\\tTrErr- Train-"
                        + " SlotClk+ DLActive-",
                "link-disabled   | 0000:02:01.0 | Disabled- CommClk+            | Disabled+ CommClk+",
                "in-reset        | 0000:02:01.0 | VGA16- MAbort- >Reset-        | VGA16- MAbort- >Reset+",
                "contained       | 0000:02:01.0 | DpcSta:\\tTrigger-            | DpcSta:\\tTrigger+",
                "no-memory-space | 0000:02:01.0 | Mem+ BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR-"
                        + " FastB2B- DisINTx+ | Mem- BusMaster+ SpecCycle- MemWINV- VGASnoop- ParErr- Stepping- SERR-"
                        + " FastB2B- DisINTx+",
                "no-memory-space | 0000:04:00.0 | Mem+ BusMaster+ SpecCycle+    | Mem- BusMaster+ SpecCycle+",
                "no-bus-master   | 0000:03:00.0 | BusMaster+ SpecCycle- MemWINV- VGASnoop+ | BusMaster- SpecCycle-"
                        + " MemWINV- VGASnoop+",
                "no-address      | 0000:04:00.0 | Region 2: Memory at 2000000000 | Region 2: Memory at <unassigned>"
            })
    void lspcisWordsTellItToo(String cause, String function, String well, String ill, @TempDir Path folder)
            throws Exception {
        String sought = well.translateEscapes();
        assertTrue(WORDS.contains(sought), sought);
        assertEquals(Optional.empty(), found(words(WORDS, folder)), "the healthy twin");
        assertEquals(
                Optional.of(cause + " " + function),
                found(words(WORDS.replace(sought, ill.translateEscapes()), folder))
                        .map(unusable -> unusable.cause().id() + " " + unusable.function()));
    }

    private static Snapshot words(String text, Path folder) throws Exception {
        return Recognizer.open(
                Files.writeString(folder.resolve("lspci.txt"), text).toString());
    }

    /** Of an Intel GPU peers reach the third register's BAR, of an AMD one the first's, whatever else is larger. */
    @ParameterizedTest
    @CsvSource({"0x8086, 0x0bd5, 2, 0", "0x1002, 0x74a1, 0, 2"})
    void theMakersNumberSaysWhichMemoryIsReached(String vendor, String device, int reached, int other) {
        for (int lost : new int[] {reached, other}) {
            HostBuilder host = Small.host().groups("identity");
            host.get(Small.NIC_PORT).acs(0x5f, 0);
            host.get(Small.GPU_PORT).acs(0x5f, 0);
            host.get(Small.GPU).identity(Integer.decode(vendor), Integer.decode(device), 0x038000);
            for (int bar : new int[] {0, 2}) {
                long size = bar == reached ? 0x1000_0000L : 0x10_0000_0000L;
                host.get(Small.GPU).bar(bar, bar == lost ? 0 : MEMORY + 0x20_0000_0000L * bar, size);
            }
            assertEquals(
                    lost == reached ? Optional.of(UnusableCause.NO_ADDRESS) : Optional.empty(),
                    found(host.build()).map(Unusable::cause).filter(cause -> cause == UnusableCause.NO_ADDRESS));
        }
    }

    /** A function that nobody uses, or that a guest will enable, is not broken for being off. */
    @Test
    void whatNobodyUsesIsNotBroken() {
        for (String driver : List.of("vfio-pci", "pci-stub", "pci-pf-stub")) {
            HostBuilder host = healthy();
            host.get(Small.NIC).command(4, 0).driver(driver);
            host.get(Small.GPU).command(2, 0).driver(driver);
            assertEquals(Optional.empty(), found(host.build()), driver);
        }
        HostBuilder host = healthy();
        host.get(Small.NIC).command(4, 0).without("driver");
        assertEquals(Optional.empty(), found(host.build()), "no driver");
    }

    @Test
    void whatSleepsWakesWhenItIsUsed() {
        HostBuilder host = healthy();
        host.get(Small.GPU).power(3).command(6, 0);
        PathReport report = Small.path(host, Scenario.BARE_METAL);
        assertEquals(Optional.empty(), report.unusable());
        assertEquals(List.of(Address.of(Small.GPU)), report.asleep());
        HostBuilder suspended = healthy();
        suspended.get(Small.GPU).gone().attribute("power/runtime_status", "suspended");
        suspended.get(Small.GPU).attribute("power_state", "D3cold");
        assertEquals(
                Optional.empty(), Small.path(suspended, Scenario.BARE_METAL).unusable());
        HostBuilder gone = healthy();
        gone.get(Small.GPU).gone().attribute("power/runtime_status", "active").attribute("power_state", "D3cold");
        assertEquals(
                Optional.of(UnusableCause.NO_ANSWER),
                Small.path(gone, Scenario.BARE_METAL).unusable().map(Unusable::cause));
    }

    /** What is nearer to the root complex names the cause: the rest may only follow from it. */
    @Test
    void theCauseIsWhatIsNearestToTheRoot() {
        HostBuilder host = healthy();
        host.get(Small.GPU).gone();
        host.get(Small.GPU_PORT).linkDown();
        assertEquals(Optional.of(new Unusable(Address.of(Small.GPU_PORT), UnusableCause.NO_LINK)), found(host.build()));
        host.get(Small.ROOT).linkDown();
        assertEquals(Optional.of(new Unusable(Address.of(Small.ROOT), UnusableCause.NO_LINK)), found(host.build()));
    }

    @Test
    void virtualFunctionsTakeMemoryFromTheirPhysicalOne() {
        HostBuilder host = healthy();
        host.get(Small.NIC).virtualFunctions(8, 1, 1, 1, 0x101e).forEach(vf -> vf.driver("vfio-pci"));
        assertEquals(Optional.empty(), Small.path(host, Scenario.VM).unusable());
        host.get(Small.NIC).config(c -> c.change16(c.findExtended(0x0010) + 0x08, 0x0008, 0));
        assertEquals(
                Optional.of(new Unusable(Address.of(Small.NIC), UnusableCause.VF_MEMORY_OFF)),
                Small.path(host, Scenario.VM).unusable());
    }
}
