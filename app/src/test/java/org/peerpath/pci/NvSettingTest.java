// SPDX-License-Identifier: Apache-2.0
package org.peerpath.pci;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.snapshot.Address;
import org.peerpath.testing.FunctionBuilder;
import org.peerpath.testing.HostBuilder;

/** A card's setting, whichever of its functions the tool was asked for. */
class NvSettingTest {
    private static final String NEXT = "mlxconfig/ATS_ENABLED/next-boot";
    private static final String NOW = "mlxconfig/ATS_ENABLED/current";
    private final HostBuilder host = HostBuilder.named("nv");
    private final FunctionBuilder first =
            host.rootPort("0000:15:01.0", 0x8086, 0x0db0).endpoint("0000:18:00.0", 0x15b3, 0x1023, 0x020000);

    private NvSetting of(String function) {
        return NvSetting.of(Topologies.of(host.build()), Address.of(function), NvSetting.ATS_ENABLED);
    }

    @ParameterizedTest
    @CsvSource({
        "True(1), true",
        "False(0), false",
        "1, true",
        "0, false",
        "TRUE, true",
        "false, false",
        "' True (1) ', true",
        "DEVICE_DEFAULT(2),",
        "N/A,",
        "'',"
    })
    void valuesAreReadAsTheToolsPrintThem(String text, Boolean on) {
        first.attribute(NEXT, text);
        assertEquals(Optional.ofNullable(on), of("0000:18:00.0").nextBoot().on().asOptional());
        assertEquals(on != null && !on, of("0000:18:00.0").nextBoot().isOff());
    }

    @Test
    void nowAndNextAreDifferentFacts() {
        first.attribute(NEXT, "True(1)");
        assertTrue(of("0000:18:00.0").nextBoot().isOn());
        assertTrue(of("0000:18:00.0").current().on().isUnknown());
        first.attribute(NOW, "False(0)");
        assertTrue(of("0000:18:00.0").current().isOff());
        assertEquals(NOW, of("0000:18:00.0").current().attribute());
    }

    @Test
    void aCardsOtherPortAndItsVfsHaveTheSameSetting() {
        first.virtualFunctions(4, 1, 2, 1, 0x101e);
        host.get("0000:15:01.0")
                .endpoint("0000:18:00.1", 0x15b3, 0x1023, 0x020000)
                .attribute(NEXT, "True(1)");
        for (String function : List.of("0000:18:00.0", "0000:18:00.1", "0000:18:00.2")) {
            assertTrue(of(function).nextBoot().isOn(), function);
            assertEquals(Address.of("0000:18:00.1"), of(function).nextBoot().function());
        }
    }

    @Test
    void anotherCardsSettingSaysNothing() {
        host.rootPort("0000:25:01.0", 0x8086, 0x0db0)
                .endpoint("0000:28:00.0", 0x15b3, 0x1023, 0x020000)
                .attribute(NEXT, "True(1)");
        NvSetting.Reading unread = of("0000:18:00.0").nextBoot();
        assertFalse(unread.isOn());
        assertEquals(
                List.of("0000:18:00.0", "ATS_ENABLED"),
                unread.on().whyUnknown().orElseThrow().args());
    }

    @Test
    void aFunctionsOwnReadingComesBeforeThatOfTheOtherPort() {
        host.get("0000:15:01.0")
                .endpoint("0000:18:00.1", 0x15b3, 0x1023, 0x020000)
                .attribute(NEXT, "True(1)");
        first.attribute(NEXT, "False(0)");
        assertTrue(of("0000:18:00.0").nextBoot().isOff());
        assertTrue(of("0000:18:00.1").nextBoot().isOn());
    }
}
