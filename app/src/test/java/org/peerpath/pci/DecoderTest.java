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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.testing.LspciDump;
import org.peerpath.text.Message;

/** What one function's bytes come to, and what stays unknown. */
class DecoderTest extends OnePort {
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
        assertTrue(known(function.capabilities()).stream().anyMatch(RegisterBlock.AER::is), "what came before stays");
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
}
