// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.testing.FactAssertions.known;
import static org.peerpath.testing.FactAssertions.why;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.LspciDump;

/** What the lines that lspci prints come to, and what stays unknown. */
class LspciTextTest {
    private static final String PORT = "0000:15:01.0";
    private static final String DEVICE = "0000:16:00.0";

    private static PciFunction text(String... lines) {
        Address address = Address.of(PORT);
        FunctionFacts facts = new FunctionFacts(address, new TreeMap<>(), List.of(lines), false);
        return Topologies.of(LspciDump.snapshot(List.of(facts), SourceKind.LSPCI_TEXT))
                .get(address);
    }

    @Test
    void deniedCapabilitiesAreUnknown() {
        PciFunction function = text("\tFlags: bus master, fast devsel", "\tCapabilities: <access denied>");
        assertEquals("unknown.text.access-denied", why(function.acs()));
        assertEquals("unknown.text.access-denied", why(function.portType()));
    }

    @Test
    void aNamedCapabilityIsThereEvenIfItsRegistersAreNotPrinted() {
        PciFunction function = text(
                "\tBus: primary=15, secondary=16, subordinate=1b, sec-latency=0",
                "\tCapabilities: [60] Express Root Port (Slot+), MSI 00",
                "\tCapabilities: [100] Advanced Error Reporting",
                "\tCapabilities: [150] Access Control Services");
        assertEquals(FunctionKind.ROOT_PORT, function.kind());
        assertEquals(new BusRange(0x15, 0x16, 0x1b), known(function.bridge()));
        Acs acs = known(function.acs());
        assertEquals(0x150, acs.offset());
        assertEquals("unknown.text.not-printed", why(acs.on(AcsBit.RR)));
        assertTrue(function.ats().isAbsent(), "the list was printed to its end");
    }

    @Test
    void textTellsSevenBitsOfAcsAndNotTheOthers() {
        PciFunction function = text(
                "\tCapabilities: [60] Express (v2) Root Port (Slot+), MSI 00",
                "\tCapabilities: [100 v1] Access Control Services",
                "\t\tACSCap:\tSrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl+ DirectTrans-",
                "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-");
        Acs acs = known(function.acs());
        assertEquals(Fact.known(0x3f), acs.capability());
        assertEquals(Fact.known(0x05), acs.control());
        assertEquals("unknown.text.not-printed", why(acs.enhanced()));
        assertEquals("unknown.text.not-printed", why(acs.egressVector()));
    }

    @Test
    void ofAtsTextTellsWhetherItIsOnButNotPageAlignment() {
        PciFunction function = text(
                "\tCapabilities: [60] Express (v2) Endpoint, MSI 00",
                "\tCapabilities: [100 v1] Address Translation Service (ATS)",
                "\t\tATSCap:\tInvalidate Queue Depth: 1f",
                "\t\tATSCtl:\tEnable+, Smallest Translation Unit: 01");
        Ats ats = known(function.ats());
        assertEquals(Fact.known(true), ats.enabled());
        assertEquals(Fact.known(0x8001), ats.control());
        assertEquals("unknown.text.not-printed", why(ats.pageAlignedRequest()));
    }

    @Test
    void withoutExtendedCapabilitiesInTheWholeFileTheyAreUnknown() {
        assertEquals(
                "unknown.text.not-printed",
                why(text("\tCapabilities: [60] Express (v2) Root Port (Slot+), MSI 00")
                        .acs()));
    }

    @Test
    void aListWhoseBeginningOrEndIsMissingLeavesTheRestUnknown() {
        PciFunction headless = text(
                "\tCapabilities: [60] Express (v2) Endpoint, MSI 00",
                "\tCapabilities: [150 v2] Advanced Error Reporting");
        assertEquals("unknown.text.not-printed", why(headless.acs()));
        PciFunction looped = text(
                "\tCapabilities: [60] Express (v2) Endpoint, MSI 00",
                "\tCapabilities: [100 v2] Advanced Error Reporting",
                "\tCapabilities: <chain looped>");
        assertEquals("unknown.text.not-printed", why(looped.acs()));
        assertTrue(known(looped.capabilities()).stream().anyMatch(RegisterBlock.AER::is));
    }

