// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.snapshot.evidence.RdmaTopoReader;
import org.peerpath.snapshot.evidence.RdmaTopoReaderTest;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.evidence.RecognizerTest;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.snapshot.file.SnapshotFileTest;
import org.peerpath.snapshot.live.Collector;
import org.peerpath.snapshot.lspci.LspciReader;
import org.peerpath.testing.Corpus;

/** Damaged and malicious input for every reader: a few seconds each in every run, minutes under {@code fuzz-long}. */
class ReaderFuzzTest {
    private static final Duration SHORT = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofMinutes(2);
    private static final int LARGEST_SEED = 60_000;

    static List<byte[]> snapshots() {
        return List.of(SnapshotFileTest.write(SnapshotFileTest.everyKind(), false));
    }

    static List<byte[]> packedSnapshots() {
        return List.of(SnapshotFileTest.write(SnapshotFileTest.everyKind(), true));
    }

    static List<byte[]> rdmaTopo() {
        String packed = RdmaTopoReaderTest.packed(new byte[256]);
        String entry = "{\"realpath\":\"/sys/devices/pci0000:15/0000:15:0%d.0\",\"config\":\"" + packed
                + "\",\"iommu_group\":%<d,\"modalias\":\"pci:v000015B3d00001023sv000015B3sd00000071bc02sc07i00\","
                + "\"numa_node\":0,\"vpd\":\"" + packed + "\",\"subsystems\":{\"net\":[\"ibs0\"]}}";
        return List.of(("[\n" + String.format(entry, 1) + ",\n" + String.format(entry, 2) + "]")
                .getBytes(StandardCharsets.UTF_8));
    }

    /** Made up, and the smaller files of the corpus where there is one. */
    static List<byte[]> lspci() throws IOException {
        List<byte[]> inputs = new ArrayList<>();
        for (String text : List.of("""
                0000:01:00.0 Ethernet controller [0200]: Intel Corporation 82576 [8086:10c9] (rev 01) (prog-if 00)
                \tSubsystem: Intel Corporation Device [8086:a03c]
                \tFlags: bus master, fast devsel, latency 0, IRQ 16, NUMA node 0, IOMMU group 3
                \tCapabilities: [150 v1] Access Control Services
                \t\tACSCap:\tSrcValid- TransBlk- ReqRedir-
                \tKernel driver in use: igb
                \tKernel modules: igb
                00: 86 80 c9 10 07 04 10 00 01 00 00 02 10 00 80 00
                10: 00 00 00 a9 0c 00 00 e0 ff 39 00 00 0c 00 00 f0

                02:00.0 Class 0302: Device 10de:3182
                \tCapabilities: <access denied>
                """, """
                Slot:\t01:00.0
                Class:\tEthernet controller [0200]
                Vendor:\tIntel Corporation [8086]
                Device:\t82576 [10c9]
                Rev:\t01

                02:00.0 "0302" "10de" "3182" -ra1 -p00 "" ""
                """)) {
            inputs.add(text.getBytes(StandardCharsets.UTF_8));
        }
        for (String folder : List.of("lspci-hex", "lspci-vvv", "lspci-tree")) {
            if (Corpus.isHere()) {
                try (Stream<Path> files = Files.list(Corpus.path(folder))) {
                    for (Path file : files.sorted().toList()) {
                        if (Files.size(file) < LARGEST_SEED) {
                            inputs.add(Files.readAllBytes(file));
                        }
                    }
                }
            }
        }
        return inputs;
    }

    private static Snapshot snapshot(byte[] input) throws UnreadableSourceException {
        return SnapshotFile.read(new ByteArrayInputStream(input), "f");
    }

    private static Snapshot rdmaTopo(byte[] input) throws UnreadableSourceException {
        return RdmaTopoReader.read(new ByteArrayInputStream(input), "f");
    }

    private static Snapshot lspci(byte[] input) throws UnreadableSourceException {
        return LspciReader.read(new ByteArrayInputStream(input), "f");
    }

    @Test
    void snapshotFile() {
        Fuzz.run(snapshots(), SHORT, ReaderFuzzTest::snapshot);
    }

    @Test
    void packedSnapshotFile() {
        Fuzz.run(packedSnapshots(), SHORT, ReaderFuzzTest::snapshot);
    }

    @Test
    void rdmaTopoDump() {
        Fuzz.run(rdmaTopo(), SHORT, ReaderFuzzTest::rdmaTopo);
    }

    @Test
    void lspciText() throws IOException {
        Fuzz.run(lspci(), SHORT, ReaderFuzzTest::lspci);
    }

    /** The collector's output over a small tree, as someone saves it; and the tree itself in an archive. */
    static List<byte[]> hosts(Path folder) throws Exception {
        List<byte[]> inputs = new ArrayList<>(RecognizerTest.everyKind().values());
        Path real = folder.resolve("sys/devices/pci0000:00/0000:00:01.0");
        Path devices = folder.resolve("sys/bus/pci/devices");
        if (Files.notExists(real)) {
            Files.createDirectories(real);
            Files.createDirectories(devices);
            Files.writeString(real.resolve("vendor"), "0x10de\n");
            Files.writeString(real.resolve("numa_node"), "0\n");
            Files.write(real.resolve("config"), new byte[256]);
            Files.createSymbolicLink(
                    devices.resolve("0000:00:01.0"), Path.of("../../../devices/pci0000:00/0000:00:01.0"));
        }
        String shell = Collector.shells().findFirst().orElseThrow();
        inputs.add(Collector.run(shell, Map.of("PEERPATH_ROOT", folder.toString())));
        return inputs;
    }

    private static Snapshot anything(byte[] input) throws UnreadableSourceException {
        return Recognizer.open(new ByteArrayInputStream(input), Recognizer.STDIN);
    }

    @Test
    void anythingAtAll(@TempDir Path folder) throws Exception {
        Fuzz.run(hosts(folder), SHORT, ReaderFuzzTest::anything);
    }

    @Test
    @Tag("fuzz-long")
    void longer(@TempDir Path folder) throws Exception {
        Fuzz.run(hosts(folder), LONG, ReaderFuzzTest::anything);
        Fuzz.run(snapshots(), LONG, ReaderFuzzTest::snapshot);
        Fuzz.run(packedSnapshots(), LONG, ReaderFuzzTest::snapshot);
        Fuzz.run(rdmaTopo(), LONG, ReaderFuzzTest::rdmaTopo);
        Fuzz.run(lspci(), LONG, ReaderFuzzTest::lspci);
    }
}
