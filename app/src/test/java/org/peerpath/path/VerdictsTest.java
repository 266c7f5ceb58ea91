// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.Ats;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Message;

/** How routes, ATS and the kind of address make a verdict, what is said of it, and what a change would make of it. */
class VerdictsTest {
    private static final Reading UNREAD = new Reading.Failed(Message.of("unknown.not-in-source", "x"), "sysfs");

    /** At a port where only translated requests go straight. */
    private static HostBuilder host(String groups, String driver, int atsControl) {
        HostBuilder host = Small.host().groups(groups);
        host.get(Small.NIC_PORT).acs(0x5f, 0x5d);
        host.get(Small.NIC).ats(0x0060, atsControl).driver(driver);
        return host;
    }

    @ParameterizedTest
    @CsvSource({
        // Now, by driver and group: physical addresses, then the IOMMU's.
        "AS_IS, identity, mlx5_core, 0x8000, inside-switch, true",
        "AS_IS, identity, mlx5_core, 0, detour, true",
        "AS_IS, DMA, mlx5_core, 0x8000, inside-switch, false",
        "AS_IS, DMA, mlx5_core, 0, detour, false",
        "AS_IS, identity, vfio-pci, 0, detour, false",
        "AS_IS, identity, vfio-pci, 0x8000, inside-switch, false",
        // What would be; ready counts in a VM only.
        "BARE_METAL, DMA, vfio-pci, 0, detour, true",
        "VM, identity, mlx5_core, 0, inside-switch, false",
        "VM, DMA, mlx5_core, 0, detour, false",
    })
    void theVerdictIsThatOfTheRequestsThatAreSent(
            Scenario scenario, String groups, String driver, String ats, String verdict, boolean physical) {
        PathReport report = Small.path(host(groups, driver, Integer.decode(ats)), scenario);
        assertEquals(verdict, report.verdict().id(), report.toString());
        assertEquals(Optional.of(physical), report.physicalAddresses());
    }

    /** Without an IOMMU nobody answers a translation request, whoever set the Enable bit. */
    @Test
    void withoutAnIommuNothingIsTranslated() {
        HostBuilder host = host("DMA", "mlx5_core", 0x8000);
        host.get(Small.NIC).without("iommu_group");
        for (Scenario scenario : List.of(Scenario.AS_IS, Scenario.BARE_METAL)) {
            PathReport report = Small.path(host, scenario);
            assertEquals(Outcome.DETOUR, report.verdict());
            assertFalse(report.leansOnAts());
            assertEquals(
                    "because.detour.no-iommu",
                    VerdictText.of(HostModel.of(host.build()), report).key());
        }
    }

    /** The kernel's word for a group without a default domain, and any that a later kernel may have. */
    @ParameterizedTest
    @CsvSource({
        "unknown, mlx5_core, true, unknown",
        "unknown, vfio-pci, true, unknown",
        "unknown, mlx5_core, false, unknown",
        "unknown, vfio-pci, false, iommu",
        "nested, mlx5_core, false, unknown",
        "blocked, mlx5_core, false, iommu",
        "DMA-FQ, mlx5_core, false, iommu",
        "DMA, vfio-pci, true, iommu",
        "identity, mlx5_core, false, physical",
    })
    void onlyADomainTypeThatIsKnownTellsTheAddresses(
            String type, String driver, boolean withoutUnits, String addresses) {
        HostBuilder host = host(type, driver, 0);
        if (withoutUnits) {
            host.directory(HostFiles.IOMMU_CLASS);
        }
        assertEquals(
                switch (addresses) {
                    case "physical" -> Optional.of(true);
                    case "iommu" -> Optional.of(false);
                    default -> Optional.<Boolean>empty();
                },
                Small.path(host, Scenario.AS_IS).physicalAddresses());
    }

    @Test
    void withoutAnIommuAddressesArePhysical() {
        HostBuilder host = host("DMA", "mlx5_core", 0);
        host.get(Small.NIC).without("iommu_group");
        assertEquals(Optional.of(true), Small.path(host, Scenario.AS_IS).physicalAddresses());
    }

