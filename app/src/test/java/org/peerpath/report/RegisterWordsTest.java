// SPDX-License-Identifier: Apache-2.0
package org.peerpath.report;

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
    @ValueSource(strings = {"", "17:00.0 PCI bridge", "0x123456789", "hello", "0x"})
    void otherTextIsNoValue(String typed) {
        assertEquals(List.of(), RegisterWords.of(typed, Texts.ENGLISH));
    }

    /** What setpci and loops around it print says which register it is. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "0000:17:01.0 (ecap 000d @148) @14e = 001d",
                "# setpci -v -s 17:01.0 ECAP_ACS+6.w\n0000:17:01.0 (ecap 000d @148) @14e = 001d",
                "# setpci -s 0000:17:01.0 ECAP_ACS+6.w\n001d",
                "17:01.0 ECAP_ACS+6.w = 001d",
                "00:01.0 ACSCtl: 0x1d",
                "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+\nUpstreamFwd+ EgressCtrl- DirectTrans-"
            })
    void theRegisterIsKnown(String pasted) {
        List<RegisterWords.Meaning> meanings = RegisterWords.of(pasted, Texts.ENGLISH);
        assertEquals(
                List.of("ACS Control (ACSCtl) = 0x001d"),
                meanings.stream().map(RegisterWords.Meaning::title).toList());
    }

    @Test
    void aLongWordIsTwoRegisters() {
        assertEquals(
                List.of("ACS Capability (ACSCap) = 0x005f", "ACS Control (ACSCtl) = 0x001d"),
                RegisterWords.of("17:01.0 ECAP_ACS+4.l = 001d005f", Texts.ENGLISH).stream()
                        .map(RegisterWords.Meaning::title)
                        .toList());
    }

    /** A loop that prints one port's value a line: which register it asked for is not in its output. */
    @Test
    void valuesBesidePortsAreOfTheLikelyRegisters() {
        List<RegisterWords.Meaning> meanings = RegisterWords.of("00:01.0 001d\n0000:17:01.0 001d\n", Texts.ENGLISH);
        assertEquals("ACS Control (ACSCtl) = 0x001d", meanings.getFirst().title());
        assertEquals(6, meanings.size(), meanings::toString);
    }

    @Test
    void aRegisterWithoutWordsSaysSo() {
        assertEquals(
                "ECAP_FOO+6.w = 001d: its bits are not explained here",
                RegisterWords.of("17:01.0 ECAP_FOO+6.w = 001d", Texts.ENGLISH)
                        .getFirst()
                        .title());
    }
}
