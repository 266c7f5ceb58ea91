// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.hardware.Knowledge;
import org.peerpath.hardware.KnowledgeFiles;
import org.peerpath.path.Scenario;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** What is known of a NIC's firmware, when it matters and what then helps. */
class FirmwareFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(FindingId.FIRMWARE_FREEZES_HOST, Severity.ERROR, h -> firmware(h, "40.47.2526")),
                asIs(FindingId.FIRMWARE_FREEZES_HOST, Severity.ERROR, h -> firmware(h, "40.46.5500")),
                metal(FindingId.FIRMWARE_FREEZES_HOST, Severity.INFO, h -> firmware(h, "40.46.5500")),
                vm(FindingId.FIRMWARE_UNKNOWN, Severity.WARNING, h -> firmware(h, "40.48.1000")),
                vm(FindingId.FIRMWARE_UNKNOWN, Severity.WARNING, h -> firmware(h, "40.47.2682")),
                metal(FindingId.FIRMWARE_UNKNOWN, Severity.INFO, h -> firmware(h, "40.48.1000")));
    }

    static Stream<Twin> unread() {
        return Stream.of(FindingId.FIRMWARE_FREEZES_HOST, FindingId.FIRMWARE_UNKNOWN)
                .map(id -> unread(id, FirmwareFindingsTest::withoutFirmware));
    }

    private static void withoutFirmware(HostBuilder host) {
        host.get(FaultyHost.NIC)
                .without("infiniband")
                .without("infiniband/mlx5_0/fw_ver")
                .driver("vfio-pci");
    }

    private static void firmware(HostBuilder host, String version) {
        host.get(FaultyHost.NIC).rdma("mlx5_0", version, "ib0");
    }

    @Test
    void unreadFirmwareIsUnknownAndSaysHowToReadIt() {
        HostBuilder host = FaultyHost.with(FaultyHost.vm(), FirmwareFindingsTest::withoutFirmware);
        Finding finding = find(host, Scenario.VM, FindingId.FIRMWARE_UNKNOWN).orElseThrow();
        assertEquals(Severity.WARNING, finding.severity());
        assertEquals(List.of("mstflint -d 0000:18:00.0 q"), finding.commands());
        assertTrue(Texts.ENGLISH.say(finding.message()).contains("vfio-pci shows no firmware version"));
    }

    // ---- Known to freeze the host ----------------------------------------------------------------------------------

    @TempDir
    Path folder;

    private static final String BAD = "40.47.2526";

    private static Finding danger(HostBuilder host, Scenario scenario) {
        return find(host, scenario, FindingId.FIRMWARE_FREEZES_HOST).orElseThrow();
    }

    private static HostBuilder bad(Consumer<HostBuilder> change) {
        HostBuilder host = FaultyHost.vm();
        firmware(host, BAD);
        change.accept(host);
        return host;
    }

    @Test
    void theVersionItsSourceAndTheWayOutAreNamed() {
        Finding finding = danger(bad(h -> {}), Scenario.VM);
        assertEquals(
                "mlx5_0: firmware 40.47.2526 freezes the whole host when ATS, a VF and vfio-pci come together.",
                Texts.ENGLISH.say(finding.message()));
        assertEquals(
                "infiniband/mlx5_0/fw_ver 40.47.2526 (0000:18:00.0, read from sysfs)",
                evidence(finding).getFirst());
        assertTrue(evidence(finding).getLast().startsWith("cx8-ats-vfio-40.47.2526 reported (Elice"));
        assertTrue(finding.source().startsWith("Elice") && finding.source().endsWith("(2026-10-26)"), finding.source());
        assertTrue(Texts.ENGLISH.say(finding.remedy()).contains("40.50.0464 was tried"));
        assertEquals(List.of("mlxconfig -d 0000:18:00.0 -y set ATS_ENABLED=0"), finding.commands());
    }

    /** As it is the danger is there only where all three have come together, or may have. */
    @Test
    void asItIsOneMissingConditionLeavesItLatent() {
        assertEquals(Severity.ERROR, danger(bad(h -> {}), Scenario.AS_IS).severity());
        HostBuilder unread = bad(h -> h.get(FaultyHost.VF).readable(64));
        assertEquals(Severity.ERROR, danger(unread, Scenario.AS_IS).severity(), "ATS may be on");
        HostBuilder off = bad(h -> h.get(FaultyHost.VF).ats(0x0040, 0));
        Finding latent = danger(off, Scenario.AS_IS);
        assertEquals(Severity.WARNING, latent.severity());
        assertEquals("finding.firmware-freezes-host.latent", latent.message().key());
        HostBuilder own = bad(h -> h.get(FaultyHost.VF).driver("mlx5_core"));
        assertEquals(Severity.WARNING, danger(own, Scenario.AS_IS).severity(), "no guest holds it");
        HostBuilder physical = bad(h -> {
            h.get(FaultyHost.VF).driver("mlx5_core");
            h.get(FaultyHost.NIC).driver("vfio-pci");
        });
        assertEquals(Severity.WARNING, danger(physical, Scenario.AS_IS).severity(), "a PF is no VF");
        assertEquals(Severity.ERROR, danger(physical, Scenario.VM).severity(), "VFs are what it is about");
        assertEquals(Severity.INFO, danger(bad(h -> {}), Scenario.BARE_METAL).severity());
    }

    @Test
    void atsThatComesWithTheVmCountsAsOn() {
        HostBuilder ready = bad(h -> {
            h.groups("identity").cmdline("iommu=pt");
            h.get(FaultyHost.NIC).ats(0x0060, 0);
            h.get(FaultyHost.VF).ats(0x0060, 0);
        });
        assertEquals(Severity.ERROR, danger(ready, Scenario.AS_IS).severity());
    }

    @Test
    void aCardWithoutAtsIsNotToldToSwitchItOffUnlessItsNextStartBringsIt() {
        HostBuilder host = HostBuilder.named("without").kernel("7.1.0").groups("DMA");
        host.rootPort(FaultyHost.ROOT, 0x8086, 0x0db0)
                .endpoint(FaultyHost.NIC, 0x15b3, 0x1023, 0x020000)
                .rdma("mlx5_0", BAD, "ib0");
        Finding finding = danger(host, Scenario.VM);
        assertEquals(Severity.WARNING, finding.severity());
        assertEquals(List.of(), finding.commands());
        host.get(FaultyHost.NIC).attribute("mlxconfig/ATS_ENABLED/next-boot", "True(1)");
        assertEquals(1, danger(host, Scenario.VM).commands().size());
    }

    // ---- By knowledge of one's own ---------------------------------------------------------------------------------

    private Knowledge ours(String conditions, String effect, String more) throws IOException {
        Files.writeString(folder.resolve("ours.json"), """
                {"schema": "peerpath.knowledge.firmware/1", "firmware": [
                  {"id": "ours", "family": "ConnectX-8", "devices": ["15b3:1023"],
                   "versions": [{"from": "40.48.1000", "to": "40.48.1000"}, {"from": "40.9.0", "to": "40.51.0001"}],
                   "conditions": [%s], "effect": "%s",
                   "confidence": "verified", "source": "our lab", "date": "2026-11-20"%s}]}
                """.formatted(conditions, effect, more));
        return KnowledgeFiles.withUserFiles(folder);
    }

    private static Finding danger(HostBuilder host, Scenario scenario, Knowledge knowledge) {
        return FaultyHost.findings(host, scenario, knowledge).stream()
                .filter(f -> f.id() == FindingId.FIRMWARE_FREEZES_HOST)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void eachConditionCountsOnlyWhereTheEntryNamesIt() throws IOException {
        HostBuilder host = FaultyHost.vm();
        firmware(host, "40.48.1000");
        host.get(FaultyHost.VF).ats(0x0040, 0).driver("mlx5_core");
        host.get(FaultyHost.NIC).ats(0x0060, 0);
        assertEquals(
                Severity.ERROR,
                danger(host, Scenario.AS_IS, ours("", "freezes-host", "")).severity());
        assertEquals(
                Severity.ERROR,
                danger(host, Scenario.AS_IS, ours("\"virtual-function\"", "freezes-host", ""))
                        .severity());
        assertEquals(
                Severity.WARNING,
                danger(host, Scenario.AS_IS, ours("\"ats-on\"", "freezes-host", ""))
                        .severity());
        Finding vfio = danger(host, Scenario.AS_IS, ours("\"vfio-driver\"", "freezes-host", ""));
        assertEquals(Severity.WARNING, vfio.severity());
        assertEquals(List.of(), vfio.commands(), "it is not about ATS");
        host.get(FaultyHost.NIC).driver("vfio-pci");
        assertEquals(
                Severity.ERROR,
                danger(host, Scenario.AS_IS, ours("\"vfio-driver\"", "freezes-host", ""))
                        .severity());
        assertEquals(
                Severity.WARNING,
                danger(host, Scenario.AS_IS, ours("\"virtual-function\", \"vfio-driver\"", "freezes-host", ""))
                        .severity());
    }

    @Test
    void aUsersEntryIsMarkedAsTheirsWithTheirWords() throws IOException {
        HostBuilder host = FaultyHost.vm();
        firmware(host, "40.48.1000");
        Finding finding = danger(host, Scenario.VM, ours("", "freezes-host", ", \"text\": \"seen twice\""));
        assertEquals(
                "ours seen twice (our lab, 2026-11-20 (from your knowledge file))",
                evidence(finding).getLast());
    }

    @Test
    void theNewestVersionThatIsKnownToBeGoodIsRecommended() throws IOException {
        HostBuilder host = FaultyHost.vm();
        firmware(host, "40.8.1000");
        Files.writeString(folder.resolve("bad.json"), """
                {"schema": "peerpath.knowledge.firmware/1", "firmware": [
                  {"id": "old", "family": "ConnectX-8", "devices": ["15b3:1023"],
                   "versions": [{"from": "40.8.0", "to": "40.8.9999"}], "effect": "freezes-host",
                   "confidence": "suspected", "source": "our lab", "date": "2026-11-20"}]}
                """);
        Finding finding = danger(host, Scenario.VM, ours("", "verified-good", ""));
        assertTrue(Texts.ENGLISH.say(finding.remedy()).contains("40.51.0001 was tried"));
        assertTrue(
                evidence(finding).getLast().startsWith("old suspected ("),
                evidence(finding).toString());
    }

    // ---- Unknown ---------------------------------------------------------------------------------------------------

    @Test
    void unknownFirmwareMattersWhereGuestsAreOrAreToBe() {
        HostBuilder host = FaultyHost.vm();
        firmware(host, "40.48.1000");
        Finding finding = find(host, Scenario.AS_IS, FindingId.FIRMWARE_UNKNOWN).orElseThrow();
        assertEquals(Severity.WARNING, finding.severity());
        assertEquals(List.of(), finding.commands(), "it was read");
        assertEquals(List.of("infiniband/mlx5_0/fw_ver 40.48.1000 (0000:18:00.0, read from sysfs)"), evidence(finding));
        host.get(FaultyHost.VF).driver("mlx5_core");
        assertEquals(
                Severity.INFO,
                find(host, Scenario.AS_IS, FindingId.FIRMWARE_UNKNOWN)
                        .orElseThrow()
                        .severity());
        host.get(FaultyHost.NIC).driver("vfio-pci");
        assertEquals(
                Severity.WARNING,
                find(host, Scenario.AS_IS, FindingId.FIRMWARE_UNKNOWN)
                        .orElseThrow()
                        .severity(),
                "the PF itself is given away");
    }
}
