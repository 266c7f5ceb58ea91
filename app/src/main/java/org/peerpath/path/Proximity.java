// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

/** How near two functions are, in the labels of {@code nvidia-smi topo} (docs/routing.md 9); nearest first. */
public enum Proximity {
    /** Both directly below one switch. */
    PIX,
    /** Below one switch, with more levels between. */
    PXB,
    /** Below one host bridge. */
    PHB,
    /** In one NUMA node. */
    NODE,
    /** Anything else. */
    SYS,
    /** Bridges between the two, or their NUMA nodes, are not in the source. */
    UNKNOWN;

    /** The word used in files: the label as other tools print it, or {@code unknown}. */
    public String id() {
        return this == UNKNOWN ? Outcome.UNKNOWN.id() : name();
    }

    /** For people: the label, or a question mark. */
    public String label() {
        return this == UNKNOWN ? "?" : name();
    }
}
