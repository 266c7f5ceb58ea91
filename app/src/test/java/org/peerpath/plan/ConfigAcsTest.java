// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.hardware.KernelVersion;
import org.peerpath.snapshot.Address;

/** What kernels make of {@code pci=config_acs=}: rules of drivers/pci/pci.c __pci_config_acs in 6.11 and in 6.15. */
class ConfigAcsTest {
    private static final Address FIRST = Address.of("0000:17:00.0");
    private static final Address SECOND = Address.of("0000:17:01.0");
    private static final String BOTH = "1011101@0000:17:00.0;0011101@0000:17:01.0";

    @ParameterizedTest
    @CsvSource({"6,15", "6,16", "7,1"})
    void aSoundKernelTakesEveryEntryAndEveryBit(int major, int minor) {
        KernelVersion kernel = new KernelVersion(major, minor, 0);
        assertTrue(ConfigAcs.isSound(kernel));
        assertEquals(0x5d, ConfigAcs.control(kernel, BOTH, FIRST, 0x00, 0x1d));
        assertEquals(0x1d, ConfigAcs.control(kernel, BOTH, SECOND, 0x7f, 0x1d), "a firmware's 1 is cleared");
        assertEquals(
                0x40,
                ConfigAcs.control(kernel, "x000000@0000:17:00.0", FIRST, 0x5d, 0x1d),
                "x is the firmware's value, not the kernel's");
        assertEquals(0x1d, ConfigAcs.control(kernel, BOTH, Address.of("0000:17:02.0"), 0x00, 0x1d));
    }

    @ParameterizedTest
    @CsvSource({"6,11", "6,12", "6,13", "6,14"})
    void anEarlyKernelTakesTheFirstEntryOnlyAndClearsNothing(int major, int minor) {
        KernelVersion kernel = new KernelVersion(major, minor, 0);
        assertFalse(ConfigAcs.isSound(kernel));
        assertEquals(0x5d, ConfigAcs.control(kernel, BOTH, FIRST, 0x00, 0x1d));
        assertEquals(0x1d, ConfigAcs.control(kernel, BOTH, SECOND, 0x00, 0x1d), "the second entry is not read");
        String open = "0000000@0000:17:00.0";
        assertEquals(0x0c, ConfigAcs.control(kernel, open, FIRST, 0x0c, 0x1d), "RR and CR of the firmware stay");
        assertEquals(
                0x04,
                ConfigAcs.control(kernel, "0000000@0000:17:00.0;0000000@0000:17:01.0", FIRST, 0x04, 0x1d),
                "half open: requests go up, answers come straight back");
    }

    @Test
    void anOlderKernelDoesNotKnowIt() {
        assertEquals(0x1d, ConfigAcs.control(new KernelVersion(6, 8, 0), BOTH, FIRST, 0x00, 0x1d));
    }

    @ParameterizedTest
    @CsvSource({"10111012@0000:17:00.0", "'@'", "1011101", "00000000@0000:17:00.0", "''"})
    void whatItCannotReadChangesNothing(String parameter) {
        assertEquals(0x1d, ConfigAcs.control(new KernelVersion(6, 15, 0), parameter, FIRST, 0x00, 0x1d));
    }
}
