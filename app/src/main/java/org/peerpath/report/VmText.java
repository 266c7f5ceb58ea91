// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

import java.util.ArrayList;
import java.util.List;
import org.peerpath.advice.Labels;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.vm.judge.VmAnswer;
import org.peerpath.vm.judge.VmFinding;
import org.peerpath.vm.judge.VmFunction;
import org.peerpath.vm.judge.VmJudge;
import org.peerpath.vm.judge.VmPair;
import org.peerpath.vm.model.VmDescription;

/** {@code vm} as text: each VM with its functions, the verdict of each pair, and what is to be done. */
public final class VmText {
    private VmText() {}

    public static String of(VmJudge.Answer answer, Texts texts, Ink ink) {
        TextPage page = new TextPage(texts, ink);
        Labels labels = Labels.of(answer.host());
        page.line(ink.strong(answer.host().snapshot().origin().host()));
        if (answer.vms().isEmpty()) {
            page.line(page.say("vm.none"));
        }
        for (VmAnswer vm : answer.vms()) {
            page.blank();
            head(page, vm);
            functions(page, vm, labels);
            pairs(page, vm, labels);
            findings(page, vm);
            vm.vm().doubts().forEach(doubt -> page.line("  " + page.say(doubt)));
        }
        answer.doubts().forEach(doubt -> page.blank().line(page.say(doubt)));
        return page.toString();
    }

    private static void head(TextPage page, VmAnswer answer) {
        VmDescription vm = answer.vm().description();
        page.line(page.ink().strong(answer.name()) + "  "
                + page.say("vm.state." + answer.state().id()));
        page.line("  "
                + page.say(
                        "vm.head",
                        vm.vmm().id(),
                        vm.vmmVersion().map(Object::toString).orElse("?"),
                        VmJson.backend(answer),
                        vm.kinds().isEmpty() ? "-" : String.join(", ", vm.kinds())));
        vm.notes().forEach(note -> page.line("  " + page.ink().faint(note.place() + ": " + page.say(note.what()))));
        if (!vm.requests().isEmpty()) {
            page.line("  " + page.say("vm.requests", String.join(", ", vm.requests())));
        }
    }

    private static void functions(TextPage page, VmAnswer answer, Labels labels) {
        List<List<String>> rows = new ArrayList<>();
        for (VmFunction function : answer.vm().functions()) {
            rows.add(List.of(
                    name(page, function, labels),
                    function.host().map(Object::toString).orElse("?"),
                    "→",
                    guest(page, function),
                    function.assigned().backend().id()));
        }
        page.columns("  ", rows);
    }

    private static String name(TextPage page, VmFunction function, Labels labels) {
        return function.host()
                .map(address -> page.say(labels.shortName(address)))
                .orElse(function.assigned().id());
    }

    private static String guest(TextPage page, VmFunction function) {
        if (!function.assigned().shown()) {
            return page.say("vm.guest.hidden");
        }
        return function.guest()
                .map(address -> page.say("vm.guest.known", address))
                .or(() -> function.predicted().map(address -> page.say("vm.guest.predicted", address)))
                .orElseGet(() -> page.say("vm.guest.unknown"));
    }

    private static void pairs(TextPage page, VmAnswer answer, Labels labels) {
        for (VmPair pair : answer.pairs()) {
            String sign = pair.verdict().works() ? "●" : pair.verdict().fails() ? "✕" : "?";
            page.line("  " + sign + " "
                    + page.say(
                            "vm.pair",
                            name(page, pair.requester(), labels),
                            name(page, pair.target(), labels),
                            page.say("vm.verdict." + pair.verdict().id()),
                            page.say("vm.certainty." + pair.certainty().id()),
                            pair.ncclNow().map(Enum::name).orElse("?")));
        }
    }

    private static void findings(TextPage page, VmAnswer answer) {
        for (VmFinding finding : answer.findings()) {
            String word = page.say("severity." + finding.severity().id());
            page.line("  " + page.ink().severity(finding.severity(), word) + "  "
                    + page.ink().strong(finding.cause().id()) + "  " + page.say(finding.message()));
            for (Message line : finding.evidence()) {
                page.line("      " + page.ink().faint(page.say(line)));
            }
            page.line("      → " + page.say(finding.remedy()));
        }
    }
}
