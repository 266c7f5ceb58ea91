// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** What a host may send in place of what it should. */
class CollectorReaderTest {
    private static final String D = "sys/bus/pci/devices/0000:00:01.0";
    private static final String HEADER = "@@ peerpath-collector 1 euid=0 live=1 vpd= bytes=hex\n";
    private static final String LINKS = "\n@@ links functions\nlrwxrwxrwx 1 0 0 0 Nov 30 00:37 " + D
            + " -> ../../../devices/pci0000:00/0000:00:01.0\n";
    private static final String VENDOR = "\n@@ text attributes\n==> " + D + "/vendor <==\n0x10de\n";

    @Test
    void theSmallestOutput() throws Exception {
        Snapshot snapshot = Collector.read(HEADER + LINKS + VENDOR + "\n@@ end 2\n");
        FunctionFacts function = Collector.function(snapshot, "00:01.0");
        assertEquals(Fact.known("/sys/devices/pci0000:00/0000:00:01.0"), function.text(Attributes.REALPATH));
        assertEquals(Fact.known("0x10de"), function.text(Attributes.VENDOR));
        assertTrue(function.bytes(Attributes.CONFIG).isUnknown(), "every function has one, so it was not read");
        assertTrue(function.text(Attributes.DRIVER).isAbsent());
        assertEquals(SourceKind.LIVE, snapshot.origin().kind());
    }

    @Test
    void whateverALoginPrintsBeforeIsSkippedAndNothingAfterTheEndIsRead() throws Exception {
        String noise = "Welcome to \u001b[31mhost\u001b[0m!\r\n@@ nonsense\n\n";
        assertEquals(
                1,
                Collector.read(noise + HEADER + LINKS + "\n@@ end 1\nlogout\n")
                        .functions()
                        .size());
    }

    @Test
    void everyCutIsNoticed() throws Exception {
        String whole = HEADER + LINKS + VENDOR + "\n@@ bytes config\n0a\n\n@@ names names\n\n@@ end 4";
        Collector.read(whole.replace("0a\n", ""));
        for (int length = 0; length < whole.length(); length++) {
            String cut = whole.substring(0, length);
            assertThrows(UnreadableSourceException.class, () -> Collector.read(cut), () -> "cut at " + cut.length());
        }
    }

