// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.model.HostModel;
import org.peerpath.pci.AcsBit;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.RandomHosts;

/** Which route a verdict rests on, and which bit at the port that decided a person is shown. */
class DecidingTest {
    private static final int SEEDS = 150;

    /** ACS capability and control of the NIC's port, ATS control of the NIC. */
    @ParameterizedTest
    @CsvSource({
        // The bit that would let translated requests through, where there is one and ATS is used.
        "VM,         0x5f, 0x1d, 0x8000, DT, because.detour.no-direct-translated",
        "VM,         0x1f, 0x1d, 0x8000, RR, because.detour.without-direct-translated",
        "VM,         0x5f, 0x5d, 0x8000, DT, because.inside.direct-translated.on",
        "VM,         0x5f, 0x00, 0x8000, RR, because.inside.no-redirect.on",
        // Without ATS nothing is translated.
        "VM,         0x5f, 0x1d, 0,      RR, because.detour.redirect",
        // Physical addresses: what redirects them, though ATS is on.
        "BARE_METAL, 0x5f, 0x1d, 0x8000, RR, because.detour.no-direct-translated",
        "BARE_METAL, 0x5f, 0x5d, 0x8000, DT, because.inside.direct-translated.on",
        "BARE_METAL, 0x5f, 0x00, 0x8000, RR, because.inside.no-redirect.no-ats",
        "BARE_METAL, 0x5f, 0x1f, 0,      RR, because.detour.redirect",
        "VM,         0x5f, 0x1f, 0x8000, TB, because.blocked.translation",
    })
    void theBitToLookAt(Scenario scenario, String capability, String control, String ats, AcsBit bit, String because) {
        HostBuilder builder = Small.host();
        builder.get(Small.NIC_PORT).acs(Integer.decode(capability), Integer.decode(control));
        builder.get(Small.NIC).ats(0x0060, Integer.decode(ats));
        HostModel host = HostModel.of(builder.build());
        PathReport report = Small.path(builder, scenario);
        assertEquals(Set.of(bit), Deciding.bits(host, report), report.toString());
        assertEquals(because, VerdictText.of(host, report).key());
    }

    @Test
    void aVerdictIsThatOfTheRouteItRestsOn() {
        int decided = 0;
        for (long seed = 0; seed < SEEDS; seed++) {
            HostModel host = HostModel.of(RandomHosts.of(seed).build());
            for (Scenario scenario : Scenario.values()) {
                for (PathReport report : new PathJudge(host, scenario).judge(PathSelection.DEFAULT)) {
                    if (report.verdict() != Outcome.UNKNOWN) {
                        decided++;
                        assertEquals(report.verdict(), report.decidingRoute().outcome(), seed + ": " + report);
                    }
                }
            }
        }
        assertTrue(decided > SEEDS, "too few paths to show anything");
    }
}
