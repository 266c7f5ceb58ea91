// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.hardware.AcsBehavior;
import org.peerpath.hardware.DeviceKind;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.hardware.Knowledge;
import org.peerpath.hardware.KnowledgeFiles;
import org.peerpath.hardware.KnownDevice;
import org.peerpath.hardware.PeerToPeer;
import org.peerpath.iommu.AtsState;
import org.peerpath.model.AtsAssessment;
import org.peerpath.model.HostModel;
import org.peerpath.path.DataDirect;
import org.peerpath.path.KernelOpinion;
import org.peerpath.path.Roles;
import org.peerpath.path.Scenario;
import org.peerpath.path.ToolLabels;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.VpdBytes;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every behaviour that a row of devices.json claims is seen in an answer; a claim that nobody walks fails. */
class DeviceRowsTest {
    private static final String END = "0000:02:00.0";
    private static final String ROOT = "0000:00:01.0";
    /** What a row says that is no behaviour. */
    private static final Set<String> ABOUT_THE_ROW = Set.of("id", "name", "source", "date");

    @TempDir
    static Path folder;

    /** Looks at one device, by vendor and device id, for one claim of its row. */
    private interface Walk {
        void see(KnownDevice row, int device) throws Exception;
    }

    private static final Map<String, Walk> WALKS = new TreeMap<>(Map.ofEntries(
            Map.entry("kind=gpu", DeviceRowsTest::gpu),
            Map.entry("kind=accelerator", DeviceRowsTest::gpu),
            Map.entry("kind=nic", DeviceRowsTest::nic),
            Map.entry("kind=rdma-nic", DeviceRowsTest::nic),
            Map.entry("kind=data-direct", DeviceRowsTest::dataDirect),
            Map.entry("kind=nvme", DeviceRowsTest::nvme),
            Map.entry("kind=console", DeviceRowsTest::console),
            Map.entry("kind=nvswitch", DeviceRowsTest::neither),
            Map.entry("kind=management", DeviceRowsTest::neither),
            Map.entry("kind=switch", DeviceRowsTest::neither),
            Map.entry("kind=root-port", DeviceRowsTest::neither),
            Map.entry("kind=host-bridge", DeviceRowsTest::neither),
            Map.entry("kind=virtual-port", DeviceRowsTest::neither),
            Map.entry("kind=other", DeviceRowsTest::neither),
            Map.entry("kind=recovery", DeviceRowsTest::recovery),
            Map.entry("vpd", DeviceRowsTest::vpd),
            Map.entry("gigabitsPerSecond", DeviceRowsTest::speed),
            Map.entry("virtualFunctionLimit", DeviceRowsTest::virtualFunctions),
            Map.entry("memoryBar", DeviceRowsTest::memoryBar),
            Map.entry("ncclFolds", DeviceRowsTest::ncclFolds),
            Map.entry("acs.wide", DeviceRowsTest::wide),
            Map.entry("acs.readsZero", DeviceRowsTest::readsZero),
            Map.entry("acs.brokenSourceValidation", DeviceRowsTest::brokenSourceValidation),
            Map.entry("acs.isolates", DeviceRowsTest::isolates),
            Map.entry("ats.neverBelow", DeviceRowsTest::neverBelow),
            Map.entry("ats.refused", DeviceRowsTest::refused),
            Map.entry("ats.beforeRevision", DeviceRowsTest::beforeRevision),
            Map.entry("ats.alwaysOnSince", DeviceRowsTest::alwaysOn),
            Map.entry("rdmaTopo", DeviceRowsTest::rdmaTopo),
            Map.entry("p2pdma", DeviceRowsTest::peerToPeer)));

    @TestFactory
    Stream<DynamicTest> everyClaimIsSeen() throws IOException {
        List<KnownDevice> rows = Knowledge.shipped().devices();
        JsonNode nodes = json("devices").path("devices");
        assertEquals(rows.size(), nodes.size());
        List<DynamicTest> tests = new ArrayList<>();
        for (int i = 0; i < rows.size(); i++) {
            KnownDevice row = rows.get(i);
            List<String> claims = claims(nodes.get(i));
            assertFalse(
                    claims.isEmpty() && row.kind().isEmpty() && row.peerToPeer().isEmpty(), row.toString());
            tests.add(DynamicTest.dynamicTest(row.ids().toString(), () -> {
                for (String claim : claims) {
                    Walk walk = WALKS.get(claim);
                    assertTrue(walk != null, "nobody walks " + claim);
                    for (int device :
                            new TreeSet<>(List.of(row.ids().first(), row.ids().last()))) {
                        walk.see(row, device);
                    }
                }
            }));
        }
        return tests.stream();
    }

