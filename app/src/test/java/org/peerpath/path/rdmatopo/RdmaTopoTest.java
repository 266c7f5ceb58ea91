// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.path.rdmatopo.RdmaTopoTool.NOT_SUPPORTED;
import static org.peerpath.path.rdmatopo.RdmaTopoTool.STOPS;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.path.rdmatopo.RdmaTopo.Result;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.VpdBytes;

/**
 * The three shapes, whole and with every single deviation that the tool tests for, and what it then says: by our own
 * reading of its rules, and by itself where it is installed ({@link RdmaTopoTool}).
 */
class RdmaTopoTest {
    private static final String OK = "";

    @TempDir
    Path folder;

    /**
     * One host and what is said of it.
     *
     * @param fails the functions that the failing lines name first, {@code unexpected} or {@code not supported}
     */
    private record Row(String name, HostBuilder host, Scenario scenario, String fails) {}

    static HostBuilder inline(int control) {
        HostBuilder host = HostBuilder.named("inline")
                .kernel("6.14.0")
                .intelIommu("f020de")
                .groups("DMA");
        FunctionBuilder up = host.rootPort("0000:15:01.0", 0x8086, 0x0db0)
                .acs(0x5f, control == 0 ? 0 : 0x1d)
                .upstreamPort("0000:16:00.0", 0x15b3, 0x197c);
        FunctionBuilder nic = up.downstreamPort("0000:17:00.0", 0x15b3, 0x197c)
                .acs(0x5f, control)
                .endpoint("0000:18:00.0", 0x15b3, 0x1023, 0x020000)
                .group(control == 0 ? 5 : 6)
                .vpd(VpdBytes.of("ConnectX-8", "SN", "MT1", "V3", "card-1"));
        if (control != 0) {
            nic.ats(0x0060, 0);
        }
        up.downstreamPort("0000:17:01.0", 0x15b3, 0x197c)
                .acs(0x5f, control == 0 ? 0 : 0x1d)
                .upstreamPort("0000:19:00.0", 0x15b3, 0x197c)
                .downstreamPort("0000:1a:00.0", 0x15b3, 0x197c)
                .acs(0x5f, control == 0 ? 0 : 0x1d)
                .endpoint("0000:1b:00.0", 0x10de, 0x3182, 0x030200)
                .group(5);
        return host;
    }

    /** Two NICs of one board, two ports each, and a GPU at a root port of Vera's. */
    static HostBuilder numa() {
        HostBuilder host = HostBuilder.named("vera").kernel("7.2.0").smmu().groups("identity");
        for (int n = 0; n < 2; n++) {
            FunctionBuilder port = host.rootPort("000" + n + ":00:00.0", 0x10de, 0x2f95)
                    .acs(0x1f, 0x15)
                    .numa(0);
            for (int f = 0; f < 2; f++) {
                port.endpoint("000" + n + ":01:00." + f, 0x15b3, 0x1025, 0x020000)
                        .numa(0)
                        .group(10 + 2 * n + f)
                        .vpd(VpdBytes.of("ConnectX-9", "SN", "MT9", "V3", "card-9"));
            }
        }
        host.rootPort("0002:00:00.0", 0x10de, 0x2f96)
                .acs(0x1f, 0x15)
                .numa(0)
                .endpoint("0002:01:00.0", 0x10de, 0x3040, 0x030200)
                .numa(0)
                .group(20);
        return host;
    }

    private static Row row(
            String name, HostBuilder host, Scenario scenario, String fails, Consumer<HostBuilder> change) {
        change.accept(host);
        return new Row(name, host, scenario, fails);
    }

    private static Consumer<HostBuilder> acs(String port, int control) {
        return host -> host.get(port).acs(0x5f, control);
    }

