// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.HostBuilder;
import org.peerpath.text.Severity;
import org.peerpath.text.Texts;

/** The kernel, its command line, and how far what was read can be believed. */
class KernelFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
                vm(FindingId.NOT_CHECKED, Severity.INFO, h -> h.file(HostFiles.LOCKDOWN, UNREAD)),
                vm(FindingId.INSIDE_A_GUEST, Severity.WARNING, h -> h.text(HostFiles.SYS_VENDOR, "QEMU")),
                vm(
                        FindingId.INSIDE_A_GUEST,
                        Severity.WARNING,
                        h -> h.text(HostFiles.CPUINFO_FLAGS, "processor: 0\nflags\t\t: fpu vme hypervisor lahf_lm\n")),
                vm(
                        FindingId.CONFIG_ACS_UNSUPPORTED,
                        Severity.WARNING,
                        h -> h.kernel("6.8.0-60-generic").cmdline("pci=config_acs=1011101@0000:17:00.0")),
                vm(
                        FindingId.CONFIG_ACS_PARTIAL,
                        Severity.WARNING,
                        h -> h.cmdline("\"pci=config_acs=0011101@0000:17:01.0;1xxxxxx@0000:17:00.0\"")),
                vm(FindingId.NOACS_DOES_NOTHING, Severity.WARNING, h -> h.cmdline("pci=noacs")),
                vm(FindingId.KERNEL_LACKS_FIXES, Severity.WARNING, h -> h.kernel("6.8.0-60-generic")),
                vm(
                        FindingId.LOCKDOWN,
                        Severity.INFO,
                        h -> h.text(HostFiles.LOCKDOWN, "none [integrity] confidentiality")),
                vm(
                        FindingId.SOURCES_DISAGREE,
                        Severity.WARNING,
                        h -> h.get(FaultyHost.GPU)
                                .attribute(
                                        "realpath",
                                        "/sys/devices/pci0000:15/0000:15:01.0/0000:16:00.0/0000:17:00.0/"
                                                + FaultyHost.GPU)));
    }

    static Stream<Twin> unread() {
        return Stream.of(
                unread(
                        FindingId.INSIDE_A_GUEST,
                        h -> h.file(HostFiles.SYS_VENDOR, UNREAD).file(HostFiles.CPUINFO_FLAGS, UNREAD)),
                unread(FindingId.CONFIG_ACS_PARTIAL, h -> h.file(HostFiles.CMDLINE, UNREAD)),
                unread(FindingId.CONFIG_ACS_UNSUPPORTED, h -> {
                    h.file(HostFiles.KERNEL_RELEASE, UNREAD);
                    h.cmdline("pci=config_acs=1011101@0000:17:00.0");
                }),
                unread(FindingId.NOACS_DOES_NOTHING, h -> h.file(HostFiles.CMDLINE, UNREAD)),
                unread(FindingId.KERNEL_LACKS_FIXES, h -> h.file(HostFiles.KERNEL_RELEASE, UNREAD)),
                unread(FindingId.LOCKDOWN, h -> h.file(HostFiles.LOCKDOWN, UNREAD)));
    }

    // ---- The command line ------------------------------------------------------------------------------------------

    private static HostBuilder configured(String kernel, String cmdline) {
        return FaultyHost.vm().kernel(kernel).cmdline(cmdline);
    }

    @ParameterizedTest
    @CsvSource({
        "6.10.9, finding.config-acs-unsupported",
        "6.11.0, finding.config-acs-unsupported.faulty",
        "6.14.9, finding.config-acs-unsupported.faulty",
        "6.15.0, ''",
        "7.0.0, ''"
    })
    void configAcsCameWithOneVersionAndWorksSinceAnother(String kernel, String key) {
        Optional<Finding> finding = find(
                configured(kernel, "pci=config_acs=1011101@0000:17:00.0"),
                Scenario.VM,
                FindingId.CONFIG_ACS_UNSUPPORTED);
        assertEquals(key, finding.map(f -> f.message().key()).orElse(""));
        finding.ifPresent(f -> assertEquals(
                List.of("/proc/cmdline pci=config_acs=1011101@0000:17:00.0 (read from the host)"), evidence(f)));
    }

    @Test
    void withoutConfigAcsAnOldKernelIsNoMatter() {
        assertFalse(made(configured("6.8.0", "pci=realloc"), Scenario.VM, FindingId.CONFIG_ACS_UNSUPPORTED));
    }

    @ParameterizedTest
    @CsvSource({
        "1011101, false",
        "0011101, false",
        "1x111x1, false",
        "xx111x1, false",
        "xxxxxxx, false",
        "xx000x0, false",
        "1xxxxxx, true",
        "101110x, true",
        "1011x01, true",
        "101x101, true",
        "10X1101, true",
        "11, true",
        "1111, true",
        "11101, false",
        "1zz, false"
    })
    void anUnspokenIsolationBitIsNamed(String flags, boolean partial) {
        HostBuilder host = configured("7.1.0", "\"pci=config_acs=0011101@0000:17:01.0;" + flags + "@0000:17:00.0\"");
        assertEquals(partial, made(host, Scenario.VM, FindingId.CONFIG_ACS_PARTIAL));
        if (partial) {
            assertEquals(
                    "pci=config_acs leaves isolation bits to the firmware: " + flags + "@0000:17:00.0.",
                    said(host, Scenario.VM, FindingId.CONFIG_ACS_PARTIAL));
        }
    }

    @Test
    void noacsIsShownWhereItStands() {
        Finding finding = find(
                        FaultyHost.vm().cmdline("ro pci=realloc,noacs"), Scenario.VM, FindingId.NOACS_DOES_NOTHING)
                .orElseThrow();
        assertEquals(List.of("/proc/cmdline pci=noacs (read from the host)"), evidence(finding));
    }

    // ---- Known faults ----------------------------------------------------------------------------------------------

    private static Finding lacking(HostBuilder host, Scenario scenario) {
        return find(host, scenario, FindingId.KERNEL_LACKS_FIXES).orElseThrow();
    }

    @Test
    void anOldKernelsFaultsAreListedWithWhatEndedThem() {
        Finding finding = lacking(FaultyHost.vm().kernel("6.8.0-60-generic"), Scenario.VM);
        assertEquals(Severity.WARNING, finding.severity());
        List<String> evidence = evidence(finding);
        assertEquals("/proc/sys/kernel/osrelease 6.8.0-60-generic (read from the host)", evidence.getFirst());
        assertTrue(evidence.stream().anyMatch(e -> e.contains("fixed in 6.9.0: ")), evidence.toString());
        assertTrue(
                Texts.ENGLISH.say(finding.message()).contains("older than " + (evidence.size() - 1) + " fixes"),
                Texts.ENGLISH.say(finding.message()));
        assertEquals(
                Severity.INFO,
                lacking(FaultyHost.vm().kernel("6.8.0"), Scenario.AS_IS).severity());
        assertTrue(
                lacking(FaultyHost.vm().kernel("6.11.0"), Scenario.VM)
                                .evidence()
                                .size()
                        < evidence.size(),
                "some were fixed since");
    }

    @Test
    void theyMatterWhereAtsIsAndGuestsAre() {
        assertFalse(made(FaultyHost.bareMetal().kernel("6.8.0"), Scenario.BARE_METAL, FindingId.KERNEL_LACKS_FIXES));
        HostBuilder without = HostBuilder.named("without")
                .kernel("6.8.0")
                .intelIommu("f020de")
                .groups("DMA");
        without.rootPort(FaultyHost.ROOT, 0x8086, 0x0db0)
                .endpoint(FaultyHost.NIC, 0x15b3, 0x1023, 0x020000)
                .rdma("mlx5_0", "40.50.0464", "ib0");
        assertFalse(made(without, Scenario.VM, FindingId.KERNEL_LACKS_FIXES));
    }

    @Test
    void intelsFaultsAreNotAmds() {
        HostBuilder amd = FaultyHost.vm().kernel("6.8.0").amdIommu("1000000", "58f77ef22294a5a");
        int intel =
                lacking(FaultyHost.vm().kernel("6.8.0"), Scenario.VM).evidence().size();
        int others = find(amd, Scenario.VM, FindingId.KERNEL_LACKS_FIXES)
                .map(f -> f.evidence().size())
                .orElse(0);
        assertTrue(others < intel, others + " of " + intel);
    }

    // ---- Lockdown --------------------------------------------------------------------------------------------------

    @ParameterizedTest
    @CsvSource({
        "[none] integrity confidentiality, false",
        "none [integrity] confidentiality, true",
        "none integrity [confidentiality], true"
    })
    void lockdownIsWhatStandsInBrackets(String state, boolean locked) {
        Optional<Finding> finding =
                find(FaultyHost.vm().text(HostFiles.LOCKDOWN, state + "\n"), Scenario.VM, FindingId.LOCKDOWN);
        assertEquals(locked, finding.isPresent());
        finding.ifPresent(f ->
                assertEquals(List.of("/sys/kernel/security/lockdown " + state + " (read from the host)"), evidence(f)));
    }

    // ---- Guests ----------------------------------------------------------------------------------------------------

    @Test
    void aGuestIsKnownByItsTablesOrByTheCpusFlag() {
        Finding tables = find(
                        FaultyHost.vm().text(HostFiles.SYS_VENDOR, "QEMU\n"), Scenario.VM, FindingId.INSIDE_A_GUEST)
                .orElseThrow();
        assertEquals(List.of("/sys/class/dmi/id/sys_vendor QEMU (read from the host)"), evidence(tables));
        HostBuilder flagged = FaultyHost.vm()
                .text(HostFiles.CPUINFO_FLAGS, "processor: 0\nflags\t\t: fpu hypervisor\nbugs: hypervisor x\n");
        Finding flag = find(flagged, Scenario.VM, FindingId.INSIDE_A_GUEST).orElseThrow();
        assertEquals("finding.inside-a-guest.unnamed", flag.message().key());
        assertEquals(List.of("/proc/cpuinfo hypervisor (read from the host)"), evidence(flag));
        HostBuilder other =
                FaultyHost.vm().text(HostFiles.CPUINFO_FLAGS, "processor: 0\nflags\t\t: fpu\nbugs: hypervisor x\n");
        assertFalse(made(other, Scenario.VM, FindingId.INSIDE_A_GUEST));
    }
}
