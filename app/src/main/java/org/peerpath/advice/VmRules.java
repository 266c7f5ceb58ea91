// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import java.util.List;
import java.util.Optional;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFinding;
import org.peerpath.vm.judge.VmJudge;
import org.peerpath.vm.judge.VmPair;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.read.RunningVms;

/**
 * A host is not well while a VM that runs on it is not: what the hypervisor adds to the host's paths decides for those who
 * work in the VM. Only VMs that were read with the host count; those described by files are judged beside it.
 */
final class VmRules implements FindingRule {
    private static final String VFIO = "vfio-pci";
    private static final List<FindingId> IDS =
            List.of(FindingId.VM_BROKEN, FindingId.VM_UNKNOWN, FindingId.VM_ATTENTION);

    @Override
    public void apply(RuleContext asked, Sink out) {
        if (asked.scenario() == Scenario.BARE_METAL) {
            return;
        }
        Snapshot snapshot = asked.host().snapshot();
        Fact<String> listed = snapshot.hostText(HostFiles.VMS);
        if (listed.asOptional().isEmpty()) {
            if (mayAnyBeAssigned(asked)) {
                IDS.forEach(id -> out.known(id, listed));
            }
            return;
        }
        List<VmDescription> running = RunningVms.of(snapshot).asOptional().orElse(List.of());
        // Nobody without rights makes a host look broken by starting a process that names its functions.
        List<VmDescription> real = RunningVms.holders(running, snapshot);
        running.stream()
                .filter(vm -> vm.process().isPresent() && !real.contains(vm))
                .forEach(vm -> IDS.forEach(id -> out.unchecked(
                        id,
                        Message.of(
                                "finding.vm-broken.not-held",
                                Integer.toString(vm.process().orElse(0))))));
        VmJudge.judge(asked.host(), real, Optional.empty()).vms().forEach(vm -> found(vm, out));
    }

    /** A host none of whose NICs and GPUs can be in a VM needs no list of them; whose driver was not read may be in one. */
    private static boolean mayAnyBeAssigned(RuleContext asked) {
        return asked.host().topology().functions().values().stream()
                .map(function -> function.facts().text(Attributes.DRIVER))
                .anyMatch(driver ->
                        driver.knownToBe(VFIO::equals) || driver.whyUnknown().isPresent());
    }

    private static void found(VmAnswer vm, Sink out) {
        switch (vm.state()) {
            case BROKEN -> add(vm, FindingId.VM_BROKEN, Severity.ERROR, out);
            case UNKNOWN -> {
                add(vm, FindingId.VM_UNKNOWN, Severity.WARNING, out);
                out.unchecked(FindingId.VM_BROKEN, said(vm, FindingId.VM_UNKNOWN));
                out.unchecked(FindingId.VM_ATTENTION, said(vm, FindingId.VM_UNKNOWN));
            }
            case ATTENTION -> add(vm, FindingId.VM_ATTENTION, Severity.WARNING, out);
            case OK -> {}
        }
    }

    private static void add(VmAnswer vm, FindingId id, Severity severity, Sink out) {
        Optional<VmFinding> worst = vm.findings().stream().findFirst();
        List<Evidence> evidence = worst.map(VmFinding::evidence).orElse(List.of()).stream()
                .limit(RuleContext.MOST_EVIDENCE)
                .map(line -> new Evidence("VM " + vm.name(), line, Message.of("evidence.host")))
                .toList();
        out.add(RuleContext.finding(
                id,
                severity,
                functions(vm),
                said(vm, id),
                evidence,
                worst.map(VmFinding::remedy).orElseGet(id::remedy),
                List.of()));
    }

    /** The VM's name and the worst thing about it. */
    private static Message said(VmAnswer vm, FindingId id) {
        Message why = vm.findings().stream()
                .findFirst()
                .map(VmFinding::message)
                .or(() -> vm.nearest().stream()
                        .filter(pair -> pair.cause().isPresent())
                        .findFirst()
                        .map(VmPair::message))
                .orElseGet(() -> Message.of("finding." + id.id() + ".bare"));
        return Message.of("finding." + id.id(), vm.name(), why);
    }

    private static List<Address> functions(VmAnswer vm) {
        return vm.vm().functions().stream()
                .flatMap(function -> function.host().stream())
                .toList();
    }
}
