// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import java.util.Optional;
import java.util.function.Function;
import org.peerpath.snapshot.Fact;

/**
 * The link registers of one end of a link (PCIe 7.5.3.6–7.5.3.8, 7.5.3.18–7.5.3.20).
 *
 * @param maxSpeed fastest speed this end supports
 * @param maxWidth widest width this end supports, in lanes
 * @param currentSpeed negotiated speed
 * @param currentWidth negotiated width, in lanes; 0 where no link is up
 * @param targetSpeed Target Link Speed of Link Control 2
 * @param portNumber Port Number, Link Capabilities 31:24
 * @param flitMode whether Flit mode is active (Link Status 2, bit 10)
 */
public record Link(
        Fact<LinkSpeed> maxSpeed,
        Fact<Integer> maxWidth,
        Fact<LinkSpeed> currentSpeed,
        Fact<Integer> currentWidth,
        Fact<LinkSpeed> targetSpeed,
        Fact<Integer> portNumber,
        Fact<Boolean> flitMode) {
    /**
     * What both ends of a link agree on, from the upper end or, where that one was not read, the lower.
     *
     * @param negotiated one of {@link #currentSpeed}, {@link #currentWidth}
     */
    public static <T> Optional<T> between(PciFunction upper, PciFunction lower, Function<Link, Fact<T>> negotiated) {
        return upper.link()
                .flatMap(negotiated)
                .asOptional()
                .or(() -> lower.link().flatMap(negotiated).asOptional());
    }
}
