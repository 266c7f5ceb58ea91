// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.testing.Cases;
import org.peerpath.testing.FortyHosts;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Many hosts on the command line: never picked, never merged, the odd ones first. */
class FleetCommandTest {
    @TempDir
    private Path folder;

    /** A snapshot of a case under another host's name. */
    private void host(String name, String example) throws Exception {
        Snapshot snapshot = Cases.host(example);
        Origin origin = snapshot.origin();
        try (OutputStream out = Files.newOutputStream(folder.resolve(name + ".json.gz"))) {
            SnapshotFile.write(
                    snapshot.withOrigin(new Origin(origin.source(), origin.kind(), name, origin.readAt())), out, true);
        }
    }

    @Test
    void everyOddOneOfFortyComesFirstWithItsReason() throws Exception {
        FortyHosts.write(folder);
        CommandLineRun run = CommandLineRun.of("fleet", folder.toString(), "--for", "vm");
        assertEquals(4, run.status(), run.out());
        int usual = run.out().indexOf("gpu[01-04,06-10,13-16,18-19,21-22,24-30,32-35,37-39]");
        assertTrue(usual > 0, run.out());
        for (String odd : FortyHosts.ODD) {
            int at = run.out().indexOf(odd);
            assertTrue(at >= 0 && at < usual, odd + " before the others: " + run.out());
        }
        String firstScreen = run.out().substring(0, usual);
        for (String reason : List.of(
                "firmware 40.47.2526 freezes the whole host",
                "link",
                "Direct Translated P2P",
                "ATS",
                "No answer from GPU 0",
                "without root",
                "40.46.1006")) {
            assertTrue(firstScreen.contains(reason), reason + " in " + firstScreen);
        }
        assertTrue(firstScreen.lines().count() <= 50, "one screen: " + firstScreen);
    }

    @Test
    void aFolderOfHostsIsThatManyForCheckToo() throws Exception {
        FortyHosts.write(folder);
        CommandLineRun run = CommandLineRun.of("check", folder.toString(), "--for", "vm");
        assertEquals(40, run.out().lines().count() + run.err().lines().count(), run.out() + run.err());
        assertEquals(4, run.status());
    }

    /** Machines installed from one image say one name; two readings of one host are two readings. */
    @Test
    void snapshotsThatLookAlikeAreStillSeveral() throws Exception {
        Path alike = Files.createDirectory(folder.resolve("alike"));
        for (String file : List.of("gpu01", "gpu02", "gpu03")) {
            host("same", "b300-vm-good");
            Files.move(folder.resolve("same.json.gz"), alike.resolve(file + ".json.gz"));
        }
        Path archive = folder.resolve("alike.tar.gz");
        tar("-czf", archive.toString(), "-C", alike.toString(), ".");
        for (Path several : List.of(alike, archive)) {
            CommandLineRun run = CommandLineRun.of("check", several.toString(), "--for", "vm");
            assertEquals(3, run.out().lines().count(), run.out() + run.err());
            assertEquals(4, CommandLineRun.of("show", several.toString()).status());
        }
    }

    @Test
    void whatTakesOneHostRefusesSeveralAndNamesThem() throws Exception {
        host("gpu01", "b300-vm-good");
        host("gpu02", "b300-one-bad");
        CommandLineRun run = CommandLineRun.of("show", folder.toString());
        assertEquals(4, run.status());
        assertTrue(run.err().contains("it holds 2 hosts"), run.err());
        assertTrue(run.err().contains("gpu01.json.gz") && run.err().contains("gpu02.json.gz"), run.err());
    }

    @Test
    void whatLiesBesideTheOnlyHostJoinsIt() throws Exception {
        host("gpu01", "b300-vm-good");
        Files.writeString(folder.resolve("notes.txt"), "call the vendor\n");
        CommandLineRun run = CommandLineRun.of("check", folder.toString(), "--for", "vm");
        assertEquals(0, run.status(), run.out() + run.err());
        assertTrue(run.out().contains("8 of 8"), run.out());
    }

