// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/**
 * What the kernel's own P2PDMA code says about a path (drivers/pci/p2pdma.c calc_map_type_and_dist, Linux 4.20 to 7.3). It
 * is no routing rule: it takes any bridge below the shared one, and the shared one too, with Request Redirect, Completion
 * Redirect or Egress Control as redirecting, and knows neither Direct Translated P2P nor the egress vector. Only drivers
 * that use P2PDMA ask it; NVIDIA's peer memory does not.
 *
 * @param mapping what it would answer
 * @param redirecting the functions it takes as redirecting
 * @param why the reason, which for an unknown answer names the missing fact
 */
public record KernelOpinion(Mapping mapping, List<Address> redirecting, Message why) {
    /** The versions whose rules these are. */
    public static final String RULES = "Linux 4.20–7.3, drivers/pci/p2pdma.c";

    private static final KernelVersion FIRST = new KernelVersion(4, 20, 0);
    /** Before, other processors and host bridges were on the kernel's list with every release. */
    private static final KernelVersion WAY_THROUGH = new KernelVersion(5, 10, 0);

    private static final KernelVersion BEYOND = new KernelVersion(7, 4, 0);

    public KernelOpinion {
        redirecting = List.copyOf(redirecting);
    }

    /** What the kernel makes of a path (enum pci_p2pdma_map_type). */
    public enum Mapping {
        /** The target's bus address is used: the kernel expects the switch to turn the traffic around. */
        BUS_ADDRESS("bus-address"),
        /** Mapped through the IOMMU and sent through the root complex. */
        THROUGH_HOST_BRIDGE("through-host-bridge"),
        /** Refused. */
        NOT_SUPPORTED("not-supported"),
        UNKNOWN("unknown");

        private final String id;

        Mapping(String id) {
            this.id = id;
        }

        public String id() {
            return id;
        }
    }

    /**
     * The opinion on one path.
     *
     * @param client the function that sends, VF or PF
     * @param provider the function whose memory it is
     */
    public static KernelOpinion of(HostModel host, Address client, Address provider) {
        Fact<KernelVersion> kernel = host.iommu().kernel();
        if (!(kernel instanceof Fact.Known<KernelVersion>(KernelVersion version))) {
            return unknown(kernel.whyUnknown().orElseGet(() -> Message.of("kernel-opinion.no-release")));
        }
        if (version.compareTo(FIRST) < 0) {
            return new KernelOpinion(
                    Mapping.NOT_SUPPORTED, List.of(), Message.of("kernel-opinion.too-old", version.toString()));
        }
        if (version.compareTo(BEYOND) >= 0) {
            return unknown(Message.of("kernel-opinion.too-new", version.toString()));
        }
        Topology topology = host.topology();
        List<Address> up = upstream(topology, client);
        List<Address> down = upstream(topology, provider);
        Optional<Address> shared = down.stream().filter(up::contains).findFirst();
        boolean whole =
                topology.place(client).chainKnown() && topology.place(provider).chainKnown();
        Message missing = Message.of("unknown.route.chain", client, provider);
        if (shared.isEmpty()) {
            return whole ? throughHostBridge(host, version, client, provider, List.of()) : unknown(missing);
        }
        // The provider's side includes the shared bridge, the client's does not: so the kernel's two loops go.
        List<PciFunction> asked = new ArrayList<>();
        down.subList(0, down.indexOf(shared.get()) + 1).forEach(a -> asked.add(topology.get(a)));
        up.subList(0, up.indexOf(shared.get())).forEach(a -> asked.add(topology.get(a)));
        List<Address> redirecting = asked.stream()
                .filter(f -> redirects(f).knownToBe(r -> r))
                .map(PciFunction::address)
                .toList();
        if (!redirecting.isEmpty()) {
            return whole ? throughHostBridge(host, version, client, provider, redirecting) : unknown(missing);
        }
        if (!whole) {
            return unknown(missing);
        }
        for (PciFunction function : asked) {
            Optional<Message> unread = redirects(function).whyUnknown();
            if (unread.isPresent()) {
                return unknown(Message.of("unknown.route.port", function.address(), unread.get()));
            }
        }
        return new KernelOpinion(Mapping.BUS_ADDRESS, List.of(), Message.of("kernel-opinion.direct", shared.get()));
    }

    private static KernelOpinion unknown(Message why) {
        return new KernelOpinion(Mapping.UNKNOWN, List.of(), why);
    }

    /** The function itself and the bridges above it. */
    private static List<Address> upstream(Topology topology, Address function) {
        List<Address> all = new ArrayList<>(List.of(function));
        all.addAll(topology.place(function).chain());
        return all;
    }

    /** pci_bridge_has_acs_redir. */
    private static Fact<Boolean> redirects(PciFunction function) {
        Fact<Integer> control = function.acs().flatMap(Acs::control);
        int mask = AcsBit.RR.mask() | AcsBit.CR.mask() | AcsBit.EC.mask();
        return control.isAbsent() ? Fact.known(false) : control.map(value -> (value & mask) != 0);
    }

    private static KernelOpinion throughHostBridge(
            HostModel host, KernelVersion version, Address client, Address provider, List<Address> redirecting) {
        Fact<Boolean> allowed = version.compareTo(WAY_THROUGH) < 0
                ? Fact.unknown(Message.of("kernel-opinion.too-new", version.toString()))
                : HostBridges.allow(host, version, client, provider);
        Message redirect = redirecting.isEmpty()
                ? Message.of("kernel-opinion.apart")
                : Message.of("kernel-opinion.redirected", redirecting.getFirst());
        return switch (allowed) {
            case Fact.Known<Boolean>(Boolean yes) ->
                new KernelOpinion(
                        yes ? Mapping.THROUGH_HOST_BRIDGE : Mapping.NOT_SUPPORTED,
                        redirecting,
                        Message.of(yes ? "kernel-opinion.through" : "kernel-opinion.refused", redirect));
            case Fact.Absent<Boolean>() ->
                new KernelOpinion(Mapping.NOT_SUPPORTED, redirecting, Message.of("kernel-opinion.refused", redirect));
            case Fact.Unknown<Boolean>(Message why) -> new KernelOpinion(Mapping.UNKNOWN, redirecting, why);
        };
    }
}
