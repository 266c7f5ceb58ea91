// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.peerpath.plan.PlanHosts.NIC;
import static org.peerpath.plan.PlanHosts.host;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.advice.log.LogReader;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.HostBuilder;

/** Room for new virtual functions: by the host's own log, by one that is given, by registers. */
class VfRoomTest {
    @Test
    void everyShortageThatTheHostsOwnLogTellsRefuses() {
        assertEquals("refuses", own(2, "mlx5_core " + NIC + ": not enough MMIO resources for SR-IOV"));
        assertEquals(
                "refuses",
                own(
                        2,
                        "ice " + NIC
                                + ": Only 0 MSI-X interrupts available for SR-IOV. Not enough to support minimum of 2"));
        assertEquals("refuses", own(2, "mlx5_core " + NIC + ": can't enable 2 VFs (bus 05 out of range of [bus 04])"));
        assertEquals("", own(2, "mlx5_core " + NIC + ": firmware version: 40.50.464"));
        assertEquals("", own(2, "mlx5_core 0000:b0:00.0: not enough MMIO resources for SR-IOV"));
    }

    @Test
    void busesThatWereShortForManyMayDoForFew() {
        String line = "mlx5_core " + NIC + ": can't enable 8 VFs (bus 05 out of range of [bus 04])";
        assertEquals("refuses", own(8, line));
        assertEquals("", own(7, line));
    }

    @Test
    void aLogThatIsGivenCountsAsWell() throws IOException {
        assertEquals("refuses", given("mlx5_core " + NIC + ": not enough MMIO resources for SR-IOV"));
        assertEquals("asks", given("not enough MMIO resources for SR-IOV"));
        assertEquals("", given("mlx5_core 0000:b0:00.0: not enough MMIO resources for SR-IOV"));
    }

    @Test
    void aLogWithoutItsBeginningProvesNothing() {
        HostBuilder host = host().text(HostFiles.KERNEL_LOG, "[    9.1] mlx5_core " + NIC + ": something else");
        assertEquals("asks", said(PlanHosts.bind(host, 2)));
    }

    @Test
    void functionsBeyondTheLastBusHaveNoRoom() {
        HostBuilder host = host();
        host.get(NIC).config(config -> config.put16(config.findExtended(0x0010) + 0x14, 254));
        assertEquals("", said(PlanHosts.bind(host, 2)), "0000:04:ff.7 and the one before");
        assertEquals("refuses", said(PlanHosts.bind(host, 3)), "0000:05:00.0 lies beyond bus 04");
        host.get(PlanHosts.NIC_PORT).readable(0);
        assertEquals("asks", said(PlanHosts.bind(host, 2)));
    }

    private static String own(int count, String line) {
        return said(PlanHosts.bind(host().kernelLog("[   12.345678] " + line), count));
    }

    private static String given(String line) throws IOException {
        List<LogEvent> log = LogReader.read(
                        new ByteArrayInputStream(("[   12.345678] " + line + "\n").getBytes(StandardCharsets.UTF_8)))
                .events();
        HostModel model = HostModel.of(host().build());
        return said(Planner.plan(model, new PlanRequest(Goal.BIND_VFS, List.of(), 2), log));
    }

    private static String said(Plan plan) {
        return plan.guards().stream()
                .filter(guard -> guard.id() == GuardId.NO_ROOM_FOR_VFS)
                .map(guard -> guard.answer().name().toLowerCase(Locale.ROOT))
                .collect(Collectors.joining(", "));
    }
}
