// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.snapshot.file.SnapshotFileTest;
import org.peerpath.snapshot.redaction.Redaction;
import org.peerpath.testing.Cases;

/** The hosts handed over with the design: each file of a host agrees with its tree as far as that file goes. */
class CaseFilesTest {
    private static final List<String> IDENTITY = List.of("vendor", "device", "class");

    @TempDir
    Path folder;

    @TestFactory
    Stream<DynamicTest> theFilesOfACaseAgree() throws IOException {
        return Cases.hosts()
                .map(archive -> DynamicTest.dynamicTest(archive.getFileName().toString(), () -> {
                    Path host = Files.createDirectory(
                            folder.resolve(archive.getFileName().toString()));
                    unpackFiles(archive, host);
                    Snapshot tree = Recognizer.open(archive.toString());
                    assertEquals(SourceKind.SYSFS_TREE, tree.origin().kind());
                    hexAgrees(
                            tree, Recognizer.open(host.resolve("lspci-xxxx.txt").toString()));
                    dumpAgrees(
                            tree, Recognizer.open(host.resolve("rdma_topo.json").toString()));
                    assertEquals(tree, SnapshotFileTest.read(SnapshotFileTest.write(tree, true)));
                    Snapshot redacted = Redaction.redact(tree);
                    assertEquals(tree.functions().keySet(), redacted.functions().keySet());
                }));
    }

    private static void unpackFiles(Path archive, Path to) throws IOException, InterruptedException {
        Process tar = new ProcessBuilder(
                        "tar", "xzf", archive.toString(), "-C", to.toString(), "lspci-xxxx.txt", "rdma_topo.json")
                .start();
        assertEquals(0, tar.waitFor());
    }

    private static void hexAgrees(Snapshot tree, Snapshot hex) {
        assertEquals(SourceKind.LSPCI_HEX, hex.origin().kind());
        assertEquals(List.of(), hex.notes());
        assertEquals(tree.functions().keySet(), hex.functions().keySet());
        assertFalse(hex.hostListed());
        hex.functions().forEach((address, facts) -> {
            FunctionFacts real = SnapshotFileTest.function(tree, address.toString());
            assertEquals(withoutIds(real), withoutIds(facts), address.toString());
            assertTrue(facts.text("iommu_group").isUnknown());
        });
    }

    /** The dumps were made for {@code lspci -F} and show a VF's ids, where the VF itself reads ffffh. */
    private static Bytes withoutIds(FunctionFacts function) {
        Bytes config = function.bytes("config").asOptional().orElseThrow();
        return config.slice(4, config.length());
    }

    private static void dumpAgrees(Snapshot tree, Snapshot dump) {
        assertEquals(SourceKind.RDMA_TOPO, dump.origin().kind());
        assertEquals(List.of(), dump.notes());
        assertTrue(tree.functions().keySet().containsAll(dump.functions().keySet()));
        dump.functions().forEach((address, facts) -> {
            FunctionFacts real = SnapshotFileTest.function(tree, address.toString());
            for (String attribute : List.of("vendor", "device", "class", "iommu_group", "numa_node", "realpath")) {
                assertEquals(real.text(attribute), facts.text(attribute), address + " " + attribute);
            }
            assertEquals(real.bytes("config"), facts.bytes("config"), address.toString());
            for (String attribute : List.of("net", "infiniband", "drm", "nvme")) {
                assertEquals(
                        real.entries(attribute).asOptional(),
                        facts.entries(attribute).asOptional(),
                        attribute);
            }
        });
    }

    /** What lspci printed on running machines, against the bytes that were copied from their sysfs. */
    @TestFactory
    Stream<DynamicTest> capturesAgree() throws IOException {
        try (Stream<Path> machines = Files.list(Cases.path("captures"))) {
            return machines.sorted().toList().stream()
                    .map(machine ->
                            DynamicTest.dynamicTest(machine.getFileName().toString(), () -> captureAgrees(machine)));
        }
    }

    private static void captureAgrees(Path machine) throws Exception {
        Snapshot hex = Recognizer.open(machine.resolve("lspci-vvvxxxx.txt").toString());
        Snapshot text = Recognizer.open(machine.resolve("lspci-vvvnn.txt").toString());
        Snapshot fields = Recognizer.open(machine.resolve("lspci-Dvmmnnk.txt").toString());
        assertEquals(List.of(), hex.notes());
        assertEquals(List.of(), text.notes());
        assertEquals(text.functions().keySet(), hex.functions().keySet());
        assertEquals(text.functions().keySet(), fields.functions().keySet());
        for (FunctionFacts function : hex.functions().values()) {
            Path bytes = machine.resolve("config").resolve(function.address() + ".bin");
            assertEquals(Fact.known(Bytes.copyOf(Files.readAllBytes(bytes))), function.bytes("config"));
            FunctionFacts printed =
                    SnapshotFileTest.function(text, function.address().toString());
            FunctionFacts listed =
                    SnapshotFileTest.function(fields, function.address().toString());
            Bytes config = function.bytes("config").asOptional().orElseThrow();
            for (String attribute : IDENTITY) {
                assertEquals(listed.text(attribute), printed.text(attribute), function.address() + " " + attribute);
            }
            if (config.word(0) != 0xffff) {
                assertEquals(Fact.known(String.format("0x%04x", config.word(0))), printed.text("vendor"));
            }
            assertEquals(
                    listed.text("iommu_group").asOptional(),
                    printed.text("iommu_group").asOptional());
            assertEquals(
                    listed.text("driver").asOptional(), printed.text("driver").asOptional());
        }
    }
}
