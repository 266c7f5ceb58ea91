// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.testing.HostBuilder;
import tools.jackson.databind.JsonNode;

/** The command line as a user meets it, over the shipped samples. */
class ProgramTest {
    private static final String GOOD = "sample:hgx-b300-vm";
    private static final String ONE_BAD = "sample:hgx-b300-one-bad";

    @Test
    void theGoalStateIsFineInEveryScenario() {
        for (String scenario : new String[] {"as-is", "bare-metal", "vm"}) {
            CommandLineRun run = CommandLineRun.of("check", GOOD, "--for", scenario);
            assertEquals(0, run.status(), run.out());
            assertTrue(run.out().contains("8 of 8 nearest pairs inside the switch"), run.out());
            assertEquals("", run.err());
        }
    }

    @Test
    void theOddOneIsNamedWithItsPortAndBit() {
        CommandLineRun run = CommandLineRun.of("check", ONE_BAD, "--for", "vm");
        assertEquals(1, run.status());
        assertTrue(
                run.out()
                        .contains(
                                "mlx5_5 → GPU 5: detours through root port 0000:b5:01.0, because P2P Request Redirect is"
                                        + " on at port 0000:b7:00.0 and Direct Translated P2P is off"),
                run.out());
        assertTrue(run.out().contains("7 of 8 nearest pairs"), run.out());
    }

    @Test
    void checkJsonKeepsItsContract() {
        JsonNode json =
                CommandLineRun.of("check", ONE_BAD, "--for", "vm", "--json").json();
        assertEquals("peerpath.check/1", json.get("schema").asString());
        assertEquals("vm", json.get("scenario").asString());
        assertEquals(64, json.get("paths").size());
        assertEquals(7, json.get("summary").get("pathsInsideSwitch").asInt());
        assertEquals(64, json.get("summary").get("pathsTotal").asInt());
        assertEquals(8, json.get("summary").get("gpus").asInt());
        assertEquals(8, json.get("summary").get("nics").asInt());
        JsonNode bad = path(json, "0000:b8:00.0", "0000:bb:00.0");
        assertEquals("detour", bad.get("verdict").asString());
        assertEquals("0000:b6:00.0", bad.get("commonSwitch").asString());
        assertEquals("0000:b8:00.1", bad.get("decidingFunction").asString());
        JsonNode decided = bad.get("translated").get("decidedBy");
        assertEquals("0000:b7:00.0", decided.get("port").asString());
        assertEquals("P2P_REQUEST_REDIRECT", decided.get("rule").asString());
        assertEquals("ACSCtl", decided.get("register").asString());
        assertEquals("0x001d", decided.get("value").asString());
        JsonNode good = path(json, "0000:18:00.0", "0000:1b:00.0");
        assertEquals("inside-switch", good.get("verdict").asString());
        assertEquals("enforced", good.get("isolation").asString());
        assertEquals("PXB", good.get("proximity").asString());
        assertEquals(128.0, good.get("bottleneck").get("gigabytesPerSecond").asDouble());
        JsonNode apart = path(json, "0000:18:00.0", "0000:3b:00.0");
        assertEquals("root-complex", apart.get("verdict").asString());
        assertEquals("host-bridge", apart.get("translated").get("crosses").asString());
        assertTrue(apart.get("translated").get("decidedBy").get("port").isNull());
    }

