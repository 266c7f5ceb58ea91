// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.file;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

public class SnapshotFileTest {
    private static final Message NOT_ROOT = Message.of("unknown.not-in-source", "config");

    /** Every kind of reading, from the default source and from others, and every field of every record. */
    public static Snapshot everyKind() {
        TreeMap<String, Reading> attributes = new TreeMap<>();
        attributes.put("vendor", new Reading.Text("0x15b3", "sysfs"));
        attributes.put("label", new Reading.Text("빨강 \"quoted\"\ttab\nline \ud83d\ude00", "sysfs"));
        attributes.put("config", new Reading.Data(Bytes.copyOf(new byte[] {0, -1, 127}), "sysfs"));
        attributes.put("vpd", new Reading.Failed(NOT_ROOT, "sysfs"));
        attributes.put("driver", new Reading.Missing("sysfs"));
        attributes.put("net", new Reading.Listing(List.of("b", "a"), "sysfs"));
        attributes.put("x1", new Reading.Text("", "lspci -xxxx"));
        attributes.put("x2", new Reading.Data(Bytes.EMPTY, "lspci -xxxx"));
        attributes.put("x3", new Reading.Failed(Message.of("read.in-file", 5, NOT_ROOT), ""));
        attributes.put("x4", new Reading.Missing(""));
        attributes.put("x5", new Reading.Listing(List.of(), "lspci -xxxx"));
        FunctionFacts first = new FunctionFacts(Address.of("0000:18:00.0"), attributes, List.of(), true);
        FunctionFacts second = new FunctionFacts(
                Address.of("10000:e1:00.0"),
                new TreeMap<>(Map.of("class", new Reading.Text("0x010802", "lspci"))),
                List.of("\tCapabilities: [40] Express", "\t\tLnkSta: Speed 8GT/s"),
                false);
        FunctionFacts third = new FunctionFacts(Address.of("0000:19:00.0"), new TreeMap<>(), List.of(), false);
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>();
        for (FunctionFacts f : List.of(first, second, third)) {
            functions.put(f.address(), f);
        }
        TreeMap<String, Reading> host = new TreeMap<>();
        host.put(HostFiles.CMDLINE, new Reading.Text("iommu=pt", "procfs"));
        host.put(HostFiles.DMAR, new Reading.Data(Bytes.copyOf(new byte[70]), "sysfs"));
        Origin origin = new Origin(
                "ssh://root@a", SourceKind.LIVE, "a", Optional.of(Instant.parse("2026-11-30T01:02:03.004Z")));
        return new Snapshot(origin, host, true, functions, List.of(new Note("x", 3, NOT_ROOT)));
    }

