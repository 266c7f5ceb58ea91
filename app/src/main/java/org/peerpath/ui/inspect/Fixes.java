// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.Deciding;
import org.peerpath.path.Decision;
import org.peerpath.path.Isolation;
import org.peerpath.path.Outcome;
import org.peerpath.path.PathJudge;
import org.peerpath.path.PathReport;
import org.peerpath.path.WhatIf;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;
import org.peerpath.ui.inspect.Inspection.Try;
import org.peerpath.ui.model.Changes;
import org.peerpath.ui.model.HostView;

/** Single changes that would bring a path inside the switch, found by trying them on a copy. */
final class Fixes {
    private final HostView view;
    private final PathWords words;
    private final Texts texts;

    Fixes(HostView view, Texts texts) {
        this.view = view;
        this.words = new PathWords(view, texts);
        this.texts = texts;
    }

    /** Those that keep isolation come first. */
    List<Try> of(PathReport report) {
        if (!Deciding.isWrong(report)) {
            return List.of();
        }
        List<Try> keeping = new ArrayList<>();
        List<Try> opening = new ArrayList<>();
        for (Candidate candidate : candidates(report)) {
            judge(report, candidate.change())
                    .filter(after -> after.verdict() == Outcome.INSIDE_SWITCH)
                    .ifPresent(after -> {
                        boolean opens = report.isolation().isolation() != Isolation.OPEN
                                && after.isolation().isolation() == Isolation.OPEN;
                        (opens ? opening : keeping)
                                .add(new Try(
                                        candidate.label(),
                                        texts.say(
                                                opens ? "ui.try.opens" : "ui.try.keeps",
                                                words.shortVerdict(after.verdict()),
                                                texts.say("ui.isolation."
                                                        + after.isolation()
                                                                .isolation()
                                                                .id())),
                                        after.verdict(),
                                        candidate.change()));
                    });
        }
        keeping.addAll(opening);
        return keeping;
    }

    private record Candidate(String label, Change change) {}

    private List<Candidate> candidates(PathReport report) {
        List<Candidate> candidates = new ArrayList<>();
        HostModel host = view.host();
        host.topology()
                .find(report.decidingFunction())
                .flatMap(Changes::flipAts)
                .ifPresent(change -> {
                    if (change instanceof Change.AtsEnable(Address function, boolean on) && on) {
                        candidates.add(new Candidate(texts.say("ui.try.ats-on", words.name(function)), change));
                    }
                });
        List<Address> ports = new ArrayList<>();
        report.untranslated().decidedBy().map(Decision::port).ifPresent(ports::add);
        report.translated()
                .decidedBy()
                .map(Decision::port)
                .filter(port -> !ports.contains(port))
                .ifPresent(ports::add);
        for (Address address : ports) {
            host.topology().find(address).ifPresent(port -> {
                for (AcsBit bit : List.of(AcsBit.DT, AcsBit.TB, AcsBit.EC, AcsBit.UF, AcsBit.RR)) {
                    flip(port, bit).ifPresent(candidates::add);
                }
            });
        }
        return candidates;
    }

    private Optional<Candidate> flip(PciFunction port, AcsBit bit) {
        boolean on = port.acs()
                .asOptional()
                .map(acs -> acs.on(bit).knownToBe(value -> value))
                .orElse(false);
        return Changes.flip(port, bit)
                .map(change -> new Candidate(
                        texts.say(
                                on ? "ui.try.bit-off" : "ui.try.bit-on",
                                texts.say("acs-bit.name." + BitTable.id(bit)),
                                words.name(port.address())),
                        change));
    }

    private Optional<PathReport> judge(PathReport report, Change change) {
        try {
            HostModel changed = WhatIf.apply(view.host(), List.of(change));
            return Optional.of(new PathJudge(changed, report.scenario()).judge(report.requester(), report.target()));
        } catch (WhatIf.RefusedException e) {
            return Optional.empty();
        }
    }
}
