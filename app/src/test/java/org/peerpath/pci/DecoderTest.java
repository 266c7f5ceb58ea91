// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.LspciDump;
import org.peerpath.text.Message;

/** What one function's bytes come to, bit by bit, and what stays unknown. */
class DecoderTest {
    private static final String PORT = "0000:15:01.0";
    private static final String DEVICE = "0000:16:00.0";

    private final HostBuilder host = HostBuilder.named("t");
    private final FunctionBuilder port = host.rootPort(PORT, 0x8086, 0x0db0).acs(0x1f, 0x1d);
    private final FunctionBuilder device = port.endpoint(DEVICE, 0x15b3, 0x1023, 0x020000);

    private PciFunction decoded(String address) {
        return Topologies.of(host.build()).get(Address.of(address));
    }

    private static String why(Fact<?> fact) {
        return fact.whyUnknown().map(Message::key).orElse("not unknown: " + fact);
    }

    private static <T> T known(Fact<T> fact) {
        return fact.asOptional().orElseThrow(() -> new AssertionError("not known: " + fact));
    }

    // What was not read

    @ParameterizedTest
    @CsvSource({"64, unknown.config.not-root", "256, unknown.config.no-extended", "0, unknown.config.not-read"})
    void whatLiesBeyondTheBytesReadIsUnknown(int length, String reason) {
        port.readable(length);
        PciFunction function = decoded(PORT);
        assertEquals(reason, why(function.acs()));
        assertEquals(reason, why(function.ats()));
        assertEquals(reason, why(function.sriov()));
    }

    @Test
    void withTheHeaderAloneTheKindOfBridgeIsOpenButItsBusesAreNot() {
        port.readable(64);
        PciFunction function = decoded(PORT);
        assertEquals(FunctionKind.BRIDGE, function.kind());
        assertEquals("unknown.config.not-root", why(function.portType()));
        assertEquals("unknown.config.not-root", why(function.link()));
        assertEquals(new BusRange(0x15, 0x16, 0x16), known(function.bridge()));
    }

    @Test
    void withoutAnyBytesTheClassStillTellsABridge() {
        port.readable(0);
        PciFunction function = decoded(PORT);
        assertEquals(FunctionKind.BRIDGE, function.kind());
        assertEquals("unknown.config.not-read", why(function.bridge()));
        assertEquals(0x8086, known(function.vendor()));
    }

    @Test
    void aConventionalFunctionHasNoExtendedCapabilities() {
        host.conventional("0000:00:1f.0", 0x8086, 0x1b81, 0x060100);
        PciFunction function = decoded("0000:00:1f.0");
        assertTrue(function.acs().isAbsent());
        assertTrue(function.portType().isAbsent());
        assertTrue(function.link().isAbsent());
        assertEquals(FunctionKind.ENDPOINT, function.kind());
    }

    @Test
    void sixtyFourBytesAreEnoughWhereTheHeaderSaysThereIsNoList() {
        host.conventional("0000:00:1f.0", 0x8086, 0x1b81, 0x060100).readable(64);
        assertTrue(decoded("0000:00:1f.0").acs().isAbsent());
    }

    @Test
    void anEmptyExtendedListIsReadAsEmpty() {
        device.config(config -> config.put32(0x100, 0));
        PciFunction function = decoded(DEVICE);
        assertTrue(function.acs().isAbsent());
        assertTrue(function.ats().isAbsent());
        assertTrue(function.link().isKnown());
    }

    @Test
    void extendedSpaceThatDoesNotAnswerIsUnknown() {
        device.config(config -> config.put32(0x100, -1));
        assertEquals("unknown.config.no-extended", why(decoded(DEVICE).acs()));
    }

    @Test
    void aDeviceThatIsGoneIsUnknownNotAbsent() {
        device.config(config -> {
            for (int i = 0; i < 4096; i++) {
                config.put8(i, 0xff);
            }
        });
        PciFunction function = decoded(DEVICE);
        assertEquals("unknown.config.all-ones", why(function.acs()));
        assertEquals("unknown.config.all-ones", why(function.portType()));
        assertEquals(FunctionKind.ENDPOINT, function.kind());
        assertEquals(0x15b3, known(function.vendor()), "sysfs still knows");
    }

    @Test
    void theReasonOfAFailedReadIsKept() {
        port.unreadable(Message.of("unknown.other-kind", "config"));
        assertEquals("unknown.other-kind", why(decoded(PORT).acs()));
    }

    // Lists

    @Test
    void aLoopEndsWithANoteAndWhatFollowsIsUnknown() {
        port.config(config -> config.change32(0x100, 0xfff00000, 0x100 << 20));
        PciFunction function = decoded(PORT);
        assertEquals(
                List.of("pci.list-loops"),
                function.notes().stream().map(Message::key).toList());
        assertEquals("unknown.config.broken-list", why(function.acs()));
        assertTrue(known(function.capabilities()).stream().anyMatch(Block.AER::is), "what came before stays");
    }

