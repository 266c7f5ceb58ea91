// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

/** From which level of zoom on a shape is worth showing; painters of files show all. */
public enum Detail {
    /** Boxes, ribbons and names. */
    FAR,
    /** Addresses, links, states. */
    NEAR,
    /** Single register bits. */
    CLOSE
}
