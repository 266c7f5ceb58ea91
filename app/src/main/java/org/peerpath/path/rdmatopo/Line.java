// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path.rdmatopo;

import java.util.List;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * One line of {@code rdma_topo check}.
 *
 * @param ok whether it begins with OK, not FAIL
 * @param text what it says, in our words
 * @param functions the functions that it is about
 */
public record Line(boolean ok, Message text, List<Address> functions) {
    public Line {
        functions = List.copyOf(functions);
    }
}
