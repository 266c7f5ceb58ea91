// SPDX-License-Identifier: Apache-2.0
package org.peerpath.iommu;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;

/** The firmware tables byte by byte, and bytes that are none. */
class FirmwareTablesTest {
    @Test
    void aRootComplexSaysWhetherItSupportsAts() {
        Bytes table = TableBytes.iort(
                TableBytes.node(3, 72),
                TableBytes.rootComplex(0, 1),
                TableBytes.rootComplex(9, 6),
                TableBytes.rootComplex(0x10, 7),
                TableBytes.rootComplex(0, 0));
        IortTable iort = IortTable.parse(table).orElseThrow();
        assertEquals(Map.of(0, true, 9, false, 0x10, true), iort.atsBySegment());
        assertEquals(Fact.known(true), iort.ats(0));
        assertEquals(Fact.known(false), iort.ats(9));
        assertTrue(iort.ats(1).isUnknown());
    }

    @Test
    void everyAmdUnitAndEveryDeviceEntryIsRead() {
        Bytes table = TableBytes.ivrs(
                TableBytes.ivhd(0x10, 0x10, 0x0002, 0, TableBytes.entry(1, 0, 0)),
                TableBytes.ivhd(
                        0x11,
                        0x10,
                        0x0002,
                        0,
                        TableBytes.entry(0x46, 0x1700, 0x80000000),
                        TableBytes.entry(0x46, 0x1800, 0x40000000),
                        TableBytes.entry(0x47, 0x2000, 0x80000000),
                        TableBytes.entry(0x04, 0x20ff, 0),
                        TableBytes.entry(0x03, 0x3000, 0),
                        TableBytes.entry(0x04, 0x30ff, 0),
                        TableBytes.entry(0x47, 0x4000, 0),
                        TableBytes.entry(0x04, 0x40ff, 0)),
                TableBytes.ivhd(0x40, 0x00, 0xc002, 1, TableBytes.acpiDevice(3), TableBytes.entry(0x46, 0x10, -1)));
        IvrsTable ivrs = IvrsTable.parse(table).orElseThrow();
        assertEquals(
                List.of(
                        new IvrsTable.Unit(Address.of("0000:00:00.2"), true),
                        new IvrsTable.Unit(Address.of("0001:c0:00.2"), false)),
                ivrs.units());
        assertFalse(ivrs.allSupportAts());
        assertEquals(
                List.of(
                        new IvrsTable.Range(0, 0x1700, 0x1700),
                        new IvrsTable.Range(0, 0x2000, 0x20ff),
                        new IvrsTable.Range(1, 0x10, 0x10)),
                ivrs.withoutAts());
        assertTrue(ivrs.disablesAts(Address.of("0000:17:00.0")));
        assertFalse(ivrs.disablesAts(Address.of("0001:17:00.0")));
        assertFalse(ivrs.disablesAts(Address.of("0000:17:00.1")));
        assertFalse(ivrs.disablesAts(Address.of("0000:18:00.0")));
        assertTrue(ivrs.disablesAts(Address.of("0000:20:00.0")));
        assertTrue(ivrs.disablesAts(Address.of("0000:20:1f.7")));
        assertFalse(ivrs.disablesAts(Address.of("0000:21:00.0")));
        assertFalse(ivrs.disablesAts(Address.of("0000:30:00.0")));
        assertFalse(ivrs.disablesAts(Address.of("0000:40:00.0")));
    }

    @Test
    void allUnitsCountAsOne() {
        Bytes all = TableBytes.ivrs(TableBytes.ivhd(0x10, 0x10, 0x0002, 0), TableBytes.ivhd(0x11, 0x10, 0x4002, 0));
        assertTrue(IvrsTable.parse(all).orElseThrow().allSupportAts());
        assertFalse(IvrsTable.parse(TableBytes.ivrs()).orElseThrow().allSupportAts());
    }

    @Test
    void whatBreaksOffIsNoTable() {
        Bytes iort = TableBytes.iort(TableBytes.rootComplex(0, 1));
        Bytes ivrs = TableBytes.ivrs(TableBytes.ivhd(0x11, 0x10, 2, 0, TableBytes.entry(0x46, 0x1700, -1)));
        for (int length = 0; length < iort.length(); length++) {
            assertEquals(Optional.empty(), IortTable.parse(iort.slice(0, length)), "IORT " + length);
        }
        for (int length = 0; length < ivrs.length(); length++) {
            // The header alone is a table of no IOMMUs; up to three bytes more are its padding.
            boolean empty = length >= 48 && length < 52;
            assertEquals(empty, IvrsTable.parse(ivrs.slice(0, length)).isPresent(), "IVRS " + length);
        }
        assertEquals(Optional.empty(), IortTable.parse(ivrs));
        assertEquals(Optional.empty(), IvrsTable.parse(iort));
    }

    @Test
    void lengthsOfZeroAndCountsWithoutEndAreRefused() {
        Bytes iort = TableBytes.iort(TableBytes.rootComplex(0, 1));
        assertEquals(Optional.empty(), IortTable.parse(iort.withWord(38, 0xffff)));
        assertEquals(Optional.empty(), IortTable.parse(iort.withWord(42, 0xffff)), "an offset beyond the table");
        assertEquals(Optional.empty(), IortTable.parse(iort.withWord(40, 0)), "an offset into the header");
        assertEquals(Optional.empty(), IortTable.parse(iort.withWord(49, 0)), "a node of no length");
        Bytes ivrs = TableBytes.ivrs(TableBytes.ivhd(0x11, 0x10, 2, 0));
        assertEquals(Optional.empty(), IvrsTable.parse(ivrs.withWord(50, 0)));
        assertEquals(Optional.empty(), IvrsTable.parse(ivrs.withWord(50, 0xffff)));
    }

    /** Nothing but an answer or none, whatever the bytes say. */
    @Test
    void anyBytesEndInAnAnswer() {
        Random random = new Random(7);
        byte[] iort = TableBytes.iort(
                        TableBytes.rootComplex(0, 1), TableBytes.node(4, 60), TableBytes.rootComplex(2, 0))
                .toArray();
        byte[] ivrs = TableBytes.ivrs(
                        TableBytes.ivhd(0x40, 0x10, 2, 0, TableBytes.entry(0x47, 1, -1), TableBytes.acpiDevice(9)))
                .toArray();
        int answers = 0;
        for (int i = 0; i < 20_000; i++) {
            answers += IortTable.parse(spoilt(iort, random)).isPresent() ? 1 : 0;
            answers += IvrsTable.parse(spoilt(ivrs, random)).isPresent() ? 1 : 0;
        }
        assertTrue(answers > 0 && answers < 40_000, answers + " answers");
    }

    private static Bytes spoilt(byte[] table, Random random) {
        byte[] copy = table.clone();
        for (int i = random.nextInt(4); i >= 0; i--) {
            copy[4 + random.nextInt(copy.length - 4)] = (byte) random.nextInt();
        }
        return Bytes.copyOf(copy);
    }
}
