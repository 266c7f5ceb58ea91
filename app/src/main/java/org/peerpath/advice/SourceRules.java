// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/** Doubts about what was read: disagreement within the source, virtual machines, a user's knowledge files. */
final class SourceRules implements FindingRule {
    @Override
    public void apply(Case asked, Sink out) {
        List<Message> notes = asked.host().topology().notes();
        if (!notes.isEmpty()) {
            out.add(Case.finding(
                    FindingId.SOURCES_DISAGREE,
                    Severity.WARNING,
                    List.of(),
                    Message.of("finding.sources-disagree", Lists.of(notes)),
                    List.of()));
        }
        for (Message note : asked.knowledge().notes()) {
            out.add(Case.finding(FindingId.KNOWLEDGE_FILE, Severity.WARNING, List.of(), note, List.of()));
        }
        guest(asked, out);
    }

    private static void guest(Case asked, Sink out) {
        Fact<String> vendor = asked.host().snapshot().hostText(HostFiles.SYS_VENDOR);
        Fact<String> product = asked.host().snapshot().hostText(HostFiles.PRODUCT_NAME);
        Fact<String> cpu = asked.host().snapshot().hostText(HostFiles.CPUINFO_FLAGS);
        boolean flagged = cpu.knownToBe(SourceRules::hypervisorFlag);
        var platform = asked.knowledge()
                .platform(
                        vendor.asOptional().orElse("").strip(),
                        product.asOptional().orElse("").strip())
                .filter(p -> p.guest() || flagged);
        if (platform.isPresent() || flagged) {
            out.add(Case.finding(
                    FindingId.INSIDE_A_GUEST,
                    Severity.WARNING,
                    List.of(),
                    platform.map(p -> Message.of("finding.inside-a-guest", p.name()))
                            .orElseGet(() -> Message.of("finding.inside-a-guest.unnamed")),
                    platform.isPresent() && vendor.isKnown()
                            ? List.of(Evidence.file(
                                    HostFiles.SYS_VENDOR,
                                    vendor.asOptional().orElse("").strip()))
                            : List.of(Evidence.file(HostFiles.CPUINFO_FLAGS, "hypervisor"))));
        } else if (vendor.isUnknown() && cpu.isUnknown()) {
            out.known(FindingId.INSIDE_A_GUEST, vendor);
        }
    }

    /** The bit that hypervisors set for their guests (CPUID leaf 1, ECX bit 31), as /proc/cpuinfo prints it. */
    private static boolean hypervisorFlag(String cpuinfo) {
        return cpuinfo.lines()
                .filter(line -> line.startsWith("flags"))
                .limit(1)
                .anyMatch(line -> (line + " ").contains(" hypervisor "));
    }
}