    private static List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        // Data Direct
        rows.add(row("dma", HostShapes.gb300(), Scenario.AS_IS, OK, h -> {}));
        for (int bit : List.of(0x01, 0x04, 0x08, 0x10)) {
            for (Map.Entry<String, Integer> port : Map.of(
                            "0009:00:00.0",
                            0x1c,
                            "0009:02:00.0",
                            0x19,
                            "0009:02:01.0",
                            0x15,
                            "0009:05:00.0",
                            0x1d,
                            "0000:00:00.0",
                            0x1d,
                            "0000:02:00.0",
                            0x1d)
                    .entrySet()) {
                rows.add(row(
                        "dma " + port.getKey() + " bit " + bit,
                        HostShapes.gb300(),
                        Scenario.AS_IS,
                        port.getKey(),
                        acs(port.getKey(), port.getValue() ^ bit)));
            }
        }
        for (int bit : List.of(0x02, 0x20, 0x40)) {
            rows.add(row(
                    "dma ignores bit " + bit, HostShapes.gb300(), Scenario.AS_IS, OK, acs("0009:02:00.0", 0x19 | bit)));
        }
        rows.add(row(
                "dma groups",
                HostShapes.gb300(),
                Scenario.AS_IS,
                "0009:03:00.0",
                h -> h.get("0009:06:00.0").group(7)));
        rows.add(row(
                "dma other card",
                HostShapes.gb300(),
                Scenario.AS_IS,
                STOPS,
                h -> h.get("0000:03:00.0").vpd(VpdBytes.of("x", "V3", "card-7"))));
        rows.add(row(
                "dma no card id",
                HostShapes.gb300(),
                Scenario.AS_IS,
                STOPS,
                h -> h.get("0009:03:00.0").vpd(VpdBytes.of("x", "VU", "MT"))));
        rows.add(row(
                "dma other root port",
                HostShapes.gb300(),
                Scenario.AS_IS,
                STOPS,
                h -> h.get("0009:00:00.0").identity(0x10de, 0x2f95, 0x060400)));
        rows.add(row(
                "dma other switch",
                HostShapes.gb300(),
                Scenario.AS_IS,
                NOT_SUPPORTED,
                h -> h.get("0009:05:00.0").identity(0x1000, 0xc030, 0x060400)));
        rows.add(row(
                "dma no gpu",
                HostShapes.gb300(),
                Scenario.AS_IS,
                STOPS,
                h -> h.get("0009:06:00.0").identity(0x1002, 0x74a1, 0x120000)));
        rows.add(row(
                "dma something else below",
                HostShapes.gb300(),
                Scenario.AS_IS,
                STOPS,
                h -> h.get("0009:05:00.0").endpoint("0009:06:00.1", 0x10de, 0x22e8, 0x040300)));
        // Inline
        rows.add(row("inline vm", inline(0x5d), Scenario.VM, OK, h -> {}));
        rows.add(row("inline bare metal", inline(0), Scenario.BARE_METAL, OK, h -> {}));
        rows.add(row("inline as found, with ATS", inline(0x5d), Scenario.AS_IS, OK, h -> {}));
        rows.add(row("inline as found, without ATS", inline(0), Scenario.AS_IS, OK, h -> {}));
        rows.add(row("inline vm no DT", inline(0x5d), Scenario.VM, "0000:17:00.0", acs("0000:17:00.0", 0x1d)));
        rows.add(row(
                "inline vm one group",
                inline(0x5d),
                Scenario.VM,
                "0000:18:00.0",
                h -> h.get("0000:18:00.0").group(5)));
        rows.add(row(
                "inline metal two groups",
                inline(0),
                Scenario.BARE_METAL,
                "0000:18:00.0",
                h -> h.get("0000:18:00.0").group(6)));
        rows.add(row(
                "inline metal ATS",
                inline(0),
                Scenario.BARE_METAL,
                "0000:18:00.0",
                h -> h.get("0000:18:00.0").ats(0x60, 0)));
        for (String port : List.of("0000:15:01.0", "0000:17:00.0", "0000:17:01.0", "0000:1a:00.0")) {
            for (int bit : List.of(0x01, 0x04, 0x08, 0x10)) {
                rows.add(row(
                        "inline metal " + port + " bit " + bit, inline(0), Scenario.BARE_METAL, port, acs(port, bit)));
                rows.add(row(
                        "inline vm " + port + " bit " + bit,
                        inline(0x5d),
                        Scenario.VM,
                        port,
                        acs(port, (port.equals("0000:17:00.0") ? 0x5d : 0x1d) ^ bit)));
            }
        }
        rows.add(row(
                "inline translation blocking is not looked at",
                inline(0x5d),
                Scenario.VM,
                OK,
                acs("0000:17:00.0", 0x5f)));
        // NUMA
        for (Scenario scenario : List.of(Scenario.AS_IS, Scenario.VM, Scenario.BARE_METAL)) {
            rows.add(row("numa " + scenario, numa(), scenario, OK, h -> {}));
        }
        rows.add(row(
                "numa ATS",
                numa(),
                Scenario.VM,
                "0001:01:00.1",
                h -> h.get("0001:01:00.1").ats(0x60, 0)));
        rows.add(row("numa shared group", numa(), Scenario.VM, "0000:01:00.0", h -> {
            h.get("0000:01:00.0").group(70);
            h.get("0002:01:00.0").group(70);
        }));
        for (int bit : List.of(0x01, 0x04, 0x10)) {
            rows.add(row(
                    "numa root port bit " + bit,
                    numa(),
                    Scenario.VM,
                    "0001:00:00.0",
                    h -> h.get("0001:00:00.0").acs(0x1f, 0x15 ^ bit)));
        }
        rows.add(row(
                "numa a node without NICs",
                numa(),
                Scenario.VM,
                STOPS,
                h -> h.get("0002:01:00.0").numa(1)));
        return rows;
    }

    @TestFactory
    Stream<DynamicTest> everyDeviation() {
        return rows().stream()
                .map(row -> DynamicTest.dynamicTest(row.name(), () -> {
                    HostModel host = HostModel.of(row.host().build());
                    RdmaTopo answer = RdmaTopo.of(host, row.scenario()).orElseThrow();
                    assertEquals(row.fails(), said(answer));
                    if (RdmaTopoTool.isInstalled()) {
                        assertEquals(
                                row.fails(), new RdmaTopoTool(folder).says(host, row.scenario()), "the tool itself");
                    }
                }));
    }

    private static String said(RdmaTopo answer) {
        if (answer.stopped().isPresent()) {
            return answer.fails() ? STOPS : NOT_SUPPORTED;
        }
        return answer.lines().stream()
                .filter(line -> !line.ok())
                .map(line -> line.functions().getFirst().toString())
                .collect(Collectors.joining(" "));
    }

    // ---- Pairs and complexes ---------------------------------------------------------------------------------------

    @Test
    void aHostWithoutTheShapesHasNoAnswer() {
        HostBuilder host = HostBuilder.named("amd");
        host.rootPort("0000:00:01.0", 0x1022, 1).endpoint("0000:01:00.0", 0x1002, 0x74a1, 0x120000);
        host.rootPort("0000:00:02.0", 0x1022, 1).endpoint("0000:02:00.0", 0x15b3, 0x1021, 0x020000);
        assertEquals(Optional.empty(), RdmaTopo.of(HostModel.of(host.build()), Scenario.VM));
    }

    @Test
    void severalFunctionsAndBoardsAreOneNic() {
        RdmaTopo answer = RdmaTopo.of(HostModel.of(numa().build()), Scenario.VM).orElseThrow();
        Complex complex = answer.complexes().getFirst();
        assertEquals(Shape.NUMA, complex.shape());
        assertEquals(Address.of("0000:01:00.0"), complex.id());
        assertEquals(4, complex.nics().size());
        assertEquals(Optional.of(complex), answer.complexOf(Address.of("0002:01:00.0")));
    }

    @Test
    void onePairIsSettledByTheLinesAboutIt() {
        HostBuilder builder = HostShapes.gb300();
        builder.get("0009:02:01.0").acs(0x5f, 0x1d);
        HostModel host = HostModel.of(builder.build());
        RdmaTopo answer = RdmaTopo.of(host, Scenario.BARE_METAL).orElseThrow();
        Address nic = Address.of("0000:03:00.0");
        Address gpu = Address.of("0009:06:00.0");
        assertEquals(Result.FAIL, answer.result(host, nic, gpu));
        assertEquals(
                List.of(Address.of("0009:02:01.0")),
                answer.lineFor(host, nic, gpu).orElseThrow().functions());
        assertEquals(Result.NOT_APPLICABLE, answer.result(host, gpu, nic));
    }

    /** Where ours and the tool's differ, and why: it does not look at Translation Blocking. */
    @Test
    void itsAnswerMayDifferFromOurs() {
        HostBuilder builder = inline(0x5d);
        builder.get("0000:18:00.0").ats(0x0060, 0x8000);
        builder.get("0000:17:00.0").acs(0x5f, 0x5f);
        HostModel host = HostModel.of(builder.build());
        PathReport ours =
                new PathJudge(host, Scenario.VM).judge(PathSelection.DEFAULT).getFirst();
        assertEquals("blocked", ours.verdict().id());
        assertEquals(Result.OK, RdmaTopo.of(host, Scenario.VM).orElseThrow().result());
    }

    /** Masks and our own plans ask for the same bits (docs/routing.md 11). */
    @Test
    void masks() {
        assertEquals(0x5d, AcsMask.ISOLATED_DIRECT.over(0));
        assertEquals(0x1d, AcsMask.ISOLATED.over(0));
        assertEquals(0x15, AcsMask.ISOLATED_WITHOUT_CR.over(0));
        assertEquals(0x19, AcsMask.DATA_DIRECT_SENDER.over(0));
        assertEquals(0x15, AcsMask.DATA_DIRECT_GPU.over(0));
        assertEquals(0x1c, AcsMask.DATA_DIRECT_ROOT.over(0));
        assertEquals(0x62, AcsMask.OPEN.over(0x7f), "TB, EC and DT stay");
        assertEquals("0011101", AcsMask.bits(0x1d));
        assertTrue(AcsMask.ISOLATED.holds(0x7f) && !AcsMask.ISOLATED.holds(0x0d));
    }

    @Test
    void namesAreDistinct() {
        assertEquals(rows().size(), new TreeSet<>(rows().stream().map(Row::name).toList()).size());
    }
}
