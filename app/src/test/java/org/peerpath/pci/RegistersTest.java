// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.testing.FactAssertions.known;
import static org.peerpath.testing.FactAssertions.why;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;

/** ACS and PCI Express registers, bit by bit. */
class RegistersTest extends OnePort {
    // ACS

    @ParameterizedTest
    @CsvSource({
        "0x0080, true, DIRECT, DIRECT, false",
        "0x0100, false, BLOCK, DIRECT, false",
        "0x0200, false, REDIRECT, DIRECT, false",
        "0x0300, false, RESERVED, DIRECT, false",
        "0x0400, false, DIRECT, BLOCK, false",
        "0x0800, false, DIRECT, REDIRECT, false",
        "0x0c00, false, DIRECT, RESERVED, false",
        "0x1000, false, DIRECT, DIRECT, true",
        "0x1a80, true, REDIRECT, REDIRECT, true",
        "0xe07f, false, DIRECT, DIRECT, false",
    })
    void enhancedControlsAreDecoded(
            String control, boolean io, AcsEnhanced.Target down, AcsEnhanced.Target up, boolean unclaimed) {
        port.acs(0x00ff, Integer.decode(control), 0, 0, 0, 0, 0, 0, 0, 0);
        assertEquals(
                new AcsEnhanced(io, down, up, unclaimed),
                known(known(decoded(PORT).acs()).enhanced()));
    }

    @Test
    void withoutTheEnhancedCapabilityItsControlsAreAbsent() {
        port.acs(0x001f, 0x1f9d);
        assertTrue(known(decoded(PORT).acs()).enhanced().isAbsent());
    }

    @ParameterizedTest
    @CsvSource({"0x20, 256", "0x0120, 1", "0x2020, 32", "0x2120, 33", "0xff20, 255", "0x20df, 0"})
    void theEgressVectorHasItsSize(String capability, int size) {
        port.acs(Integer.decode(capability), 0, 0x11111111, 2, 3, 4, 5, 6, 7, 0x88888888);
        Acs acs = known(decoded(PORT).acs());
        assertEquals(size, acs.egressVectorSize());
        if (size == 0) {
            assertTrue(acs.egressVector().isAbsent());
            return;
        }
        Bytes vector = known(acs.egressVector());
        assertEquals((size + 31) / 32 * 4, vector.length());
        assertEquals(0x11111111, vector.dword(0));
    }

    @Test
    void aControlWithoutItsCapabilityBitIsOff() {
        port.acs(0x0001, 0x007f);
        Acs acs = known(decoded(PORT).acs());
        for (AcsBit bit : AcsBit.values()) {
            assertEquals(Fact.known(bit == AcsBit.SV), acs.on(bit), bit.name());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0xa110, 0xa11f, 0xa167, 0xa16a, 0xa290, 0xa29f, 0xa2e7, 0xa2ee, 0x9d10, 0x9d1b})
    void sunrisePointRootPortsHaveWideRegisters(int id) {
        host.rootPort("0000:00:1c.0", 0x8086, id).wideAcs(0x0000000f, 0x0000000d);
        Acs acs = known(decoded("0000:00:1c.0").acs());
        assertEquals(0x0f, known(acs.capability()));
        assertEquals(0x0d, known(acs.control()));
        assertEquals(acs.offset() + 8, acs.controlOffset());
    }

    @ParameterizedTest
    @ValueSource(ints = {0xa10f, 0xa120, 0xa166, 0xa16b, 0xa28f, 0xa2a0, 0xa2e6, 0xa2ef, 0x9d0f, 0x9d1c})
    void theirNeighboursHaveNot(int id) {
        host.rootPort("0000:00:1c.0", 0x8086, id).acs(0x0f, 0x0d);
        Acs acs = known(decoded("0000:00:1c.0").acs());
        assertEquals(0x0d, known(acs.control()));
        assertEquals(acs.offset() + 6, acs.controlOffset());
    }

    @Test
    void aWhatIfChangesTheControlAndNothingElse() {
        port.acs(0x00df, 0x001d);
        Acs before = known(decoded(PORT).acs());
        Acs after = before.withControl(0x105d);
        assertEquals(Fact.known(true), after.on(AcsBit.DT));
        assertTrue(known(after.enhanced()).unclaimedRedirect());
        assertEquals(before, after.withControl(0x001d));
    }

    // PCI Express

    @Test
    void linkAndDeviceRegistersAreDecoded() {
        device.link(LinkSpeed.GEN6, 16, LinkSpeed.GEN3, 8)
                .targetSpeed(LinkSpeed.GEN4)
                .flit()
                .portNumber(0xa5)
                .payload(1024, 512, 4096)
                .relaxedOrdering(false);
        PciFunction function = decoded(DEVICE);
        assertEquals(
                new Link(
                        Fact.known(LinkSpeed.GEN6),
                        Fact.known(16),
                        Fact.known(LinkSpeed.GEN3),
                        Fact.known(8),
                        Fact.known(LinkSpeed.GEN4),
                        Fact.known(0xa5),
                        Fact.known(true)),
                known(function.link()));
        assertEquals(
                new DeviceControl(Fact.known(false), Fact.known(512), Fact.known(4096), Fact.known(1024)),
                known(function.deviceControl()));
    }

    @Test
    void anIntegratedEndpointHasNoLink() {
        host.integrated("0000:00:02.0", 0x8086, 0x0b25, 0x088000);
        PciFunction function = decoded("0000:00:02.0");
        assertTrue(function.link().isAbsent());
        assertTrue(function.deviceControl().isKnown());
    }

    @Test
    void theFirstVersionOfTheCapabilityHasNoSecondRegisters() {
        device.config(config -> config.change16(0x62, 0x000f, 1));
        Link link = known(decoded(DEVICE).link());
        assertTrue(link.targetSpeed().isAbsent());
        assertTrue(link.flitMode().isAbsent());
        assertEquals(LinkSpeed.GEN5, known(link.maxSpeed()));
    }

    @Test
    void reservedSpeedsAndSizesAreUnknown() {
        device.config(config -> config.change16(0x72, 0xf, 9).change16(0x68, 0x70e0, 0x70e0));
        PciFunction function = decoded(DEVICE);
        assertEquals(
                "unknown.register.reserved-value", why(known(function.link()).currentSpeed()));
        assertEquals(
                "unknown.register.reserved-value",
                why(known(function.deviceControl()).maxReadRequest()));
    }
}
