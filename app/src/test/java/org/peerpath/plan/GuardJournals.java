// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.peerpath.plan.Guard.Answer.ASKS;
import static org.peerpath.plan.Guard.Answer.REFUSES;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.peerpath.model.HostModel;
import org.peerpath.plan.GuardMatrixTest.Row;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.testing.HostBuilder;

/** The hosts of {@link GuardMatrixTest} that a run has changed. */
final class GuardJournals {
    private static final Past NOTHING = new Past(true, List.of(), List.of(), List.of());

    private GuardJournals() {}

    static Row of(GuardId id) {
        return switch (id) {
            case JOURNAL_UNKNOWN ->
                new Row(
                        REFUSES,
                        () -> restore(changed(), Past.UNREAD, Optional.empty()),
                        () -> restore(changed(), NOTHING, Optional.empty()),
                        () -> restore(changed(), new Past(true, List.of(), List.of(), List.of("b")), Optional.empty()),
                        id,
                        ASKS);
            case HOST_UNKNOWN ->
                new Row(
                        ASKS,
                        () -> restore(changed(), unidentified(), Optional.empty()),
                        () -> restore(changed(), past("a"), Optional.empty()),
                        () -> restore(changed(), Past.UNREAD, Optional.empty()),
                        GuardId.JOURNAL_UNKNOWN,
                        REFUSES);
            case LATER_CHANGE ->
                new Row(
                        REFUSES,
                        () -> restore(changed(), past("a", "b"), Optional.of("a")),
                        () -> restore(changed(), past("a", "b"), Optional.of("b")),
                        () -> restore(changed(), Past.UNREAD, Optional.of("a")),
                        GuardId.JOURNAL_UNKNOWN,
                        REFUSES);
            case CHANGED_SINCE ->
                new Row(
                        REFUSES,
                        () -> restore(port(0x04), past("a"), Optional.empty()),
                        () -> restore(changed(), past("a"), Optional.empty()),
                        () -> restore(unread(), past("a"), Optional.empty()),
                        GuardId.PORT_UNREAD,
                        REFUSES);
            default -> throw new AssertionError(id);
        };
    }

    private static HostBuilder before() {
        return PlanHosts.host().text(HostFiles.BOOT_ID, "boot");
    }

    private static HostBuilder changed() {
        return port(0x1d);
    }

    private static HostBuilder port(int control) {
        HostBuilder host = before();
        host.get(PlanHosts.GPU_PORT).acs(0x5f, control);
        return host;
    }

    private static HostBuilder unread() {
        HostBuilder host = changed();
        host.get(PlanHosts.GPU_PORT).readable(256);
        return host;
    }

    /** Runs that have each written the port on the GPU's side. */
    private static Past past(String... runs) {
        Step step = PlanHosts.vm(before()).toDo().stream()
                .filter(one -> one.target().toString().equals(PlanHosts.GPU_PORT))
                .findFirst()
                .orElseThrow();
        return new Past(
                true,
                List.of(runs),
                Stream.of(runs)
                        .map(run -> new Past.Done(run, "boot", step, true))
                        .toList(),
                List.of());
    }

    /** A run of version 0.1, whose journal names only what the host called itself. */
    private static Past unidentified() {
        Past past = past("a");
        return new Past(true, past.runs(), past.done(), past.damaged(), List.of("a"), Set.of());
    }

    private static Plan restore(HostBuilder host, Past past, Optional<String> run) {
        return Planner.plan(HostModel.of(host.build()), PlanRequest.restore(run), List.of(), past);
    }
}
