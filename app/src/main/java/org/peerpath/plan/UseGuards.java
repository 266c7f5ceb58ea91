// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.peerpath.iommu.Ownership;
import org.peerpath.model.HostModel;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/** Whether somebody uses a function that its driver would lose: a network, a container, a process. */
final class UseGuards {
    private static final int CLASS_NETWORK = 0x02;
    private static final String VERBS = "infiniband_verbs";
    private static final String DRM = "drm";
    private static final String OPERSTATE = "operstate";
    private static final String AMD_COMPUTE = "kfd";
    private static final String AMD_DRIVER = "amdgpu";

    private final HostModel host;
    private final Guards guards;
    private final Fact<Users> users;

    UseGuards(HostModel host, Guards guards) {
        this.host = host;
        this.guards = guards;
        this.users = Users.of(host.snapshot());
    }

    /**
     * Asks about one function that leaves the driver it has; one of VFIO's, or of nobody, has no such user.
     *
     * @param freed interfaces that a step switches off before; that they are on keeps nobody
     */
    void taken(PciFunction function, Set<String> freed) {
        Fact<String> driver = function.facts().text(Attributes.DRIVER);
        if (driver.isAbsent() || driver.knownToBe(Ownership::isVfio)) {
            represented(function);
            return;
        }
        if (!function.baseClass().knownToBe(code -> code != CLASS_NETWORK)) {
            network(function, freed);
        }
        represented(function);
        opened(function);
        users.asOptional()
                .filter(known -> known.subfunctions().contains(function.address()))
                .ifPresent(known -> refuse(function, Message.of("guard.used.subfunction")));
    }

    private void refuse(PciFunction function, Message why) {
        guards.refuse(GuardId.IN_USE, List.of(function.address()), why);
    }

    private void unread(PciFunction function, Message why) {
        guards.unread(GuardId.IN_USE, List.of(function.address()), why);
    }

    // ---- Networks --------------------------------------------------------------------------------------------------

    private void network(PciFunction function, Set<String> freed) {
        Fact<List<String>> names = function.facts().entries(Attributes.NET);
        names.whyUnknown().ifPresent(why -> unread(function, why));
        if (names.isAbsent() || names.knownToBe(List::isEmpty)) {
            elsewhere(function);
        }
        for (String name : names.asOptional().orElse(List.of())) {
            Optional<Users.Interface> known =
                    users.asOptional().map(all -> all.interfaces().get(name));
            if (known.isPresent()) {
                boolean onlyOn =
                        !known.get().addressed() && known.get().master().isEmpty();
                if (known.get().isUsed() && !(onlyOn && freed.contains(name))) {
                    refuse(function, Message.of("guard.used.interface", name));
                }
                continue;
            }
            Fact<String> state = function.facts().text(Attributes.NET + "/" + name + "/" + OPERSTATE);
            if (state.knownToBe(text -> text.strip().equals("up"))) {
                refuse(function, Message.of("guard.used.interface", name));
            } else {
                unread(function, Guards.why(users, HostFiles.USERS));
            }
        }
    }

    /**
     * A driver that made network devices for its siblings and shows none here has its own in another network namespace.
     */
    private void elsewhere(PciFunction function) {
        boolean rdma = function.facts().entries(Attributes.INFINIBAND).knownToBe(names -> !names.isEmpty());
        boolean siblings = host.topology().physicalFunction(function.address()).stream()
                .map(host.topology()::get)
                .anyMatch(nic -> nic.facts().entries(Attributes.NET).knownToBe(names -> !names.isEmpty())
                        && nic.facts()
                                .text(Attributes.DRIVER)
                                .equals(function.facts().text(Attributes.DRIVER)));
        if (rdma && siblings) {
            refuse(function, Message.of("guard.used.namespace"));
        } else if (function.facts().text(Attributes.DRIVER).isKnown()) {
            unread(function, Message.of("guard.used.no-interface"));
        }
    }

    /** What represents a virtual function on its NIC: as the port of a switch or bridge it carries somebody's traffic. */
    private void represented(PciFunction function) {
        Optional<Address> nic = host.topology().physicalFunction(function.address());
        if (nic.isEmpty() || users.asOptional().isEmpty()) {
            return;
        }
        int number = host.topology().virtualFunctions(nic.get()).indexOf(function.address());
        List<String> names = host.topology()
                .get(nic.get())
                .facts()
                .entries(Attributes.NET)
                .asOptional()
                .orElse(List.of());
        names.stream()
                .filter(name -> Optional.ofNullable(
                                users.asOptional().orElseThrow().interfaces().get(name))
                        .filter(one -> one.master().isPresent()
                                && one.port()
                                        .filter(port -> port.endsWith("vf" + number))
                                        .isPresent())
                        .isPresent())
                .findFirst()
                .ifPresent(name -> refuse(function, Message.of("guard.used.representor", name)));
    }

    // ---- Processes -------------------------------------------------------------------------------------------------

    private void opened(PciFunction function) {
        TreeSet<String> nodes = new TreeSet<>();
        for (String folder : List.of(VERBS, DRM)) {
            nodes.addAll(function.facts().entries(folder).asOptional().orElse(List.of()));
        }
        boolean rdma = function.facts().entries(Attributes.INFINIBAND).knownToBe(names -> !names.isEmpty());
        if (users.asOptional().isEmpty()) {
            if (rdma || !nodes.isEmpty()) {
                unread(function, Guards.why(users, HostFiles.USERS));
            }
            return;
        }
        Users known = users.asOptional().get();
        known.open().stream()
                .filter(open -> nodes.contains(open.node().substring(open.node().lastIndexOf('/') + 1))
                        || function.address().equals(known.nvidia().get(open.node()))
                        || (open.node().equals(AMD_COMPUTE)
                                && function.facts().text(Attributes.DRIVER).knownToBe(AMD_DRIVER::equals)))
                .findFirst()
                .ifPresent(open -> refuse(
                        function, Message.of("guard.used.process", open.command(), open.process(), open.node())));
    }
}
