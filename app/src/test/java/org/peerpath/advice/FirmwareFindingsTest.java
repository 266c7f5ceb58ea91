// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerpath.path.Scenario;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Texts;

/** What is known of a NIC's firmware, when it matters and what then helps. */
class FirmwareFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(FindingId.FIRMWARE_FREEZES_HOST, Severity.ERROR, h -> firmware(h, "40.47.2526")),
                asIs(FindingId.FIRMWARE_FREEZES_HOST, Severity.ERROR, h -> firmware(h, "40.46.5500")),
                metal(FindingId.FIRMWARE_FREEZES_HOST, Severity.INFO, h -> firmware(h, "40.46.5500")),
                vm(FindingId.FIRMWARE_UNKNOWN, Severity.WARNING, h -> firmware(h, "40.48.1000")),
                vm(FindingId.FIRMWARE_UNKNOWN, Severity.WARNING, h -> firmware(h, "40.47.2682")),
                metal(FindingId.FIRMWARE_UNKNOWN, Severity.INFO, h -> firmware(h, "40.48.1000")));
    }

    static Stream<Unread> unread() {
        return Stream.of(unread(
                FindingId.FIRMWARE_FREEZES_HOST,
                h -> h.get(Ill.NIC)
                        .without("infiniband")
                        .without("infiniband/mlx5_0/fw_ver")
                        .driver("vfio-pci")));
    }

    private static void firmware(HostBuilder host, String version) {
        host.get(Ill.NIC).rdma("mlx5_0", version, "ib0");
    }

    @Test
    void unreadFirmwareIsUnknownAndSaysHowToReadIt() {
        HostBuilder host = Ill.vm();
        host.get(Ill.NIC)
                .without("infiniband")
                .without("infiniband/mlx5_0/fw_ver")
                .driver("vfio-pci");
        Finding finding = Ill.findings(host, Scenario.VM).stream()
                .filter(f -> f.id() == FindingId.FIRMWARE_UNKNOWN)
                .findFirst()
                .orElseThrow();
        assertEquals(Severity.WARNING, finding.severity());
        assertEquals(List.of("mstflint -d 0000:18:00.0 q"), finding.commands());
        assertTrue(Texts.ENGLISH.say(finding.message()).contains("vfio-pci shows no firmware version"));
    }
}
