// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.Reading;
import org.peerpath.text.Message;

/**
 * Gives new virtual functions an address of their own before anyone binds them: a MAC on Ethernet; GUIDs and a link policy
 * on InfiniBand, without which their port never comes up. VFs that exist keep what they have.
 */
final class IdentitySteps {
    /** The folder that NVIDIA's own driver has below a physical function; the kernel's has none. */
    static final String SRIOV = "sriov";

    private static final String LINK_LAYER = "/link_layer";
    private static final String NODE_GUID = "/node_guid";

    private final Guards guards;

    IdentitySteps(Guards guards) {
        this.guards = guards;
    }

    /** The steps for the VFs of a NIC, in the order of their numbers. */
    List<Step> plan(PciFunction nic, List<Address> virtual) {
        Set<String> layers = layers(nic);
        List<Address> it = List.of(nic.address());
        if (layers.equals(Set.of("Ethernet"))) {
            return ethernet(nic, virtual);
        } else if (layers.equals(Set.of("InfiniBand"))) {
            return infiniBand(nic, virtual);
        }
        guards.ask(GuardId.LINK_LAYER_UNKNOWN, it);
        return List.of();
    }

    /** Of all ports; a NIC without an RDMA device but with an interface whose address is a MAC is on Ethernet. */
    private static Set<String> layers(PciFunction nic) {
        Set<String> layers = new HashSet<>();
        for (Map.Entry<String, Reading> entry : nic.facts().attributes().entrySet()) {
            if (entry.getKey().startsWith(Attributes.INFINIBAND + "/")
                    && entry.getKey().endsWith(LINK_LAYER)) {
                layers.add(
                        entry.getValue() instanceof Reading.Text text
                                ? text.value().strip()
                                : "?");
            }
        }
        boolean noRdma = nic.facts().entries(Attributes.INFINIBAND).isAbsent();
        if (noRdma
                && port(nic)
                        .flatMap(port -> VirtualAddress.mac(port.address(), 0))
                        .isPresent()) {
            layers.add("Ethernet");
        }
        return layers;
    }

    private List<Step> ethernet(PciFunction nic, List<Address> virtual) {
        List<Step> steps = new ArrayList<>();
        Optional<Port> port = port(nic);
        for (int i = 0; i < virtual.size(); i++) {
            int number = i;
            Optional<String> mac = port.flatMap(known -> VirtualAddress.mac(known.address(), number));
            if (port.isEmpty() || mac.isEmpty()) {
                guards.ask(GuardId.NO_IDENTITY, List.of(nic.address()));
                return List.of();
            }
            steps.add(IdentityStep.mac(port.get().name(), virtual.get(i), number, mac.get()));
        }
        return steps;
    }

    /** The one interface of a NIC and its address. */
    private record Port(String name, String address) {}

    private static Optional<Port> port(PciFunction nic) {
        Fact<List<String>> names = nic.facts().entries(Attributes.NET);
        return names.asOptional()
                .filter(known -> known.size() == 1)
                .map(List::getFirst)
                .flatMap(name -> nic.facts()
                        .text(Attributes.NET + "/" + name + "/address")
                        .asOptional()
                        .map(address -> new Port(name, address)));
    }

    private List<Step> infiniBand(PciFunction nic, List<Address> virtual) {
        Optional<String> guid = nic.facts()
                .entries(Attributes.INFINIBAND)
                .asOptional()
                .filter(names -> names.size() == 1)
                .flatMap(names -> nic.facts()
                        .text(Attributes.INFINIBAND + "/" + names.getFirst() + NODE_GUID)
                        .asOptional());
        Fact<List<String>> folder = nic.facts().entries(SRIOV);
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < virtual.size(); i++) {
            int number = i;
            Optional<String> node = guid.flatMap(own -> VirtualAddress.nodeGuid(own, number));
            Optional<String> port = guid.flatMap(own -> VirtualAddress.portGuid(own, number));
            if (!folder.isKnown() || node.isEmpty() || port.isEmpty()) {
                guards.ask(GuardId.NO_IDENTITY, List.of(nic.address()), why(folder));
                return List.of();
            }
            steps.add(IdentityStep.guids(
                    SysfsValue.FUNCTIONS + nic.address() + "/" + SRIOV + "/" + number + "/",
                    virtual.get(i),
                    node.get(),
                    port.get()));
        }
        return steps;
    }

    private static Message why(Fact<List<String>> folder) {
        return switch (folder) {
            case Fact.Known<List<String>> ignored -> Message.of("guard.no-guid");
            case Fact.Absent<List<String>>() -> Message.of("guard.no-sriov-folder");
            case Fact.Unknown<List<String>>(Message unread) -> unread;
        };
    }
}
