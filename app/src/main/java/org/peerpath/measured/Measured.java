// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import java.util.List;
import java.util.Optional;
import org.peerpath.measured.read.Figure;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * One figure and what it says about a host.
 *
 * @param file where it was printed
 * @param figure the figure
 * @param requester the function that sends the requests; empty for collectives and where it cannot be told
 * @param target the function whose memory is meant; empty likewise, and where it is the host's memory
 * @param path the path's answer; empty where the figure belongs to none
 * @param expected what the path can carry, GB/s; empty where it cannot be told
 * @param agrees whether the figure agrees with the verdict; empty where it cannot be told
 * @param state how to show it; empty where it says nothing about a path
 * @param message the sentence
 * @param next what to look at next, most likely first
 */
public record Measured(
        String file,
        Figure figure,
        Optional<Address> requester,
        Optional<Address> target,
        Optional<PathReport> path,
        Optional<Double> expected,
        Optional<Boolean> agrees,
        Optional<MeasuredState> state,
        Message message,
        List<Message> next) {
    public Measured {
        next = List.copyOf(next);
    }

    /** Returns the figure as a share of what is expected; empty where that is not known. */
    public Optional<Double> share() {
        return expected.filter(value -> value > 0).map(value -> figure.gigabytesPerSecond() / value);
    }
}
