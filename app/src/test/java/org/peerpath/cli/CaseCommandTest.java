// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.SampleHosts;

/** The case file: whole, the same for the same input, and free of names where that was asked for. */
class CaseCommandTest {
    private static final String LOG = """
            [  100.000000] Linux version 6.8.0-60-generic
            [  200.000000] rack7-node3 kernel: mac 94:6d:ae:03:12:34
            [  201.000000] watchdog: CPU5: Watchdog detected hard LOCKUP on cpu 5
            [  201.000001] CPU: 5 PID: 999 Comm: qemu-system-x86
            [  201.000002] RIP: 0010:qi_submit_sync+0x2a0/0x450
            [  201.000003]  qi_flush_dev_iotlb_pasid+0xa0/0x120
            [  201.000004]  vfio_iommu_type1_unmap_dma+0x80/0x90
            [  202.000000] DMAR: VT-d detected Invalidation Time-out Error: SID 1801
            """;

    @TempDir
    private Path folder;

    private Unpacked unpacked(Path zip) throws IOException {
        Map<String, String> entries = new LinkedHashMap<>();
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                String content = new String(in.readAllBytes(), StandardCharsets.UTF_8);
                assertEquals(null, entries.put(entry.getName().replace("peerpath-case/", ""), content));
                assertEquals(1980, entry.getTimeLocal().getYear());
            }
        }
        return new Unpacked(entries);
    }

    /** The files of an archive by their names in it. */
    private record Unpacked(Map<String, String> files) {
        String get(String name) {
            String content = files.get(name);
            if (content == null) {
                throw new AssertionError("no " + name + " in " + files.keySet());
            }
            return content;
        }
    }

    /** Whoever is given it opens it as it is, and sees what its writer saw. */
    @Test
    void opensAsTheSnapshotInIt() throws IOException {
        Path zip = folder.resolve("case.zip");
        String sample = "sample:hgx-b300-one-bad";
        assertEquals(0, CommandLineRun.of("case", sample, "-o", zip.toString()).status());
        CommandLineRun original = CommandLineRun.of("check", sample, "--json");
        CommandLineRun again = CommandLineRun.of("check", zip.toString(), "--json");
        assertEquals(original.status(), again.status());
        assertEquals(original.json().path("paths"), again.json().path("paths"));
        assertEquals(original.json().path("findings"), again.json().path("findings"));
        assertEquals("", again.err());
    }

    private Path log() throws IOException {
        Path log = folder.resolve("console.log");
        Files.writeString(log, LOG);
        return log;
    }

    private Path snapshot(String name, HostBuilder host) throws IOException {
        Path file = folder.resolve(name);
        try (var out = Files.newOutputStream(file)) {
            SnapshotFile.write(host.build(), out, false);
        }
        return file;
    }

    @Test
    void holdsEverythingThatItsFirstPageNames() throws IOException {
        Path zip = folder.resolve("case.zip");
        CommandLineRun run =
                CommandLineRun.of("case", "sample:hgx-b300-vm", "--log", log().toString(), "-o", zip.toString());
        assertEquals(0, run.status(), run.err());
        assertEquals("", run.out());
        Unpacked entries = unpacked(zip);
        assertEquals(
                Set.of(
                        "README.md",
                        "findings.txt",
                        "check.json",
                        "settings.md",
                        "firmware.md",
                        "log.txt",
                        "stacks.txt",
                        "reproducer.md",
                        "before-after.md",
                        "diagram.svg",
                        "diagram.png",
                        "snapshot.json"),
                entries.files().keySet());
        entries.files().keySet().stream()
                .filter(name -> !name.equals("README.md"))
                .forEach(name -> assertTrue(entries.get("README.md").contains("| " + name + " |"), name));
        assertTrue(entries.get("settings.md").contains("intel\\_iommu=on"), entries.get("settings.md"));
        assertTrue(entries.get("settings.md").contains("| 0000:17:00.0 | port 17:00.0 | 0x005f | 0x005d |"));
        assertTrue(entries.get("firmware.md").contains("40.50.0464"));
        assertTrue(entries.get("log.txt").contains("device-tlb-hang"), entries.get("log.txt"));
        assertTrue(entries.get("stacks.txt").contains("    qi_flush_dev_iotlb_pasid\n"));
        assertTrue(entries.get("diagram.svg").startsWith("<?xml")
                || entries.get("diagram.svg").startsWith("<svg"));
        assertTrue(entries.get("before-after.md").contains("mlx5\\_0 → GPU 0"), entries.get("before-after.md"));
        assertTrue(entries.get("README.md").contains("Nothing was replaced"));
    }

    /** The commands are the plan's: none of them stands in this program's sources twice. */
    @Test
    void theReproducerBeginsWithoutVirtualFunctionsOnTheSuspect() throws IOException {
        Path zip = folder.resolve("case.zip");
        CommandLineRun.of("case", "sample:hgx-b300-vm", "--log", log().toString(), "-o", zip.toString());
        String steps = unpacked(zip).get("reproducer.md");
        assertTrue(steps.contains("DANGEROUS"), steps);
        int taken = steps.indexOf("echo 0 > /sys/bus/pci/devices/0000:18:00.0/sriov_numvfs");
        int made = steps.indexOf("echo 1 > /sys/bus/pci/devices/0000:18:00.0/sriov_numvfs");
        int bound = steps.indexOf("echo vfio-pci > /sys/bus/pci/devices/0000:18:00.1/driver_override");
        assertTrue(taken > 0 && taken < made && made < bound, steps);
        assertTrue(steps.contains("\n1. ") && steps.contains("\n4. "), steps);
        assertFalse(steps.contains("setpci"), "where requests turn plays no part");
        assertTrue(steps.contains("whose firmware has ATS on already"), steps);
    }

    @Test
    void theSameInputGivesTheSameBytes() throws IOException {
        Path one = folder.resolve("one.zip");
        Path two = folder.resolve("two.zip");
        TimeZone zone = TimeZone.getDefault();
        CommandLineRun.of("case", "sample:no-switch", "-o", one.toString());
        try {
            TimeZone.setDefault(TimeZone.getTimeZone("Asia/Seoul"));
            CommandLineRun.of("case", "sample:no-switch", "-o", two.toString());
        } finally {
            TimeZone.setDefault(zone);
        }
        assertArrayEquals(Files.readAllBytes(one), Files.readAllBytes(two));
    }

    @Test
    void redactedItNamesNobody() throws IOException {
        HostBuilder host = SampleHosts.hgxB300Vm().text("proc/sys/kernel/hostname", "rack7-node3");
        Path source = snapshot("read.json", host);
        Path zip = folder.resolve("case.zip");
        CommandLineRun run = CommandLineRun.of(
                "case", source.toString(), "--redact", "--log", log().toString(), "-o", zip.toString());
        assertEquals(0, run.status(), run.err());
        Unpacked entries = unpacked(zip);
        for (Map.Entry<String, String> entry : entries.files().entrySet()) {
            for (String secret : new String[] {"rack7-node3", "94:6d:ae:03:12:34", "MT2500X", folder.toString()}) {
                assertFalse(entry.getValue().contains(secret), entry.getKey() + " says " + secret);
            }
        }
        assertTrue(entries.get("log.txt").contains("device-tlb-hang"));
        assertTrue(entries.get("README.md").contains("were replaced"));
    }

    @Test
    void anExistingFileIsLeftAloneUnlessTold() throws IOException {
        Path zip = folder.resolve("case.zip");
        Files.writeString(zip, "mine");
        assertEquals(
                2,
                CommandLineRun.of("case", "sample:no-switch", "-o", zip.toString())
                        .status());
        assertEquals("mine", Files.readString(zip));
        assertEquals(
                0,
                CommandLineRun.of("case", "sample:no-switch", "-f", "-o", zip.toString())
                        .status());
        assertEquals(10, unpacked(zip).files().size());
    }

    @Test
    void withoutANicOrALogItSaysSo() throws IOException {
        HostBuilder host = HostBuilder.named("bare");
        host.rootPort("0000:00:01.0", 0x8086, 0x0db0);
        Path zip = folder.resolve("case.zip");
        CommandLineRun.of("case", snapshot("bare.json", host).toString(), "-o", zip.toString());
        Unpacked entries = unpacked(zip);
        assertTrue(entries.get("reproducer.md").contains("No NIC"), entries.get("reproducer.md"));
        assertTrue(entries.get("README.md").contains("no log was given"));
    }

    @Test
    void inKoreanToo() throws IOException {
        Path zip = folder.resolve("case.zip");
        CommandLineRun run = CommandLineRun.in(
                Locale.KOREAN,
                "case",
                snapshot("dd.json", HostShapes.gb300()).toString(),
                "--lang",
                "ko",
                "-o",
                zip.toString());
        assertEquals(0, run.status(), run.err());
        assertTrue(unpacked(zip).get("reproducer.md").contains("위험합니다"));
    }

    @Test
    void anUnreadableLogStopsIt() throws IOException {
        Path zip = folder.resolve("case.zip");
        assertEquals(
                4,
                CommandLineRun.of("case", "sample:no-switch", "--log", folder.resolve("no.log") + "", "-o", zip + "")
                        .status());
        assertFalse(Files.exists(zip));
    }
}