    @Test
    void aCutNamesWhatIsMissing() {
        assertEquals(
                "test: the collector's output is cut off after 1 functions; missing: attributes, config, vpd, names,"
                        + " host, extras",
                reason(HEADER + LINKS + VENDOR));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "hello\n",
                "@@ peerpath-collector 2 euid=0 live=1 vpd= bytes=hex\n@@ end 0\n",
                "@@ peerpath-collector 1 euid=0 live=1 vpd= bytes=hex\n@@ end 0\n",
                "@@ peerpath-collector 1 euid=0 live=1 vpd= bytes=hex\n@@ bytes config\nzz\n@@ end 1\n",
                "@@ peerpath-collector 1 euid=0 live=1 vpd= bytes=base64\n@@ bytes config\n%%%\n@@ end 1\n"
            })
    void whatIsNoOutputOfTheCollectorIsRefusedWithAReason(String output) {
        assertTrue(reason(output).startsWith("test: "), () -> reason(output));
    }

    @Test
    void aMissingSectionIsNoticed() {
        assertTrue(reason(HEADER + LINKS + VENDOR + "\n@@ end 3\n").contains("2 sections"));
    }

    @Test
    void textIsCleanedAndCarriageReturnsGo() throws Exception {
        String hostile = HEADER + LINKS + "\n@@ text attributes\r\n==> " + D
                + "/driver_override <==\r\n\u001b]0;owned\u0007evil\u0000\u202e\r\n\r\n@@ end 2\r\n";
        assertEquals(
                Fact.known("evil"),
                Collector.function(Collector.read(hostile), "00:01.0").text(Attributes.DRIVER_OVERRIDE));
    }

    @Test
    void pathsThatNobodyAskedForAreIgnored() throws Exception {
        String hostile = HEADER + LINKS + "\n@@ text host\n==> etc/shadow <==\nroot\n==> " + D
                + "/../x <==\ny\n\n@@ names names\nsys/class/iommu/../../x\nsys/class/iommu/dmar-rf\n\n@@ end 3\n";
        Snapshot snapshot = Collector.read(hostile);
        assertTrue(snapshot.host().keySet().stream().noneMatch(path -> path.contains("shadow")));
        assertEquals(
                Optional.of(List.of("dmar-rf")),
                snapshot.hostEntries(HostFiles.IOMMU_CLASS).asOptional());
    }

    @Test
    void whatCouldNotBeReadSaysWhy() throws Exception {
        String errors =
                "\n@@ errors\nhead: cannot open 'sys/firmware/acpi/tables/DMAR' for reading: Permission denied\n"
                        + "head: error reading '" + D + "/sriov_numvfs': Input/output error\n"
                        + "head: " + D + "/resource: Permission denied\n"
                        + "head: cannot open '" + D + "/enable' for reading: No such file or directory\n";
        Snapshot snapshot = Collector.read(HEADER.replace("euid=0", "euid=1000") + LINKS + VENDOR + errors
                + "\n@@ left-behind 4711 D pci_read_config head\n\n@@ end 3\n");
        FunctionFacts function = Collector.function(snapshot, "00:01.0");
        assertEquals("unknown.not-root", key(snapshot.hostBytes(HostFiles.DMAR)));
        assertEquals("unknown.io-error", key(function.text(Attributes.SRIOV_NUMVFS)));
        assertEquals("unknown.not-root", key(function.text(Attributes.RESOURCE)));
        assertTrue(function.text("enable").isAbsent());
        assertEquals(
                Message.of("note.left-behind", "4711", "head", "D", "pci_read_config"),
                snapshot.notes().getFirst().what());
    }

    private static String key(Fact<?> fact) {
        return fact.whyUnknown().orElseThrow().key();
    }

    @Test
    void aSectionThatWasGivenUpIsNotBelieved() throws Exception {
        String half = "\n@@ bytes config\n" + "3d3d3e20" + "\n\n@@ given-up\n\n@@ text attributes\n==> " + D
                + "/vendor <==\n0x1\n\n@@ given-up\n\n@@ fail timed-out " + D + "/vendor\n";
        Snapshot snapshot = Collector.read(HEADER + LINKS + half + "\n@@ end 6\n");
        assertEquals(
                "unknown.timed-out", key(Collector.function(snapshot, "00:01.0").text(Attributes.VENDOR)));
    }

    @Test
    void bytesAreSplitAtTheHeadersHeadPrints() throws Exception {
        byte[] first = new byte[4096];
        byte[] second = new byte[64];
        new Random(3).nextBytes(first);
        new Random(4).nextBytes(second);
        String two = "sys/bus/pci/devices/0000:00:02.0";
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        raw.write(("==> " + D + "/config <==\n").getBytes(StandardCharsets.UTF_8));
        raw.write(first);
        raw.write(("\n==> " + two + "/config <==\n").getBytes(StandardCharsets.UTF_8));
        raw.write(second);
        String coded = HexFormat.ofDelimiter(" ").formatHex(raw.toByteArray()).replaceAll("(.{96})", "$1\n");
        Snapshot snapshot = Collector.read(HEADER + LINKS + "\n@@ bytes config\n" + coded + "\n\n@@ end 2\n");
        assertEquals(
                Fact.known(Bytes.copyOf(first)),
                Collector.function(snapshot, "00:01.0").bytes(Attributes.CONFIG));
        assertEquals(
                Fact.known(Bytes.copyOf(second)),
                Collector.function(snapshot, "00:02.0").bytes(Attributes.CONFIG));
    }

    @Test
    void aMillionFunctionsAreRefused() {
        StringBuilder many = new StringBuilder(HEADER).append("\n@@ links functions\n");
        for (int i = 0; i < 100_000; i++) {
            Address address = Address.ofRoutingId(i >> 16, i & 0xffff);
            many.append("l 1 sys/bus/pci/devices/").append(address).append(" -> ../../../devices/x\n");
        }
        assertTrue(reason(many.append("\n@@ end 1\n").toString()).contains("functions"));
    }

    @Test
    void anEndlessStreamAndAnEndlessLineAreBounded() {
        assertTrue(reason(endless(HEADER + "\n@@ text host\n==> proc/cmdline <==\n", "x"))
                .contains("MiB"));
        assertTrue(reason(endless(HEADER + "\n@@ bytes config\n", "00\n")).contains("MiB"));
        assertTrue(reason(endless("", "login noise\n")).contains("first line"));
    }

    /** A beginning, then the same again and again, far beyond any limit. */
    private static InputStream endless(String beginning, String again) {
        byte[] first = beginning.getBytes(StandardCharsets.UTF_8);
        byte[] next = again.repeat(1000).getBytes(StandardCharsets.UTF_8);
        return new InputStream() {
            private long at;

            @Override
            public int read() {
                long now = at++;
                return now < first.length ? first[(int) now] : next[(int) ((now - first.length) % next.length)];
            }

            @Override
            public int read(byte[] to, int from, int length) {
                if (at < first.length) {
                    to[from] = (byte) read();
                    return 1;
                }
                int skip = (int) ((at - first.length) % next.length);
                int got = Math.min(length, next.length - skip);
                System.arraycopy(next, skip, to, from, got);
                at += got;
                return got;
            }
        };
    }

    private static String reason(String output) {
        return Texts.ENGLISH.say(assertThrows(UnreadableSourceException.class, () -> Collector.read(output))
                .reason());
    }

    private static String reason(InputStream output) {
        return Texts.ENGLISH.say(assertThrows(
                        UnreadableSourceException.class, () -> CollectorReader.read(output, "test", Optional.empty()))
                .reason());
    }

    @Test
    void anyDamageGivesASnapshotOrAReason() throws Exception {
        byte[] whole = (HEADER + LINKS + VENDOR + "\n@@ bytes config\n3d 3d 3e 20\n\n@@ names names\n" + D
                        + "/net/eth0\n\n@@ errors\nhead: x\n\n@@ fail suspended " + D + "/config\n\n@@ end 5\n")
                .getBytes(StandardCharsets.UTF_8);
        Random random = new Random(11);
        for (int round = 0; round < 3_000; round++) {
            byte[] damaged = whole.clone();
            for (int i = random.nextInt(4); i >= 0; i--) {
                damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
            }
            try {
                Collector.read(damaged);
            } catch (UnreadableSourceException e) {
                assertTrue(Texts.ENGLISH.say(e.reason()).startsWith("test: "));
            }
        }
    }
}
