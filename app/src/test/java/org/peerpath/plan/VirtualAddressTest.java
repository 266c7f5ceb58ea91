// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class VirtualAddressTest {
    @Test
    void macs() {
        assertEquals(Optional.of("02:65:00:aa:bb:cc"), VirtualAddress.mac("b8:0f:d2:aa:bb:cc", 0));
        assertEquals(Optional.of("06:65:03:aa:bb:cc"), VirtualAddress.mac("B8:0F:D2:AA:BB:CC\n", 259));
    }

    @Test
    void guids() {
        assertEquals(Optional.of("0e:42:a1:00:01:ab:cd:ef"), VirtualAddress.nodeGuid("0c42:a103:00ab:cdef", 0));
        assertEquals(Optional.of("0e:42:a1:80:01:ab:cd:ef"), VirtualAddress.portGuid("0c42:a103:00ab:cdef", 0));
        assertEquals(Optional.of("0e:42:a1:01:00:ab:cd:ef"), VirtualAddress.nodeGuid("0c42:a103:00ab:cdef", 255));
    }

    @Test
    void noTwoAreAlikeAndAllAreLocalAndUnicast() {
        Set<String> seen = new HashSet<>();
        for (String physical : List.of("b8:3f:d2:00:00:01", "b8:3f:d2:00:00:02", "0c:42:a1:00:00:01")) {
            for (int n = 0; n < 1000; n++) {
                String mac = VirtualAddress.mac(physical, n).orElseThrow();
                assertTrue(seen.add(mac), mac);
                assertEquals(2, Integer.parseInt(mac.substring(0, 2), 16) & 3, mac);
            }
        }
    }

    @Test
    void whatIsNoAddressGivesNone() {
        assertFalse(VirtualAddress.mac("", 0).isPresent());
        assertFalse(VirtualAddress.mac("80:00:00:28:fe:80:00:00:00:00:00:00:b8:3f:d2:03:00:00:00:01", 0)
                .isPresent());
        assertFalse(VirtualAddress.mac("b8:3f:d2:00:00:01", -1).isPresent());
        assertFalse(VirtualAddress.mac("b8:3f:d2:00:00:01", 1 << 14).isPresent());
        assertFalse(VirtualAddress.nodeGuid("b8:3f", 0).isPresent());
    }
}
