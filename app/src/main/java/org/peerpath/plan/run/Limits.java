// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import java.time.Duration;

/**
 * How long things may take.
 *
 * @param check for a question that changes nothing
 * @param operation for one operation; creating VFs takes some seconds each on real NICs
 * @param hold how long a canary is held and watched
 * @param silence without a pulse for this long, a host has stopped answering
 * @param probe between two attempts to reach a host that has stopped answering
 */
public record Limits(Duration check, Duration operation, Duration hold, Duration silence, Duration probe) {
    public static final Limits USUAL = new Limits(
            Duration.ofSeconds(20),
            Duration.ofMinutes(2),
            Duration.ofSeconds(60),
            Duration.ofSeconds(15),
            Duration.ofSeconds(5));

    public Limits holding(Duration other) {
        return new Limits(check, operation, other, silence, probe);
    }
}
