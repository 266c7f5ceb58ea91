// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;

/** What does not work, and what is only asleep. */
class UsabilityFindingsTest extends FindingExamples {
    private static final String FAR_PORT = "0000:25:01.0";
    private static final String FAR_GPU = "0000:26:00.0";

    static Stream<Example> examples() {
        return Stream.of(
                vm(
                        FindingId.SOURCE_VALIDATION_BLOCKED,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.NIC_PORT).buses(0x19, 0x19)),
                metal(FindingId.EGRESS_BLOCKED, Severity.WARNING, h -> {
                    h.get(FaultyHost.NIC_PORT).acs(0x087f, 0x20, 0xffff);
                    h.get(FaultyHost.GPU).driver("vfio-pci");
                }),
                vm(
                        FindingId.PATH_UNUSABLE,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.GPU_PORT).linkDown()),
                metal(
                        FindingId.PATH_UNUSABLE,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.NIC).command(4, 0)),
                vm(FindingId.PATH_UNUSABLE, Severity.WARNING, UsabilityFindingsTest::farLinkDown),
                vm(
                        FindingId.DEVICE_NO_ANSWER,
                        Severity.ERROR,
                        h -> h.get(FaultyHost.GPU).gone()),
                metal(
                        FindingId.HOST_CUT_OFF,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.ROOT).gone()),
                vm(
                        FindingId.CARD_IN_RECOVERY,
                        Severity.ERROR,
                        h -> h.rootPort(FAR_PORT, 0x8086, 0x0db0).endpoint(FAR_GPU, 0x15b3, 0x021e, 0x050000)),
                vm(
                        FindingId.PORT_CONTAINED,
                        Severity.WARNING,
                        h -> h.rootPort(FAR_PORT, 0x8086, 0x0db0).dpc(0x00d7, 1, 1)),
                vm(FindingId.ASLEEP, Severity.INFO, h -> h.get(FaultyHost.GPU).power(3)),
                metal(
                        FindingId.ASLEEP,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.GPU).power(3)),
                vm(
                        FindingId.NOTHING_JUDGED,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.NIC).identity(0x1234, 0x5678, 0x0c0330)));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unread(
                        FindingId.SOURCE_VALIDATION_BLOCKED,
                        h -> h.get(FaultyHost.NIC_PORT).readable(0)),
                unread(FindingId.PATH_UNUSABLE, h -> h.get(FaultyHost.GPU_PORT).readable(64)),
                unreadMetal(FindingId.HOST_CUT_OFF, h -> h.get(FaultyHost.ROOT).readable(0)),
                unread(
                        FindingId.CARD_IN_RECOVERY,
                        h -> h.get(FaultyHost.GPU).attribute("device", UNREAD).readable(0)),
                unread(FindingId.PORT_CONTAINED, h -> h.get(FaultyHost.ROOT).readable(64)),
                unread(FindingId.DEVICE_NO_ANSWER, h -> h.get(FaultyHost.GPU).readable(0)),
                unread(FindingId.ASLEEP, h -> h.get(FaultyHost.GPU).readable(64)));
    }

    private static void farLinkDown(HostBuilder host) {
        host.rootPort(FAR_PORT, 0x8086, 0x0db0)
                .linkDown()
                .endpoint(FAR_GPU, 0x10de, 0x3182, 0x030200)
                .driver("vfio-pci");
    }

    /** A device that is gone is said once, not once for each of its paths. */
    @Test
    void aLostDeviceIsOneFinding() {
        HostBuilder host = FaultyHost.vm();
        host.get(FaultyHost.GPU).gone();
        assertEquals(
                1,
                FaultyHost.findings(host, Scenario.VM).stream()
                        .filter(f -> f.severity() == Severity.ERROR)
                        .filter(f -> f.functions().contains(Address.of(FaultyHost.GPU)))
                        .count());
    }
}
