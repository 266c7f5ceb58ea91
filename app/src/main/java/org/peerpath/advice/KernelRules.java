// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.peerpath.hardware.KernelEntry;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.iommu.KernelParameters;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;

/** The kernel: its command line, faults of older releases around ATS, lockdown. */
final class KernelRules implements FindingRule {
    private static final String CONFIG_ACS = "config_acs=";
    /** The last seven characters, from Direct Translated P2P down to Source Validation. */
    private static final Pattern FLAGS = Pattern.compile("[01xX]{1,16}");

    @Override
    public void apply(RuleContext asked, Sink out) {
        Optional<KernelParameters> parameters = out.known(FindingId.CONFIG_ACS_PARTIAL, asked.parameters());
        out.known(FindingId.CONFIG_ACS_UNSUPPORTED, asked.parameters());
        out.known(FindingId.NOACS_DOES_NOTHING, asked.parameters());
        parameters.ifPresent(p -> commandLine(asked, out, p));
        fixes(asked, out);
        lockdown(asked, out);
    }

    private static void commandLine(RuleContext asked, Sink out, KernelParameters parameters) {
        List<String> configured = parameters.values("pci").stream()
                .filter(value -> value.startsWith(CONFIG_ACS))
                .toList();
        if (!configured.isEmpty()) {
            supported(asked, out, configured);
            partial(out, configured);
        }
        if (parameters.has("pci", "noacs")) {
            out.add(RuleContext.finding(
                    FindingId.NOACS_DOES_NOTHING,
                    Severity.WARNING,
                    List.of(),
                    Message.of("finding.noacs-does-nothing"),
                    List.of(Evidence.file(HostFiles.CMDLINE, "pci=noacs"))));
        }
    }

    private static void supported(RuleContext asked, Sink out, List<String> configured) {
        Optional<KernelVersion> kernel =
                out.known(FindingId.CONFIG_ACS_UNSUPPORTED, asked.host().iommu().kernel());
        if (kernel.isEmpty() || kernel.get().atLeast(6, 15)) {
            return;
        }
        boolean missing = !kernel.get().atLeast(6, 11);
        out.add(RuleContext.finding(
                FindingId.CONFIG_ACS_UNSUPPORTED,
                Severity.WARNING,
                List.of(),
                Message.of(
                        missing ? "finding.config-acs-unsupported" : "finding.config-acs-unsupported.faulty",
                        kernel.get().toString()),
                List.of(Evidence.file(HostFiles.CMDLINE, "pci=" + String.join(",", configured)))));
    }

    /** An x means the firmware's value, not the kernel's default: what is not spelt out can be lost. */
    private static void partial(Sink out, List<String> configured) {
        List<String> partial = configured.stream()
                .flatMap(value -> List.of(value.substring(CONFIG_ACS.length()).split(";")).stream())
                .filter(KernelRules::leavesIsolationOpen)
                .toList();
        if (!partial.isEmpty()) {
            out.add(RuleContext.finding(
                    FindingId.CONFIG_ACS_PARTIAL,
                    Severity.WARNING,
                    List.of(),
                    Message.of("finding.config-acs-partial", String.join("; ", partial)),
                    List.of(Evidence.file(HostFiles.CMDLINE, "pci=" + String.join(",", configured)))));
        }
    }

    /** Sets at least one bit and leaves one of SV, RR, CR, UF to the firmware. */
    private static boolean leavesIsolationOpen(String item) {
        int at = item.indexOf('@');
        String flags = at < 0 ? item : item.substring(0, at);
        if (!FLAGS.matcher(flags).matches() || !flags.contains("1")) {
            return false;
        }
        String seven = ("xxxxxxx" + flags).substring(flags.length());
        return List.of(6, 4, 3, 2).stream().anyMatch(i -> Character.toLowerCase(seven.charAt(i)) == 'x');
    }

    // ---- Known faults ----------------------------------------------------------------------------------------------

    private static void fixes(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL || !atsInUse(asked)) {
            return;
        }
        Optional<KernelVersion> kernel =
                out.known(FindingId.KERNEL_LACKS_FIXES, asked.host().iommu().kernel());
        Optional<List<KernelEntry>> known =
                out.known(FindingId.KERNEL_LACKS_FIXES, KernelFixes.lacking(asked.host(), asked.knowledge()));
        if (kernel.isEmpty() || known.isEmpty()) {
            return;
        }
        List<KernelEntry> lacking = known.get();
        if (lacking.isEmpty()) {
            return;
        }
        List<Evidence> evidence = new ArrayList<>();
        evidence.add(Evidence.file(
                HostFiles.KERNEL_RELEASE,
                asked.host()
                        .snapshot()
                        .hostText(HostFiles.KERNEL_RELEASE)
                        .asOptional()
                        .orElseThrow()
                        .strip()));
        lacking.forEach(entry -> evidence.add(new Evidence(
                entry.id(),
                entry.message(),
                Message.of(
                        entry.user() ? "finding.kernel-lacks-fixes.entry.user" : "finding.kernel-lacks-fixes.entry",
                        entry.fixedIn().toString(),
                        String.join(", ", entry.commits()),
                        entry.source()))));
        boolean hangs = lacking.stream().anyMatch(KernelEntry::hangs);
        out.add(RuleContext.finding(
                FindingId.KERNEL_LACKS_FIXES,
                hangs && asked.scenario() == Scenario.VM ? Severity.WARNING : Severity.INFO,
                List.of(),
                Message.of("finding.kernel-lacks-fixes", kernel.get().toString(), Integer.toString(lacking.size())),
                evidence));
    }

    /** Whether any function could cache translations: the faults are about invalidating them. */
    private static boolean atsInUse(RuleContext asked) {
        return asked.functions().anyMatch(function -> function.ats().isKnown());
    }

    private static void lockdown(RuleContext asked, Sink out) {
        Fact<String> state = asked.host().snapshot().hostText(HostFiles.LOCKDOWN);
        if (state.isUnknown()) {
            out.known(FindingId.LOCKDOWN, state);
        }
        if (state.knownToBe(text -> text.contains("[integrity]") || text.contains("[confidentiality]"))) {
            out.add(RuleContext.finding(
                    FindingId.LOCKDOWN,
                    Severity.INFO,
                    List.of(),
                    Message.of("finding.lockdown"),
                    List.of(Evidence.file(
                            HostFiles.LOCKDOWN, state.asOptional().orElseThrow().strip()))));
        }
    }
}
