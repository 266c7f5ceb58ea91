// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.peerpath.acs.PortEffects;
import org.peerpath.acs.PortSetting;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.plan.PastChanges.Change;
import org.peerpath.plan.PastChanges.Thing;
import org.peerpath.snapshot.Address;

/** A way back in the making: its steps by turn, and what they take, give and open. */
final class Restoration {
    private final HostModel host;
    private final Guards guards;
    private final HostGuards hostGuards;
    private final PastChanges past;
    private final Map<Thing, List<Change>> all;
    private final SortedMap<Inverse.Turn, Step> steps = new TreeMap<>();
    /** What ports become, the last change first. */
    private final SortedMap<Integer, PortSetting> settings = new TreeMap<>(Comparator.reverseOrder());
    /** Functions that VFIO loses before any port is opened. */
    private final Set<Address> released = new HashSet<>();
    /** Functions that go, and those that come back, with the number of VFs. */
    private final Set<Address> going = new HashSet<>();

    private final Set<Address> coming = new HashSet<>();

    /** @param all what runs have changed and may still be there */
    Restoration(HostModel host, Guards guards, HostGuards hostGuards, PastChanges past, Map<Thing, List<Change>> all) {
        this.host = host;
        this.guards = guards;
        this.hostGuards = hostGuards;
        this.past = past;
        this.all = all;
    }

    HostModel host() {
        return host;
    }

    Guards guards() {
        return guards;
    }

    /** Returns the steps in the order in which they must be done. */
    List<Step> steps() {
        List<PortSetting> changing = settings.values().stream()
                .filter(setting -> setting.changed() != 0)
                .toList();
        guards.functions()
                .isolationInUse(
                        changing.stream()
                                .filter(PortSetting::opens)
                                .map(PortSetting::port)
                                .toList(),
                        released);
        if (!changing.isEmpty()) {
            guards.harms(PortEffects.ofGoingBack(host, changing));
        }
        return new ArrayList<>(steps.values());
    }

    /** Returns what runs have done to one kind of thing of a function. */
    List<Change> changesOf(Step.Kind kind, Address target) {
        return all.getOrDefault(new Thing(kind, target), List.of());
    }

    void add(Step inverse, int place) {
        steps.put(new Inverse.Turn(inverse.kind().answers().turn(inverse), place), inverse);
    }

    /** A port gets the bits back that it had. */
    void sets(PortSetting setting, int place) {
        settings.put(place, setting);
    }

    /** VFIO loses a function before any port is opened. */
    void releases(Address function) {
        released.add(function);
    }

    /** A function is taken away from whoever has it. */
    void takes(PciFunction function) {
        guards.functions().held(function);
        hostGuards.taken(function);
    }

    /** Virtual functions go, others come; nothing of a later run may stand on those that go. */
    void replaces(List<Address> there, List<Address> others, Change last) {
        going.addAll(there);
        released.addAll(there);
        coming.addAll(others);
        all.forEach((thing, changes) -> {
            if (thing.kind().answers().isLostWithItsFunction() && there.contains(thing.target())) {
                past.refuseLater(last, changes);
            }
        });
    }

    boolean goes(Address function) {
        return going.contains(function);
    }

    boolean comes(Address function) {
        return coming.contains(function);
    }

    /**
     * Adds the steps back from what is now to what was before the first change.
     *
     * @param now what the steps' questions would be answered by now; empty where the last change is taken at its word
     */
    List<Step> back(List<Change> changes, Optional<Map<String, String>> now) {
        ThingStates states = ThingStates.of(changes.stream().map(Change::step).toList());
        Step first = changes.getFirst().step();
        boolean lost = first.kind().answers().undoGivesToVfio(first)
                && going.contains(first.target())
                && coming.contains(first.target());
        // A driver that it has as before is lost all the same with a function that goes and comes back.
        int at = now.map(it -> lost ? states.latest(it) : states.earliest(it)).orElseGet(states::last);
        if (at < 0) {
            guards.refuse(GuardId.CHANGED_SINCE, List.of(first.target()));
            return List.of();
        }
        List<Step> back = new ArrayList<>();
        while (at > 0) {
            Change change = changes.get(at - 1);
            Step inverse = Inverse.of(change.step());
            add(inverse, change.place());
            back.add(inverse);
            // The earliest moment at which it was so spares what lies between.
            at = states.earliest(at - 1);
        }
        return back;
    }

    /** Returns what a reading answers now; empty if the steps' questions are not ones that it answers: those of tools. */
    Optional<Map<String, String>> now(List<Change> changes) {
        Map<String, String> now = readings(changes);
        Step step = changes.getFirst().step();
        if (now.isEmpty()
                && step.verification().stream()
                        .anyMatch(check -> SysfsRead.of(check.read()).isPresent())) {
            guards.ask(GuardId.SETTING_UNREAD, List.of(step.target()));
        }
        return now.isEmpty() ? Optional.empty() : Optional.of(now);
    }

    Map<String, String> readings(List<Change> changes) {
        Map<String, String> now = new TreeMap<>();
        for (Check check : changes.getFirst().step().verification()) {
            SysfsRead.of(check.read())
                    .flatMap(read -> read.answer(host.topology()))
                    .ifPresent(answer -> now.put(check.read().shell(), answer));
        }
        return now;
    }
}
