// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.text.Message;

/** Makes or removes the virtual functions of a NIC. */
final class VfCountStep implements StepKind {
    private static final String NONE = "0";

    /** Makes virtual functions; undone only while nobody has one of them open. */
    static Step make(PciFunction nic, int now, List<Address> virtual) {
        return count(nic, now, virtual.size())
                .undoneOnlyIf(virtual.stream().map(DriverStep::unused).toList())
                .build();
    }

    /**
     * Removes virtual functions.
     *
     * @param leftAlone that nobody has one of them, and the host's drivers are those that were seen
     * @param identities what their NIC has set for them, given back when they are made again
     */
    static Step remove(PciFunction nic, int now, List<Check> leftAlone, VfIdentity identities) {
        return count(nic, now, 0)
                .before(leftAlone)
                .before(identities.checks())
                .undo(remaking(nic, now, identities.giving()))
                .build();
    }

    private static Step.Builder count(PciFunction nic, int now, int wanted) {
        String after = Integer.toString(wanted);
        return SysfsValue.step(
                        "vf-count:",
                        Step.Kind.VF_COUNT,
                        nic.address(),
                        Attributes.SRIOV_NUMVFS,
                        Integer.toString(now),
                        after,
                        wanted == 0
                                ? Message.of("plan.vf-count.purpose.none", nic.address())
                                : Message.of("plan.vf-count.purpose", nic.address(), after),
                        Message.of("plan.vf-count.risk", nic.address()))
                .danger(Step.Danger.HIGH);
    }

    /** VFs that come back are to be without a driver, as they went, and to have what their NIC had set for them. */
    private static List<Operation> remaking(PciFunction nic, int number, List<Operation> identities) {
        String autoprobe = SysfsValue.path(nic.address(), AutoprobeStep.FILE);
        List<Operation> all = new ArrayList<>();
        Optional<String> on = AutoprobeStep.value(nic).filter(AutoprobeStep.USUAL::equals);
        on.ifPresent(value -> all.add(new Operation.Write(autoprobe, NONE)));
        all.add(new Operation.Write(SysfsValue.path(nic.address(), Attributes.SRIOV_NUMVFS), Integer.toString(number)));
        all.addAll(identities);
        on.ifPresent(value -> all.add(new Operation.Write(autoprobe, value)));
        return all;
    }

    // ---- Answers ---------------------------------------------------------------------------------------------------

    @Override
    public List<String> restsOn() {
        return List.of(Attributes.SRIOV_NUMVFS);
    }

    @Override
    public boolean changes(Step step, String where, String fact, Set<Address> virtualFunctions) {
        return (where.equals(step.target().toString()) && fact.equals(Attributes.SRIOV_NUMVFS))
                || virtualFunctions.stream().anyMatch(vf -> where.equals(vf.toString()));
    }

    @Override
    public Inverse.Part turn(Step inverse) {
        return removes(inverse) ? Inverse.Part.TAKEN : Inverse.Part.GIVEN;
    }

    private static boolean removes(Step step) {
        return step.verification().getFirst().expected().equals(NONE);
    }

    @Override
    public Trial trial(Step step) {
        return removes(step) ? Trial.NONE : Trial.ONE_NEW_FUNCTION;
    }

    @Override
    public List<Address> takenByUndo(Step step, Topology topology) {
        return topology.virtualFunctions(step.target());
    }

    // ---- The way back ----------------------------------------------------------------------------------------------

    @Override
    public boolean isRestoredFirst() {
        return true;
    }

    /** The number of VFs; those that go must be nobody's, and none of a later run. */
    @Override
    public void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {
        Topology topology = way.host().topology();
        List<Address> there = topology.virtualFunctions(thing.target());
        Map<String, String> now = way.readings(changes);
        for (int i = 0; i < there.size(); i++) {
            VfIdentity.of(way.host().snapshot(), topology.get(thing.target()), there.get(i), i)
                    .asOptional()
                    .ifPresent(identity -> now.putAll(ThingStates.answers(identity.checks())));
        }
        List<Step> back = way.back(changes, Optional.of(now));
        if (back.isEmpty()) {
            comeBackByOthers(way, thing, changes);
            return;
        }
        there.stream().map(topology::get).forEach(way::takes);
        int number = Integer.parseInt(back.getLast().verification().getFirst().expected());
        way.replaces(there, VfSteps.predicted(topology.get(thing.target()), number), changes.getLast());
        if (!VfIdentity.toldBy(back.getLast().verification(), number)) {
            way.guards().ask(GuardId.IDENTITY_LOST, List.of(thing.target()));
        }
    }

    /** As many as there were, but made anew by whomever; what their NIC had set for the old ones is gone unless it was told. */
    private static void comeBackByOthers(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {
        List<Check> before = changes.getFirst().step().prechecks();
        int number = Integer.parseInt(before.getFirst().expected());
        boolean went = changes.stream().anyMatch(change -> removes(change.step()));
        if (went && !VfIdentity.toldBy(before, number)) {
            way.guards().ask(GuardId.IDENTITY_LOST, List.of(thing.target()));
        }
    }

    /** Returns when a run last removed the virtual functions of a NIC, this one among them; -1 if none did. */
    static int lastRemoval(Restoration way, Address vf) {
        return way.host().topology().physicalFunction(vf).stream()
                .flatMap(nic -> way.changesOf(Step.Kind.VF_COUNT, nic).stream())
                .filter(change -> removes(change.step()))
                .mapToInt(PastChanges.Change::place)
                .max()
                .orElse(-1);
    }
}