    @Test
    void anotherFunctionWithExtendedCapabilitiesShowsThatTheyWouldHaveBeenPrinted() {
        FunctionFacts plain = new FunctionFacts(
                Address.of(PORT),
                new TreeMap<>(),
                List.of("\tCapabilities: [60] Express (v2) Root Port (Slot+), MSI 00"),
                false);
        FunctionFacts rich = new FunctionFacts(
                Address.of(DEVICE),
                new TreeMap<>(),
                List.of(
                        "\tCapabilities: [60] Express (v2) Endpoint, MSI 00",
                        "\tCapabilities: [100 v2] Advanced Error Reporting"),
                false);
        Topology topology = Topologies.of(LspciDump.snapshot(List.of(plain, rich), SourceKind.LSPCI_TEXT));
        assertTrue(topology.get(Address.of(PORT)).acs().isAbsent());
    }

    @Test
    void bytesWinAndTextFillsWhatLiesBeyondThem() {
        HostBuilder host = HostBuilder.named("t");
        host.rootPort(PORT, 0x8086, 0x0db0).acs(0x1f, 0x1d).readable(256).endpoint(DEVICE, 0x15b3, 0x1023, 0x020000);
        FunctionFacts bytes = host.build().functions().get(Address.of(PORT));
        assertTrue(bytes != null);
        TreeMap<String, Reading> attributes = new TreeMap<>();
        attributes.put(Attributes.CONFIG, new Reading.Data(known(bytes.bytes(Attributes.CONFIG)), "lspci -xxx"));
        FunctionFacts both = new FunctionFacts(
                Address.of(PORT),
                attributes,
                List.of(
                        "\tBus: primary=99, secondary=99, subordinate=99, sec-latency=0",
                        "\tCapabilities: [40] Power Management version 3",
                        "\tCapabilities: [60] Express (v2) Root Port (Slot+), MSI 00",
                        "\tCapabilities: [100 v1] Access Control Services",
                        "\t\tACSCap:\tSrcValid+ TransBlk+ ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-",
                        "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-"),
                false);
        PciFunction function = Topologies.of(LspciDump.snapshot(List.of(both), SourceKind.LSPCI_HEX))
                .get(Address.of(PORT));
        assertEquals(new BusRange(0x15, 0x16, 0x16), known(function.bridge()));
        assertEquals(Fact.known(0x1d), known(function.acs()).control());
    }

    @Test
    void randomTextNeverThrows() {
        Random random = new Random(42);
        String[] words = {
            "Capabilities: [",
            "40",
            "100",
            "fff",
            " v1] ",
            "] ",
            "Express (v2) Root Port",
            "Access Control Services",
            "ACSCtl:\t",
            "SrcValid+ ",
            "ReqRedir- ",
            "LnkSta:\t",
            "Speed 99999999999999999999GT/s",
            "Width x99999999999",
            "Initial VFs: 99999999999, Total VFs: 1, Number of VFs: 1",
            "Bus: primary=ff, secondary=00, subordinate=01",
            "\t",
            "<access denied>",
            "<chain looped>",
            "Single Root I/O Virtualization (SR-IOV)",
            "\0",
            "+",
            "-",
        };
        for (int i = 0; i < 4000; i++) {
            String[] lines = new String[random.nextInt(12)];
            for (int l = 0; l < lines.length; l++) {
                StringBuilder line = new StringBuilder();
                for (int w = random.nextInt(6); w >= 0; w--) {
                    line.append(words[random.nextInt(words.length)]);
                }
                lines[l] = line.toString();
            }
            PciFunction function = text(lines);
            assertFalse(lines.length == 0 && function.acs().isKnown());
        }
    }
}
