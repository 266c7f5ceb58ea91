// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import org.peerpath.snapshot.Address;

/** What people call a host's functions. */
public interface Names {
    /** {@code mlx5_5}, {@code GPU 5}; the address where there is no better name. */
    String shortName(Address function);

    /** {@code ConnectX-8}, {@code B300}; empty if it is not known. */
    String model(Address function);
}