    @ParameterizedTest
    @ValueSource(ints = {0x04, 0x3c})
    void aPointerIntoTheHeaderEndsWithANote(int pointer) {
        port.config(config -> config.put8(0x34, pointer));
        PciFunction function = decoded(PORT);
        assertEquals(
                List.of("pci.list-broken"),
                function.notes().stream().map(Message::key).toList());
        assertEquals("unknown.config.broken-list", why(function.portType()));
        assertEquals(FunctionKind.BRIDGE, function.kind());
        assertEquals(0x1d, known(known(function.acs()).control()), "the other list is whole");
    }

    @Test
    void aCapabilityCutOffByTheEndIsUnknown() {
        port.config(config -> config.change32(0x100, 0xfff00000, 0xffc << 20).put32(0xffc, 0x0001000d));
        Acs acs = known(decoded(PORT).acs());
        assertEquals(0xffc, acs.offset());
        assertEquals("unknown.config.beyond-end", why(acs.capability()));
        assertEquals("unknown.config.beyond-end", why(acs.on(AcsBit.RR)));
        assertEquals("unknown.config.beyond-end", why(acs.egressVector()));
    }

    @Test
    void capabilitiesHaveNames() {
        List<String> titles = known(decoded(PORT).capabilities()).stream()
                .map(Capability::title)
                .toList();
        assertEquals(
                List.of("Power Management", "PCI Express", "Advanced Error Reporting", "Access Control Services"),
                titles);
        assertEquals("#fe", new Capability(false, 0xfe, 0, 0x40).title());
        assertEquals("#abcd", new Capability(true, 0xabcd, 1, 0x100).title());
    }

    // ACS

    @ParameterizedTest
    @CsvSource({
        "0x0080, true, DIRECT, DIRECT, false",
        "0x0100, false, BLOCK, DIRECT, false",
        "0x0200, false, REDIRECT, DIRECT, false",
        "0x0300, false, RESERVED, DIRECT, false",
        "0x0400, false, DIRECT, BLOCK, false",
        "0x0800, false, DIRECT, REDIRECT, false",
        "0x0c00, false, DIRECT, RESERVED, false",
        "0x1000, false, DIRECT, DIRECT, true",
        "0x1a80, true, REDIRECT, REDIRECT, true",
        "0xe07f, false, DIRECT, DIRECT, false",
    })
    void enhancedControlsAreDecoded(
            String control, boolean io, AcsEnhanced.Target down, AcsEnhanced.Target up, boolean unclaimed) {
        port.acs(0x00ff, Integer.decode(control), 0, 0, 0, 0, 0, 0, 0, 0);
        assertEquals(
                new AcsEnhanced(io, down, up, unclaimed),
                known(known(decoded(PORT).acs()).enhanced()));
    }

    @Test
    void withoutTheEnhancedCapabilityItsControlsAreAbsent() {
        port.acs(0x001f, 0x1f9d);
        assertTrue(known(decoded(PORT).acs()).enhanced().isAbsent());
    }

    @ParameterizedTest
    @CsvSource({"0x20, 256", "0x0120, 1", "0x2020, 32", "0x2120, 33", "0xff20, 255", "0x20df, 0"})
    void theEgressVectorHasItsSize(String capability, int size) {
        port.acs(Integer.decode(capability), 0, 0x11111111, 2, 3, 4, 5, 6, 7, 0x88888888);
        Acs acs = known(decoded(PORT).acs());
        assertEquals(size, acs.egressVectorSize());
        if (size == 0) {
            assertTrue(acs.egressVector().isAbsent());
            return;
        }
        Bytes vector = known(acs.egressVector());
        assertEquals((size + 31) / 32 * 4, vector.length());
        assertEquals(0x11111111, vector.dword(0));
    }

    @Test
    void aControlWithoutItsCapabilityBitIsOff() {
        port.acs(0x0001, 0x007f);
        Acs acs = known(decoded(PORT).acs());
        for (AcsBit bit : AcsBit.values()) {
            assertEquals(Fact.known(bit == AcsBit.SV), acs.on(bit), bit.name());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0xa110, 0xa11f, 0xa167, 0xa16a, 0xa290, 0xa29f, 0xa2e7, 0xa2ee, 0x9d10, 0x9d1b})
    void sunrisePointRootPortsHaveWideRegisters(int id) {
        host.rootPort("0000:00:1c.0", 0x8086, id).wideAcs(0x0000000f, 0x0000000d);
        Acs acs = known(decoded("0000:00:1c.0").acs());
        assertEquals(0x0f, known(acs.capability()));
        assertEquals(0x0d, known(acs.control()));
        assertEquals(acs.offset() + 8, acs.controlOffset());
    }

