// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.Comparator;
import org.peerpath.text.Message;

/** Steps backwards, and when their turn is. */
final class Inverse {
    private Inverse() {}

    /** What is taken away comes first, then ports, then what is given back; of each the last change first. */
    enum Part {
        TAKEN,
        PORTS,
        GIVEN
    }

    record Turn(Part part, int place) implements Comparable<Turn> {
        private static final Comparator<Turn> ORDER = Comparator.comparing(Turn::part)
                .thenComparing(Comparator.comparingInt(Turn::place).reversed());

        @Override
        public int compareTo(Turn other) {
            return ORDER.compare(this, other);
        }
    }

    /** Returns the same step backwards; once done, it can be undone by doing it again. */
    static Step of(Step step) {
        return Step.of(
                        "restore:" + step.id(),
                        step.kind(),
                        step.target(),
                        Message.of("plan.restore.purpose", step.purpose()),
                        step.risk())
                .before(step.undoChecks())
                .run(step.undo())
                .after(step.prechecks())
                .undo(step.operations())
                .danger(step.kind().answers().undoGivesToVfio(step) ? Step.Danger.HIGH : step.danger())
                .takesEffect(step.effect())
                .build();
    }
}
