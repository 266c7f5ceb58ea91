// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.advice.Finding;
import org.peerpath.advice.FindingId;
import org.peerpath.measured.read.MeasurementReader;
import org.peerpath.measured.read.Outputs;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.Scenario;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Tools;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.SampleHosts;
import org.peerpath.text.Texts;

/** Figures find their paths, and paths get their sentence. */
class MeasurementsTest {
    private static final Address NIC = Address.of("0000:38:00.0");
    private static final Address GPU = Address.of("0000:3b:00.0");

    private static Readout read(String text) {
        try {
            return MeasurementReader.read(new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), "out.txt");
        } catch (UnreadableSourceException e) {
            throw new AssertionError(e);
        }
    }

    private static Measurements of(HostBuilder host, Optional<Pair> told, String... texts) {
        return Measurements.of(
                HostModel.of(host.build()),
                Scenario.VM,
                Stream.of(texts).map(MeasurementsTest::read).toList(),
                told);
    }

    private static Measured one(HostBuilder host, String text) {
        return of(host, Optional.empty(), text).results().getFirst();
    }

    /** A run of the pair mlx5_1 and GPU 1; 65536 bytes a message. */
    private static String run(double gigabits, String tail) {
        return Outputs.perftest(Outputs.GBITS, row(gigabits), tail)
                .replace("Link type       : IB", "Link type       : Ethernet");
    }

    private static String row(double gigabits) {
        return " 65536      5000             %.2f             %.2f\t\t   %.6f\n"
                .formatted(gigabits, gigabits, gigabits * 125e6 / 65536 / 1e6);
    }

    private static final String PASSED = "VALIDATION: PASSED - 12500 chunks, 102400000 bytes\n";

    private static String said(Measured result) {
        return Texts.ENGLISH.say(result.message());
    }

    private static boolean found(Measurements measurements, FindingId id) {
        return measurements.findings().stream().map(Finding::id).anyMatch(id::equals);
    }

    // ---- One pair --------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({
        "780, true, true, CONFIRMED",
        "780, false, , UNVERIFIED",
        "600, true, false, SHORT",
        "380, false, false, SHORT",
        "900, true, false, UNVERIFIED"
    })
    void aPairInsideTheSwitch(double gigabits, boolean verified, Boolean agrees, MeasuredState state) {
        Measured result = one(SampleHosts.hgxB300Vm(), run(gigabits, verified ? PASSED : ""));
        assertEquals(Optional.of(NIC), result.requester());
        assertEquals(Optional.of(GPU), result.target());
        assertEquals(98.04, result.expected().orElseThrow(), 0.01, "800 Gb/s of RoCE");
        assertEquals(Optional.ofNullable(agrees), result.agrees());
        assertEquals(Optional.of(state), result.state());
        assertEquals(Optional.of(false).equals(result.agrees()), !result.next().isEmpty());
    }

    /** The contract's example: half of what a link carries is what a detour costs. */
    @Test
    void aDetourExplainsALowFigure() {
        String text = run(384.8, "").replace("mlx5_1", "mlx5_5").replace("3B:00", "BB:00");
        Measured result = one(SampleHosts.hgxB300OneBad(), text);
        assertEquals("detour", result.path().orElseThrow().verdict().id());
        assertEquals(Optional.of(true), result.agrees());
        assertEquals(48.1, result.figure().gigabytesPerSecond(), 1e-9);
    }

    /** A detour passes the links above the switch in both directions, so two-way traffic shares them. */
    @Test
    void bothDirectionsShareTheLinksOfADetour() {
        String one = run(384.8, "").replace("mlx5_1", "mlx5_5").replace("3B:00", "BB:00");
        String two = one.replace("RDMA_Write BW Test", "RDMA_Write Bidirectional BW Test");
        double single = one(SampleHosts.hgxB300OneBad(), one).expected().orElseThrow();
        double both = one(SampleHosts.hgxB300OneBad(), two).expected().orElseThrow();
        assertEquals(single, both, 1e-9, "the uplink is the slowest link of the detour anyway");
        String direct = run(1500, "").replace("RDMA_Write BW Test", "RDMA_Write Bidirectional BW Test");
        assertEquals(2 * 98.04, one(SampleHosts.hgxB300Vm(), direct).expected().orElseThrow(), 0.02);
    }

    @Test
    void aNarrowLinkLowersWhatIsExpectedAndIsNamed() {
        HostBuilder host = SampleHosts.hgxB300Vm();
        host.get(NIC.toString()).link(LinkSpeed.GEN6, 16, LinkSpeed.GEN6, 8);
        host.get("0000:37:00.0").link(LinkSpeed.GEN6, 16, LinkSpeed.GEN6, 8);
        Measured result = one(host, run(420, PASSED));
        assertTrue(result.expected().orElseThrow() < 60, said(result));
        assertEquals(Optional.of(true), result.agrees());
        Measured slow = one(host, run(300, PASSED));
        assertTrue(
                Texts.ENGLISH.say(slow.next().getFirst()).contains("below what both ends can do"),
                slow.next().toString());
    }

    @Test
    void wrongDataIsAnErrorWhateverTheSpeed() {
        Measurements measurements = of(
                SampleHosts.hgxB300Vm(),
                Optional.empty(),
                run(
                        780,
                        "VALIDATION: FAILED - 3 error(s), first at QP 0, Chunk 1, Offset 2 (expected 0x01, got 0x00)\n"));
        assertEquals(Optional.of(false), measurements.results().getFirst().agrees());
        assertEquals(
                Optional.of(false),
                measurements.results().getFirst().figure().check().validated());
        assertTrue(found(measurements, FindingId.MEASURED_WRONG_DATA));
        assertTrue(measurements.wrong());
    }

    @Test
    void aRunThatBrokeOffIsNoPass() {
        Measured result = one(
                SampleHosts.hgxB300Vm(),
                run(780, " Completion with error at client\n Failed status 10: wr_id 0 syndrom 0x88\n"));
        assertEquals(Optional.empty(), result.agrees());
        assertTrue(said(result).contains("broke off"), said(result));
    }

    @Test
    void smallMessagesAndSmallerSizesOfASweepAreNotJudged() {
        String rows = " 2          5000             0.05             0.05\t\t   3.053158\n" + row(600)
                + " 1048576    5000             780.00             780.00\t\t   %.6f\n"
                        .formatted(780 * 125e6 / 1048576 / 1e6);
        List<Measured> results = of(
                        SampleHosts.hgxB300Vm(), Optional.empty(), Outputs.perftest(Outputs.GBITS, rows, PASSED))
                .results();
        assertEquals(
                List.of(Optional.empty(), Optional.empty(), Optional.of(true)),
                results.stream().map(Measured::agrees).toList());
    }

    // ---- Joining ---------------------------------------------------------------------------------------------------

    @Test
    void aGpuNumberCountsInTheOrderOfTheBusAsFarAsItIsVisible() {
        String header = Outputs.header("RDMA_Write BW Test", "mlx5_1", "Ethernet") + Outputs.GBITS + "\n" + row(780);
        assertEquals(
                Optional.of(GPU),
                one(SampleHosts.hgxB300Vm(), "ib_write_bw -d mlx5_1 --use_cuda=1\n" + header)
                        .target());
        assertEquals(
                Optional.of(GPU),
                one(SampleHosts.hgxB300Vm(), "CUDA_VISIBLE_DEVICES=5,1 ib_write_bw -d mlx5_1 --use_cuda=1\n" + header)
                        .target());
        Measured uuid = one(
                SampleHosts.hgxB300Vm(), "CUDA_VISIBLE_DEVICES=GPU-1234 ib_write_bw -d mlx5_1 --use_cuda=0\n" + header);
        assertEquals(Optional.empty(), uuid.target());
        assertTrue(said(uuid).contains("--pair"), said(uuid));
    }

    @Test
    void thePairThatIsToldFillsOnlyWhatTheTextLeavesOpen() {
        String bare = Outputs.GBITS + "\n" + row(780);
        String table = "ib_write_bw for mlx5_1 (Port 18515)...\n" + bare;
        Pair other = new Pair(Address.of("0000:58:00.0"), Address.of("0000:5b:00.0"));
        Measured open =
                of(SampleHosts.hgxB300Vm(), Optional.of(other), bare).results().getFirst();
        assertEquals(Optional.of(other.requester()), open.requester());
        assertEquals(Optional.of(other.target()), open.target());
        Measured named =
                of(SampleHosts.hgxB300Vm(), Optional.of(other), table).results().getFirst();
        assertEquals(Optional.of(NIC), named.requester());
        Measured whole = of(SampleHosts.hgxB300Vm(), Optional.of(other), run(780, ""))
                .results()
                .getFirst();
        assertEquals(Optional.of(GPU), whole.target());
    }

    @Test
    void whatIsNotOfThisHostIsSaid() {
        Measured noDevice = one(SampleHosts.hgxB300Vm(), run(780, "").replace("mlx5_1", "mlx5_77"));
        assertTrue(said(noDevice).contains("mlx5_77"), said(noDevice));
        Measured noBus = one(SampleHosts.hgxB300Vm(), run(780, "").replace("3B:00", "C3:00"));
        assertTrue(said(noBus).contains("c3:00"), said(noBus));
        assertEquals(Optional.empty(), noBus.agrees());
        assertTrue(of(SampleHosts.hgxB300Vm(), Optional.empty(), run(780, "").replace("3B:00", "C3:00"))
                .undecided());
    }

    /** The memory of the host: the NIC's own ceiling, and no verdict. */
    @Test
    void hostMemorySaysNothingAboutAGpu() {
        String text = "ib_write_bw -d mlx5_1 -F --report_gbits 192.0.2.1\n"
                + Outputs.header("RDMA_Write BW Test", "mlx5_1", "Ethernet") + Outputs.GBITS + "\n" + row(420);
        Measured result = one(SampleHosts.hgxB300Vm(), text);
        assertEquals(Optional.of(NIC), result.requester());
        assertEquals(Optional.empty(), result.target());
        assertEquals(Optional.empty(), result.agrees());
        assertTrue(result.expected().orElseThrow() < 61, "Gen5 x16 above the switch");
    }

    // ---- GPUs ------------------------------------------------------------------------------------------------------

    private static String pairOfGpus(double figure) {
        return "nvbandwidth Version: v0.8\nDevice 0: NVIDIA B300 (00000000:1b:00)\nDevice 1: NVIDIA B300 (00000000:3b:00)\n"
                + "Running device_to_device_memcpy_write_ce.\nmemcpy CE GPU(row) <- GPU(column) bandwidth (GB/s)\n"
                + "           0         1\n 0       N/A     %.2f\n 1     %.2f       N/A\n\nSUM device_to_device_memcpy_write_ce 1.00\n"
                        .formatted(figure, figure);
    }

    @Test
    void gpusMayHaveALinkOfTheirOwn() {
        Measured fast = one(SampleHosts.hgxB300Vm(), pairOfGpus(700));
        assertEquals(Optional.empty(), fast.agrees());
        assertTrue(said(fast).contains("NVLink"), said(fast));
        Measured slow = one(SampleHosts.hgxB300Vm(), pairOfGpus(50));
        assertEquals(Optional.empty(), slow.agrees(), "nobody knows which way it went");
        HostBuilder pcie = SampleHosts.hgxB300Vm().text(Tools.NVIDIA_TOPO, "GPU0 GPU1 NODE");
        assertEquals(Optional.of(false), one(pcie, pairOfGpus(700)).agrees());
        assertEquals(Optional.of(true), one(pcie, pairOfGpus(20)).agrees(), "through the root complex");
        HostBuilder nvlink = SampleHosts.hgxB300Vm().text(Tools.NVIDIA_TOPO, "GPU0 GPU1 NV18");
        assertEquals(Optional.empty(), one(nvlink, pairOfGpus(700)).agrees());
    }

    // ---- Together --------------------------------------------------------------------------------------------------

    private static String matrix(double[][] cells) {
        StringBuilder text = new StringBuilder("[P2P (Peer-to-Peer) GPU Bandwidth Latency Test]\n");
        for (String kind : List.of("Disabled", "Enabled")) {
            text.append("Unidirectional P2P=")
                    .append(kind)
                    .append(" Bandwidth Matrix (GB/s)\n   D\\D     0      1      2\n");
            for (int row = 0; row < cells.length; row++) {
                text.append(row);
                for (double cell : cells[row]) {
                    text.append("  ").append(kind.equals("Disabled") ? "20.00" : "%.2f".formatted(cell));
                }
                text.append('\n');
            }
        }
        return text.toString();
    }

    @Test
    void oneOrderedPairSlowerThanItsReverse() {
        Measurements measurements = of(SampleHosts.hgxB300Vm(), Optional.empty(), matrix(new double[][] {
            {900, 50, 50}, {30, 900, 50}, {50, 50, 900}
        }));
        Finding finding = measurements.findings().stream()
                .filter(f -> f.id() == FindingId.MEASURED_ONE_WAY)
                .findFirst()
                .orElseThrow();
        assertTrue(Texts.ENGLISH.say(finding.message()).contains("GPU 1 → GPU 0"), finding.toString());
        assertFalse(found(measurements, FindingId.MEASURED_OUTLIER));
        assertFalse(found(measurements, FindingId.MEASURED_PEER_SLOWER));
    }

    @Test
    void onePairSlowerThanItsPeersAndThanWithoutPeerAccess() {
        Measurements measurements = of(
                SampleHosts.hgxB300Vm(),
                Optional.empty(),
                matrix(new double[][] {{900, 50, 50, 50}, {50, 900, 50, 50}, {50, 50, 900, 18}, {50, 50, 18, 900}})
                        .replace("0      1      2\n", "0      1      2      3\n"));
        assertTrue(found(measurements, FindingId.MEASURED_OUTLIER));
        assertTrue(found(measurements, FindingId.MEASURED_PEER_SLOWER));
        assertFalse(found(measurements, FindingId.MEASURED_ONE_WAY));
    }

    @Test
    void oneOfEightNicsIsSlower() {
        String[] runs = Stream.of(0x1b, 0x3b, 0x5b, 0x7b, 0x9b, 0xbb, 0xdb, 0xeb)
                .map(bus -> {
                    int index = List.of(0x1b, 0x3b, 0x5b, 0x7b, 0x9b, 0xbb, 0xdb, 0xeb)
                            .indexOf(bus);
                    return run(index == 3 ? 400 : 780, PASSED)
                            .replace("mlx5_1", "mlx5_" + index)
                            .replace("3B:00", "%02X:00".formatted(bus));
                })
                .toArray(String[]::new);
        Measurements measurements = of(SampleHosts.hgxB300Vm(), Optional.empty(), runs);
        Finding finding = measurements.findings().stream()
                .filter(f -> f.id() == FindingId.MEASURED_OUTLIER)
                .findFirst()
                .orElseThrow();
        assertTrue(Texts.ENGLISH.say(finding.message()).contains("mlx5_3 → GPU 3"), finding.toString());
        assertTrue(found(measurements, FindingId.MEASURED_SLOWER));
    }

    @Test
    void findingsOfOneFigure() {
        assertTrue(found(of(SampleHosts.hgxB300Vm(), Optional.empty(), run(780, "")), FindingId.MEASURED_UNVERIFIED));
        assertTrue(found(of(SampleHosts.hgxB300Vm(), Optional.empty(), run(900, "")), FindingId.MEASURED_FASTER));
        String unchecked =
                Outputs.NCCL.replace("480.72       0", "480.72     N/A").replace("480.51       0", "480.51     N/A");
        assertTrue(found(of(SampleHosts.hgxB300Vm(), Optional.empty(), unchecked), FindingId.MEASURED_NOT_CHECKED));
    }

    /** What the article behind this product compares. */
    @Test
    void tcpRdmaAndGpudirectOfOnePair() {
        String host = "ib_write_bw -d mlx5_1 -F --report_gbits 192.0.2.1\n"
                + Outputs.header("RDMA_Write BW Test", "mlx5_1", "Ethernet") + Outputs.GBITS + "\n" + row(420);
        Measurements measurements =
                of(SampleHosts.hgxB300Vm(), Optional.of(new Pair(NIC, GPU)), Outputs.IPERF, host, run(780, PASSED));
        ThreeRows rows = ThreeRows.of(measurements).getFirst();
        assertEquals(
                24.0 / 8, rows.tcp().orElseThrow().figure().gigabytesPerSecond(), 1e-9, "what the receiver counted");
        assertEquals(52.5, rows.rdma().orElseThrow().figure().gigabytesPerSecond(), 1e-9);
        assertEquals(97.5, rows.gpudirect().orElseThrow().figure().gigabytesPerSecond(), 1e-9);
        assertEquals(
                Optional.of(MeasuredState.CONFIRMED),
                measurements.of(NIC, GPU).orElseThrow().state());
    }

    @Test
    void aCollectiveIsHeldAgainstAPublishedFigure() {
        List<Measured> results =
                of(SampleHosts.hgxB300Vm(), Optional.empty(), Outputs.NCCL).results();
        assertTrue(results.stream().anyMatch(r -> said(r).contains("at least 460 GB/s")), results.toString());
        assertTrue(results.stream()
                .allMatch(r -> r.requester().isEmpty() && r.target().isEmpty()));
        List<Measured> slow = of(SampleHosts.hgxB300Vm(), Optional.empty(), Outputs.NCCL.replace("480.72", "310.72"))
                .results();
        assertTrue(slow.stream().anyMatch(r -> said(r).contains("less than the 460 GB/s")), slow.toString());
    }
}