    @ParameterizedTest
    @ValueSource(ints = {0xa10f, 0xa120, 0xa166, 0xa16b, 0xa28f, 0xa2a0, 0xa2e6, 0xa2ef, 0x9d0f, 0x9d1c})
    void theirNeighboursHaveNot(int id) {
        host.rootPort("0000:00:1c.0", 0x8086, id).acs(0x0f, 0x0d);
        Acs acs = known(decoded("0000:00:1c.0").acs());
        assertEquals(0x0d, known(acs.control()));
        assertEquals(acs.offset() + 6, acs.controlOffset());
    }

    @Test
    void aWhatIfChangesTheControlAndNothingElse() {
        port.acs(0x00df, 0x001d);
        Acs before = known(decoded(PORT).acs());
        Acs after = before.withControl(0x105d);
        assertEquals(Fact.known(true), after.on(AcsBit.DT));
        assertTrue(known(after.enhanced()).unclaimedRedirect());
        assertEquals(before, after.withControl(0x001d));
    }

    // PCI Express

    @Test
    void linkAndDeviceRegistersAreDecoded() {
        device.link(LinkSpeed.GEN6, 16, LinkSpeed.GEN3, 8)
                .targetSpeed(LinkSpeed.GEN4)
                .flit()
                .portNumber(0xa5)
                .payload(1024, 512, 4096)
                .relaxedOrdering(false);
        PciFunction function = decoded(DEVICE);
        assertEquals(
                new Link(
                        Fact.known(LinkSpeed.GEN6),
                        Fact.known(16),
                        Fact.known(LinkSpeed.GEN3),
                        Fact.known(8),
                        Fact.known(LinkSpeed.GEN4),
                        Fact.known(0xa5),
                        Fact.known(true)),
                known(function.link()));
        assertEquals(
                new DeviceControl(Fact.known(false), Fact.known(512), Fact.known(4096), Fact.known(1024)),
                known(function.deviceControl()));
    }

    @Test
    void anIntegratedEndpointHasNoLink() {
        host.integrated("0000:00:02.0", 0x8086, 0x0b25, 0x088000);
        PciFunction function = decoded("0000:00:02.0");
        assertTrue(function.link().isAbsent());
        assertTrue(function.deviceControl().isKnown());
    }

    @Test
    void theFirstVersionOfTheCapabilityHasNoSecondRegisters() {
        device.config(config -> config.change16(0x62, 0x000f, 1));
        Link link = known(decoded(DEVICE).link());
        assertTrue(link.targetSpeed().isAbsent());
        assertTrue(link.flitMode().isAbsent());
        assertEquals(LinkSpeed.GEN5, known(link.maxSpeed()));
    }

    @Test
    void reservedSpeedsAndSizesAreUnknown() {
        device.config(config -> config.change16(0x72, 0xf, 9).change16(0x68, 0x70e0, 0x70e0));
        PciFunction function = decoded(DEVICE);
        assertEquals(
                "unknown.register.reserved-value", why(known(function.link()).currentSpeed()));
        assertEquals(
                "unknown.register.reserved-value",
                why(known(function.deviceControl()).maxReadRequest()));
    }

    // Text

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
        assertTrue(known(looped.capabilities()).stream().anyMatch(Block.AER::is));
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
        port.readable(256);
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

    // Whatever comes

    @Test
    void randomBytesNeverThrow() {
        Random random = new Random(20261130);
        int[] lengths = {0, 1, 2, 3, 16, 63, 64, 65, 128, 255, 256, 257, 260, 1024, 4095, 4096};
        for (int i = 0; i < 4000; i++) {
            byte[] bytes = new byte[i < 2000 ? lengths[i % lengths.length] : random.nextInt(4097)];
            random.nextBytes(bytes);
            if (bytes.length > 0x34 && i % 3 > 0) {
                // Half sensible bytes reach further into the decoder than noise does.
                bytes[0x06] |= 0x10;
                bytes[0x34] = (byte) (0x40 + (random.nextInt(0xb0) & 0xfc));
                for (int at = 0x100; at + 4 <= bytes.length && random.nextInt(20) > 0; ) {
                    int next = 0x100 + (random.nextInt(0xf00) & 0xffc);
                    int header = random.nextInt(0x30) | 0x10000 | (next << 20);
                    for (int b = 0; b < 4; b++) {
                        bytes[at + b] = (byte) (header >> (8 * b));
                    }
                    at = next;
                }
            }
            TreeMap<String, Reading> attributes = new TreeMap<>();
            attributes.put(Attributes.CONFIG, new Reading.Data(Bytes.copyOf(bytes), "sysfs"));
            FunctionFacts facts = new FunctionFacts(Address.of(PORT), attributes, List.of(), true);
            Topology topology = Topologies.of(LspciDump.snapshot(List.of(facts), SourceKind.SYSFS_TREE));
            PciFunction function = topology.get(Address.of(PORT));
            assertFalse(bytes.length < 64 && function.acs().isKnown(), "case " + i);
        }
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
