// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.Comparator;
import org.peerpath.iommu.Ownership;
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

    /** The same step backwards; once done, it can be undone by doing it again. */
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
                .danger(gives(step) ? Step.Danger.HIGH : step.danger())
                .takesEffect(step.effect())
                .build();
    }

    /** Whether taking a step back gives a function to VFIO. */
    static boolean gives(Step step) {
        return step.kind() == Step.Kind.DRIVER
                && step.prechecks().stream().anyMatch(check -> Ownership.isVfio(driver(check)));
    }

    static boolean binds(Step inverse) {
        return inverse.kind() == Step.Kind.DRIVER
                && inverse.verification().stream().anyMatch(check -> Ownership.isVfio(driver(check)));
    }

    static String driver(Check check) {
        return check.expected().substring(check.expected().lastIndexOf('/') + 1);
    }

    static Part part(Step inverse) {
        return switch (inverse.kind()) {
            case DRIVER -> binds(inverse) ? Part.GIVEN : Part.TAKEN;
            case VF_COUNT -> inverse.verification().getFirst().expected().equals("0") ? Part.TAKEN : Part.GIVEN;
            case IDENTITY -> Part.TAKEN;
            case ACS_CONTROL -> Part.PORTS;
            case ATS_OPTION, AUTOPROBE, MODULE -> Part.GIVEN;
        };
    }
}
