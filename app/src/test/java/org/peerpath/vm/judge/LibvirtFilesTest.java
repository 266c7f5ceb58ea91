// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.peerpath.vm.model.VmOption;

/** Domains of the shapes in use, valid by libvirt's own schema: where the guest sees what, and what NCCL calls it. */
class LibvirtFilesTest {
    private static final Path FILES = Path.of("src", "test", "resources", "vm");

    static Stream<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(FILES)) {
            return all.filter(file -> file.toString().endsWith(".xml")).sorted().toList().stream();
        }
    }

    private static VmAnswer answer(String name) throws Exception {
        return new VmHosts()
                .kernel("6.14.0")
                .answer(List.of(Files.readString(FILES.resolve(name + ".xml"), StandardCharsets.UTF_8)));
    }

    /** The name of each function, then the guest's address: with ~ one that firmware is expected to give. */
    @ParameterizedTest
    @CsvSource({
        "ubuntu-virt-manager-flat,1b:00.0=~0000:01:00.0 18:00.1=~0000:02:00.0,PHB",
        "ubuntu-i440fx,1b:00.0=0000:00:05.0 18:00.1=0000:00:06.0,PHB",
        "openstack-nova-flat,1b:00.0=~0000:01:00.0 18:00.1=~0000:02:00.0,PHB",
        "kubevirt-numa-root-ports,1b:00.0=~0000:f9:00.0 18:00.1=~0000:fa:00.0 3b:00.0=~0000:f1:00.0 38:00.1=~0000:f2:00.0,PHB",
        "kubevirt-on-expander,1b:00.0=0000:f8:07.0 18:00.1=0000:f8:0b.0,PHB",
        "switch-per-pair,1b:00.0=~0000:83:00.0 18:00.1=~0000:84:00.0,PIX",
        "two-switches-two-nodes,1b:00.0=~0000:83:00.0 18:00.1=~0000:84:00.0 3b:00.0=~0000:43:00.0 38:00.1=~0000:44:00.0,PIX",
        "viommu-intel,1b:00.0=~0000:01:00.0 18:00.1=~0000:02:00.0,PHB",
        "vf-as-interface,1b:00.0=~0000:01:00.0 18:00.1=~0000:02:00.0,PHB",
        "decimal-addresses,1b:00.0=~0000:01:00.0 18:00.1=~0000:02:00.0,PHB",
        "arguments-passed-through,1b:00.0=~0000:01:00.0 18:00.1=~0000:02:00.0,PHB",
    })
    void places(String name, String functions, String nccl) throws Exception {
        VmAnswer answer = answer(name);
        Map<String, String> found = new TreeMap<>();
        for (VmFunction function : answer.vm().functions()) {
            found.put(
                    function.name().substring(5),
                    function.guest()
                            .map(Object::toString)
                            .or(() -> function.predicted().map(address -> "~" + address))
                            .orElse("?"));
        }
        Map<String, String> expected = new TreeMap<>();
        for (String one : functions.split(" ")) {
            expected.put(one.split("=")[0], one.split("=")[1]);
        }
        assertEquals(expected, found);
        VmPair pair = VmHosts.pair(answer, VmHosts.NIC, VmHosts.GPU);
        assertEquals(nccl, pair.ncclNow().map(Enum::name).orElse("?"));
    }

    /** Two nodes of the guest are two processors to NCCL. */
    @Test
    void acrossNodes() throws Exception {
        VmPair pair = VmHosts.pair(answer("two-switches-two-nodes"), VmHosts.NIC, VmHosts.OTHER_GPU);
        assertEquals("SYS", pair.ncclNow().orElseThrow().name());
    }

    /** libvirt numbers its hostdevs in order; -set reaches the second. */
    @Test
    void argumentsPassedThrough() throws Exception {
        VmPair pair = VmHosts.pair(answer("arguments-passed-through"), VmHosts.NIC, VmHosts.GPU);
        assertEquals(Optional.of(VmCause.NO_MMAP), pair.cause());
    }

    @Test
    void overrides() throws Exception {
        VmAnswer answer = answer("override-clique-hidden");
        for (VmFunction function : answer.vm().functions()) {
            assertEquals(OptionalInt.of(3), function.assigned().clique());
        }
        assertEquals(false, answer.vm().description().options().contains(VmOption.HYPERVISOR_HIDDEN));
    }

    /** libvirt's schema of the machine that runs the test (libvirt0 and libxml2-utils in Debian). */
    @ParameterizedTest
    @MethodSource("files")
    void validByLibvirtsSchema(Path file) throws Exception {
        Path schema =
                Path.of(System.getProperty("peerpath.libvirt.schemas", "/usr/share/libvirt/schemas"), "domain.rng");
        assumeTrue(Files.isRegularFile(schema), "SKIPPED: no schema of libvirt at " + schema);
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/xmllint")), "SKIPPED: no xmllint");
        Process xmllint = new ProcessBuilder(
                        "/usr/bin/xmllint", "--nonet", "--noout", "--relaxng", schema.toString(), file.toString())
                .redirectErrorStream(true)
                .start();
        String said = new String(xmllint.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, xmllint.waitFor(), said);
    }
}
