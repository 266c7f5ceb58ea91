// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.redaction;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.PathSelection;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Note;
import org.peerpath.snapshot.Origin;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.file.SnapshotFileTest;
import org.peerpath.testing.HostShapes;
import org.peerpath.text.Message;

class RedactionTest {
    private static final byte[] SERIAL = {0x39, (byte) 0x8a, (byte) 0xc4, 0, 3, (byte) 0xd2, 0x3f, (byte) 0xb8};

    private static Reading text(String value) {
        return new Reading.Text(value, "sysfs");
    }

    private static Bytes config() {
        byte[] config = new byte[4096];
        config[0x100] = 1;
        config[0x102] = 1;
        config[0x103] = 0x20; // next at 200h
        config[0x200] = 3;
        config[0x202] = 1;
        config[0x203] = 0x10; // back to 100h: a loop
        System.arraycopy(SERIAL, 0, config, 0x204, SERIAL.length);
        return Bytes.copyOf(config);
    }

    private static Bytes vpd() {
        ByteArrayOutputStream readOnly = new ByteArrayOutputStream();
        keyword(readOnly, "PN", "MCX75310AAS-NEAT");
        keyword(readOnly, "SN", "MT2345X00042   ");
        keyword(readOnly, "V3", "0123456789abcdef0123456789abcdef");
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(new byte[] {(byte) 0x82, 4, 0, 'C', 'a', 'r', 'd'});
        all.writeBytes(new byte[] {(byte) 0x90, (byte) (readOnly.size() + 4), 0});
        all.writeBytes(readOnly.toByteArray());
        all.writeBytes(new byte[] {'R', 'V', 1});
        all.write(-sum(all.toByteArray()));
        all.write(0x78);
        return Bytes.copyOf(all.toByteArray());
    }

    private static void keyword(ByteArrayOutputStream out, String keyword, String value) {
        out.writeBytes(keyword.getBytes(StandardCharsets.US_ASCII));
        out.write(value.length());
        out.writeBytes(value.getBytes(StandardCharsets.US_ASCII));
    }

    private static int sum(byte[] bytes) {
        int sum = 0;
        for (byte b : bytes) {
            sum += b;
        }
        return sum & 0xff;
    }

    private static Snapshot secretive() {
        TreeMap<String, Reading> attributes = new TreeMap<>(Map.ofEntries(
                Map.entry("config", new Reading.Data(config(), "sysfs")),
                Map.entry("vpd", new Reading.Data(vpd(), "sysfs")),
                Map.entry("realpath", text("/sys/devices/pci0000:15/0000:15:01.0/0000:18:00.0")),
                Map.entry("driver", text("mlx5_core")),
                Map.entry("net", new Reading.Listing(List.of("enxb83fd2c48a39", "ibs0"), "sysfs")),
                Map.entry("net/enxb83fd2c48a39/address", text("b8:3f:d2:c4:8a:39")),
                Map.entry("infiniband/mlx5_0/node_guid", text("b83f:d203:00c4:8a39")),
                Map.entry("infiniband/mlx5_0/fw_ver", text("40.45.10.20")),
                Map.entry("infiniband/mlx5_0/node_desc", text("gpunode07 mlx5_0")),
                Map.entry("nvme/nvme0/serial", text("S64GNN0T500123")),
                Map.entry("resource", text("0x0000000000000000 0x0000000000000000 0x0000000000000000"))));
        FunctionFacts function = new FunctionFacts(
                Address.of("0000:18:00.0"),
                attributes,
                List.of(
                        "\tCapabilities: [200 v1] Device Serial Number b8-3f-d2-03-00-c4-8a-39",
                        "\t\t\t[SN] Serial number: MT2345X00042",
                        "\t\tLnkSta:\tSpeed 64GT/s, Width x16"),
                true);
        TreeMap<String, Reading> host = new TreeMap<>(Map.of(
                HostFiles.VFIO_HOLDERS,
                text("4711 /dev/vfio/42 qemu-kvm guest=payroll-vm,x=on\n12 /dev/vfio/43 dpdk "),
                HostFiles.HOSTNAME,
                text("gpunode07"),
                HostFiles.KERNEL_RELEASE,
                text("6.8.0.45-generic"),
                HostFiles.BOOT_ID,
                text("7c2f9d1e-1111-4222-8333-444455556666"),
                HostFiles.CMDLINE,
                text("root=UUID=7c2f9d1e-1111-4222-8333-444455556666 ip=10.20.30.40::10.20.30.1 iommu=pt"
                        + " rd.iscsi.password=hunter22 nfs=alice@fs1 home=/home/alice x=fe80::ba3f:d2ff"),
                "sys/class/dmi/id/product_serial",
                text("CZ3210ABCD"),
                "sys/class/dmi/id/product_name",
                text("DGX B300")));
        return new Snapshot(
                new Origin("ssh://alice@gpunode07:2222", SourceKind.LIVE, "gpunode07", Optional.empty()),
                host,
                true,
                new TreeMap<>(Map.of(function.address(), function)),
                List.of(new Note(
                        "ssh://alice@gpunode07:2222", 0, Message.of("read.io-error", "gpunode07: 10.20.30.40 down"))));
    }

