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
    private static void theTable(
            Outcome verdict, Pace pace, DataCheck check, String sentence, Boolean agrees, MeasuredState state) {
        Says says = Says.of(verdict, pace, check);
        assertEquals(sentence, says.sentence());
        assertEquals(Optional.ofNullable(agrees), says.agrees());
        assertEquals(Optional.of(state), says.state());
    }

    /** All 96 entries: every verdict with every pace, the data right, wrong, or not compared. */
    @ParameterizedTest
    @CsvSource({
        "INSIDE_SWITCH, FASTER,  faster,           false, UNVERIFIED, faster,             false, UNVERIFIED",
        "INSIDE_SWITCH, REACHED, inside.confirmed, true,  CONFIRMED,  inside.unverified,  ,      UNVERIFIED",
        "INSIDE_SWITCH, SHORT,   inside.short,     false, SHORT,      inside.short,       false, SHORT",
        "INSIDE_SWITCH, FAR,     inside.far,       false, SHORT,      inside.far,         false, SHORT",
        "DETOUR,        FASTER,  faster,           false, UNVERIFIED, faster,             false, UNVERIFIED",
        "DETOUR,        REACHED, through.confirmed, true, CONFIRMED,  through.unverified, ,      UNVERIFIED",
        "DETOUR,        SHORT,   through.short,    true,  SHORT,      through.short,      true,  SHORT",
        "DETOUR,        FAR,     through.short,    true,  SHORT,      through.short,      true,  SHORT",
        "ROOT_COMPLEX,  FASTER,  faster,           false, UNVERIFIED, faster,             false, UNVERIFIED",
        "ROOT_COMPLEX,  REACHED, through.confirmed, true, CONFIRMED,  through.unverified, ,      UNVERIFIED",
        "ROOT_COMPLEX,  SHORT,   through.short,    true,  SHORT,      through.short,      true,  SHORT",
        "ROOT_COMPLEX,  FAR,     through.short,    true,  SHORT,      through.short,      true,  SHORT",
        "BLOCKED,       FASTER,  refused.proven,   false, UNVERIFIED, refused,            false, UNVERIFIED",
        "BLOCKED,       REACHED, refused.proven,   false, UNVERIFIED, refused,            false, UNVERIFIED",
        "BLOCKED,       SHORT,   refused.proven,   false, UNVERIFIED, refused,            false, UNVERIFIED",
        "BLOCKED,       FAR,     refused.proven,   false, UNVERIFIED, refused,            false, UNVERIFIED",
        "UNUSABLE,      FASTER,  refused.proven,   false, UNVERIFIED, refused,            false, UNVERIFIED",
        "UNUSABLE,      REACHED, refused.proven,   false, UNVERIFIED, refused,            false, UNVERIFIED",
        "UNUSABLE,      SHORT,   refused.proven,   false, UNVERIFIED, refused,            false, UNVERIFIED",
        "UNUSABLE,      FAR,     refused.proven,   false, UNVERIFIED, refused,            false, UNVERIFIED",
        "UNKNOWN,       FASTER,  unknown.faster,   ,      UNVERIFIED, unknown.faster,     ,      UNVERIFIED",
        "UNKNOWN,       REACHED, unknown.reached,  ,      UNVERIFIED, unknown.reached,    ,      UNVERIFIED",
        "UNKNOWN,       SHORT,   unknown.short,    ,      SHORT,      unknown.short,      ,      SHORT",
        "UNKNOWN,       FAR,     unknown.short,    ,      SHORT,      unknown.short,      ,      SHORT"
    })
    void theWholeTable(
            Outcome verdict,
            Pace pace,
            String proven,
            Boolean provenAgrees,
            MeasuredState provenState,
            String open,
            Boolean openAgrees,
            MeasuredState openState) {
        theTable(verdict, pace, DataCheck.PASSED, proven, provenAgrees, provenState);
        theTable(verdict, pace, DataCheck.NOT_MADE, open, openAgrees, openState);
        theTable(verdict, pace, DataCheck.UNSAID, open, openAgrees, openState);
        theTable(verdict, pace, DataCheck.FAILED, "wrong-data", false, MeasuredState.UNVERIFIED);
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
