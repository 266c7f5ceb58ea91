// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerpath.advice.Finding;
import org.peerpath.advice.FindingId;
import org.peerpath.model.HostModel;
import org.peerpath.path.Roles;
import org.peerpath.pci.PciFunction;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Operation;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.Step;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Reading;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Texts;

/**
 * The shortest way to make it happen again on one NIC: ATS on, one virtual function, vfio-pci. The commands are those of
 * the plan for the host as it was before: without virtual functions.
 */
final class CaseReproducer {
    private final Answer answer;
    private final Optional<Address> suspect;
    private final Texts texts;

    CaseReproducer(Answer answer, Optional<Address> suspect, Texts texts) {
        this.answer = answer;
        this.suspect = suspect;
        this.texts = texts;
    }

    String write() {
        StringBuilder out = new StringBuilder();
        out.append("# ").append(said("case.reproducer")).append("\n\n");
        out.append("**").append(said("case.reproducer.danger")).append("**\n\n");
        Optional<PciFunction> nic = nic();
        if (nic.isEmpty()) {
            return out.append(said("case.reproducer.no-nic")).append('\n').toString();
        }
        Address address = nic.get().address();
        List<Step> back = steps(plan(answer.host(), Goal.UNBIND, address, 0));
        Plan forward = plan(HostModel.of(without(address)), Goal.VM_GPUDIRECT, address, 1);
        for (Guard guard : forward.guards()) {
            out.append("- ").append(escape(texts.say(guard.reason()))).append('\n');
        }
        out.append('\n');
        int number = 1;
        if (!back.isEmpty()) {
            out.append(said("case.reproducer.first", address.toString())).append("\n\n");
            number = list(out, back, number);
            out.append('\n');
        }
        List<Step> steps = steps(forward);
        boolean ats = steps.stream().anyMatch(step -> step.effect() == Step.Effect.REBOOT);
        out.append(said(ats ? "case.reproducer.then" : "case.reproducer.then-ats-on", address.toString()))
                .append("\n\n");
        list(out, steps, number);
        out.append('\n').append(said("case.reproducer.watch")).append("\n\n");
        undo(out, steps);
        return out.toString();
    }

    private static Plan plan(HostModel host, Goal goal, Address nic, int virtualFunctions) {
        return Planner.plan(host, new PlanRequest(goal, List.of(nic), virtualFunctions));
    }

    /** What makes it happen; where requests turn plays no part in it. */
    private static List<Step> steps(Plan plan) {
        return plan.toDo().stream().filter(step -> !step.routes()).toList();
    }

    private int list(StringBuilder out, List<Step> steps, int first) {
        int number = first;
        for (Step step : steps) {
            out.append(number++)
                    .append(". ")
                    .append(escape(texts.say(step.purpose())))
                    .append('\n');
            code(out, step.operations());
        }
        return number;
    }

    private void undo(StringBuilder out, List<Step> steps) {
        List<Operation> operations = new ArrayList<>();
        steps.reversed().forEach(step -> operations.addAll(step.undo()));
        if (!operations.isEmpty()) {
            out.append(said("case.reproducer.undo")).append("\n");
            code(out, operations);
        }
    }

    private static void code(StringBuilder out, List<Operation> operations) {
        out.append('\n');
        operations.forEach(
                operation -> out.append("        ").append(operation.shell()).append('\n'));
        out.append('\n');
    }

    private String said(String key, Object... args) {
        return escape(texts.say(key, args));
    }

    private static String escape(String text) {
        return MarkdownReport.escape(text);
    }

    // ---- Which NIC, and how the host was before --------------------------------------------------------------------

    /** The log's suspect, a NIC whose firmware is known to do this, or the first that can have virtual functions. */
    private Optional<PciFunction> nic() {
        return suspect.flatMap(this::nicOf)
                .or(() -> answer.findings().stream()
                        .filter(f -> f.id() == FindingId.FIRMWARE_FREEZES_HOST)
                        .map(Finding::functions)
                        .flatMap(List::stream)
                        .flatMap(function -> nicOf(function).stream())
                        .findFirst())
                .or(() -> Roles.nics(answer.host().topology(), false).stream()
                        .filter(nic -> nic.sriov().isKnown())
                        .findFirst());
    }

    private Optional<PciFunction> nicOf(Address function) {
        Address physical = answer.host().topology().physicalFunction(function).orElse(function);
        return answer.host().topology().find(physical).filter(Roles::isRdmaNic);
    }

    /** The host as it would be without the NIC's virtual functions. */
    private Snapshot without(Address nic) {
        Snapshot now = answer.host().snapshot();
        TreeMap<Address, FunctionFacts> functions = new TreeMap<>(now.functions());
        answer.host().topology().virtualFunctions(nic).forEach(functions::remove);
        functions.computeIfPresent(nic, (address, facts) -> {
            SortedMap<String, Reading> attributes = new TreeMap<>(facts.attributes());
            attributes.keySet().removeIf(name -> name.startsWith(Attributes.VIRTFN_PREFIX));
            attributes.computeIfPresent(
                    Attributes.SRIOV_NUMVFS, (name, reading) -> new Reading.Text("0", reading.source()));
            return new FunctionFacts(address, attributes, facts.lspciText(), facts.listed());
        });
        return new Snapshot(now.origin(), now.host(), now.hostListed(), functions, now.notes());
    }
}
