// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.iommu.HostModel;
import org.peerpath.testing.HostBuilder;

class ComparisonTest {
    @Test
    void whatWasNotReadIsUnknownAndNotAbsent() {
        List<Difference> differences = Comparison.of(host(4096, true), host(64, true));
        assertTrue(
                differences.contains(
                        new Difference("0000:00:01.0", "acs", Optional.of("0x001d"), Optional.of("unknown"))),
                differences.toString());
    }

    @Test
    void whatIsNotThereIsEmpty() {
        List<Difference> differences = Comparison.of(host(4096, true), host(4096, false));
        assertTrue(
                differences.contains(new Difference("0000:00:01.0", "acs", Optional.of("0x001d"), Optional.empty())),
                differences.toString());
    }

    @Test
    void equalHostsDifferInNothing() {
        assertEquals(List.of(), Comparison.of(host(64, true), host(64, true)));
    }

    private static HostModel host(int readable, boolean acs) {
        HostBuilder host = HostBuilder.named("diff");
        var port = host.rootPort("0000:00:01.0", 0x8086, 0x0db0);
        if (acs) {
            port.acs(0x1f, 0x1d);
        }
        port.readable(readable);
        return HostModel.of(host.build());
    }
}