    @Test
    void unreadKindsOfAddressMatterOnlyWhereTheyDiffer() {
        HostBuilder host = host("identity", "mlx5_core", 0);
        host.get(Small.NIC).attribute("driver", UNREAD);
        PathReport same = Small.path(host, Scenario.AS_IS);
        assertEquals(Optional.empty(), same.physicalAddresses());
        assertEquals(Outcome.DETOUR, same.verdict());
        host.get(Small.NIC_PORT).acs(0x5f, 0);
        PathReport differs = Small.path(host, Scenario.AS_IS);
        assertEquals(Outcome.UNKNOWN, differs.verdict());
        assertEquals(
                "unknown.address-kind",
                VerdictText.of(HostModel.of(host.build()), differs).args().getFirst() instanceof Message m
                        ? m.key()
                        : "");
        HostBuilder type = host("identity", "mlx5_core", 0);
        type.get(Small.NIC).group(50);
        type.file(HostFiles.groupType("50"), UNREAD);
        assertEquals(Optional.empty(), Small.path(type, Scenario.AS_IS).physicalAddresses());
        type.get(Small.NIC).driver("vfio-pci");
        assertEquals(Optional.of(false), Small.path(type, Scenario.AS_IS).physicalAddresses());
    }

    @Test
    void unreadAtsMattersOnlyWhereTheRoutesDiffer() {
        HostBuilder host = host("DMA", "mlx5_core", 0);
        host.get(Small.NIC).readable(64);
        assertEquals(Outcome.UNKNOWN, Small.path(host, Scenario.VM).verdict());
        assertEquals(Outcome.UNKNOWN, Small.path(host, Scenario.BARE_METAL).verdict());
        host.get(Small.NIC_PORT).acs(0x5f, 0x1d);
        assertEquals(Outcome.DETOUR, Small.path(host, Scenario.VM).verdict());
        assertEquals(Outcome.DETOUR, Small.path(host, Scenario.BARE_METAL).verdict());
    }

    @Test
    void aVerdictThatLeansOnAtsSaysSo() {
        PathReport leans = Small.path(host("DMA", "vfio-pci", 0x8000), Scenario.VM);
        assertTrue(leans.leansOnAts());
        assertEquals(leans.translated(), leans.decidingRoute());
        PathReport ready = Small.path(host("identity", "vfio-pci", 0), Scenario.VM);
        assertTrue(ready.leansOnAts());
        PathReport now = Small.path(host("identity", "vfio-pci", 0), Scenario.AS_IS);
        assertFalse(now.leansOnAts());
        assertEquals(now.untranslated(), now.decidingRoute());
        HostBuilder open = host("identity", "mlx5_core", 0x8000);
        open.get(Small.NIC_PORT).acs(0x5f, 0);
        assertFalse(Small.path(open, Scenario.BARE_METAL).leansOnAts(), "direct without it too");
    }

    @Test
    void theBetterOfTwoAndTheWorstOfMany() {
        assertEquals(Outcome.INSIDE_SWITCH, Outcome.best(Outcome.BLOCKED, Outcome.INSIDE_SWITCH));
        assertEquals(Outcome.UNKNOWN, Outcome.best(Outcome.DETOUR, Outcome.UNKNOWN));
        assertEquals(Outcome.DETOUR, Outcome.best(Outcome.DETOUR, Outcome.BLOCKED));
        assertEquals(Outcome.DETOUR, Outcome.best(Outcome.ROOT_COMPLEX, Outcome.DETOUR));
        List<Outcome> worse =
                List.of(Outcome.INSIDE_SWITCH, Outcome.DETOUR, Outcome.ROOT_COMPLEX, Outcome.UNKNOWN, Outcome.BLOCKED);
        for (int i = 0; i < worse.size(); i++) {
            for (int j = 0; j < worse.size(); j++) {
                assertEquals(i > j, worse.get(i).isWorseThan(worse.get(j)));
            }
        }
    }

    // ---- What is said ----------------------------------------------------------------------------------------------

    private static Message because(HostBuilder host, Scenario scenario, String target) {
        return VerdictText.of(HostModel.of(host.build()), Small.path(host, scenario, target));
    }

    private static void says(String key, HostBuilder host, Scenario scenario) {
        assertEquals(key, because(host, scenario, Small.GPU).key());
    }

