// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.knowledge;

import java.util.Optional;

/**
 * A device by its ids.
 *
 * @param id vendor and device
 * @param name as people say it: "ConnectX-8", "B300"
 * @param kind what it is: one of the kinds that docs/knowledge-base.md lists
 * @param gigabitsPerSecond a NIC: what all its ports carry together in one direction, Gb/s
 * @param virtualFunctionLimit a NIC: VFs that one PF can have at most
 * @param user whether the entry comes from a user's file
 */
public record KnownDevice(
        DeviceId id,
        String name,
        String kind,
        Optional<Integer> gigabitsPerSecond,
        Optional<Integer> virtualFunctionLimit,
        boolean user) {}