    @Test
    void treesInOneArchiveAreHosts() throws Exception {
        for (String name : List.of("b300-vm-good", "b300-one-bad")) {
            Path tree = Files.createDirectories(folder.resolve(name));
            tar("xzf", Cases.path(name + ".tar.gz").toAbsolutePath().toString(), "-C", tree.toString());
        }
        Path archive = folder.resolve("two.tar.gz");
        tar("czf", archive.toString(), "-C", folder.toString(), "b300-vm-good", "b300-one-bad");
        CommandLineRun run = CommandLineRun.of("fleet", archive.toString(), "--for", "vm", "--json");
        List<String> hosts = run.out()
                .lines()
                .map(line -> JsonMapper.shared().readTree(line).get("host").asString())
                .toList();
        assertEquals(2, hosts.size(), run.out() + run.err());
        assertEquals(1, run.status());
    }

    @Test
    void aListNamesSourcesOneALine() throws Exception {
        Path list = folder.resolve("hosts.txt");
        Files.writeString(list, "# ours\nsample:hgx-b300-vm\n\nsample:hgx-b300-one-bad\n");
        CommandLineRun run = CommandLineRun.of("fleet", "--from", list.toString(), "--for", "vm", "--csv");
        assertEquals(3, run.out().lines().count(), run.out());
        assertEquals(1, run.status());
    }

    @Test
    void noSourceAtAllIsAMistake() {
        assertEquals(2, CommandLineRun.of("fleet").status());
        assertEquals(2, CommandLineRun.of("check").status());
    }

    @Test
    void whatDecidesAndHasChangedSinceTheBaselineIsNamed() throws Exception {
        host("gpu01", "b300-vm-good");
        host("gpu02", "b300-vm-good");
        Path before = folder.resolveSibling(folder.getFileName() + "-before");
        Files.createDirectories(before);
        for (String name : List.of("gpu01.json.gz", "gpu02.json.gz")) {
            Files.copy(folder.resolve(name), before.resolve(name));
        }
        assertEquals(
                0,
                CommandLineRun.of("fleet", folder.toString(), "--for", "vm", "--baseline", before.toString())
                        .status());
        host("gpu02", "b300-vm-no-dt");
        CommandLineRun run =
                CommandLineRun.of("fleet", folder.toString(), "--for", "vm", "--json", "--baseline", before.toString());
        assertEquals(1, run.status());
        List<JsonNode> hosts =
                run.out().lines().map(JsonMapper.shared()::readTree).toList();
        assertEquals(0, hosts.get(0).get("changed").size());
        assertTrue(
                hosts.get(1).get("changed").toString().contains("acs 0x005d → 0x001d"),
                hosts.get(1).get("changed").toString());
    }

    @Test
    void anAcceptedFindingDrainsNobody() throws Exception {
        host("gpu35", "b300-fw-bad");
        host("gpu36", "b300-vm-good");
        Path policy = folder.resolveSibling(folder.getFileName() + "-policy.json");
        Files.writeString(policy, """
                {"schema":"peerpath.policy/1","groups":[{"hosts":"gpu35","for":"vm","accept":[
                  {"finding":"firmware-freezes-host","why":"no VFs on this one"}]}]}""");
        CommandLineRun run =
                CommandLineRun.of("fleet", folder.toString(), "--for", "vm", "--json", "--policy", policy.toString());
        JsonNode host =
                JsonMapper.shared().readTree(run.out().lines().findFirst().orElseThrow());
        assertFalse(host.get("state").asString().equals("broken"), run.out());
        assertEquals("firmware-freezes-host", host.get("accepted").get(0).asString());
        assertEquals(0, run.status(), run.out());
    }

    @Test
    void partsOfAHistoryAreFoldersAndPacked() throws Exception {
        Path part = folder.resolve("hosts/date=2026-11-30/part.jsonl.gz");
        assertEquals(
                0,
                CommandLineRun.of("fleet", "sample:hgx-b300-vm", "--for", "vm", "--json", "-o", part.toString())
                        .status());
        try (InputStream in = new GZIPInputStream(Files.newInputStream(part))) {
            JsonNode host = JsonMapper.shared().readTree(new String(in.readAllBytes(), StandardCharsets.UTF_8));
            assertEquals("peerpath.host/1", host.get("schema").asString());
            assertEquals(8, host.get("inside").asInt());
        }
        assertEquals(
                2,
                CommandLineRun.of("fleet", "sample:hgx-b300-vm", "--json", "-o", part.toString())
                        .status(),
                "it exists");
    }

