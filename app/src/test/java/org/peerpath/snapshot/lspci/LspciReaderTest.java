// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.lspci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.NoteLog;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.SnapshotFileTest;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

class LspciReaderTest {
    private static Snapshot read(String text) throws UnreadableSourceException {
        return read(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Snapshot read(byte[] text) throws UnreadableSourceException {
        return LspciReader.read(new ByteArrayInputStream(text), "f");
    }

    private static String said(FunctionFacts function, String attribute) {
        return switch (function.attributes().get(attribute)) {
            case null -> "-";
            case Reading.Text text -> text.value() + (text.source().equals("lspci") ? "" : " (" + text.source() + ")");
            case Reading other -> other.toString();
        };
    }

    /** The same function, as every option prints it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            18:00.0 Infiniband controller: Mellanox Technologies Device 1023 (rev 0a)             | 0x15b3 (lspci names) | 0x1023 | 0x020700 (lspci names) | 0x0a
            0000:18:00.0 0207: 15b3:1023 (rev 0a)                                                | 0x15b3 | 0x1023 | 0x020700 (lspci without prog-if) | 0x0a
            18:00.0 Infiniband controller [0207]: Mellanox Technologies CX8 [ConnectX-8] [15b3:1023] (rev 0a) | 0x15b3 | 0x1023 | 0x020700 (lspci without prog-if) | 0x0a
            18:00.0 Class 0207: Device 15b3:1023 (rev 0a)                                         | 0x15b3 | 0x1023 | 0x020700 (lspci without prog-if) | 0x0a
            18:00.0 Class [0207]: Device [15b3:1023] (rev 0a)                                     | 0x15b3 | 0x1023 | 0x020700 (lspci without prog-if) | 0x0a
            18:00.0 Non-Volatile memory controller: Foo Bar (prog-if 02 [NVM Express])            | -      | -      | 0x010802 (lspci names) | -
            18:00.0 Non-Volatile memory controller [0108]: Foo Bar [144d:a80a] (rev 01) (prog-if 02) | 0x144d | 0xa80a | 0x010802 | 0x01
            18:00.0 Unassigned class [ff00]: Intel Corporation Device 0d93                        | 0x8086 (lspci names) | 0x0d93 | 0xff0000 (lspci without prog-if) | -
            0000:18:00.0 Co-processor: IBM: Unknown device 00e0 (rev 01)                          | -      | 0x00e0 | -      | 0x01
            18:00.0 "Infiniband controller [0207]" "Mellanox Technologies [15b3]" "CX8 \\"x\\" [1023]" -r0a -p00 "Mellanox Technologies [15b3]" "Device [0041]" | 0x15b3 | 0x1023 | 0x020700 | 0x0a
            18:00.0 "0207" "15b3" "1023" -r0a "15b3" "0041"                                       | 0x15b3 | 0x1023 | 0x020700 (lspci without prog-if) | 0x0a
            18:00.0 "Infiniband controller" "Mellanox Technologies" "CX8 2208" -r0a "" ""           | 0x15b3 (lspci names) | - | 0x020700 (lspci names) | 0x0a
            0000:00:01.1/01:00.0/18:00.0 0207: 15b3:1023 (rev 0a)                                      | 0x15b3 | 0x1023 | 0x020700 (lspci without prog-if) | 0x0a
            """)
    void headers(String line, String vendor, String device, String code, String revision)
            throws UnreadableSourceException {
        FunctionFacts f = SnapshotFileTest.function(read(line), "0000:18:00.0");
        assertEquals(
                List.of(vendor, device, code, revision),
                List.of(said(f, "vendor"), said(f, "device"), said(f, "class"), said(f, "revision")));
        assertFalse(f.listed());
    }

    @Test
    void detailsBecomeAttributesAndStayAsText() throws UnreadableSourceException {
        Snapshot snapshot = read("""
                10000:e1:00.0 3D controller [0302]: NVIDIA Corporation GB110 [10de:3182] (rev a1)
                \tSubsystem: NVIDIA Corporation Device [10de:20e6]
                \tPhysical Slot: 7-1
                \tFlags: bus master, fast devsel, latency 0, IRQ 351, NUMA node 1, IOMMU group 27
                \tCapabilities: [40] Express (v2) Endpoint, IntMsgNum 0
                \t\tLnkSta:\tSpeed 64GT/s, Width x16
                \tKernel driver in use: vfio-pci
                \tKernel modules: nvidia

                e2:00.0 3D controller: NVIDIA Corporation GH100
                \tIOMMU group: 28
                \tNUMA node: 0
                \tCapabilities: <access denied>
                \tKernel modules: nvidia
                """);
        FunctionFacts f = SnapshotFileTest.function(snapshot, "10000:e1:00.0");
        assertEquals("0x10de", said(f, "subsystem_vendor"));
        assertEquals("0x20e6", said(f, "subsystem_device"));
        assertEquals("7-1", said(f, "physical_slot"));
        assertEquals("27", said(f, "iommu_group"));
        assertEquals("1", said(f, "numa_node"));
        assertEquals("vfio-pci", said(f, "driver"));
        assertEquals("NVIDIA Corporation GB110", said(f, "name"));
        assertEquals(7, f.lspciText().size());
        assertEquals("\t\tLnkSta:\tSpeed 64GT/s, Width x16", f.lspciText().get(4));
        assertEquals(Fact.unknown(Message.of("unknown.not-in-source", "config")), f.bytes("config"));
        FunctionFacts g = SnapshotFileTest.function(snapshot, "0000:e2:00.0");
        assertEquals(Fact.unknown(Message.of("unknown.text.access-denied")), g.bytes("config"));
        assertEquals("28", said(g, "iommu_group"));
        assertEquals(Fact.absent(), g.text("driver"));
        assertEquals(List.of(), snapshot.notes());
        assertEquals(SourceKind.LSPCI_TEXT, snapshot.origin().kind());
        assertFalse(snapshot.hostListed());
    }

    @Test
    void aRecordOfVmmIsOneFunction() throws UnreadableSourceException {
        Snapshot snapshot = read("""
                Slot:\t0000:01:00.0
                Class:\tEthernet controller [0200]
                Vendor:\tIntel Corporation [8086]
                Device:\t82576 [10c9]
                SVendor:\tIntel Corporation
                SDevice:\tDevice a03c
                Rev:\t01
                ProgIf:\t00
                Driver:\tigb
                Module:\tigb
                NUMANode:\t1
                IOMMUGroup:\t14

                Device:\t02:00.0
                Class:\tNon-Volatile memory controller
                Vendor:\tSamsung Electronics Co Ltd
                Device:\tPM9A3
                ProgIf:\t02
                """);
        FunctionFacts f = SnapshotFileTest.function(snapshot, "0000:01:00.0");
        assertEquals(
                List.of("0x8086", "0x10c9", "0x8086 (lspci names)", "0xa03c", "0x020000", "0x01", "igb", "1", "14"),
                List.of(
                                "vendor",
                                "device",
                                "subsystem_vendor",
                                "subsystem_device",
                                "class",
                                "revision",
                                "driver",
                                "numa_node",
                                "iommu_group")
                        .stream()
                        .map(attribute -> said(f, attribute))
                        .toList());
        assertEquals("Intel Corporation 82576", said(f, "name"));
        FunctionFacts g = SnapshotFileTest.function(snapshot, "0000:02:00.0");
        assertEquals("0x010802 (lspci names)", said(g, "class"));
        assertEquals(List.of(), snapshot.notes());
    }

    @ParameterizedTest
    @ValueSource(ints = {64, 128, 256, 4096})
    void bytesAreKeptAtTheLengthThatWasPrinted(int length) throws UnreadableSourceException {
        Snapshot snapshot = read("01:00.0 0200: 8086:10c9\n\tCapabilities: <access denied>\n" + rows(length));
        FunctionFacts f = SnapshotFileTest.function(snapshot, "0000:01:00.0");
        assertEquals(Fact.known(content(length)), f.bytes("config"));
        assertEquals(List.of(), snapshot.notes());
        assertEquals(SourceKind.LSPCI_HEX, snapshot.origin().kind());
    }

    @Test
    void aGapOrAnEndTooEarlyIsSaid() throws UnreadableSourceException {
        String whole = rows(256);
        Snapshot gap = read("01:00.0 0200: 8086:10c9\n" + whole.replaceFirst("40: .*\n", ""));
        assertEquals(
                Fact.known(content(64)),
                SnapshotFileTest.function(gap, "0000:01:00.0").bytes("config"));
        assertEquals(List.of(new Note("f", 6, Message.of("note.rows-broken", "0000:01:00.0"))), gap.notes());
        Snapshot cut = read("01:00.0 0200: 8086:10c9\n" + whole.substring(0, whole.length() - 10));
        assertEquals(
                Fact.known(content(253)),
                SnapshotFileTest.function(cut, "0000:01:00.0").bytes("config"));
        assertEquals(List.of(new Note("f", 17, Message.of("note.config-cut", "0000:01:00.0", "253"))), cut.notes());
    }

    @Test
    void theSameFunctionTwiceIsOne() throws UnreadableSourceException {
        Snapshot snapshot = read("01:00.0 Ethernet controller: Intel Corporation X\n\tCapabilities: <access denied>\n\n"
                + "01:00.0 0200: 8086:10c9\n" + rows(4096) + "\n01:00.0 0200: 8086:9999\n" + rows(64));
        FunctionFacts f = SnapshotFileTest.function(snapshot, "0000:01:00.0");
        assertEquals(Fact.known(content(4096)), f.bytes("config"));
        assertEquals("0x8086", said(f, "vendor"));
        assertEquals("0x10c9", said(f, "device"));
        assertEquals(1, f.lspciText().size());
        assertEquals(
                List.of("note.said-differently", "note.functions-repeated"),
                snapshot.notes().stream().map(note -> note.what().key()).toList());
    }

    @Test
    void whatIsNotUnderstoodIsNamedWithItsLineAndCounted() throws UnreadableSourceException {
        String junk = "lorem \u001b[31mipsum\n".repeat(60);
        Snapshot snapshot = read("/usr/bin/lspci -nn\n01:00.0 0200: 8086:10c9\n" + junk);
        assertEquals(NoteLog.MOST + 1, snapshot.notes().size());
        assertEquals(
                new Note("f", 3, Message.of("note.line-not-understood", "lorem ipsum")),
                snapshot.notes().getFirst());
        assertEquals(
                new Note("f", 0, Message.of("note.more", "10")),
                snapshot.notes().getLast());
    }

    @Test
    void utf16WithItsMarkIsRead() throws UnreadableSourceException {
        String text = "01:00.0 0200: 8086:10c9\r\n" + rows(64).replace("\n", "\r\n");
        Snapshot snapshot = read(("\ufeff" + text).getBytes(StandardCharsets.UTF_16LE));
        assertEquals(
                Fact.known(content(64)),
                SnapshotFileTest.function(snapshot, "0000:01:00.0").bytes("config"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            -[0000:00]-+-00.0  Intel Corporation Host | f, line 1: this is the tree of lspci -t
            Dear all, attached please find nothing.   | f: not recognised
            00:00.9 nonsense: x                       | f: not recognised
            ff:00.0 flags: 00 devid_to: 00:14.4       | f: not recognised
            """)
    void whatIsNoLspciIsRefused(String text, String expected) {
        UnreadableSourceException e = assertThrows(UnreadableSourceException.class, () -> read(text));
        String said = Texts.ENGLISH.say(e.reason());
        assertTrue(said.startsWith(expected), said);
    }

    @Test
    void addressesWithoutDomainAreInDomainZero() throws UnreadableSourceException {
        Snapshot snapshot = read("01:00.0 0200: 8086:10c9\n0003:01:00.0 0200: 8086:10c9\n");
        assertEquals(
                Set.of("0000:01:00.0", "0003:01:00.0"),
                snapshot.functions().keySet().stream().map(Address::toString).collect(Collectors.toSet()));
    }

    private static Bytes content(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (i * 7 + i / 256);
        }
        return Bytes.copyOf(bytes);
    }

    private static String rows(int length) {
        Bytes bytes = content(length);
        StringBuilder out = new StringBuilder();
        for (int row = 0; row < length; row += 16) {
            out.append(String.format("%02x:", row));
            for (int i = row; i < row + 16; i++) {
                out.append(String.format(" %02x", bytes.at(i)));
            }
            out.append('\n');
        }
        return out.toString();
    }
}
