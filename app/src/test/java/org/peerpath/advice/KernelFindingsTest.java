// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.stream.Stream;
import org.peerpath.snapshot.HostFiles;

/** The kernel, its command line, and how far what was read can be believed. */
class KernelFindingsTest extends FindingExamples {
    static Stream<Example> examples() {
        return Stream.of(
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
                        h -> h.get(Ill.GPU)
                                .attribute(
                                        "realpath",
                                        "/sys/devices/pci0000:15/0000:15:01.0/0000:16:00.0/0000:17:00.0/" + Ill.GPU)));
    }

    static Stream<Unread> unread() {
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
}
