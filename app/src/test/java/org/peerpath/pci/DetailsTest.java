// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.peerpath.testing.FactAssertions.known;

import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Bytes;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;
import org.peerpath.testing.HostShapes;
import org.peerpath.testing.VpdBytes;

/** The capabilities that no route depends on, and the listing of all registers. */
class DetailsTest {
    private final HostBuilder host = HostBuilder.named("t");
    private final FunctionBuilder port = host.rootPort("0000:00:01.0", 0x8086, 0x0db0);
    private final FunctionBuilder device = port.endpoint("0000:01:00.0", 0x15b3, 0x1023, 0x020000);

    private PciFunction function(FunctionBuilder of) {
        return Topologies.of(host.build()).get(of.address());
    }

    private Details details(FunctionBuilder of) {
        return Details.of(function(of));
    }

    @Test
    void capabilitiesAreDecoded() {
        device.ari(3)
                .serialNumber(0xb83fd20300a1b2c3L)
                .pri(0x0001, 0x0100, 0x80, 0x40)
                .pasid(0x1406, 0x0001)
                .dpc(0x00d7, 0x0002, 0x0001)
                .resizableBar(2, 19);
        Details details = details(device);
        assertEquals(Fact.known(3), known(details.ari()).nextFunction());
        assertEquals(Fact.known(0xb83fd20300a1b2c3L), details.serialNumber());
        assertEquals(
                new Details.Pri(Fact.known(true), Fact.known(true), Fact.known(0x80), Fact.known(0x40)),
                known(details.pri()));
        assertEquals(new Details.Pasid(Fact.known(true), Fact.known(20)), known(details.pasid()));
        assertEquals(new Details.Dpc(Fact.known(2), Fact.known(true)), known(details.dpc()));
        assertEquals(List.of(new Details.ResizableBar(2, 1L << 39, 0x03fffff0)), known(details.resizableBars()));
        assertTrue(details.vpd().isAbsent());
        assertTrue(details.windows().isAbsent());
    }

    @Test
    void anAcsViolationShows() {
        port.config(config -> config.put32(0x104, 1 << 21));
        assertEquals(Fact.known(true), known(details(port).aer()).acsViolation());
        assertEquals(Fact.known(false), known(details(device).aer()).acsViolation());
    }

    @Test
    void whatWasNotReadIsUnknown() {
        device.readable(64);
        Details details = details(device);
        assertTrue(details.aer().isUnknown());
        assertTrue(details.serialNumber().isUnknown());
        assertTrue(details.vpd().isUnknown());
    }

    @Test
    void windowsCoverTheBarsBelow() {
        device.bar(0, 0x20_0000_0000L, 0x0400_0000L);
        MemoryWindows windows = MemoryWindows.ofRegisters(function(port)).orElseThrow();
        assertTrue(windows.hold(0x20_0000_0000L));
        assertTrue(windows.hold(0x20_03ff_ffffL));
        assertFalse(windows.hold(0x1f_ffff_ffffL));
        assertFalse(windows.hold(0x20_0400_0000L));
        MemoryWindows closed = MemoryWindows.ofRegisters(function(device(port))).orElseThrow();
        assertEquals(List.of(), closed.open());
    }

    private static FunctionBuilder device(FunctionBuilder port) {
        return port.pciBridge("0000:01:01.0", 0x1a03, 0x1150);
    }

    @Test
    void vendorCapabilitiesHaveNames() {
        device.config(config -> {
            config.put8(config.capability(0x09, 16) + 2, 16);
            int own = config.extended(0x000b, 1, 16);
            config.put32(own + 4, 0x01010005);
            int cxl = config.extended(0x0023, 1, 16);
            config.put32(cxl + 4, 0x03811e98).put16(cxl + 8, 0x0000);
        });
        assertEquals(
                List.of("Mellanox", "Mellanox 0005", "CXL device"),
                details(device).vendorCapabilities().stream()
                        .map(VendorCapability::title)
                        .toList());
    }

    // Vital product data

    @Test
    void vitalProductDataAreRead() {
        device.vpd(
                VpdBytes.of("NVIDIA ConnectX-8", "PN", "900-9X81E", "SN", "MT25", "V3", "5c25e4d2", "VU", "MT25MLNX"));
        Vpd vpd = known(details(device).vpd());
        assertEquals("NVIDIA ConnectX-8", vpd.product());
        assertEquals(Map.of("PN", "900-9X81E", "SN", "MT25", "V3", "5c25e4d2", "VU", "MT25MLNX"), vpd.fields());
        assertTrue(vpd.whole());
        assertTrue(vpd.checksum());
        assertEquals("5c25e4d2", vpd.field("V3").orElse(""));
    }