    /** What a user may write is walked too, whether a shipped row claims it or not. */
    @Test
    void everyKindHasAWalk() {
        Set<String> walked = new TreeSet<>();
        WALKS.keySet().stream()
                .filter(claim -> claim.startsWith("kind="))
                .forEach(claim -> walked.add(claim.substring(5)));
        Set<String> kinds = new TreeSet<>();
        for (DeviceKind kind : DeviceKind.values()) {
            kinds.add(kind.name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
        }
        assertEquals(kinds, walked);
    }

    /** A user's row for a device that nobody else knows: the kind counts, whatever its class code says. */
    @TestFactory
    Stream<DynamicTest> theKindOfAUsersFileIsHonoured() {
        return WALKS.entrySet().stream()
                .filter(walk -> walk.getKey().startsWith("kind="))
                .map(walk -> DynamicTest.dynamicTest(walk.getKey(), () -> {
                    Path place = Files.createDirectory(folder.resolve(walk.getKey()));
                    Files.writeString(
                            place.resolve("mine.json"),
                            "{\"schema\": \"peerpath.knowledge.devices/2\", \"devices\": [{\"id\": \"abcd:0001\", \"name\":"
                                    + " \"mine\", \"kind\": \"" + walk.getKey().substring(5)
                                    + "\", \"source\": \"our lab\", \"date\": \"2026-11-30\"}]}");
                    Knowledge users = KnowledgeFiles.withUserFiles(place);
                    assertEquals(List.of(), users.notes());
                    knowledge = users;
                    try {
                        walk.getValue().see(users.device(0xabcd, 1).orElseThrow(), 1);
                    } finally {
                        knowledge = Knowledge.shipped();
                    }
                }));
    }

    /** With what the walks decode. */
    private static Knowledge knowledge = Knowledge.shipped();

    private static List<String> claims(JsonNode row) {
        List<String> claims = new ArrayList<>();
        for (String field : row.propertyNames()) {
            JsonNode value = row.path(field);
            if (field.equals("kind")) {
                claims.add("kind=" + value.stringValue());
            } else if (field.equals("acs") || field.equals("ats")) {
                value.propertyNames().forEach(name -> claims.add(field + "." + name));
            } else if (!ABOUT_THE_ROW.contains(field)) {
                claims.add(field);
            }
        }
        return claims;
    }

    private static JsonNode json(String name) throws IOException {
        try (InputStream in = Knowledge.class.getResourceAsStream("/org/peerpath/knowledge/" + name + ".json")) {
            return JsonMapper.shared().readTree(in.readAllBytes());
        }
    }

    // ---- Kinds -----------------------------------------------------------------------------------------------------

    private static void gpu(KnownDevice row, int device) {
        // A co-processor by its class.
        PciFunction function = endpoint(row, device, 0x0b4000, f -> {});
        assertTrue(Roles.isGpu(function));
        assertFalse(Roles.isNetwork(endpoint(row, device, 0x020000, f -> {})));
    }

    private static void nic(KnownDevice row, int device) {
        PciFunction function = endpoint(row, device, 0x0b4000, f -> {});
        assertTrue(Roles.isNetwork(function));
        assertEquals(row.kind().equals(Optional.of(DeviceKind.RDMA_NIC)), Roles.isRdmaNic(function));
        assertFalse(Roles.isGpu(endpoint(row, device, 0x120000, f -> {})));
    }

    private static void dataDirect(KnownDevice row, int device) {
        assertTrue(DataDirect.is(endpoint(row, device, 0x088000, f -> {})));
        neither(row, device);
    }

    private static void nvme(KnownDevice row, int device) {
        assertTrue(Roles.isNvme(endpoint(row, device, 0x018000, f -> {})));
        neither(row, device);
    }

    private static void neither(KnownDevice row, int device) {
        assertFalse(Roles.isNetwork(endpoint(row, device, 0x020700, f -> f.rdma("mlx5_0", "1.2.3", "ib0"))));
        assertFalse(Roles.isRdmaNic(endpoint(row, device, 0x020700, f -> f.rdma("mlx5_0", "1.2.3", "ib0"))));
        assertFalse(Roles.isGpu(endpoint(row, device, 0x120000, f -> {})));
        assertEquals(
                Optional.of(row.name()),
                Labels.of(host(row, device, 0x088000, f -> {}), knowledge).model(Address.of(END)));
    }

    private static void console(KnownDevice row, int device) {
        neither(row, device);
        assertTrue(Roles.isConsole(endpoint(row, device, 0x030000, f -> {})));
    }

    private static void recovery(KnownDevice row, int device) {
        neither(row, device);
        HostModel host = host(row, device, 0x020000, f -> {});
        assertTrue(Findings.of(host, Scenario.BARE_METAL, List.of(), knowledge).stream()
                .anyMatch(finding -> finding.id() == FindingId.CARD_IN_RECOVERY
                        && finding.functions().equals(List.of(Address.of(END)))));
    }

    private static void vpd(KnownDevice row, int device) {
        String told = row.vpd().orElseThrow().contains();
        PciFunction other = endpoint(row, device, 0x020700, f -> f.vpd(VpdBytes.of("a card", "PN", "P1", "V0", told)));
        assertEquals(Optional.of(row.vpd().orElseThrow().kind()), other.knownKind());
        PciFunction plain = endpoint(row, device, 0x020700, f -> f.vpd(VpdBytes.of("a card", "PN", told, "V0", "x")));
        assertEquals(row.kind(), plain.knownKind());
        assertEquals(row.kind(), endpoint(row, device, 0x020700, f -> {}).knownKind(), "not read");
    }

    // ---- Figures ---------------------------------------------------------------------------------------------------

    private static void speed(KnownDevice row, int device) {
        assertEquals(
                row.gigabitsPerSecond(),
                endpoint(row, device, 0x020000, f -> {}).hardware().flatMap(KnownDevice::gigabitsPerSecond));
    }

    private static void virtualFunctions(KnownDevice row, int device) {
        int limit = row.virtualFunctionLimit().orElseThrow();
        assertTrue(limit > 0);
        assertEquals(
                row.virtualFunctionLimit(),
                endpoint(row, device, 0x020000, f -> {}).hardware().flatMap(KnownDevice::virtualFunctionLimit));
    }

    private static void memoryBar(KnownDevice row, int device) {
        assertEquals(row.memoryBar(), Roles.memoryBar(endpoint(row, device, 0x120000, f -> {})));
    }

    private static void ncclFolds(KnownDevice row, int device) throws Exception {
        String ids =
                String.format("vendor=\"0x%04x\" device=\"0x%04x\"", row.ids().vendor(), device);
        String xml = "<system version=\"1\"><cpu numaid=\"0\">"
                + "<pci busid=\"0000:16:00.0\" class=\"0x060400\" " + ids + ">"
                + "<pci busid=\"0000:18:00.0\" class=\"0x020000\" vendor=\"0x15b3\" device=\"0x1023\"/>"
                + "<pci busid=\"0000:19:00.0\" class=\"0x060400\" " + ids + ">"
                + "<pci busid=\"0000:1b:00.0\" class=\"0x030200\" vendor=\"0x10de\" device=\"0x3182\"/>"
                + "</pci></pci></cpu></system>";
        assertEquals("PIX", ncclLabel(xml));
        assertEquals("PXB", ncclLabel(xml.replace(ids, "vendor=\"0xabcd\" device=\"0x0001\"")));
    }

    private static String ncclLabel(String xml) throws Exception {
        Snapshot read = Recognizer.open(new ByteArrayInputStream(xml.getBytes(StandardCharsets.UTF_8)), "topo.xml");
        return ToolLabels.of(HostModel.of(read, knowledge)).all().getFirst().label();
    }

    // ---- ACS -------------------------------------------------------------------------------------------------------

    private static Acs acs(KnownDevice row, int device, Consumer<FunctionBuilder> more) {
        return port(row, device, more).acs().asOptional().orElseThrow();
    }

    private static PciFunction port(KnownDevice row, int device, Consumer<FunctionBuilder> more) {
        HostBuilder host = HostBuilder.named("rows");
        FunctionBuilder root = host.rootPort(ROOT, row.ids().vendor(), device);
        more.accept(root);
        return HostModel.of(host.build(), knowledge).topology().get(Address.of(ROOT));
    }

    private static void wide(KnownDevice row, int device) {
        Acs acs = acs(row, device, root -> root.wideAcs(0x1f, 0x1d));
        assertEquals(8, acs.controlOffset() - acs.offset());
        assertEquals(Optional.of(0x1d), acs.control().asOptional());
    }

    private static void readsZero(KnownDevice row, int device) {
        for (String name : row.acs().orElseThrow().readsZero()) {
            AcsBit bit = AcsBit.valueOf(name);
            Acs acs = acs(row, device, root -> root.acs(0x1f, 0x1d & ~bit.mask()));
            assertEquals(Optional.of(0x1f), acs.capability().asOptional(), "shown as read");
            assertEquals(Optional.of(false), acs.implemented(bit).asOptional());
            assertEquals(Optional.of(0x1f & ~bit.mask()), acs.settable().asOptional());
            assertEquals(
                    Optional.of(true),
                    PortIsolation.holds(port(row, device, root -> root.acs(0x1f, 0x1d & ~bit.mask())))
                            .asOptional());
            Acs on = acs(row, device, root -> root.acs(0x1f, 0x1d));
            assertEquals(Optional.of(true), on.on(bit).asOptional(), "a register that says otherwise is believed");
        }
    }

    private static void brokenSourceValidation(KnownDevice row, int device) {
        assertEquals(
                Optional.of(0x1e),
                acs(row, device, root -> root.acs(0x1f, 0)).settable().asOptional());
        assertEquals(
                Optional.of(0x1f),
                acs(row, device, root -> root.acs(0x1f, 1)).settable().asOptional(),
                "off is allowed");
    }

    private static void isolates(KnownDevice row, int device) {
        AcsBehavior behavior = row.acs().orElseThrow();
        assertEquals(behavior.isolates().contains("root-port"), PortIsolation.mayBeQuirk(port(row, device, r -> {})));
        assertFalse(PortIsolation.mayBeQuirk(port(row, device, r -> r.acs(0x1f, 0))), "it has ACS of its own");
        HostBuilder host = HostBuilder.named("rows");
        host.rootPort(ROOT, 0x8086, 0x0db0)
                .upstreamPort("0000:01:00.0", row.ids().vendor(), device)
                .downstreamPort("0000:02:00.0", row.ids().vendor(), device);
        PciFunction down = HostModel.of(host.build(), knowledge).topology().get(Address.of("0000:02:00.0"));
        assertEquals(behavior.isolates().contains("downstream-port"), PortIsolation.mayBeQuirk(down));
    }

    // ---- ATS -------------------------------------------------------------------------------------------------------

    private static HostBuilder ats(int vendor, int rootDevice, int endVendor, int endDevice, String revision) {
        HostBuilder host = HostBuilder.named("rows")
                .kernel("7.2.0")
                .intelIommu("f020de")
                .groups("identity")
                .cmdline("iommu=pt intel_iommu=on,sm_off");
        host.rootPort(ROOT, vendor, rootDevice)
                .acs(0x1f, 0x1d)
                .endpoint(END, endVendor, endDevice, 0x120000)
                .attribute("revision", revision)
                .ats(0x0060, 0);
        return host;
    }

    private static AtsState state(HostBuilder host) {
        HostModel model = HostModel.of(host.build(), knowledge);
        return new AtsAssessment(model)
                .of(model.topology().get(Address.of(END)))
                .state();
    }

    private static void neverBelow(KnownDevice row, int device) {
        assertEquals(AtsState.OFF, state(ats(row.ids().vendor(), device, 0xabcd, 1, "0x00")));
        assertEquals(AtsState.READY, state(ats(0xabcd, 2, 0xabcd, 1, "0x00")));
    }

    private static void refused(KnownDevice row, int device) {
        assertEquals(AtsState.OFF, state(ats(0xabcd, 2, row.ids().vendor(), device, "0x00")));
    }

    private static void beforeRevision(KnownDevice row, int device) {
        int good = row.ats().orElseThrow().beforeRevision().orElseThrow();
        int vendor = row.ids().vendor();
        assertEquals(AtsState.OFF, state(ats(0xabcd, 2, vendor, device, "0x" + Integer.toHexString(good - 1))));
        assertEquals(AtsState.READY, state(ats(0xabcd, 2, vendor, device, "0x" + Integer.toHexString(good))));
    }

    private static void alwaysOn(KnownDevice row, int device) {
        KernelVersion since = row.ats().orElseThrow().alwaysOnSince().orElseThrow();
        for (boolean recent : List.of(true, false)) {
            HostBuilder host =
                    ats(0xabcd, 2, row.ids().vendor(), device, "0x00").kernel(recent ? since.toString() : "5.4.0");
            HostModel model = HostModel.of(host.build(), knowledge);
            assertEquals(
                    Optional.of(recent),
                    new AtsAssessment(model)
                            .alwaysOn(model.topology().get(Address.of(END)))
                            .asOptional());
        }
    }

    /** The shapes that rest on these names have a test of their own (RdmaTopoTest). */
    private static void rdmaTopo(KnownDevice row, int device) {
        assertTrue(Set.of("grace_rp", "vera_rp", "cx_nic", "bf3_nic", "cx_dma", "bf3_switch", "cx_switch")
                .contains(endpoint(row, device, 0x088000, f -> {})
                        .hardware()
                        .flatMap(KnownDevice::rdmaTopo)
                        .orElseThrow()));
    }

    // ---- The kernel's list of host bridges -------------------------------------------------------------------------

    private static void peerToPeer(KnownDevice row, int device) {
        PeerToPeer entry = row.peerToPeer().orElseThrow();
        KernelVersion since = entry.since();
        boolean known =
                since.compareTo(new KernelVersion(5, 10, 0)) >= 0 && since.compareTo(new KernelVersion(7, 0, 99)) <= 0;
        String release = known ? since.toString() : "6.14.0";
        KernelOpinion.Mapping within = opinion(row, device, release, true);
        KernelOpinion.Mapping across = opinion(row, device, release, false);
        boolean listed = entry.in(KernelVersion.parse(release).orElseThrow()).orElse(false);
        assertEquals(mapping(listed), within);
        assertEquals(mapping(listed && !entry.withinOneBridge()), across);
        assertEquals(Optional.of(true), entry.in(since));
        entry.notIn().ifPresent(last -> {
            assertEquals(Optional.of(false), entry.in(last));
            assertEquals(Optional.empty(), entry.in(new KernelVersion(last.major(), last.minor() + 1, 0)));
        });
    }

    private static KernelOpinion.Mapping mapping(boolean listed) {
        return listed ? KernelOpinion.Mapping.THROUGH_HOST_BRIDGE : KernelOpinion.Mapping.NOT_SUPPORTED;
    }

    private static KernelOpinion.Mapping opinion(KnownDevice row, int device, String release, boolean oneBridge) {
        HostBuilder host = HostBuilder.named("rows")
                .kernel(release)
                .text(HostFiles.CPUINFO_FLAGS, "vendor_id\t: GenuineIntel\ncpu family\t: 6\n");
        host.conventional("0000:00:00.0", row.ids().vendor(), device, 0x060000);
        host.rootPort(ROOT, 0xabcd, 2).endpoint(END, 0x15b3, 0x1023, 0x020000);
        if (!oneBridge) {
            host.conventional("0000:40:00.0", row.ids().vendor(), device, 0x060000);
        }
        String second = oneBridge ? "0000:00:02.0" : "0000:40:01.0";
        host.rootPort(second, 0xabcd, 2).endpoint("0000:41:00.0", 0x10de, 0x3182, 0x030200);
        return KernelOpinion.of(HostModel.of(host.build(), knowledge), Address.of(END), Address.of("0000:41:00.0"))
                .mapping();
    }

    // ---- Building --------------------------------------------------------------------------------------------------

    private static PciFunction endpoint(KnownDevice row, int device, int classCode, Consumer<FunctionBuilder> more) {
        return host(row, device, classCode, more).topology().get(Address.of(END));
    }

    private static HostModel host(KnownDevice row, int device, int classCode, Consumer<FunctionBuilder> more) {
        HostBuilder host = HostBuilder.named("rows");
        more.accept(host.rootPort(ROOT, 0xabcd, 2).endpoint(END, row.ids().vendor(), device, classCode));
        return HostModel.of(host.build(), knowledge);
    }
}
