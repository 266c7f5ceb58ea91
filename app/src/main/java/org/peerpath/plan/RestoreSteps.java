// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerpath.iommu.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.PciFunction;
import org.peerpath.plan.PastChanges.Change;
import org.peerpath.plan.PastChanges.Thing;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;

/**
 * Plans the way back: each fact that runs have changed gets the value it had before the first of them wrote it. Whatever
 * was undone, or went with a boot, is left out; what somebody else has changed since, or a later run stands on, is refused.
 */
final class RestoreSteps {
    private final HostModel host;
    private final Guards guards;
    private final HostGuards hostGuards;
    private final PastChanges past;
    private final SortedMap<Inverse.Turn, Step> steps = new TreeMap<>();
    private final List<Address> opened = new ArrayList<>();
    /** Functions that VFIO loses before any port is opened. */
    private final Set<Address> released = new HashSet<>();
    /** Functions that go, and those that come back, with the number of VFs. */
    private final Set<Address> going = new HashSet<>();

    private final Set<Address> coming = new HashSet<>();

    /**
     * The way back on a host.
     *
     * @param only the run to go back behind; empty for all
     */
    RestoreSteps(HostModel host, Guards guards, HostGuards hostGuards, Past past, Optional<String> only) {
        this.host = host;
        this.guards = guards;
        this.hostGuards = hostGuards;
        this.past = new PastChanges(host, guards, past, only);
    }

    List<Step> plan() {
        if (!past.known()) {
            return List.of();
        }
        Map<Thing, List<Change>> all = past.stillThere();
        Map<Thing, List<Change>> wanted = new LinkedHashMap<>();
        all.forEach((thing, changes) -> past.ours(thing, changes).ifPresent(own -> wanted.put(thing, own)));
        wanted.forEach((thing, changes) -> {
            if (thing.kind() == Step.Kind.VF_COUNT) {
                numberOf(thing, changes, all);
            }
        });
        wanted.forEach((thing, changes) -> {
            switch (thing.kind()) {
                case VF_COUNT, MODULE -> {}
                case ACS_CONTROL -> control(thing.target(), changes);
                case ATS_OPTION, AUTOPROBE -> back(changes, now(changes));
                case DRIVER -> onVirtualFunction(thing, changes);
                case IDENTITY -> onVirtualFunction(thing, since(lastRemoval(thing.target(), all), changes));
            }
        });
        guards.functions().isolationInUse(opened, released);
        return new ArrayList<>(steps.values());
    }

    /** The number of VFs; those that go must be nobody's, and none of a later run. */
    private void numberOf(Thing thing, List<Change> changes, Map<Thing, List<Change>> all) {
        List<Address> there = host.topology().virtualFunctions(thing.target());
        Map<String, String> now = readings(changes);
        for (int i = 0; i < there.size(); i++) {
            VfIdentity.of(host.snapshot(), host.topology().get(thing.target()), there.get(i), i)
                    .asOptional()
                    .ifPresent(identity -> now.putAll(ThingStates.answers(identity.checks())));
        }
        List<Step> back = back(changes, Optional.of(now));
        if (back.isEmpty()) {
            comeBackByOthers(thing, changes);
            return;
        }
        there.stream().map(host.topology()::get).forEach(vf -> {
            guards.functions().held(vf);
            hostGuards.taken(vf);
        });
        going.addAll(there);
        released.addAll(there);
        int number = Integer.parseInt(back.getLast().verification().getFirst().expected());
        coming.addAll(new VfSteps(host, guards).predicted(host.topology().get(thing.target()), number));
        going.forEach(vf -> List.of(Step.Kind.DRIVER, Step.Kind.IDENTITY)
                .forEach(
                        kind -> past.refuseLater(changes.getLast(), all.getOrDefault(new Thing(kind, vf), List.of()))));
        if (!VfIdentity.toldBy(back.getLast().verification(), number)) {
            guards.ask(GuardId.IDENTITY_LOST, List.of(thing.target()));
        }
    }

    /** As many as there were, but made anew by whomever; what their NIC had set for the old ones is gone unless it was told. */
    private void comeBackByOthers(Thing thing, List<Change> changes) {
        List<Check> before = changes.getFirst().step().prechecks();
        int number = Integer.parseInt(before.getFirst().expected());
        boolean went = changes.stream()
                .anyMatch(change ->
                        change.step().verification().getFirst().expected().equals("0"));
        if (went && !VfIdentity.toldBy(before, number)) {
            guards.ask(GuardId.IDENTITY_LOST, List.of(thing.target()));
        }
    }

    /** When a run last removed the virtual functions of a NIC, this one among them; -1 if none did. */
    private int lastRemoval(Address vf, Map<Thing, List<Change>> all) {
        return host.topology().physicalFunction(vf).stream()
                .flatMap(nic -> all.getOrDefault(new Thing(Step.Kind.VF_COUNT, nic), List.of()).stream())
                .filter(change ->
                        change.step().verification().getFirst().expected().equals("0"))
                .mapToInt(Change::place)
                .max()
                .orElse(-1);
    }