    public static byte[] write(Snapshot snapshot, boolean gzip) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            SnapshotFile.write(snapshot, out, gzip);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return out.toByteArray();
    }

    public static Snapshot read(byte[] bytes) throws UnreadableSourceException {
        return SnapshotFile.read(new ByteArrayInputStream(bytes), "f.json");
    }

    public static FunctionFacts function(Snapshot snapshot, String address) {
        return Optional.ofNullable(snapshot.functions().get(Address.of(address)))
                .orElseThrow();
    }

    private static String refusal(byte[] bytes) {
        UnreadableSourceException e = assertThrows(UnreadableSourceException.class, () -> read(bytes));
        return Texts.ENGLISH.say(e.reason());
    }

    private static String refusal(String json) {
        return refusal(json.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsWrittenIsReadBackEqual(boolean gzip) throws UnreadableSourceException {
        Snapshot before = everyKind();
        Snapshot after = read(write(before, gzip));
        assertEquals(before, after);
        assertArrayEquals(write(before, gzip), write(after, gzip));
    }

    @Test
    void anEmptySnapshotIsOneToo() throws UnreadableSourceException {
        Snapshot empty = new Snapshot(
                new Origin("", SourceKind.LIVE, "", Optional.empty()),
                new TreeMap<>(),
                false,
                new TreeMap<>(),
                List.of());
        assertEquals(empty, read(write(empty, false)));
    }

    @Test
    void theGzipHeaderHasNoTimeAndNoName() {
        byte[] header = Arrays.copyOf(write(everyKind(), true), 10);
        assertArrayEquals(new byte[] {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff}, header);
    }

    @Test
    void halfASurrogatePairDoesNotStopTheWriter() throws UnreadableSourceException {
        Snapshot odd = new Snapshot(
                new Origin("\ud800", SourceKind.LIVE, "", Optional.empty()),
                new TreeMap<>(),
                false,
                new TreeMap<>(),
                List.of());
        assertEquals("", read(write(odd, false)).origin().source());
    }

    @Test
    void fieldsMayComeInAnyOrder() throws UnreadableSourceException {
        Snapshot snapshot = read("""
                {"functions":{"0000:01:00.0":{"attributes":{"a":"1","b":["2"],"c":{"text":"3","source":"x"}},\
                "listed":true,"source":"own"},
                "0000:02:00.0":{"attributes":{"a":{"missing":true}}}},
                "host":{"proc/cmdline":"quiet"},"schema":"peerpath.snapshot/1","source":"common"}""".getBytes(StandardCharsets.UTF_8));
        FunctionFacts one = function(snapshot, "0000:01:00.0");
        FunctionFacts two = function(snapshot, "0000:02:00.0");
        assertEquals(new Reading.Text("1", "own"), one.attributes().get("a"));
        assertEquals(new Reading.Listing(List.of("2"), "own"), one.attributes().get("b"));
        assertEquals(new Reading.Text("3", "x"), one.attributes().get("c"));
        assertEquals(new Reading.Missing("common"), two.attributes().get("a"));
        assertEquals(new Reading.Text("quiet", "common"), snapshot.host().get("proc/cmdline"));
    }

    @Test
    void laterFieldsArePassedOverWithANote() throws UnreadableSourceException {
        Snapshot snapshot = read(
                "{\"schema\":\"peerpath.snapshot/1\",\n\"colour\":{\"deep\":[1,{}]}}".getBytes(StandardCharsets.UTF_8));
        assertEquals(List.of(new Note("f.json", 2, Message.of("note.field-ignored", "colour"))), snapshot.notes());
    }

    @Test
    void textIsCleanedAndMessagesNobodyCanSayAreReplaced() throws UnreadableSourceException {
        Snapshot snapshot = read("""
                {"schema":"peerpath.snapshot/1","host":{"a":"\\u001b[31mred\\u0007\\u0000",\
                "b":{"failed":{"key":"no.such.key\\u001b[2J"}}}}""".getBytes(StandardCharsets.UTF_8));
        assertEquals(new Reading.Text("red", ""), snapshot.host().get("a"));
        assertEquals(
                new Reading.Failed(Message.of("unknown.other-reason", "no.such.key"), ""),
                snapshot.host().get("b"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {}                                                           | f.json: the field "schema" is missing
            []                                                           | f.json, line 1: an object was expected
            ``                                                           | f.json, line 1: the JSON ends too early
            {"schema":"peerpath.snapshot/2"}                             | the schema is "peerpath.snapshot/2"
            {"schema":"peerpath.snapshot/1"                              | f.json, line 1: the JSON ends too early
            {"schema":"peerpath.snapshot/1"} x                           | line 1: not valid JSON
            {"schema":"peerpath.snapshot/1"} {}                          | line 1: something follows
            {"schema":"peerpath.snapshot/1","host":{"a":"1","a":"2"}}    | line 1: the same name occurs twice
            {"schema":"peerpath.snapshot/1","host":{"a":"1","a\\u0007":"2"}} | line 1: the same name occurs twice
            {"schema":"peerpath.snapshot/1","functions":{"00:0.1":{}}}   | "00:0.1" is not the address
            {"schema":"peerpath.snapshot/1","functions":{"0000:0a:00.1":{},"0000:0A:00.1":{}}} | 0000:0a:00.1 occurs twice
            {"schema":"peerpath.snapshot/1","host":{"a":{"hex":"abc"}}}  | hexadecimal digits
            {"schema":"peerpath.snapshot/1","host":{"a":{"hex":"ab","text":"c"}}} | both "hex" and "text"
            {"schema":"peerpath.snapshot/1","host":{"a":{}}}             | "a" says neither
            {"schema":"peerpath.snapshot/1","host":{"a":{"missing":false}}} | "missing" says neither
            {"schema":"peerpath.snapshot/1","host":{"a":7}}              | line 1: an object was expected
            {"schema":"peerpath.snapshot/1","origin":{"kind":"crystal ball"}} | "crystal ball" is not a kind
            {"schema":"peerpath.snapshot/1","origin":{"readAt":"noon"}}  | "noon" is not a time
            {"schema":"peerpath.snapshot/1","notes":[{"line":99999999999}]} | line 1: not valid JSON
            """)
    void damageIsNamed(String json, String expected) {
        String said = refusal(json);
        assertTrue(said.contains(expected), said);
    }

    @Test
    void theLineIsTheLineOfTheFault() {
        String said = refusal("{\"schema\":\"peerpath.snapshot/1\",\n\"host\":{\n\"a\":\n5}}");
        assertTrue(said.startsWith("f.json, line 4:"), said);
    }

    @Test
    void everyTruncationIsNoticed() {
        byte[] plain = write(everyKind(), false);
        byte[] packed = write(everyKind(), true);
        for (int length = 0; length < plain.length - 2; length += 7) {
            String said = refusal(Arrays.copyOf(plain, length));
            assertTrue(said.contains("cut short") || said.contains("not valid JSON"), said);
        }
        for (int length = 2; length < packed.length; length++) {
            String said = refusal(Arrays.copyOf(packed, length));
            assertTrue(said.contains("compressed data end too early"), said);
        }
    }

    @Test
    void depthLengthAndConfigSizeHaveLimits() {
        String head = "{\"schema\":\"peerpath.snapshot/1\",";
        assertTrue(refusal(head + "\"x\":" + "[".repeat(100_000)).contains("too deep"));
        assertTrue(refusal(head + "\"host\":{\"a\":\"" + "x".repeat(5_000_000) + "\"}}")
                .contains("too long"));
        assertTrue(refusal(head + "\"functions\":{\"0000:00:00.0\":{\"attributes\":{\"config\":{\"hex\":\""
                        + "00".repeat(4097) + "\"}}}}}")
                .contains("4097 bytes"));
    }
}
