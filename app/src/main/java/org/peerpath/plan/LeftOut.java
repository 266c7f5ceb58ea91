// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/**
 * Functions that a plan does not touch because they cannot take part, while it serves others.
 *
 * @param id the rule by which they cannot
 * @param functions the functions: one, or the two ends of a path
 * @param reason why
 */
public record LeftOut(GuardId id, List<Address> functions, Message reason) {
    public LeftOut {
        functions = List.copyOf(functions);
    }
}