    private static JsonNode path(JsonNode check, String requester, String target) {
        return check.get("paths")
                .valueStream()
                .filter(path -> path.get("requester").asString().equals(requester)
                        && path.get("target").asString().equals(target))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void showJsonDecodesEveryFunction() {
        JsonNode json = CommandLineRun.of("show", GOOD, "--json").json();
        assertEquals("peerpath.show/1", json.get("schema").asString());
        JsonNode port = json.get("functions")
                .valueStream()
                .filter(function -> function.get("function").asString().equals("0000:17:00.0"))
                .findFirst()
                .orElseThrow();
        assertEquals("downstream-port", port.get("kind").asString());
        assertEquals("0000:16:00.0", port.get("parent").asString());
        assertEquals("15b3", port.get("vendor").asString());
        assertEquals("060400", port.get("class").asString());
        assertEquals("0x005d", port.get("acs").get("control").asString());
        assertEquals(64.0, port.get("link").get("currentGTs").asDouble());
        assertEquals(16, port.get("link").get("currentWidth").asInt());
        assertTrue(port.get("ats").isNull());
        assertFalse(port.get("unknown").toString().contains("\"ats\""), "no ATS was read, so it is not unknown");
    }

    @Test
    void explainGoesHopByHop() {
        CommandLineRun run = CommandLineRun.of("explain", ONE_BAD, "mlx5_5", "gpu5", "--for", "vm");
        assertEquals(1, run.status());
        assertTrue(run.out().contains("redirected up"), run.out());
        JsonNode json = CommandLineRun.of("explain", ONE_BAD, "b8:00.0", "bb:00.0", "--for", "vm", "--json")
                .json();
        assertEquals("0000:b8:00.1", json.get("hops").get(0).get("function").asString());
        assertEquals("redirected", json.get("hops").get(1).get("translated").asString());
        assertEquals("0x001d", json.get("hops").get(1).get("acsControl").asString());
    }

    @Test
    void whatIfMendsTheOddOneOnACopy() {
        CommandLineRun run = CommandLineRun.of("what-if", ONE_BAD, "--for", "vm", "--set", "0000:b7:00.0:acs=0x5d");
        assertEquals(0, run.status(), run.out());
        assertTrue(run.out().contains("mlx5_5 → GPU 5: detours → inside the switch"), run.out());
        assertTrue(run.out().contains("63 paths keep their verdict"), run.out());
        assertEquals(1, CommandLineRun.of("check", ONE_BAD, "--for", "vm").status());
    }

    @Test
    void whatIfAnotherKernelNamesFindingsThatGoAndChangesThatCome() {
        CommandLineRun run = CommandLineRun.of("what-if", GOOD, "--for", "vm", "--kernel", "7.3");
        assertEquals(0, run.status(), run.out());
        assertTrue(run.out().contains("64 paths keep their verdict"), run.out());
        assertTrue(run.out().contains("finding.vm.kernel-lacks-fixes"), run.out());
        assertTrue(run.out().contains("eab000d501af"), run.out());
        JsonNode kernel = CommandLineRun.of("what-if", GOOD, "--kernel", "7.3", "--json")
                .json()
                .get("kernel");
        assertEquals("7.3", kernel.get("after").asString());
        assertEquals("6.14.0", kernel.get("before").asString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "7", "7.3;reboot", "7.3\u001b[0m", "99999.1", ""})
    void whatIsNoKernelReleaseIsWrongUsage(String release) {
        assertEquals(2, CommandLineRun.of("what-if", GOOD, "--kernel", release).status());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000:b7:00.0",
                "0000:b7:00.0:acs=93",
                "0000:b7:00.0:ats=maybe",
                ":acs=0x1",
                "b7:00.0:acs=0x12345"
            })
    void aSettingThatIsNotUnderstoodIsWrongUsage(String setting) {
        CommandLineRun run = CommandLineRun.of("what-if", ONE_BAD, "--set", setting);
        assertEquals(2, run.status());
        assertTrue(run.err().contains(setting), run.err());
    }

    @Test
    void aSettingThatTheHardwareCannotTakeIsRefused() {
        assertTrue(CommandLineRun.of("what-if", ONE_BAD, "--set", "0000:1b:00.0:acs=0x5d")
                .err()
                .contains("has no ACS capability"));
        assertTrue(CommandLineRun.of("what-if", ONE_BAD, "--set", "0000:ff:00.0:acs=0x5d")
                .err()
                .contains("no function 0000:ff:00.0"));
    }

    @Test
    void diffNamesWhatDiffers() {
        CommandLineRun run = CommandLineRun.of("diff", GOOD, ONE_BAD);
        assertEquals(1, run.status());
        assertTrue(run.out().contains("0000:b7:00.0"), run.out());
        assertTrue(run.out().contains("0x001d"), run.out());
        JsonNode json = CommandLineRun.of("diff", GOOD, ONE_BAD, "--json").json();
        assertEquals("peerpath.diff/1", json.get("schema").asString());
        assertEquals("no difference\n", CommandLineRun.of("diff", GOOD, GOOD).out());
    }

