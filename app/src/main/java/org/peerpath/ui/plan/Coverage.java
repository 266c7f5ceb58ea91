// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.text.Texts;
import org.peerpath.ui.plan.PlanSheet.StepRow;
import org.peerpath.ui.plan.PlanSheet.Tried;

/** Which of a what-if's changes a plan makes. A plan serves a goal; it does not copy every try. */
final class Coverage {
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
                steps.stream().filter(row -> row.step().makes(change, read)).findFirst();
        String note = step.map(row -> texts.say("ui.plan.tried.step", row.number()))
                .orElseGet(() -> texts.say(
                        switch (change) {
                            case Change.AcsControl _ -> "ui.plan.tried.not";
                            case Change.AtsEnable _ -> "ui.plan.tried.kernel";
                        }));
        return new Tried(words, step.map(StepRow::number), note);
    }
}