    /** Whatever is not read of the translated route says nothing about requests that are none. */
    @Test
    void theMissingFactIsThatOfTheRequestsThatAreSent() {
        HostBuilder host = Small.host();
        FunctionBuilder port = host.get(Small.SWITCH).downstreamPort("0000:02:03.0", 0x1000, 0xc030);
        FunctionBuilder lower =
                port.upstreamPort("0000:06:00.0", 0x1000, 0xc030).downstreamPort("0000:07:00.0", 0x1000, 0xc030);
        lower.endpoint("0000:08:00.0", 0x15b3, 0x1023, 0x020000);
        port.readable(256);
        lower.readable(256);
        HostModel model = HostModel.of(host.build());
        PathReport report =
                new PathJudge(model, Scenario.BARE_METAL).judge(Address.of("0000:08:00.0"), Address.of(Small.GPU));
        assertEquals(Outcome.UNKNOWN, report.verdict());
        assertTrue(
                VerdictText.of(model, report).args().toString().contains("0000:02:03.0"),
                () -> VerdictText.of(model, report).toString());
    }

    /** A root port that the source does not show is not named. */
    @Test
    void theWayUpIsNamedAsFarAsItIsKnown() {
        Snapshot whole = host("DMA", "vfio-pci", 0).build();
        assertEquals(
                Message.of("because.via.root-port", Address.of(Small.ROOT)),
                because(HostModel.of(whole), Scenario.VM).args().getFirst());
        SortedMap<Address, FunctionFacts> some = new TreeMap<>(whole.functions());
        some.remove(Address.of(Small.ROOT));
        HostModel cut = HostModel.of(new Snapshot(whole.origin(), whole.host(), whole.hostListed(), some, List.of()));
        assertEquals(
                Message.of("because.via.root-complex"),
                because(cut, Scenario.VM).args().getFirst());
        PathReport report = new PathJudge(cut, Scenario.VM).judge(Address.of(Small.NIC), Address.of(Small.GPU));
        assertEquals(Outcome.DETOUR, report.verdict());
        assertEquals(Optional.empty(), report.bottleneck());
        assertTrue(Explanation.of(cut, report).hops().stream()
                .noneMatch(hop -> hop.untranslated() == Hop.Step.ROOT_COMPLEX));
    }

    private static Message because(HostModel host, Scenario scenario) {
        return VerdictText.of(host, new PathJudge(host, scenario).judge(Address.of(Small.NIC), Address.of(Small.GPU)));
    }

    @Test
    void eachVerdictSaysItsCause() {
        says("because.inside.direct-translated.on", host("DMA", "vfio-pci", 0x8000), Scenario.VM);
        says("because.inside.direct-translated.ready", host("identity", "vfio-pci", 0), Scenario.VM);
        HostBuilder plain = host("DMA", "vfio-pci", 0);
        says("because.detour.ats-off", plain, Scenario.VM);
        HostBuilder noDirect = host("DMA", "vfio-pci", 0x8000);
        noDirect.get(Small.NIC_PORT).acs(0x5f, 0x1d);
        says("because.detour.no-direct-translated", noDirect, Scenario.VM);
        noDirect.get(Small.NIC).ats(0x0060, 0);
        says("because.detour.redirect", noDirect, Scenario.VM);
        noDirect.get(Small.NIC_PORT).acs(0x5f, 0);
        says("because.detour.iommu-address", noDirect, Scenario.VM);
        says("because.inside.no-redirect.no-ats", noDirect, Scenario.BARE_METAL);
        HostBuilder egress = host("DMA", "mlx5_core", 0);
        egress.get(Small.NIC_PORT).acs(0x207f, 0x20, 0);
        says("because.inside.egress", egress, Scenario.BARE_METAL);
        egress.get(Small.NIC_PORT).acs(0x207f, 0x20, 4);
        says("because.blocked.egress", egress, Scenario.BARE_METAL);
        HostBuilder stopped = host("DMA", "mlx5_core", 0);
        stopped.get(Small.ROOT).acs(0x1f, 0x0d);
        says("because.blocked.forwarding", stopped, Scenario.BARE_METAL);
        HostBuilder refused = host("identity", "mlx5_core", 0x8000);
        refused.get(Small.NIC_PORT).acs(0x5f, 0x5f);
        says("because.detour.translation-blocked", refused, Scenario.BARE_METAL);
        HostBuilder translation = host("DMA", "vfio-pci", 0x8000);
        translation.get(Small.ROOT).acs(0x1f, 0x1f);
        says("because.blocked.translation", translation, Scenario.VM);
        assertEquals(
                "because.root-complex",
                because(plain, Scenario.AS_IS, Small.FAR_GPU).key());
        PathJudgeTest.nodes(plain, 8, "10 21", "21 10");
        assertEquals(
                "because.root-complex.socket",
                because(plain, Scenario.AS_IS, Small.FAR_GPU).key());
        plain.get(Small.FAR_GPU).numa(-1);
        assertEquals(
                "because.root-complex",
                because(plain, Scenario.AS_IS, Small.FAR_GPU).key());
        HostBuilder unread = host("DMA", "vfio-pci", 0);
        unread.get(Small.NIC).readable(64);
        assertEquals("because.unknown.ats", missing(unread));
        unread.get(Small.NIC_PORT).readable(64);
        assertEquals("unknown.route.port", missing(unread));
    }

