// SPDX-License-Identifier: Apache-2.0
package org.peerpath.handover.nccl;

import java.util.Optional;
import java.util.function.Function;
import org.peerpath.pci.Link;
import org.peerpath.pci.LinkSpeed;
import org.peerpath.pci.PciFunction;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;

/**
 * The link above a function, as NCCL counts it: the speed that both ends can do, since idle GPUs slow their links down, and
 * the width that was negotiated, since lanes that did not come up stay away.
 *
 * @param speed empty where it was not read
 * @param width in lanes; empty where it was not read
 */
public record NcclLink(Optional<LinkSpeed> speed, Optional<Integer> width) {
    /** Nothing was read of it. */
    public static final NcclLink UNKNOWN = new NcclLink(Optional.empty(), Optional.empty());

    /** Returns the link between a function and the port above it; of a virtual function its physical one's. */
    public static NcclLink above(Topology topology, Address function) {
        PciFunction lower = topology.get(topology.physicalFunction(function).orElse(function));
        Optional<PciFunction> upper = topology.place(function).parent().flatMap(topology::find);
        Optional<LinkSpeed> speed = least(most(lower, Link::maxSpeed), upper.flatMap(u -> most(u, Link::maxSpeed)));
        Optional<Integer> negotiated = upper.flatMap(u -> Link.between(u, lower, Link::currentWidth))
                .or(() -> most(lower, Link::currentWidth))
                .filter(width -> width > 0);
        Optional<Integer> width =
                negotiated.or(() -> least(most(lower, Link::maxWidth), upper.flatMap(u -> most(u, Link::maxWidth))));
        return new NcclLink(speed, width.filter(w -> w > 0));
    }

    private static <T> Optional<T> most(PciFunction end, Function<Link, Fact<T>> register) {
        return end.link().flatMap(register).asOptional();
    }

    private static <T extends Comparable<T>> Optional<T> least(Optional<T> one, Optional<T> other) {
        return one.isEmpty() || (other.isPresent() && other.get().compareTo(one.get()) < 0) ? other : one;
    }

    /** Returns the narrower of two links that data pass one after the other; what is known of only one counts. */
    public NcclLink and(NcclLink next) {
        if (speed.isPresent() && width.isPresent() && next.speed.isPresent() && next.width.isPresent()) {
            return next.rate() < rate() ? next : this;
        }
        return new NcclLink(least(speed, next.speed), least(width, next.width));
    }

    private double rate() {
        return speed.orElse(LinkSpeed.GEN1).gigatransfers() * width.orElse(0);
    }

    /** Returns the speed in NCCL's words (src/graph/topo.cc kvDictPciGen); it knows none above 64 GT/s. */
    public Optional<String> speedText() {
        return speed.map(s -> switch (s) {
            case GEN1 -> "2.5 GT/s PCIe";
            case GEN2 -> "5.0 GT/s PCIe";
            case GEN3 -> "8.0 GT/s PCIe";
            case GEN4 -> "16.0 GT/s PCIe";
            case GEN5 -> "32.0 GT/s PCIe";
            case GEN6, GEN7 -> "64.0 GT/s PCIe";
        });
    }
}
