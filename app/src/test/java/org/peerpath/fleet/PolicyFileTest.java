// SPDX-License-Identifier: Apache-2.0
package org.peerpath.fleet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.text.Texts;

class PolicyFileTest {
    private static final LocalDate TODAY = LocalDate.of(2026, 11, 30);

    private static Policy read(String json) throws UnreadableSourceException {
        return PolicyFile.read(
                new ByteArrayInputStream(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8)),
                "policy.json",
                TODAY);
    }

    private static final String TWO_GROUPS = """
            {'schema':'peerpath.policy/1','groups':[
             {'hosts':'gpu0?','for':'vm','accept':[
               {'finding':'link-downgraded','why':'riser is Gen5','until':'2026-11-30'},
               {'finding':'firmware-unknown','why':'vendor says fine','until':'2026-11-29'}]},
             {'hosts':'*','accept':[{'finding':'bandwidth-short','why':'storage only'}]}]}
            """;

    @Test
    void theFirstGroupThatMatchesCounts() throws Exception {
        Policy policy = read(TWO_GROUPS);
        assertEquals(Optional.of(Scenario.VM), policy.scenario("gpu01"));
        assertEquals(Optional.empty(), policy.scenario("gpu10"));
        assertTrue(policy.accepts("gpu10", "bandwidth-short"));
        assertFalse(policy.accepts("gpu01", "bandwidth-short"));
    }

    @Test
    void anAcceptanceHoldsUntilItsLastDay() throws Exception {
        Policy policy = read(TWO_GROUPS);
        assertTrue(policy.accepts("gpu01", "link-downgraded"), "today is its last day");
        assertFalse(policy.accepts("gpu01", "firmware-unknown"), "that was yesterday");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'groups':[]}|peerpath.policy/1",
                "{'schema':'peerpath.policy/2'}|peerpath.policy/1",
                "{'schema':'peerpath.policy/1','groups':[{'host':'x'}]}|no field \"host\"",
                "{'schema':'peerpath.policy/1','groups':[{'for':'vm'}]}|needs one field \"hosts\"",
                "{'schema':'peerpath.policy/1','groups':[{'hosts':'x','for':'cloud'}]}|\"cloud\" is no scenario",
                "{'schema':'peerpath.policy/1','groups':[{'hosts':'x','accept':[{'finding':'no-such','why':'w'}]}]}"
                        + "|no finding of this id",
                "{'schema':'peerpath.policy/1','groups':[{'hosts':'x','accept':[{'finding':'ats-off'}]}]}|needs a reason",
                "{'schema':'peerpath.policy/1','groups':[{'hosts':'x','accept':[{'finding':'ats-off','why':'w',"
                        + "'until':'soon'}]}]}|\"soon\" is no date",
                "[]|policy.json",
            })
    void whatIsWrongIsNamedWithItsFile(String json, String said) {
        String message = Texts.ENGLISH.say(
                assertThrows(UnreadableSourceException.class, () -> read(json)).reason());
        assertTrue(message.contains(said), message);
        assertTrue(message.contains("policy.json"), message);
    }

    @Test
    void aPatternIsNoRegularExpression() throws Exception {
        Policy policy = read("{'schema':'peerpath.policy/1','groups':[{'hosts':'a.b(c','for':'vm'}]}");
        assertEquals(Optional.of(Scenario.VM), policy.scenario("a.b(c"));
        assertEquals(Optional.empty(), policy.scenario("aXb(c"));
    }
}
