// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.text.Texts;

class RegisterWordsTest {
    @ParameterizedTest
    @ValueSource(strings = {"0x1d", "1d", "001d", " 0x001D\n", "ACSCtl: 0x1d", "ACS Control=001d"})
    void acsControlBitByBit(String typed) {
        RegisterWords.Meaning first = RegisterWords.of(typed, Texts.ENGLISH).getFirst();
        assertEquals("ACS Control (ACSCtl) = 0x001d", first.title());
        List<String> on = first.lines().stream()
                .filter(line -> line.contains(": on."))
                .map(line -> line.substring(0, 2))
                .toList();
        assertEquals(List.of("SV", "RR", "CR", "UF"), on);
        assertEquals(7, first.lines().size());
    }

    @Test
    void aNamedRegisterAlone() {
        List<RegisterWords.Meaning> meanings = RegisterWords.of("ATSCtl: 0x8000", Texts.ENGLISH);
        assertEquals(1, meanings.size());
        assertTrue(meanings.getFirst().lines().contains("Enable: on"), meanings.toString());
    }

    @Test
    void aWideValueFitsNoNarrowRegister() {
        assertEquals(List.of(), RegisterWords.of("0x12345678", Texts.ENGLISH));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "17:00.0 PCI bridge", "0x1d 0x1d", "0x123456789", "hello", "0x"})
    void otherTextIsNoValue(String typed) {
        assertEquals(List.of(), RegisterWords.of(typed, Texts.ENGLISH));
    }
}
