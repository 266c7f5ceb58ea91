// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.Optional;

/**
 * What a device's Address Translation Services do otherwise than its capability says.
 *
 * @param neverBelow a root port: no function below it can use ATS
 * @param refused the kernel hides the capability of the device
 * @param beforeRevision that holds only for revisions before this one; empty for all
 * @param alwaysOnSince the first kernel that turns ATS on whatever the domain, and that nobody can turn off
 */
public record AtsBehavior(
        boolean neverBelow, boolean refused, Optional<Integer> beforeRevision, Optional<KernelVersion> alwaysOnSince) {
    /** As the capability says. */
    public static final AtsBehavior STANDARD = new AtsBehavior(false, false, Optional.empty(), Optional.empty());
}
