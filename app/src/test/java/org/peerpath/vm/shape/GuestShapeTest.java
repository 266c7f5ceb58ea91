// SPDX-License-Identifier: Apache-2.0
package org.peerpath.vm.shape;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.peerpath.snapshot.Address;

/** The virtual tree: ways to the root, NCCL's words for pairs, and the addresses that firmware will give. */
class GuestShapeTest {
    /** Two expanders, one with a switch of two ports, the other with a root port, and a root port on the root bus. */
    private static final GuestShape SHAPE = GuestShape.of(List.of(
            GuestDevice.rootBus("pcie.0"),
            GuestDevice.expander("pxb0", GuestPlace.of("pcie.0", 1, 0), OptionalInt.of(32), OptionalInt.of(0)),
            GuestDevice.expander("pxb1", GuestPlace.of("pcie.0", 2, 0), OptionalInt.of(96), OptionalInt.of(1)),
            bridge("rp0", GuestDeviceKind.ROOT_PORT, "pxb0", 0),
            bridge("up0", GuestDeviceKind.UPSTREAM_PORT, "rp0", 0),
            bridge("dn1", GuestDeviceKind.DOWNSTREAM_PORT, "up0", 1),
            bridge("dn0", GuestDeviceKind.DOWNSTREAM_PORT, "up0", 0),
            bridge("rp1", GuestDeviceKind.ROOT_PORT, "pxb1", 0),
            bridge("rp2", GuestDeviceKind.ROOT_PORT, "pcie.0", 3),
            bridge("rp3", GuestDeviceKind.ROOT_PORT, "pcie.0", 4),
            GuestDevice.endpoint("nic0", GuestPlace.of("dn0", 0, 0)),
            GuestDevice.endpoint("stor0", GuestPlace.of("dn1", 0, 0)),
            GuestDevice.endpoint("nic1", GuestPlace.of("rp1", 0, 0)),
            GuestDevice.endpoint("net2", GuestPlace.of("rp2", 0, 0)),
            GuestDevice.endpoint("net3", GuestPlace.of("rp3", 0, 0)),
            GuestDevice.endpoint("on-pxb", GuestPlace.of("pxb0", 7, 0))));

    private static GuestDevice bridge(String id, GuestDeviceKind kind, String bus, int slot) {
        return GuestDevice.bridge(id, kind, "", GuestPlace.of(bus, slot, 0));
    }

    /** As SeaBIOS numbered the same tree in QEMU 7.2. */
    @Test
    void predicts() {
        Map<String, Address> addresses = SHAPE.predicted();
        assertEquals(Address.of("0000:23:00.0"), addresses.get("nic0"));
        assertEquals(Address.of("0000:24:00.0"), addresses.get("stor0"));
        assertEquals(Address.of("0000:61:00.0"), addresses.get("nic1"));
        assertEquals(Address.of("0000:01:00.0"), addresses.get("net2"));
        assertEquals(Address.of("0000:22:01.0"), addresses.get("dn1"));
        assertEquals(Address.of("0000:20:07.0"), addresses.get("on-pxb"));
    }

    @Test
    void distances() {
        assertEquals(Optional.of(NcclDistance.PIX), distance("nic0", "stor0"));
        assertEquals(Optional.of(NcclDistance.SYS), distance("nic0", "nic1"));
        assertEquals(Optional.of(NcclDistance.PHB), distance("net2", "net3"));
        assertEquals(Optional.of(NcclDistance.PHB), distance("nic0", "on-pxb"));
    }

    /** Only the number of a root bus is fixed. */
    @Test
    void fixedAddresses() {
        assertEquals(Optional.of(Address.of("0000:20:07.0")), SHAPE.fixedAddress(GuestPlace.of("pxb0", 7, 0)));
        assertEquals(Optional.of(Address.of("0000:00:05.0")), SHAPE.fixedAddress(GuestPlace.of("pcie.0", 5, 0)));
        assertEquals(Optional.empty(), SHAPE.fixedAddress(GuestPlace.of("rp2", 0, 0)));
    }

    /** A source may name buses that it does not describe, or lead in a circle. */
    @Test
    void waysThatLeadNowhere() {
        assertEquals(Optional.empty(), SHAPE.way(GuestPlace.of("pci.99", 0, 0)));
        GuestShape circle = GuestShape.of(List.of(
                bridge("a", GuestDeviceKind.PCI_BRIDGE, "b", 0), bridge("b", GuestDeviceKind.PCI_BRIDGE, "a", 0)));
        assertEquals(Optional.empty(), circle.way(GuestPlace.of("a", 0, 0)));
        assertEquals(Map.of(), circle.predicted());
        assertFalse(circle.distance(GuestPlace.of("a", 0, 0), GuestPlace.of("b", 0, 0))
                .isPresent());
    }

    private static Optional<NcclDistance> distance(String one, String other) {
        return SHAPE.distance(place(one), place(other));
    }

    private static GuestPlace place(String id) {
        return SHAPE.find(id).orElseThrow().place().orElseThrow();
    }
}
