// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.util.Subscription;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.vm.judge.VmJudge;
import org.peerpath.vm.model.VmDescription;
import org.peerpath.vm.read.FoundVms;

/** The VMs of the host in view, as it was read: found with it, or described by files that a person gave. */
public final class Vms {
    private final Fleet fleet;
    private final TaskExecutor executor;
    private final ReadOnlyObjectWrapper<Optional<Found>> found = new ReadOnlyObjectWrapper<>(Optional.empty());
    private Subscription watching = Subscription.EMPTY;
    private Running work = Running.NONE;

    /**
     * The answer.
     *
     * @param unread why it is not known which VMs the host has; empty where it is known
     */
    public record Found(VmJudge.Answer answer, Optional<Message> unread) {}

    Vms(Fleet fleet, TaskExecutor executor) {
        this.fleet = fleet;
        this.executor = executor;
        fleet.currentProperty().subscribe(entry -> {
            watching.unsubscribe();
            found.set(Optional.empty());
            watching = entry.map(shown -> shown.hostProperty()
                            .subscribe(host -> compute())
                            .and(shown.vmFilesProperty().subscribe((was, now) -> compute())))
                    .orElse(Subscription.EMPTY);
        });
    }

    /** Empty while it is not known yet. */
    public ReadOnlyObjectProperty<Optional<Found>> foundProperty() {
        return found.getReadOnlyProperty();
    }

    private void compute() {
        work.cancel();
        Optional<HostEntry> entry = fleet.currentProperty().get();
        work = entry.flatMap(shown -> shown.hostProperty().get().map(host -> start(shown, host)))
                .orElse(Running.NONE);
    }

    private Running start(HostEntry entry, HostModel host) {
        VmFiles given = entry.vmFilesProperty().get();
        return executor.<Found>run(
                () -> judge(host, entry.source(), given),
                answer -> found.set(Optional.of(answer)),
                problem -> found.set(Optional.of(new Found(
                        new VmJudge.Answer(host, List.of(), List.of()),
                        Optional.of(
                                problem instanceof UnreadableSourceException unreadable
                                        ? unreadable.reason()
                                        : Message.of("ui.host.unexpected"))))));
    }

    /** Judges the VMs of a host; takes its time. */
    public static Found judge(HostModel host, String source, VmFiles given) throws UnreadableSourceException {
        Fact<List<VmDescription>> known = FoundVms.of(host.snapshot(), source);
        List<VmDescription> all = Stream.concat(
                        known.asOptional().stream().flatMap(List::stream), given.descriptions().stream())
                .toList();
        Optional<Message> unread =
                known instanceof Fact.Unknown<List<VmDescription>>(Message why) ? Optional.of(why) : Optional.empty();
        return new Found(VmJudge.judge(host, all, given.guest()), unread);
    }
}