    /** What was set before a function was removed went with it. */
    private static List<Change> since(int place, List<Change> changes) {
        return changes.stream().filter(change -> change.place() > place).toList();
    }

    /** An address goes with its function, and so does a driver, though that must let go of it first. */
    private void onVirtualFunction(Thing thing, List<Change> changes) {
        Optional<PciFunction> function = host.topology().find(thing.target());
        if (changes.isEmpty()) {
            return;
        }
        if (function.isEmpty()) {
            if (coming.contains(thing.target()) && thing.kind() == Step.Kind.DRIVER) {
                back(changes, Optional.empty());
            }
            return;
        }
        if (thing.kind() == Step.Kind.DRIVER) {
            guards.functions().held(function.get());
            guards.driverMustBeRead(function.get());
            List<Step> back = back(changes, now(changes));
            if (!back.isEmpty() && back.stream().noneMatch(Inverse::binds)) {
                released.add(thing.target());
            }
        } else if (!going.contains(thing.target())) {
            back(changes, Optional.empty());
        }
    }

    // ---- One register ----------------------------------------------------------------------------------------------

    /** Only the bits that runs have written, in one write. */
    private void control(Address port, List<Change> changes) {
        Fact<Acs> acs = host.topology().find(port).map(PciFunction::acs).orElseGet(Fact::absent);
        Fact<Integer> read = acs.flatMap(Acs::control);
        if (!read.isKnown()) {
            guards.refuse(GuardId.PORT_UNREAD, List.of(port));
            return;
        }
        int now = read.asOptional().orElseThrow();
        int first = hexadecimal(changes.getFirst().step().prechecks().getFirst());
        int left = first;
        int touched = 0;
        for (Change change : changes) {
            Check after = change.step().verification().getFirst();
            left = (left & ~after.mask()) | hexadecimal(after);
            touched |= after.mask();
        }
        int changed = (now ^ first) & touched;
        if (changed != 0 && ((now ^ left) & touched) != 0) {
            guards.refuse(GuardId.CHANGED_SINCE, List.of(port));
            return;
        }
        if ((now & changed & AcsSteps.ISOLATION) != 0) {
            opened.add(port);
        }
        AcsRegister register = AcsRegister.of(port, acs.asOptional().orElseThrow());
        steps.put(
                new Inverse.Turn(Inverse.Part.PORTS, changes.getLast().place()), AcsSteps.step(register, now, changed));
    }

    private static int hexadecimal(Check check) {
        return Integer.parseUnsignedInt(check.expected(), 16);
    }

    // ---- Values ----------------------------------------------------------------------------------------------------

    /**
     * The steps back from what is now to what was before the first change.
     *
     * @param now what the steps' questions would be answered by now; empty where the last change is taken at its word
     */
    private List<Step> back(List<Change> changes, Optional<Map<String, String>> now) {
        ThingStates states = ThingStates.of(changes.stream().map(Change::step).toList());
        Step first = changes.getFirst().step();
        boolean lost = Inverse.gives(first) && going.contains(first.target()) && coming.contains(first.target());
        // A driver that it has as before is lost all the same with a function that goes and comes back.
        int at = now.map(it -> lost ? states.latest(it) : states.earliest(it)).orElseGet(states::last);
        if (at < 0) {
            guards.refuse(
                    GuardId.CHANGED_SINCE, List.of(changes.getFirst().step().target()));
            return List.of();
        }
        List<Step> back = new ArrayList<>();
        while (at > 0) {
            Change change = changes.get(at - 1);
            Step inverse = Inverse.of(change.step());
            steps.put(new Inverse.Turn(Inverse.part(inverse), change.place()), inverse);
            back.add(inverse);
            // The earliest moment at which it was so spares what lies between.
            at = states.earliest(at - 1);
        }
        return back;
    }

    /** Empty if the steps' questions are not ones that a reading answers: those of tools. */
    private Optional<Map<String, String>> now(List<Change> changes) {
        Map<String, String> now = readings(changes);
        Step step = changes.getFirst().step();
        if (now.isEmpty()
                && step.verification().stream()
                        .anyMatch(check -> SysfsRead.of(check.read()).isPresent())) {
            guards.ask(GuardId.SETTING_UNREAD, List.of(step.target()));
        }
        return now.isEmpty() ? Optional.empty() : Optional.of(now);
    }

    private Map<String, String> readings(List<Change> changes) {
        Map<String, String> now = new TreeMap<>();
        for (Check check : changes.getFirst().step().verification()) {
            SysfsRead.of(check.read())
                    .flatMap(read -> read.answer(host.topology()))
                    .ifPresent(answer -> now.put(check.read().shell(), answer));
        }
        return now;
    }
}
