// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.peerpath.iommu.AtsState;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.Reading;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.VpdBytes;
import org.peerpath.text.Message;

/** On GB200 and GB300 another function sends a NIC's requests; which one is told by vital product data only. */
class DataDirectTest {
    private static final Address NIC = Address.of("0000:03:00.0");
    private static final Address INTERFACE = Address.of("0009:03:00.0");
    private static final Address GPU = Address.of("0009:06:00.0");

    private static PathReport only(HostBuilder host, Scenario scenario) {
        List<PathReport> reports = new PathJudge(HostModel.of(host.build()), scenario).judge(PathSelection.DEFAULT);
        assertEquals(1, reports.size());
        return reports.getFirst();
    }

    @Test
    void theRowIsTheNicsAndItsFactsAreTheInterfaces() {
        PathReport row = only(HostShapes.gb300(), Scenario.BARE_METAL);
        assertEquals(NIC, row.requester());
        assertEquals(Optional.of(INTERFACE), row.via());
        assertEquals(INTERFACE, row.sender());
        assertEquals(INTERFACE, row.decidingFunction());
        assertEquals(GPU, row.target());
        assertTrue(row.nearest());
        assertEquals(Optional.of(Address.of("0009:01:00.0")), row.commonSwitch());
        assertEquals(Proximity.PXB, row.proximity());
        assertEquals(Outcome.INSIDE_SWITCH, row.verdict());
        assertEquals(
                Address.of("0009:02:00.0"),
                row.decidingRoute().decidedBy().orElseThrow().port());
        assertEquals(
                Outcome.INSIDE_SWITCH,
                row.decidingRoute().completion().orElseThrow().strict());
        assertEquals(AtsState.ABSENT, row.ats().state());
        assertEquals(
                INTERFACE,
                Explanation.of(HostModel.of(HostShapes.gb300().build()), row)
                        .hops()
                        .getFirst()
                        .function());
    }

    /** The switch goes by addresses alone, and only the VM's owner knows whether its GPU's are the host's. */
    @Test
    void inAVmItRestsOnTheGuestsAddresses() {
        PathReport row = only(HostShapes.gb300(), Scenario.VM);
        assertEquals(Outcome.UNKNOWN, row.verdict());
        assertEquals(
                "unknown.route.guest-addresses",
                row.untranslated().reason().orElseThrow().key());
        HostBuilder redirected = HostShapes.gb300();
        redirected.get("0009:02:00.0").acs(0x5f, 0x1d);
        assertEquals(Outcome.DETOUR, only(redirected, Scenario.VM).verdict(), "whatever the addresses are");
    }

    @Test
    void itsPortDecides() {
        HostBuilder host = HostShapes.gb300();
        host.get("0009:02:00.0").acs(0x5f, 0x1d);
        assertEquals(Outcome.DETOUR, only(host, Scenario.BARE_METAL).verdict());
    }

    @Test
    void withoutAnInterfaceTheNicSendsItself() {
        HostBuilder host = HostShapes.gb300();
        host.get("0009:03:00.0").identity(0x15b3, 0x7777, 0x088000);
        PathReport row = only(host, Scenario.BARE_METAL);
        assertEquals(Optional.empty(), row.via());
        assertEquals(NIC, row.decidingFunction());
        assertEquals(Outcome.ROOT_COMPLEX, row.verdict());
    }

    @Test
    void theKernelsKeywordPairsToo() {
        HostBuilder host = HostShapes.gb300();
        host.get("0000:03:00.0").vpd(VpdBytes.of("x", "V3", "other", "VU", "same"));
        host.get("0009:03:00.0").vpd(VpdBytes.of("x", "V3", "card-0", "VU", "same"));
        assertEquals(Optional.of(INTERFACE), only(host, Scenario.BARE_METAL).via());
    }

    @Test
    void anotherCardsInterfaceIsNotTaken() {
        HostBuilder host = HostShapes.gb300();
        host.get("0009:03:00.0").vpd(VpdBytes.of("x", "V3", "card-1"));
        PathReport row = only(host, Scenario.BARE_METAL);
        assertEquals(Optional.empty(), row.via());
        assertEquals(Outcome.ROOT_COMPLEX, row.verdict());
    }

    @Test
    void unreadProductDataLeaveItUnknown() {
        Reading unread = new Reading.Failed(Message.of("unknown.not-in-source", "vpd"), "sysfs");
        for (String whose : List.of("0000:03:00.0", "0009:03:00.0")) {
            HostBuilder host = HostShapes.gb300();
            host.get(whose).attribute(Attributes.VPD, unread);
            PathReport row = only(host, Scenario.BARE_METAL);
            assertEquals(Optional.empty(), row.via());
            assertEquals(Outcome.UNKNOWN, row.verdict());
            assertEquals(Isolation.UNKNOWN, row.isolation().isolation());
            Message why = row.translated().reason().orElseThrow();
            assertEquals("unknown.data-direct", why.key());
            assertEquals(Address.of(whose), why.args().getFirst());
            assertEquals(
                    why, VerdictText.of(HostModel.of(host.build()), row).args().getFirst());
        }
        HostBuilder host = HostShapes.gb300();
        host.get("0000:03:00.0").without(Attributes.VPD);
        assertEquals(
                "unknown.data-direct.no-vpd",
                only(host, Scenario.BARE_METAL)
                        .untranslated()
                        .reason()
                        .orElseThrow()
                        .key());
    }

    @Test
    void twoInterfacesOfOneCardAreToldApartOrUnknown() {
        HostBuilder host = HostShapes.gb300();
        host.get("0009:02:00.0")
                .endpoint("0009:07:00.0", 0x15b3, 0x2100, 0x088000)
                .vpd(VpdBytes.of("x", "V3", "card-0", "VU", "MT25S0D1"));
        assertEquals(
                "unknown.data-direct.several",
                only(host, Scenario.BARE_METAL)
                        .untranslated()
                        .reason()
                        .orElseThrow()
                        .key());
        host.get("0000:03:00.0").vpd(VpdBytes.of("x", "V3", "card-0", "VU", "MT25S0D1"));
        assertEquals(
                Optional.of(Address.of("0009:07:00.0")),
                only(host, Scenario.BARE_METAL).via());
    }

    @Test
    void othersVendorsNicsSendThemselves() {
        HostBuilder host = HostShapes.gb300();
        host.rootPort("000a:00:00.0", 0x10de, 0x22b1).endpoint("000a:01:00.0", 0x14e4, 0x1760, 0x020000);
        HostModel model = HostModel.of(host.build());
        DataDirect pairs = new DataDirect(model.topology());
        assertEquals(Fact.absent(), pairs.of(model.topology().get(Address.of("000a:01:00.0"))));
        assertEquals(Fact.absent(), pairs.of(model.topology().get(INTERFACE)));
        assertEquals(Fact.known(INTERFACE), pairs.of(model.topology().get(NIC)));
    }
}
