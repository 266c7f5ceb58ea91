// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import java.util.Optional;
import java.util.Set;

/** What NVIDIA's Xid numbers mean for others (NVIDIA, "Xid Errors"; open-gpu-kernel-modules, nverror.h). */
final class Xids {
    static final String OFF_THE_BUS = "79";
    /** Graphics exceptions, MMU faults and stopped channels of one program. */
    private static final Set<String> OF_PROGRAM =
            Set.of("8", "11", "13", "31", "32", "37", "43", "45", "68", "69", "109");

    private Xids() {}

    /** Whether it is mostly a fault of the program that used the GPU, not of the GPU. */
    static boolean isOfProgram(Optional<String> number) {
        return number.filter(OF_PROGRAM::contains).isPresent();
    }
}