    @Test
    void nothingSecretIsLeftInAnySpelling() {
        Snapshot redacted = Redaction.redact(secretive());
        String json = new String(SnapshotFileTest.write(redacted, false), StandardCharsets.UTF_8);
        String ascii = asAscii(redacted);
        for (String secret : List.of(
                "gpunode07",
                "alice",
                "payroll",
                "hunter22",
                "b8:3f:d2",
                "b83f:d203",
                "b83fd2",
                "b8-3f-d2",
                "39 8a c4",
                "398ac4",
                "7c2f9d1e",
                "10.20.30",
                "CZ3210ABCD",
                "S64GNN0T500123",
                "MT2345X00042",
                "ba3f:d2ff",
                "0123456789abcdef",
                "2222\"")) {
            assertFalse(json.toLowerCase(Locale.ROOT).contains(secret.toLowerCase(Locale.ROOT)), secret);
            assertFalse(ascii.contains(secret), secret + " in bytes");
        }
    }

    private static String asAscii(Snapshot snapshot) {
        StringBuilder all = new StringBuilder();
        for (FunctionFacts function : snapshot.functions().values()) {
            function.bytes("vpd")
                    .asOptional()
                    .ifPresent(b -> all.append(new String(b.toArray(), StandardCharsets.ISO_8859_1)));
        }
        return all.toString();
    }

    @Test
    void whatTheProgramDecidesByStays() {
        Snapshot before = secretive();
        Snapshot after = Redaction.redact(before);
        FunctionFacts f = SnapshotFileTest.function(after, "0000:18:00.0");
        FunctionFacts was = SnapshotFileTest.function(before, "0000:18:00.0");
        for (String attribute : List.of("realpath", "driver", "resource", "infiniband/mlx5_0/fw_ver")) {
            assertEquals(was.text(attribute), f.text(attribute));
        }
        assertEquals(was.lspciText().get(2), f.lspciText().get(2));
        for (String file : List.of(HostFiles.KERNEL_RELEASE, "sys/class/dmi/id/product_name")) {
            assertEquals(before.hostText(file), after.hostText(file));
        }
        String cmdline = after.hostText(HostFiles.CMDLINE).asOptional().orElseThrow();
        assertTrue(cmdline.contains(" iommu=pt "), cmdline);
        byte[] config = f.bytes("config").asOptional().orElseThrow().toArray();
        byte[] old = config().toArray();
        for (int i = 0; i < config.length; i++) {
            assertTrue(config[i] == old[i] || (i >= 0x204 && i < 0x20c), "byte " + i);
        }
    }

