// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

/** How near two functions are, in the labels of {@code nvidia-smi topo} (routing.md 9); nearest first. */
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
    SYS
}
