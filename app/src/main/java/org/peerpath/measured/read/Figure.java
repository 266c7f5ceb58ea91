// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/**
 * One bandwidth that a benchmark printed.
 *
 * @param tool who printed it
 * @param test the test by the tool's own name, {@code ib_write_bw}; empty where the text does not say
 * @param requester the end that issues the memory requests
 * @param target the end whose memory is read or written
 * @param both whether it is the sum of both directions
 * @param gigabytesPerSecond 10^9 bytes a second
 * @param bytes size of a message or copy; empty where it was not printed
 * @param check whether the tool compared the data
 * @param traits what else must be known
 * @param printed as it stands in the text
 * @param network what the text tells of the wire, for the headers
 */
public record Figure(
        Tool tool,
        String test,
        End requester,
        End target,
        boolean both,
        double gigabytesPerSecond,
        Optional<Long> bytes,
        DataCheck check,
        Set<Trait> traits,
        Printed printed,
        Network network) {
    public Figure {
        traits = Set.copyOf(traits);
    }

    /**
     * A figure as it stands in the text.
     *
     * @param value the number
     * @param unit its unit, the tool's word
     * @param line the line, from 1
     * @param run which run of the file it belongs to, from 1
     */
    public record Printed(String value, String unit, int line, int run) {}

    /**
     * What the text tells of the wire.
     *
     * @param linkType {@code Ethernet} or {@code IB}; empty where it was not printed
     * @param mtu RDMA MTU or TCP segment in bytes; empty where it was not printed
     * @param relaxedOrdering whether the test asked for PCIe relaxed ordering; empty where it was not printed
     */
    public record Network(Optional<String> linkType, Optional<Integer> mtu, Optional<Boolean> relaxedOrdering) {
        /** Nothing is told. */
        public static final Network UNSAID = new Network(Optional.empty(), Optional.empty(), Optional.empty());
    }

    /** Returns the same figure with another check. */
    Figure with(DataCheck other) {
        return new Figure(
                tool, test, requester, target, both, gigabytesPerSecond, bytes, other, traits, printed, network);
    }

    /** Returns the same figure with one more trait. */
    Figure with(Trait more) {
        EnumSet<Trait> all = EnumSet.of(more);
        all.addAll(traits);
        return new Figure(tool, test, requester, target, both, gigabytesPerSecond, bytes, check, all, printed, network);
    }

    /** Returns the same figure of a named test. */
    Figure named(String name) {
        return new Figure(
                tool, name, requester, target, both, gigabytesPerSecond, bytes, check, traits, printed, network);
    }

    /** Returns whether the figure has this trait. */
    public boolean is(Trait trait) {
        return traits.contains(trait);
    }
}