    @Test
    void theSameValueGetsTheSameStandInInEverySpelling() {
        Snapshot after = Redaction.redact(secretive());
        FunctionFacts f = SnapshotFileTest.function(after, "0000:18:00.0");
        Bytes config = f.bytes("config").asOptional().orElseThrow();
        StringBuilder serial = new StringBuilder();
        for (int i = 7; i >= 0; i--) {
            serial.append(String.format("%02x", config.at(0x204 + i)));
        }
        String guid =
                f.text("infiniband/mlx5_0/node_guid").asOptional().orElseThrow().replace(":", "");
        assertEquals(guid, serial.toString());
        assertTrue(
                f.lspciText().getFirst().replace("-", "").endsWith(guid),
                f.lspciText().getFirst());
        String net = f.entries("net").asOptional().orElseThrow().getFirst();
        String mac = f.text("net/" + net + "/address").asOptional().orElseThrow();
        assertEquals(net, "enx" + mac.replace(":", ""));
        String boot = after.hostText(HostFiles.BOOT_ID).asOptional().orElseThrow();
        assertTrue(after.hostText(HostFiles.CMDLINE).asOptional().orElseThrow().startsWith("root=UUID=" + boot + " "));
        assertEquals("ssh://user-1@host-1", after.origin().source());
        assertEquals(Fact.known("host-1"), after.hostText(HostFiles.HOSTNAME));
        assertEquals(
                Fact.known("4711 /dev/vfio/42 qemu-kvm guest-1\n12 /dev/vfio/43 dpdk "),
                after.hostText(HostFiles.VFIO_HOLDERS));
        assertEquals(Fact.known("host-1 mlx5_0"), f.text("infiniband/mlx5_0/node_desc"));
        String vpd = asAscii(after);
        assertTrue(f.lspciText().get(1).endsWith(vpd.substring(vpd.indexOf("SN") + 3, vpd.indexOf("SN") + 15)), vpd);
    }

    @Test
    void theVpdKeepsItsShapePartNumberAndCheckSum() {
        byte[] after = SnapshotFileTest.function(Redaction.redact(secretive()), "0000:18:00.0")
                .bytes("vpd")
                .asOptional()
                .orElseThrow()
                .toArray();
        assertEquals(vpd().length(), after.length);
        assertTrue(new String(after, StandardCharsets.ISO_8859_1).contains("PN\u0010MCX75310AAS-NEAT"));
        assertEquals(0x78, sum(after), "all but the end tag sums to zero");
        assertNotEquals(vpd(), Bytes.copyOf(after));
    }

    @Test
    void theSameSnapshotGivesTheSameAndSaysOnceThatItIsRedacted() {
        Snapshot once = Redaction.redact(secretive());
        assertEquals(once, Redaction.redact(secretive()));
        Note note = new Note("", 0, Message.of("note.redacted"));
        assertEquals(note, once.notes().getLast());
        assertEquals(
                1, Redaction.redact(once).notes().stream().filter(note::equals).count());
    }

    @ParameterizedTest
    @CsvSource({
        "/home/bob/captures/x.json, redacted",
        "local, local",
        "sample:hgx-b300-vm, sample:hgx-b300-vm",
        "ssh://node9, ssh://host-2",
        "ssh://root@node9:22, ssh://root@host-2"
    })
    void sources(String source, String expected) {
        Snapshot before = secretive();
        Origin origin = new Origin(source, SourceKind.LIVE, before.origin().host(), Optional.empty());
        assertEquals(
                expected, Redaction.redact(before.withOrigin(origin)).origin().source());
    }

    @Test
    void theVerdictsAreThoseOfTheOriginal() {
        int paths = 0;
        for (Snapshot host : HostShapes.all()) {
            for (Scenario scenario : Scenario.values()) {
                List<PathReport> before = judged(host, scenario);
                assertEquals(before, judged(Redaction.redact(host), scenario));
                paths += before.size();
            }
        }
        assertTrue(paths > 300, "only " + paths + " paths");
    }

    private static List<PathReport> judged(Snapshot host, Scenario scenario) {
        return new PathJudge(HostModel.of(host), scenario).judge(PathSelection.DEFAULT);
    }

    /** Any bytes are survived and keep their length. */
    @Test
    void brokenVpdAndConfigAreLeftInOnePiece() {
        Random random = new Random(1);
        ByteRedaction redaction = new ByteRedaction(new Pseudonyms());
        for (int i = 0; i < 2000; i++) {
            byte[] junk = new byte[random.nextInt(600)];
            random.nextBytes(junk);
            if (junk.length > 3 && i % 2 == 0) {
                junk[0] = (byte) 0x90;
                junk[2] = 0;
            }
            assertEquals(junk.length, redaction.vpd(Bytes.copyOf(junk)).length());
            assertEquals(junk.length, redaction.config(Bytes.copyOf(junk)).length());
        }
    }
}
