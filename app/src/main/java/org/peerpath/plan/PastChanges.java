// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/** What runs have changed on a host, by what they changed, as far as it can still be there and may be taken back. */
final class PastChanges {
    private final HostModel host;
    private final Guards guards;
    private final Past past;
    private final Optional<String> only;

    /** What can be changed: one kind of thing of one function. */
    record Thing(Step.Kind kind, Address target) {}

    /** A change, and its place among all. */
    record Change(int place, Past.Done done) {
        Step step() {
            return done.step();
        }
    }

    /** @param only the run whose changes are wanted; empty for all */
    PastChanges(HostModel host, Guards guards, Past past, Optional<String> only) {
        this.host = host;
        this.guards = guards;
        this.past = past;
        this.only = only;
    }

    /** Whether the journal tells what there is to take back; says so where it does not, or not whole. */
    boolean known() {
        if (!past.read()) {
            guards.refuse(GuardId.JOURNAL_UNKNOWN, List.of());
            return false;
        }
        if (only.isPresent() && !past.runs().contains(only.get())) {
            guards.refuse(GuardId.JOURNAL_UNKNOWN, List.of(), Message.of("guard.no-such-run", only.get()));
            return false;
        }
        past.unidentified().forEach(run -> guards.ask(GuardId.HOST_UNKNOWN, List.of(), Message.of("guard.run", run)));
        past.damaged().forEach(run -> guards.ask(GuardId.JOURNAL_UNKNOWN, List.of(), Message.of("guard.run", run)));
        return true;
    }

    /** All that may still be there: registers, VFs and drivers are the kernel's again after a boot. */
    Map<Thing, List<Change>> stillThere() {
        Fact<String> boot = host.snapshot().hostText(HostFiles.BOOT_ID).map(String::strip);
        Map<Thing, List<Change>> all = new LinkedHashMap<>();
        for (int place = 0; place < past.done().size(); place++) {
            Past.Done done = past.done().get(place);
            Step step = done.step();
            if (step.effect() == Step.Effect.NOW) {
                if (!boot.isKnown()) {
                    guards.refuse(
                            GuardId.JOURNAL_UNKNOWN,
                            List.of(step.target()),
                            boot.whyUnknown().orElseGet(() -> Message.of("unknown.not-in-source", HostFiles.BOOT_ID)));
                    continue;
                }
                if (boot.knownToBe(now -> !now.equals(done.boot()))) {
                    continue;
                }
            }
            all.computeIfAbsent(new Thing(step.kind(), step.target()), thing -> new ArrayList<>())
                    .add(new Change(place, done));
        }
        return all;
    }

    /** The changes of the wanted run; none of a later run may stand on them. */
    Optional<List<Change>> ours(Thing thing, List<Change> changes) {
        List<Change> own = changes.stream()
                .filter(change ->
                        only.isEmpty() || only.get().equals(change.done().run()))
                .toList();
        if (own.isEmpty()) {
            return Optional.empty();
        }
        own.stream()
                .filter(change -> !change.done().certain())
                .forEach(change -> guards.refuse(
                        GuardId.JOURNAL_UNKNOWN,
                        List.of(thing.target()),
                        Message.of("guard.half-done", change.done().run())));
        if (past.replaced().contains(thing.target())) {
            guards.refuse(GuardId.CHANGED_SINCE, List.of(thing.target()), Message.of("guard.other-function"));
        }
        refuseLater(own.getLast(), changes);
        return Optional.of(own);
    }

    /** A later run's change may stand on it. */
    void refuseLater(Change last, List<Change> changes) {
        changes.stream()
                .filter(change -> change.place() > last.place()
                        && !change.done().run().equals(last.done().run()))
                .findFirst()
                .ifPresent(later -> guards.refuse(
                        GuardId.LATER_CHANGE,
                        List.of(later.step().target()),
                        Message.of("guard.run", later.done().run())));
    }
}