    @Test
    void severalSourcesMakeOneLineEachAndTheWorstCounts() {
        CommandLineRun run = CommandLineRun.of("check", GOOD, ONE_BAD, "sample:nowhere", "--for", "vm");
        assertEquals(4, run.status());
        assertEquals(2, run.out().lines().count());
        assertTrue(run.out().lines().findFirst().orElseThrow().startsWith(GOOD));
        assertTrue(run.err().contains("nowhere"));
        assertEquals(1, CommandLineRun.of("check", GOOD, ONE_BAD, "--for", "vm").status());
        CommandLineRun json = CommandLineRun.of("check", GOOD, ONE_BAD, "--json");
        json.out().lines().forEach(line -> assertTrue(line.startsWith("{\"schema\":\"peerpath.check/1\""), line));
    }

    /** Nothing is fine about a host of which no function was read. */
    @Test
    void aSourceWithoutFunctionsLeavesTheAnswerUnknown(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("topo.txt");
        Files.writeString(file, """
                \tGPU0\tGPU1\tNIC0\tCPU Affinity
                GPU0\t X \tNV18\tPXB\t0-31
                GPU1\tNV18\t X \tNODE\t0-31
                NIC0\tPXB\tNODE\t X\t

                Legend:

                  X    = Self

                NIC Legend:

                  NIC0: mlx5_0
                """);
        CommandLineRun run = CommandLineRun.of("check", file.toString());
        assertEquals(3, run.status(), run.out() + run.err());
    }

    /** Two hosts that differ in a secret alone look the same; that this is not known is said. */
    @Test
    void diffSaysWhatAMaskKeepsItFromComparing(@TempDir Path folder) throws Exception {
        assertEquals("", CommandLineRun.of("diff", GOOD, GOOD).err());
        List<String> files = new ArrayList<>();
        for (String secret : List.of("one", "other")) {
            Path file = folder.resolve(secret + ".json");
            HostBuilder host = HostBuilder.named("h").cmdline("ro rd.iscsi.password=" + secret);
            try (OutputStream out = Files.newOutputStream(file)) {
                SnapshotFile.write(host.build(), out, false);
            }
            files.add(file.toString());
        }
        CommandLineRun run = CommandLineRun.of("diff", files.getFirst(), files.getLast());
        assertEquals("no difference\n", run.out());
        assertTrue(run.err().contains("/proc/cmdline holds secrets"), run.err());
        JsonNode json = CommandLineRun.of("diff", files.getFirst(), files.getLast(), "--json")
                .json();
        assertEquals("proc/cmdline", json.path("masked").path(0).asString());
    }

