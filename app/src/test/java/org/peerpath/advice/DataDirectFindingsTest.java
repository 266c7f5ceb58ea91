// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.text.Texts;

/** The values that Data Direct wants at its ports are no fault there, and a fault anywhere else. */
class DataDirectFindingsTest {
    private static List<Finding> findings(HostBuilder host, Scenario scenario) {
        HostModel model = HostModel.of(host.build());
        List<PathReport> reports = new PathJudge(model, scenario).judge(PathSelection.DEFAULT);
        return Findings.of(model, scenario, reports);
    }

    private static List<Finding> open(HostBuilder host) {
        return findings(host, Scenario.VM).stream()
                .filter(f -> f.id() == FindingId.ISOLATION_OPEN)
                .toList();
    }

    @Test
    void itsOwnTargetValuesAreNoFault() {
        assertEquals(List.of(), open(HostShapes.gb300()));
    }

    @Test
    void otherValuesStillAre() {
        HostBuilder host = HostShapes.gb300();
        host.get("0009:02:01.0").acs(0x5f, 0x05);
        assertEquals(List.of(Address.of("0009:02:01.0")), open(host).getFirst().functions());
    }

    @Test
    void withoutThePairingTheSameValuesAreAFault() {
        HostBuilder host = HostShapes.gb300();
        host.get("0009:03:00.0").identity(0x15b3, 0x2101, 0x020700).rdma("mlx5_9", "40.47.1088", "ib9");
        assertFalse(open(host).isEmpty());
    }

    @Test
    void aPairsNameSaysThroughWhichFunctionItGoes() {
        HostBuilder host = HostShapes.gb300();
        host.get("0009:02:00.0").acs(0x5f, 0x1d);
        String text = findings(host, Scenario.BARE_METAL).stream()
                .filter(f -> f.id() == FindingId.P2P_REDIRECTED)
                .map(f -> Texts.ENGLISH.say(f.message()))
                .findFirst()
                .orElseThrow();
        assertTrue(text.contains("mlx5_0 (via 0009:03:00.0) → GPU 0"), text);
    }
}
