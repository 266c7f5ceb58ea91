// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Sets whether the kernel looks for drivers of new virtual functions. */
final class AutoprobeStep implements StepKind {
    static final String FILE = "sriov_drivers_autoprobe";
    /** As the kernel makes a physical function (drivers/pci/iov.c sriov_init). */
    static final String USUAL = "1";

    /** Keeps drivers away from the virtual functions that are about to be made. */
    static Step off(PciFunction nic) {
        return set("autoprobe-off:", nic.address(), value(nic).orElse(USUAL), "0");
    }

    /** Puts back what was there before they were made. */
    static Step back(PciFunction nic) {
        return set("autoprobe-back:", nic.address(), "0", value(nic).orElse(USUAL));
    }

    private static Step set(String id, Address nic, String before, String after) {
        return SysfsValue.step(
                        id,
                        Step.Kind.AUTOPROBE,
                        nic,
                        FILE,
                        before,
                        after,
                        Message.of(after.equals("0") ? "plan.autoprobe.purpose.off" : "plan.autoprobe.purpose", nic),
                        Message.of("plan.autoprobe.risk", nic))
                .build();
    }

    static Optional<String> value(PciFunction nic) {
        return nic.facts().text(FILE).asOptional().map(String::strip);
    }

    // ---- Answers ---------------------------------------------------------------------------------------------------

    @Override
    public List<String> restsOn() {
        return List.of(FILE);
    }

    @Override
    public boolean changes(Step step, String where, String fact, Set<Address> virtualFunctions) {
        return where.equals(step.target().toString()) && fact.equals(FILE);
    }

    @Override
    public Inverse.Part turn(Step inverse) {
        return Inverse.Part.GIVEN;
    }

    /** To keep drivers away matters only while there are new functions to come, so their number is looked at. */
    @Override
    public List<Check> soWhen(Step step, List<Step> plan) {
        return ofCount(step, plan.stream().skip(plan.indexOf(step) + 1L), Step::verification)
                .orElse(step.verification());
    }

    /** To let drivers look again was for the functions that the plan made, so their number is looked at. */
    @Override
    public List<Check> undoneWhen(Step step, List<Step> plan) {
        return ofCount(step, plan.stream().limit(Math.max(0, plan.indexOf(step))), Step::prechecks)
                .orElse(step.prechecks());
    }

    private static Optional<List<Check>> ofCount(Step step, Stream<Step> others, Function<Step, List<Check>> which) {
        return others.filter(other ->
                        other.kind() == Step.Kind.VF_COUNT && other.target().equals(step.target()))
                .findFirst()
                .map(which);
    }

    @Override
    public void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {
        way.back(changes, way.now(changes));
    }
}