    @Test
    void aChangedByteBreaksTheChecksumAndACutBreaksTheEnd() {
        byte[] bytes = VpdBytes.of("X", "PN", "1").toArray();
        bytes[3] ^= 1;
        assertFalse(Vpd.parse(Bytes.copyOf(bytes)).checksum());
        Bytes whole = VpdBytes.of("X", "PN", "1");
        for (int length = 0; length < whole.length(); length++) {
            assertFalse(Vpd.parse(whole.slice(0, length)).whole(), "cut at " + length);
        }
    }

    @Test
    void controlCharactersInItAreNotPassedOn() {
        Vpd vpd = Vpd.parse(VpdBytes.of("a\u001b[31mb", "SN", "x\ny"));
        assertFalse(vpd.product().contains("\u001b"));
        assertFalse(vpd.fields().toString().contains("\n"));
    }

    @Test
    void randomBytesNeverThrow() {
        Random random = new Random(7);
        for (int i = 0; i < 5000; i++) {
            byte[] bytes = new byte[random.nextInt(400)];
            random.nextBytes(bytes);
            if (bytes.length > 3) {
                bytes[0] = (byte) (0x82 + random.nextInt(0x10));
                bytes[1] = (byte) random.nextInt(20);
                bytes[2] = 0;
            }
            Vpd vpd = Vpd.parse(Bytes.copyOf(bytes));
            assertTrue(vpd.product().length() <= bytes.length);
        }
    }

    // All registers

    @Test
    void everyRegisterListedSaysWhatTheBytesSay() {
        for (Snapshot snapshot : HostShapes.all()) {
            for (PciFunction function : Topologies.of(snapshot).functions().values()) {
                Fact<Bytes> read = function.facts().bytes("config");
                if (read.isUnknown()) {
                    assertTrue(RegisterReading.of(function).stream()
                            .allMatch(reading -> reading.value().isUnknown()));
                    continue;
                }
                Bytes config = known(read);
                for (RegisterReading reading : RegisterReading.of(function)) {
                    int value = known(reading.value());
                    for (int i = 0; i < reading.register().width(); i++) {
                        assertEquals(config.at(reading.offset() + i), (value >> (8 * i)) & 0xff);
                    }
                    for (RegisterReading.FieldReading field : reading.fields()) {
                        int bits = known(field.value());
                        assertEquals(
                                value & field.field().mask(),
                                bits << field.field().low());
                    }
                }
            }
        }
    }

    @Test
    void theListingFitsTheFunction() {
        port.acs(0x20, 0);
        List<Register> ofPort = registers(function(port));
        assertTrue(ofPort.contains(Register.ACS_EGRESS_VECTOR));
        assertTrue(ofPort.contains(Register.SECONDARY_BUS));
        assertTrue(ofPort.contains(Register.ROOT_CONTROL));
        List<Register> ofDevice = registers(function(device));
        assertTrue(ofDevice.contains(Register.LINK_STATUS));
        assertFalse(ofDevice.contains(Register.SLOT_CAPABILITIES));
        assertFalse(ofDevice.contains(Register.SECONDARY_BUS));
        assertEquals(ofDevice.stream().distinct().count(), ofDevice.size());
    }

    private static List<Register> registers(PciFunction function) {
        return RegisterReading.of(function).stream()
                .map(RegisterReading::register)
                .toList();
    }

    @Test
    void detailsOfRandomConfigurationSpaceNeverThrow() {
        Random random = new Random(99);
        for (int i = 0; i < 500; i++) {
            HostBuilder noise = HostBuilder.named("n");
            FunctionBuilder victim = noise.rootPort("0000:00:01.0", 0x8086, 1);
            victim.acs(0x7f, 0)
                    .serialNumber(1)
                    .resizableBar(0, 5)
                    .pri(0, 0, 0, 0)
                    .pasid(0, 0);
            int hits = random.nextInt(400);
            victim.config(config -> {
                for (int h = 0; h < hits; h++) {
                    config.put8(random.nextInt(h % 2 == 0 ? 0x300 : 4096), random.nextInt(256));
                }
            });
            PciFunction function = Topologies.of(noise.build()).get(Address.of("0000:00:01.0"));
            assertTrue(Details.of(function).vendorCapabilities().size() < 2000);
            assertFalse(RegisterReading.of(function).isEmpty() && hits == 0);
        }
    }
}
