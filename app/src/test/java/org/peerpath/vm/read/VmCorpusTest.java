// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.peerpath.snapshot.Address;
import org.peerpath.vm.model.AssignedFunction;
import org.peerpath.vm.model.Backend;
import org.peerpath.vm.model.VmDescription;

/** Real files about VMs: each opens, and gives the functions and the backend that its index expects. */
class VmCorpusTest {
    /** What the index means by host addresses that are none: slots above 1f of Proxmox's own tests. */
    private static boolean isAddress(String text) {
        return Address.parse(text).isPresent();
    }

    private static Path corpus() {
        Path corpus = Path.of(System.getProperty("peerpath.shared", ""), "corpus", "vm");
        assumeTrue(Files.isRegularFile(corpus.resolve("EXPECTED.tsv")), "no corpus at peerpath.shared");
        return corpus;
    }

    @TestFactory
    Stream<DynamicTest> everyFile() throws IOException {
        Path corpus = corpus();
        List<String[]> rows = Files.readAllLines(corpus.resolve("EXPECTED.tsv")).stream()
                .skip(1)
                .map(line -> line.split("\t", -1))
                .toList();
        assertEquals(49, rows.size());
        return rows.stream()
                .map(row -> DynamicTest.dynamicTest(row[0], () -> expect(corpus.resolve(row[0]), row[2], row[3])));
    }

    private static void expect(Path file, String functions, String backend) throws Exception {
        VmDescription vm = VmReader.openAll(file.toString()).getFirst();
        Set<String> expected = Stream.of(functions.split(","))
                .filter(VmCorpusTest::isAddress)
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> found = vm.functions().stream()
                .flatMap(function -> function.host().stream())
                .map(Address::toString)
                .collect(Collectors.toCollection(TreeSet::new));
        assertEquals(expected, found, file.toString());
        Set<String> backends = vm.functions().stream()
                .map(AssignedFunction::backend)
                .map(Backend::id)
                .collect(Collectors.toCollection(TreeSet::new));
        String said = backends.isEmpty() ? vm.backend().orElse(Backend.UNKNOWN).id() : String.join("+", backends);
        assertEquals(backend, said, file.toString());
        assertFalse(vm.kinds().isEmpty(), "no word for what it is");
    }
}
