// SPDX-License-Identifier: Apache-2.0
package org.peerpath.hardware;

import java.util.Optional;

/**
 * One device, or a range of devices, by its ids, and what it does. What a row does not mention is as the standards say.
 *
 * @param ids vendor and devices
 * @param name as people say it: "ConnectX-8", "B300"
 * @param kind what it is, whatever its class code says; empty where the class code tells
 * @param vpd what else it is where its vital product data say so
 * @param gigabitsPerSecond a NIC: what all its ports carry together in one direction, Gb/s
 * @param virtualFunctionLimit a NIC: VFs that one PF can have at most
 * @param memoryBar the number of the BAR through which peers reach its memory
 * @param acs how its ACS behaves
 * @param ats how its ATS behaves
 * @param peerToPeer a host bridge: what the kernel allows through it
 * @param ncclFolds whether two levels of this switch are one to NCCL
 * @param rdmaTopo what {@code rdma_topo} of rdma-core calls it
 * @param source who says so
 * @param date when that was so, {@code yyyy-mm-dd}
 * @param user whether the entry comes from a user's file
 */
public record KnownDevice(
        DeviceIds ids,
        String name,
        Optional<DeviceKind> kind,
        Optional<VpdKind> vpd,
        Optional<Integer> gigabitsPerSecond,
        Optional<Integer> virtualFunctionLimit,
        Optional<Integer> memoryBar,
        Optional<AcsBehavior> acs,
        Optional<AtsBehavior> ats,
        Optional<PeerToPeer> peerToPeer,
        boolean ncclFolds,
        Optional<String> rdmaTopo,
        Optional<String> source,
        Optional<String> date,
        boolean user) {

    /** This row where it says something, the other one where it does not: a user's row over a shipped one. */
    KnownDevice over(KnownDevice other) {
        return new KnownDevice(
                ids,
                name,
                kind.or(other::kind),
                vpd.or(other::vpd),
                gigabitsPerSecond.or(other::gigabitsPerSecond),
                virtualFunctionLimit.or(other::virtualFunctionLimit),
                memoryBar.or(other::memoryBar),
                acs.or(other::acs),
                ats.or(other::ats),
                peerToPeer.or(other::peerToPeer),
                ncclFolds || other.ncclFolds,
                rdmaTopo.or(other::rdmaTopo),
                source,
                date,
                user);
    }

    /**
     * The same device, of the kind that its vital product data tell.
     *
     * @param vendorText what the vendor's own keywords say
     */
    public KnownDevice saying(String vendorText) {
        return vpd.filter(told -> vendorText.contains(told.contains()))
                .map(told -> ofKind(told.kind()))
                .orElse(this);
    }

    private KnownDevice ofKind(DeviceKind other) {
        return new KnownDevice(
                ids,
                name,
                Optional.of(other),
                vpd,
                gigabitsPerSecond,
                virtualFunctionLimit,
                memoryBar,
                acs,
                ats,
                peerToPeer,
                ncclFolds,
                rdmaTopo,
                source,
                date,
                user);
    }
}
