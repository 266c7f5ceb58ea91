// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.Set;

/**
 * What a port's Access Control Services do otherwise than the specification says. Bits have the names of the register:
 * SV TB RR CR UF EC DT.
 *
 * @param wide the registers are 32 bits wide, the control at +8
 * @param readsZero bits that the capability advertises and whose control cannot be set
 * @param brokenSourceValidation Source Validation refuses what it must let through
 * @param isolates kinds of ports, {@code root-port} or {@code downstream-port}, that keep what is below them apart without
 *     a capability that says so
 * @param undocumented nobody has published how the device behaves with ACS
 */
public record AcsBehavior(
        boolean wide,
        Set<String> readsZero,
        boolean brokenSourceValidation,
        Set<String> isolates,
        boolean undocumented) {
    /** As the specification says. */
    public static final AcsBehavior STANDARD = new AcsBehavior(false, Set.of(), false, Set.of(), false);

    static final Set<String> BITS = Set.of("SV", "TB", "RR", "CR", "UF", "EC", "DT");
    static final Set<String> PORTS = Set.of("root-port", "downstream-port");

    public AcsBehavior {
        readsZero = Set.copyOf(readsZero);
        isolates = Set.copyOf(isolates);
    }
}
