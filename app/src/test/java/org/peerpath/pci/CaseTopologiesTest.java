// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.testing.Cases;

/** The same host from its sysfs tree, from rows of bytes and from an rdma_topo dump gives the same functions and tree. */
class CaseTopologiesTest {
    @TempDir
    private Path folder;

    @TestFactory
    Stream<DynamicTest> everySourceOfACaseTellsTheSame() throws IOException {
        List<Path> archives = Cases.hosts().toList();
        assertTrue(archives.size() > 10, "cases are missing");
        return archives.stream()
                .map(archive -> DynamicTest.dynamicTest(archive.getFileName().toString(), () -> compare(archive)));
    }

    private void compare(Path archive) throws Exception {
        Topology tree = Topologies.of(Recognizer.open(archive.toString()));
        assertEquals(List.of(), tree.notes());
        Topology hex =
                Topologies.of(Recognizer.open(member(archive, "lspci-xxxx.txt").toString()));
        assertEquals(tree.functions().keySet(), hex.functions().keySet());
        assertEquals(tree.places(), hex.places());
        same(tree, hex);
        Topology dump =
                Topologies.of(Recognizer.open(member(archive, "rdma_topo.json").toString()));
        assertTrue(tree.functions().keySet().containsAll(dump.functions().keySet()));
        same(tree, dump);
        for (Address address : dump.functions().keySet()) {
            assertEquals(tree.place(address), dump.place(address));
        }
    }

    private static void same(Topology expected, Topology actual) {
        for (PciFunction function : actual.functions().values()) {
            Address address = function.address();
            PciFunction other = expected.get(address);
            assertEquals(other.kind(), function.kind(), address.toString());
            assertEquals(other.vendor(), function.vendor(), address.toString());
            assertEquals(other.device(), function.device(), address.toString());
            assertEquals(other.portType(), function.portType(), address.toString());
            assertEquals(other.acs(), function.acs(), address.toString());
            assertEquals(other.ats(), function.ats(), address.toString());
            assertEquals(other.sriov(), function.sriov(), address.toString());
            assertEquals(other.link(), function.link(), address.toString());
            assertEquals(other.deviceControl(), function.deviceControl(), address.toString());
            assertEquals(expected.physicalFunction(address), actual.physicalFunction(address), address.toString());
        }
    }

    private Path member(Path archive, String name) throws IOException {
        try (InputStream file = Files.newInputStream(archive);
                TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(file))) {
            for (TarArchiveEntry entry = tar.getNextEntry(); entry != null; entry = tar.getNextEntry()) {
                if (entry.getName().endsWith(name)) {
                    Path copy = folder.resolve(archive.getFileName() + "-" + name);
                    Files.write(copy, tar.readAllBytes());
                    return copy;
                }
            }
        }
        throw new IllegalStateException("no " + name + " in " + archive);
    }
}