    private static String missing(HostBuilder host) {
        Message unknown = because(host, Scenario.VM, Small.GPU);
        assertEquals("because.unknown", unknown.key());
        return unknown.args().getFirst() instanceof Message why ? why.key() : "";
    }

    @Test
    void aDetourNamesItsRootPortAndThePortThatRedirects() {
        assertEquals(
                List.of(Message.of("because.via.root-port", Address.of(Small.ROOT)), Address.of(Small.NIC_PORT)),
                because(host("DMA", "vfio-pci", 0), Scenario.VM, Small.GPU).args());
    }

    // ---- What if ---------------------------------------------------------------------------------------------------

    @Test
    void aChangeTakesWhatTheHardwareTakes() throws Exception {
        HostBuilder builder = host("DMA", "vfio-pci", 0);
        builder.get(Small.NIC_PORT).acs(0x015f, 0x089d);
        HostModel host = HostModel.of(builder.build());
        HostModel changed = WhatIf.apply(
                host,
                List.of(
                        Change.parse(Small.NIC_PORT + ":acs=0xff7f").orElseThrow(),
                        Change.parse(Small.NIC + ":ats=on").orElseThrow()));
        // Bit 5 is not implemented; the enhanced controls stay.
        assertEquals(
                Optional.of(0x08df),
                changed.topology()
                        .get(Address.of(Small.NIC_PORT))
                        .acs()
                        .flatMap(Acs::control)
                        .asOptional());
        assertTrue(changed.topology()
                .get(Address.of(Small.NIC))
                .ats()
                .flatMap(Ats::control)
                .knownToBe(v -> v == 0x8000));
        HostModel back = WhatIf.apply(
                changed, List.of(Change.parse(Small.NIC + ":ats=off").orElseThrow()));
        assertTrue(back.topology()
                .get(Address.of(Small.NIC))
                .ats()
                .flatMap(Ats::control)
                .knownToBe(v -> v == 0));
    }

    @Test
    void aChangeThatNothingCanTakeIsRefused() {
        HostBuilder builder = host("DMA", "vfio-pci", 0);
        builder.get(Small.GPU_PORT).readable(64);
        HostModel host = HostModel.of(builder.build());
        assertEquals("whatif.no-function", refused(host, "0000:77:00.0:acs=0x1"));
        assertEquals("whatif.no-acs", refused(host, Small.GPU + ":acs=0x1"));
        assertEquals("whatif.no-ats", refused(host, Small.GPU + ":ats=on"));
        assertEquals("whatif.unread", refused(host, Small.GPU_PORT + ":acs=0x1"));
    }

    private static String refused(HostModel host, String change) {
        return assertThrows(
                        WhatIf.RefusedException.class,
                        () -> WhatIf.apply(host, List.of(Change.parse(change).orElseThrow())))
                .reason()
                .key();
    }

    @ParameterizedTest
    @CsvSource({
        "0000:17:00.0:acs=0x5d, true",
        "17:00.0:ats=on, true",
        "17:00.0:ats=off, true",
        "17:00.0:ats=maybe, false",
        "17:00.0:acs=5d, false",
        "17:00.0:acs=0x12345, false",
        "17:00:acs=0x5d, false",
        "17:00.0:dt=on, false"
    })
    void changesAreReadStrictly(String text, boolean understood) {
        assertEquals(understood, Change.parse(text).isPresent());
        for (Scenario scenario : Scenario.values()) {
            assertEquals(Optional.of(scenario), Scenario.of(scenario.id()));
        }
        assertEquals(Optional.empty(), Scenario.of("now"));
    }
}