    @Test
    void aSnapshotComesBackAsItWas(@TempDir Path folder) {
        Path file = folder.resolve("host.json.gz");
        assertEquals(
                0, CommandLineRun.of("snapshot", ONE_BAD, "-o", file.toString()).status());
        assertEquals(
                "no difference\n",
                CommandLineRun.of("diff", ONE_BAD, file.toString()).out());
        CommandLineRun again = CommandLineRun.of("snapshot", ONE_BAD, "-o", file.toString());
        assertEquals(2, again.status());
        assertTrue(again.err().contains("exists"));
        assertEquals(
                0,
                CommandLineRun.of("snapshot", ONE_BAD, "-o", file.toString(), "-f")
                        .status());
        assertTrue(Files.exists(file));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "nonsense", "check", "explain", "show --json", "check sample:no-switch --for sideways"})
    void wrongUsageIsTwoAndSaysSo(String line) {
        CommandLineRun run = CommandLineRun.of(line.isEmpty() ? new String[0] : line.split(" "));
        assertEquals(2, run.status());
        assertFalse(run.err().isBlank());
        assertEquals("", run.out());
    }

    @Test
    void aFileThatIsNotThereIsUnreadable() {
        CommandLineRun run = CommandLineRun.of("show", "/nowhere/at/all");
        assertEquals(4, run.status());
        assertTrue(run.err().contains("/nowhere/at/all"), run.err());
    }

    @Test
    void namesThatAreNotThereAreWrongUsage() {
        assertEquals(2, CommandLineRun.of("explain", GOOD, "mlx5_77", "gpu5").status());
        assertEquals(
                2, CommandLineRun.of("explain", GOOD, "0000:ff:00.0", "gpu5").status());
        assertEquals(2, CommandLineRun.of("findings", "no-such-finding").status());
    }

    @Test
    void helpAndVersionAnswer() {
        assertEquals(0, CommandLineRun.of("--help").status());
        assertTrue(CommandLineRun.of("--help").out().contains("what-if"));
        assertTrue(CommandLineRun.of("--version").out().startsWith("peerpath "));
    }

    @Test
    void koreanIsSpokenAndDataStaysEnglish() {
        assertTrue(CommandLineRun.in(Locale.KOREAN, "check", GOOD).out().contains("스위치 안"));
        assertEquals(
                CommandLineRun.of("check", ONE_BAD, "--json").out(),
                CommandLineRun.in(Locale.KOREAN, "check", ONE_BAD, "--json").out());
    }

    @ParameterizedTest
    @ValueSource(strings = {"svg", "png", "pdf", "dot", "mmd", "drawio", "json"})
    void exportsInEveryFormatTheSameBytesTwice(String ending, @TempDir Path folder) throws Exception {
        Path one = folder.resolve("one." + ending);
        Path two = folder.resolve("two." + ending);
        for (Path file : new Path[] {one, two}) {
            CommandLineRun run = CommandLineRun.of("export", ONE_BAD, "-o", file.toString(), "--for", "vm");
            assertEquals(0, run.status(), run.err());
        }
        assertTrue(Files.size(one) > 500);
        assertEquals(-1, Files.mismatch(one, two));
        assertEquals(
                2, CommandLineRun.of("export", ONE_BAD, "-o", one.toString()).status());
        assertEquals(
                0,
                CommandLineRun.of("export", ONE_BAD, "-o", one.toString(), "-f").status());
    }

    @Test
    void exportGoesToStandardOutputAndRefusesWhatItDoesNotKnow() {
        assertTrue(CommandLineRun.of("export", ONE_BAD, "-o", "-", "--format", "svg")
                .out()
                .contains("<svg"));
        assertEquals(2, CommandLineRun.of("export", ONE_BAD, "-o", "x.bmp").status());
        assertEquals(
                2,
                CommandLineRun.of("export", ONE_BAD, "-o", "-", "--format", "svg", "--theme", "pink")
                        .status());
        CommandLineRun nowhere = CommandLineRun.of("export", ONE_BAD, "-o", "/nowhere/at/all.svg");
        assertEquals(2, nowhere.status());
        assertTrue(nowhere.err().contains("/nowhere/at/all.svg"), nowhere.err());
    }

    @Test
    void aPlanIsASheetAScriptOrJson() {
        CommandLineRun sheet = CommandLineRun.of("plan", ONE_BAD, "--goal", "vm-gpudirect");
        assertEquals(0, sheet.status());
        assertTrue(sheet.out().contains("setpci -s 0000:b7:00.0 ECAP_ACS+6.w=0040:0040"), sheet.out());
        assertTrue(CommandLineRun.of("plan", ONE_BAD, "--goal", "vm-gpudirect", "--as", "sh")
                .out()
                .startsWith("#!/bin/sh\n"));
        JsonNode json = CommandLineRun.of("plan", ONE_BAD, "--goal", "vm-gpudirect", "--as", "json")
                .json();
        assertEquals("peerpath.plan/1", json.get("schema").asString());
        assertEquals(
                2, CommandLineRun.of("plan", ONE_BAD, "--goal", "world-peace").status());
        assertEquals(
                5,
                CommandLineRun.of("plan", "sample:no-switch", "--goal", "vm-gpudirect")
                        .status());
    }
}
