// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import org.peerpath.plan.Operation;

/** A command that the program never runs on a host. Plans hold none; a forged file might. */
final class NotAllowedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    NotAllowedException(Operation operation) {
        super(operation.shell());
    }
}
