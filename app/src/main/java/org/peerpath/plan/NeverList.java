// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What no plan may hold, whatever is asked for (facts H.6): a second fence behind {@link AllowedOperation}, written the other
 * way round. The planner asserts it of every plan that it makes, so that each test that has one made checks it.
 */
final class NeverList {
    private static final List<Pattern> NEVER = List.of(
            // ATS Enable is the kernel's.
            Pattern.compile("ECAP_ATS"),
            // It would take every virtual function of that kind, another NIC's too.
            Pattern.compile("new_id"),
            // All parameters of a card at once, and resets that a GPU behind the same switch would feel.
            Pattern.compile("m[ls][xt]config.*\\breset\\b"),
            Pattern.compile("m[ls][xt]fwreset"),
            Pattern.compile("reset_subordinate|/reset\\b|\\brescan\\b"),
            // To open it is to hold it.
            Pattern.compile("/dev/vfio/\\d"),
            // One ACS value for every device of a kind, or a value without a mask.
            Pattern.compile("setpci.*-d\\b"),
            Pattern.compile("ECAP_ACS\\+\\d\\.[wl]=[0-9a-f]+(?![0-9a-f:])"));

    private NeverList() {}

    /** The first command of a plan, lasting forms included, that must never be; empty for every plan there is. */
    static Optional<String> brokenBy(Plan plan) {
        return commands(plan).filter(NeverList::isBrokenBy).findFirst();
    }

    /** Returns whether a command or a line of a file is one that must never be. */
    static boolean isBrokenBy(String line) {
        return NEVER.stream().anyMatch(never -> never.matcher(line).find());
    }

    private static Stream<String> commands(Plan plan) {
        Stream<Operation> steps = plan.steps().stream()
                .flatMap(step -> Stream.of(step.operations().stream(), step.undo().stream(), reads(step))
                        .flatMap(operations -> operations));
        Stream<String> lasting = plan.keep().stream()
                .flatMap(way -> Stream.concat(
                        Stream.concat(way.commands().stream(), way.undo().stream())
                                .map(Keep.Command::shell),
                        way.file().stream().flatMap(file -> file.content().lines())));
        return Stream.concat(steps.map(Operation::shell), lasting);
    }

    private static Stream<Operation> reads(Step step) {
        return Stream.of(step.prechecks(), step.verification(), step.undoChecks())
                .flatMap(List::stream)
                .map(Check::read);
    }
}
