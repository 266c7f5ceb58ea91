// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

/** What must be known about a figure before anybody compares it with a link. */
public enum Trait {
    /** A copy inside one device's own memory. */
    LOCAL,
    /** The two have no peer access: the copy went through the host's memory. */
    FALLBACK,
    /** Peer access was switched off for this figure. */
    PEER_DISABLED,
    /** The run failed after this figure. */
    BROKEN_OFF,
    /** A sum or an average over several pairs or sizes. */
    SUMMARY,
    /** Several transfers shared the links. */
    CONCURRENT,
    /** One direction, while the other direction was loaded too. */
    UNDER_BOTH,
    /** The size of the data over the time, not the load of the wires (nccl-tests' algbw). */
    ALGORITHM,
    /** A collective of several GPUs. */
    COLLECTIVE,
    /** The processor read a mapped BAR, which is slow by nature. */
    BAR_READ,
    /** The figure does not fit the message rate printed beside it. */
    INCONSISTENT,
    /** One second of a run whose summary is missing. */
    INTERVAL,
    /** Over the network with TCP or UDP. */
    NETWORK,
    /** Sent and received by two processes of one host through the adapter. */
    LOOPBACK
}
