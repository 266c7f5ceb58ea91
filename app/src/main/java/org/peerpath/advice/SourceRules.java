// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Disagreements;
import org.peerpath.snapshot.Disagreements.Disagreement;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** Doubts about what was read: disagreement within the source, virtual machines, a user's knowledge files. */
final class SourceRules implements FindingRule {
    private static final int SHOWN = 8;
    private static final int LONGEST_VALUE = 80;

    @Override
    public void apply(RuleContext asked, Sink out) {
        List<Message> notes = asked.host().topology().notes();
        if (!notes.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.SOURCES_DISAGREE,
                    Severity.WARNING,
                    List.of(),
                    Message.of("finding.sources-disagree", Lists.of(notes)),
                    List.of()));
        }
        disagreements(asked, out);
        for (Message note : asked.knowledge().notes()) {
            out.add(RuleContext.finding(FindingId.KNOWLEDGE_FILE, Severity.WARNING, List.of(), note, List.of()));
        }
        guest(asked, out);
    }

    /** One finding for each thing that two sources say differently, whatever number of functions it concerns. */
    private static void disagreements(RuleContext asked, Sink out) {
        Map<List<String>, List<Disagreement>> alike = new LinkedHashMap<>();
        for (Disagreement one : Disagreements.of(asked.host().snapshot())) {
            alike.computeIfAbsent(
                            List.of(
                                    one.function().isPresent() ? "function" : "host",
                                    one.what(),
                                    one.kept().source(),
                                    one.other().source()),
                            key -> new ArrayList<>())
                    .add(one);
        }
        alike.values().forEach(some -> out.add(disagreement(asked, some)));
    }

    private static Finding disagreement(RuleContext asked, List<Disagreement> some) {
        Disagreement first = some.getFirst();
        List<Address> functions =
                some.stream().flatMap(one -> one.function().stream()).distinct().toList();
        return RuleContext.finding(
                FindingId.SOURCES_DISAGREE,
                Severity.WARNING,
                functions.stream()
                        .filter(f -> asked.host().topology().find(f).isPresent())
                        .toList(),
                Message.of(
                        "finding.sources-disagree.fact",
                        functions.isEmpty()
                                ? Message.of("evidence.host")
                                : Lists.of(functions.stream().map(asked::name).toList()),
                        first.what(),
                        first.kept().source(),
                        value(first.kept()),
                        first.other().source(),
                        value(first.other())),
                some.stream().limit(SHOWN).flatMap(SourceRules::evidence).toList());
    }

    private static Stream<Evidence> evidence(Disagreement one) {
        return Stream.of(one.kept(), one.other())
                .map(reading -> new Evidence(
                        one.what(),
                        Labels.plain(value(reading)),
                        one.function()
                                .map(f -> Message.of("evidence.function", f.toString(), reading.source()))
                                .orElseGet(() -> Message.of("evidence.source", reading.source()))));
    }

    private static String value(Reading reading) {
        String said = Disagreements.said(reading).strip().replace('\n', ' ');
        return said.length() > LONGEST_VALUE ? said.substring(0, LONGEST_VALUE) + "…" : said;
    }

    private static void guest(RuleContext asked, Sink out) {
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
            out.add(RuleContext.finding(
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
        } else if (GuestDevices.in(asked.host().topology()).isPresent() && (vendor.isUnknown() || cpu.isUnknown())) {
            GuestDevices.Sign sign = GuestDevices.in(asked.host().topology()).orElseThrow();
            out.add(RuleContext.finding(
                    FindingId.INSIDE_A_GUEST,
                    Severity.WARNING,
                    List.of(sign.function().address()),
                    Message.of("finding.inside-a-guest", sign.hypervisor()),
                    List.of(Evidence.attribute(
                            asked.host().snapshot(),
                            sign.function().address(),
                            Attributes.VENDOR,
                            ids(sign.function())))));
        } else if (vendor.isUnknown() ? !cpu.isKnown() : cpu.isUnknown()) {
            out.known(FindingId.INSIDE_A_GUEST, vendor);
            out.known(FindingId.INSIDE_A_GUEST, cpu);
        }
    }

    private static String ids(PciFunction function) {
        return String.format(
                "%04x:%04x",
                function.vendor().asOptional().orElse(0),
                function.device().asOptional().orElse(0));
    }

    /** The bit that hypervisors set for their guests (CPUID leaf 1, ECX bit 31), as /proc/cpuinfo prints it. */
    private static boolean hypervisorFlag(String cpuinfo) {
        return cpuinfo.lines()
                .filter(line -> line.startsWith("flags"))
                .limit(1)
                .anyMatch(line -> (line + " ").contains(" hypervisor "));
    }
}