    @Test
    void checkTellsMonitoringToolsInTheirForms() {
        assertEquals(
                0,
                CommandLineRun.of("check", "sample:hgx-b300-vm", "--for", "vm", "--as", "npd")
                        .status());
        assertEquals(
                2,
                CommandLineRun.of("check", "sample:hgx-b300-one-bad", "--for", "vm", "--as", "nagios")
                        .status());
        assertEquals(
                1,
                CommandLineRun.of("check", "sample:hgx-b300-one-bad", "--for", "vm", "--as", "slurm")
                        .status());
        CommandLineRun lines = CommandLineRun.of(
                "check", "sample:hgx-b300-vm", "sample:hgx-b300-one-bad", "--for", "vm", "--as", "jsonl");
        assertEquals(2, lines.out().lines().count());
        assertEquals(1, lines.status());
        assertEquals(
                2,
                CommandLineRun.of("check", "sample:hgx-b300-vm", "--as", "xml").status());
    }

    @Test
    void thePageToPassOnIsAFileOfItsEnding() throws Exception {
        host("gpu01", "b300-vm-good");
        host("gpu02", "b300-one-bad");
        Path page = folder.resolveSibling(folder.getFileName() + "-fleet.html");
        assertEquals(
                1,
                CommandLineRun.of("fleet", folder.toString(), "--for", "vm", "-o", page.toString())
                        .status());
        String text = Files.readString(page);
        assertTrue(text.contains("<svg") && text.contains("Broken: gpu02"), text.substring(0, 400));
        assertEquals(
                2,
                CommandLineRun.of("fleet", folder.toString(), "--csv", "-f", "-o", page.toString())
                        .status());
    }

    @Test
    void twoFoldersAreComparedHostByHost() throws Exception {
        host("gpu01", "b300-vm-good");
        host("gpu02", "b300-vm-good");
        host("gpu03", "b300-vm-good");
        Path before = folder.resolveSibling(folder.getFileName() + "-old");
        Files.createDirectories(before);
        for (String name : List.of("gpu01.json.gz", "gpu02.json.gz", "gpu03.json.gz")) {
            Files.copy(folder.resolve(name), before.resolve(name));
        }
        assertEquals(
                0,
                CommandLineRun.of("diff", before.toString(), folder.toString()).status());
        host("gpu02", "b300-vm-no-dt");
        Files.delete(folder.resolve("gpu03.json.gz"));
        host("gpu04", "b300-vm-good");
        CommandLineRun run = CommandLineRun.of("diff", before.toString(), folder.toString());
        assertEquals(1, run.status());
        assertTrue(run.out().contains("gpu02: ") && run.out().contains("0x005d"), run.out());
        assertTrue(run.out().contains("gpu03: only in the old ones"), run.out());
        assertTrue(run.out().contains("gpu04: only in the new ones"), run.out());
        assertFalse(run.out().contains("gpu01"), run.out());
        List<JsonNode> lines = CommandLineRun.of("diff", before.toString(), folder.toString(), "--json")
                .out()
                .lines()
                .map(JsonMapper.shared()::readTree)
                .toList();
        assertEquals(4, lines.size());
        assertEquals("gpu03", lines.getLast().get("host").asString());
        assertTrue(lines.getLast().get("after").isNull());
    }

    @Test
    void everyHostOfAFolderIsExportedIntoAFileOfItsOwn() throws Exception {
        host("gpu01", "b300-vm-good");
        host("gpu02", "b300-one-bad");
        Path out = folder.resolveSibling(folder.getFileName() + "-out");
        assertEquals(
                4,
                CommandLineRun.of("export", folder.toString(), "-o", out + ".svg")
                        .status(),
                "several hosts are no picture");
        assertEquals(
                2,
                CommandLineRun.of("export", folder.toString(), "-o", out + "/").status(),
                "of which kind?");
        assertEquals(
                0,
                CommandLineRun.of("export", folder.toString(), "-o", out + "/", "--format", "md")
                        .status());
        assertTrue(Files.readString(out.resolve("gpu01.md")).contains("gpu01"));
        assertTrue(Files.exists(out.resolve("gpu02.md")));
        assertEquals(
                2,
                CommandLineRun.of("export", folder.toString(), "-o", out + "/", "--format", "md")
                        .status(),
                "they exist");
    }

    private static void tar(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of("tar"));
        command.addAll(List.of(arguments));
        assertEquals(0, new ProcessBuilder(command).start().waitFor());
    }
}
