// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** Two files of one host that say different things. */
class DisagreementFindingTest {
    private static final String LSPCI = """
            18:00.0 Infiniband controller [0207]: Mellanox Technologies Device [15b3:1023]
            \tKernel driver in use: mlx5_core
            19:00.0 Infiniband controller [0207]: Mellanox Technologies Device [15b3:1023]
            \tKernel driver in use: mlx5_core
            """;

    @TempDir
    private Path folder;

    private static String ethtool(String address, String driver, String firmware) {
        return "driver: " + driver + "\nversion: 6.8\nfirmware-version: " + firmware + " (X_0001)\nbus-info: " + address
                + "\n";
    }

    private List<Finding> findings(String... files) throws IOException, UnreadableSourceException {
        List<String> sources = new ArrayList<>();
        for (String file : files) {
            sources.add(Files.writeString(folder.resolve("file-" + sources.size()), file)
                    .toString());
        }
        HostModel host = HostModel.of(Recognizer.together(sources));
        return Findings.of(host, Scenario.AS_IS, new PathJudge(host, Scenario.AS_IS).judge(PathSelection.DEFAULT))
                .stream()
                .filter(f -> f.id() == FindingId.SOURCES_DISAGREE)
                .toList();
    }

    @Test
    void namesTheFactBothValuesAndBothSources() throws Exception {
        List<Finding> found = findings(
                LSPCI,
                ethtool("0000:18:00.0", "vfio-pci", "40.46.5500"),
                ethtool("0000:19:00.0", "vfio-pci", "40.46.5500"));
        assertEquals(1, found.size(), found::toString);
        Finding finding = found.getFirst();
        assertEquals(Severity.WARNING, finding.severity());
        assertEquals(List.of(Address.of("18:00.0"), Address.of("19:00.0")), finding.functions());
        String said = Texts.ENGLISH.say(finding.message());
        for (String part : List.of("driver", "\"mlx5_core\" in lspci", "\"vfio-pci\" in ethtool -i")) {
            assertTrue(said.contains(part), said);
        }
        assertEquals(4, finding.evidence().size());
        assertTrue(finding.evidence().stream()
                .map(e -> Texts.ENGLISH.say(e.text()))
                .anyMatch("driver vfio-pci (0000:18:00.0, read from ethtool -i)"::equals));
    }

    @Test
    void notWhereBothSayTheSame() throws Exception {
        assertEquals(
                List.of(),
                findings(
                        LSPCI,
                        ethtool("0000:18:00.0", "mlx5_core", "40.46.5500"),
                        "[    1.0] mlx5_core 0000:18:00.0: firmware version: 40.46.5500\n"));
    }

    @Test
    void notWhereOnlyOneSourceTells() throws Exception {
        assertEquals(List.of(), findings(LSPCI));
        assertEquals(List.of(), findings(ethtool("0000:18:00.0", "vfio-pci", "40.46.5500")));
    }

    @Test
    void firmwareThatEachNamesDifferently() throws Exception {
        List<Finding> found = findings(
                ethtool("0000:18:00.0", "mlx5_core", "40.46.5500"),
                "[    1.0] mlx5_core 0000:18:00.0: firmware version: 40.50.0464\n");
        assertEquals(1, found.size(), found::toString);
        String said = Texts.ENGLISH.say(found.getFirst().message());
        assertTrue(said.contains("40.46.5500") && said.contains("40.50.0464") && said.contains("kernel log"), said);
        List<Finding> byName = findings(
                ethtool("0000:18:00.0", "mlx5_core", "40.50.0464"),
                "0000:18:00.0 mlx5_4 (MT4131 - X) fw 40.46.5500 port 1 (ACTIVE) ==> ib0 (Up)\n");
        assertEquals(1, byName.size(), byName::toString);
        assertTrue(Texts.ENGLISH.say(byName.getFirst().message()).contains("ibdev2netdev"), byName::toString);
    }
}
