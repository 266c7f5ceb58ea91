// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.advice.Finding;
import org.peerpath.advice.FindingId;
import org.peerpath.advice.KernelLog;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.model.HostModel;
import org.peerpath.pci.BusRange;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * Whether a host has room for new virtual functions: memory space, bus numbers, interrupts. The kernel checks it when they
 * are made (drivers/pci/iov.c sriov_enable) and then says in its log what is short.
 */
final class VfRoom {
    private final HostModel host;
    private final Guards guards;
    private final List<LogEvent> events;
    /** Whether what no log says was not said either. */
    private final Fact<Boolean> silence;

    /**
     * The room of a host.
     *
     * @param given events of a log beside the host's own; empty without one
     */
    VfRoom(HostModel host, Guards guards, List<LogEvent> given) {
        this.host = host;
        this.guards = guards;
        KernelLog own = KernelLog.of(host.snapshot());
        int boot = given.stream().mapToInt(LogEvent::boot).max().orElse(0);
        List<LogEvent> all = new ArrayList<>(own.events());
        given.stream().filter(event -> event.boot() == boot).forEach(all::add);
        this.events = List.copyOf(all);
        this.silence = given.isEmpty() ? own.silence() : Fact.known(true);
    }

    /**
     * Before virtual functions are made.
     *
     * @param virtual where they will be
     * @param findings of the host
     */
    void check(PciFunction nic, List<Address> virtual, List<Finding> findings) {
        List<Address> it = List.of(nic.address());
        buses(nic, virtual);
        List<LogEvent> shortages = events.stream()
                .filter(event -> isShortage(event, virtual.size()))
                .filter(event -> event.function().map(nic.address()::equals).orElse(true))
                .toList();
        shortages.forEach(event -> {
            Message said = Message.of("guard.said", event.text());
            if (event.function().isEmpty()) {
                guards.ask(GuardId.NO_ROOM_FOR_VFS, it, said);
            } else {
                guards.refuse(GuardId.NO_ROOM_FOR_VFS, it, said);
            }
        });
        if (shortages.isEmpty()) {
            // Where the windows lie now tells it without any log.
            findings.stream()
                    .filter(finding -> finding.id() == FindingId.VF_MEMORY_SHORT
                            && finding.functions().contains(nic.address()))
                    .forEach(finding -> guards.refuse(GuardId.NO_ROOM_FOR_VFS, it, finding.message()));
        }
        silence.whyUnknown().ifPresent(why -> guards.unread(GuardId.NO_ROOM_FOR_VFS, it, why));
    }

    /** That buses were short for many says nothing about few; whose number the line does not tell counts. */
    private static boolean isShortage(LogEvent event, int wanted) {
        return switch (event.kind()) {
            case SRIOV_NO_MEMORY, SRIOV_NO_INTERRUPTS -> true;
            case SRIOV_NO_BUSES ->
                event.detail().map(number -> wanted >= Integer.parseInt(number)).orElse(true);
            default -> false;
        };
    }

    /** They take the routing ids after the NIC's, which may run on into buses that the port above does not have. */
    private void buses(PciFunction nic, List<Address> virtual) {
        Optional<Address> port = host.topology().place(nic.address()).parent();
        if (port.isEmpty() || virtual.isEmpty()) {
            return;
        }
        List<Address> it = List.of(nic.address());
        Fact<Integer> last = host.topology().get(port.get()).bridge().map(BusRange::subordinate);
        int needed = virtual.getLast().bus();
        if (last.knownToBe(bus -> needed > bus)) {
            guards.refuse(
                    GuardId.NO_ROOM_FOR_VFS,
                    it,
                    Message.of(
                            "guard.buses",
                            virtual.getLast(),
                            port.get(),
                            String.format("%02x", last.asOptional().orElseThrow())));
        } else {
            last.whyUnknown().ifPresent(why -> guards.unread(GuardId.NO_ROOM_FOR_VFS, it, why));
        }
    }
}
