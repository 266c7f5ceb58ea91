// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.zip.DeflaterOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.snapshot.file.SnapshotFileTest;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

public class RdmaTopoReaderTest {
    private static final String PATH = "\"realpath\":\"/sys/devices/pci0000:15/0000:15:01.0/0000:16:00.0\"";

    private static Snapshot read(String json) throws UnreadableSourceException {
        return RdmaTopoReader.read(new ByteArrayInputStream(json.getBytes(StandardCharsets.UTF_8)), "f");
    }

    public static String packed(byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflater = new DeflaterOutputStream(out)) {
            deflater.write(content);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return Base64.getEncoder().encodeToString(out.toByteArray());
    }

    @Test
    void everyFieldBecomesItsAttribute() throws UnreadableSourceException {
        byte[] config = new byte[4096];
        for (int i = 0; i < config.length; i++) {
            config[i] = (byte) (i * 3);
        }
        Snapshot snapshot = read("[{" + PATH.replace("/sys/", "/tmp/copy/sys/") + ",\"config\":\"" + packed(config)
                + "\",\"modalias\":\"pci:v000015B3d0000197Csv000010DEsd0000ABCDbc06sc04i00\",\"iommu_group\":2,"
                + "\"numa_node\":-1,\"vpd\":\"" + packed("x".getBytes(StandardCharsets.US_ASCII))
                + "\",\"subsystems\":{\"net\":[\"b\",\"a\"]}}]");
        FunctionFacts f = SnapshotFileTest.function(snapshot, "0000:16:00.0");
        assertEquals(Fact.known("/sys/devices/pci0000:15/0000:15:01.0/0000:16:00.0"), f.text("realpath"));
        assertEquals(Fact.known(Bytes.copyOf(config)), f.bytes("config"));
        assertEquals(1, f.bytes("vpd").asOptional().orElseThrow().length());
        assertEquals(
                List.of("0x15b3", "0x197c", "0x10de", "0xabcd", "0x060400", "2", "-1"),
                List.of("vendor", "device", "subsystem_vendor", "subsystem_device", "class", "iommu_group", "numa_node")
                        .stream()
                        .map(attribute -> f.text(attribute).asOptional().orElse("?"))
                        .toList());
        assertEquals(Fact.known(List.of("a", "b")), f.entries("net"));
        assertEquals(Fact.absent(), f.entries("infiniband"));
        assertTrue(f.text("driver").isUnknown());
        assertEquals(SourceKind.RDMA_TOPO, snapshot.origin().kind());
        assertEquals(List.of(), snapshot.notes());
    }

    @Test
    void nullMeansNotThere() throws UnreadableSourceException {
        FunctionFacts f = SnapshotFileTest.function(
                read("[{" + PATH + ",\"iommu_group\":null,\"numa_node\":null,\"vpd\":null}]"), "0000:16:00.0");
        assertEquals(Fact.absent(), f.text("iommu_group"));
        assertEquals(Fact.absent(), f.bytes("vpd"));
        assertTrue(f.entries("net").isUnknown());
    }

    @Test
    void ofTwoTheFirstCountsAndItIsSaid() throws UnreadableSourceException {
        Snapshot snapshot = read("[{" + PATH + ",\"numa_node\":1},\n{" + PATH + ",\"numa_node\":2,\"x\":1}]");
        assertEquals(
                Fact.known("1"),
                SnapshotFileTest.function(snapshot, "0000:16:00.0").text("numa_node"));
        assertEquals(
                List.of(
                        new Note("f", 2, Message.of("note.field-ignored", "x")),
                        new Note("f", 2, Message.of("note.function-twice", "0000:16:00.0"))),
                snapshot.notes());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            []                                           | f: it names no PCI function
            [{}]                                         | f, line 1: an entry has no path that ends in a function
            [{"realpath":"/sys/devices/x"}]              | f, line 1: an entry has no path
            [{"config":"%%%"}]                           | f, line 1: base64
            [{"config":"AAAA"}]                          | f, line 1: the compressed data are damaged
            [{"config":"eJw="}]                          | f, line 1: the compressed data end too early
            [{"numa_node":"x"}]                          | f, line 1: a number
            [{                                           | f, line 1: the JSON ends too early
            {}                                           | f, line 1: a list
            """)
    void damageIsNamed(String json, String expected) {
        UnreadableSourceException e = assertThrows(UnreadableSourceException.class, () -> read(json));
        String said = Texts.ENGLISH.say(e.reason());
        assertTrue(said.startsWith(expected), said);
    }

    @Test
    void aBombStopsAtTheSizeOfAConfigurationSpace() {
        String json = "[{" + PATH + ",\"config\":\"" + packed(new byte[50_000_000]) + "\"}]";
        UnreadableSourceException e = assertThrows(UnreadableSourceException.class, () -> read(json));
        assertTrue(Texts.ENGLISH.say(e.reason()).contains("more than 4096"), Texts.ENGLISH.say(e.reason()));
    }
}
