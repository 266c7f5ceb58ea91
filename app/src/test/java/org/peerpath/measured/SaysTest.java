// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.measured.read.DataCheck;
import org.peerpath.path.Outcome;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/** The table of docs/measured.md: verdict × pace × data check → sentence, agreement, state. */
class SaysTest {
    @ParameterizedTest
    @CsvSource({
        "INSIDE_SWITCH, REACHED, PASSED,   inside.confirmed,   true,  CONFIRMED",
        "INSIDE_SWITCH, REACHED, NOT_MADE, inside.unverified,  ,      UNVERIFIED",
        "INSIDE_SWITCH, REACHED, UNSAID,   inside.unverified,  ,      UNVERIFIED",
        "INSIDE_SWITCH, REACHED, FAILED,   wrong-data,         false, UNVERIFIED",
        "INSIDE_SWITCH, SHORT,   PASSED,   inside.short,       false, SHORT",
        "INSIDE_SWITCH, SHORT,   NOT_MADE, inside.short,       false, SHORT",
        "INSIDE_SWITCH, FAR,     UNSAID,   inside.far,         false, SHORT",
        "INSIDE_SWITCH, FASTER,  PASSED,   faster,             false, UNVERIFIED",
        "INSIDE_SWITCH, FASTER,  FAILED,   wrong-data,         false, UNVERIFIED",
        "DETOUR,        REACHED, PASSED,   through.confirmed,  true,  CONFIRMED",
        "DETOUR,        REACHED, UNSAID,   through.unverified, ,      UNVERIFIED",
        "DETOUR,        SHORT,   NOT_MADE, through.short,      true,  SHORT",
        "DETOUR,        FAR,     PASSED,   through.short,      true,  SHORT",
        "DETOUR,        FASTER,  NOT_MADE, faster,             false, UNVERIFIED",
        "ROOT_COMPLEX,  REACHED, PASSED,   through.confirmed,  true,  CONFIRMED",
        "ROOT_COMPLEX,  REACHED, NOT_MADE, through.unverified, ,      UNVERIFIED",
        "ROOT_COMPLEX,  SHORT,   PASSED,   through.short,      true,  SHORT",
        "ROOT_COMPLEX,  FASTER,  UNSAID,   faster,             false, UNVERIFIED",
        "BLOCKED,       REACHED, PASSED,   refused.proven,     false, UNVERIFIED",
        "BLOCKED,       FAR,     NOT_MADE, refused,            false, UNVERIFIED",
        "BLOCKED,       SHORT,   FAILED,   wrong-data,         false, UNVERIFIED",
        "UNUSABLE,      REACHED, PASSED,   refused.proven,     false, UNVERIFIED",
        "UNUSABLE,      FAR,     UNSAID,   refused,            false, UNVERIFIED",
        "UNKNOWN,       REACHED, PASSED,   unknown.reached,    ,      UNVERIFIED",
        "UNKNOWN,       SHORT,   PASSED,   unknown.short,      ,      SHORT",
        "UNKNOWN,       FAR,     UNSAID,   unknown.short,      ,      SHORT",
        "UNKNOWN,       FASTER,  PASSED,   unknown.faster,     ,      UNVERIFIED",
        "UNKNOWN,       REACHED, FAILED,   wrong-data,         false, UNVERIFIED"
    })
    void theTable(Outcome verdict, Pace pace, DataCheck check, String sentence, Boolean agrees, MeasuredState state) {
        Says says = Says.of(verdict, pace, check);
        assertEquals(sentence, says.sentence());
        assertEquals(Optional.ofNullable(agrees), says.agrees());
        assertEquals(Optional.of(state), says.state());
    }

    /** Whatever the verdict, nothing but verified data at full speed confirms it, and wrong data never agrees. */
    @Test
    void onlyVerifiedDataConfirms() {
        for (Outcome verdict : Outcome.values()) {
            for (Pace pace : Pace.values()) {
                for (DataCheck check : DataCheck.values()) {
                    Says says = Says.of(verdict, pace, check);
                    if (says.state().equals(Optional.of(MeasuredState.CONFIRMED))) {
                        assertEquals(DataCheck.PASSED, check);
                        assertEquals(Pace.REACHED, pace);
                    }
                    if (check == DataCheck.FAILED || (pace == Pace.FASTER && verdict != Outcome.UNKNOWN)) {
                        assertEquals(Optional.of(false), says.agrees());
                    }
                    Message sentence = Message.of("measured.says." + says.sentence(), "a", "1", "2", "3", "4", "5");
                    for (Texts texts : new Texts[] {Texts.ENGLISH, new Texts(Locale.KOREAN)}) {
                        assertTrue(texts.say(sentence).length() > 10);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"1.06, FASTER", "1.04, REACHED", "0.90, REACHED", "0.899, SHORT", "0.51, SHORT", "0.50, FAR", "0, FAR"})
    void paces(double share, Pace pace) {
        assertEquals(pace, Pace.of(share, Standards.SHIPPED));
    }
}
