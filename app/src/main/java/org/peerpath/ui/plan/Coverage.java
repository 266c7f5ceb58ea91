// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.List;
import java.util.Optional;
import org.peerpath.iommu.HostModel;
import org.peerpath.path.Change;
import org.peerpath.pci.PciFunction;
import org.peerpath.plan.Check;
import org.peerpath.plan.Step;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;
import org.peerpath.ui.plan.PlanSheet.StepRow;
import org.peerpath.ui.plan.PlanSheet.Tried;

/** Which of a what-if's changes a plan makes. A plan serves a goal; it does not copy every try. */
final class Coverage {
    private static final int STANDARD_CONTROLS = 0x7f;

    private final HostModel read;
    private final List<StepRow> steps;
    private final Texts texts;

    Coverage(HostModel read, List<StepRow> steps, Texts texts) {
        this.read = read;
        this.steps = steps;
        this.texts = texts;
    }

    Tried of(Change change, String words) {
        Optional<StepRow> step =
                steps.stream().filter(row -> makes(row.step(), change)).findFirst();
        String note = step.map(row -> texts.say("ui.plan.tried.step", row.number()))
                .orElseGet(() -> texts.say(
                        switch (change) {
                            case Change.AcsControl _ -> "ui.plan.tried.not";
                            case Change.AtsEnable _ -> "ui.plan.tried.kernel";
                        }));
        return new Tried(words, step.map(StepRow::number), note);
    }

    private boolean makes(Step step, Change change) {
        return switch (change) {
            case Change.AcsControl(Address port, int value) ->
                step.kind() == Step.Kind.ACS_CONTROL && step.target().equals(port) && sets(step, port, value);
            case Change.AtsEnable(Address function, boolean on) ->
                on
                        && step.kind() == Step.Kind.ATS_OPTION
                        && step.target()
                                .equals(read.topology()
                                        .physicalFunction(function)
                                        .orElse(function));
        };
    }

    /** Whether every bit that the change flips is flipped the same way by what the step verifies. */
    private boolean sets(Step step, Address port, int value) {
        Optional<Integer> now = read.topology()
                .find(port)
                .map(PciFunction::acs)
                .flatMap(acs -> acs.asOptional())
                .flatMap(acs -> acs.control().asOptional());
        if (now.isEmpty() || step.verification().isEmpty()) {
            return false;
        }
        int flipped = (value ^ now.get()) & STANDARD_CONTROLS;
        Check check = step.verification().getFirst();
        int wanted = Integer.parseInt(check.expected(), 16);
        return (flipped & ~check.mask()) == 0 && ((value ^ wanted) & flipped) == 0;
    }
}
