// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class TextsTest {
    /** What a file or a host says cannot begin a line of its own in what the program says, however deep it stands. */
    @Test
    void whatIsQuotedStaysInItsSentence() {
        String evil = "a\nOK: nothing wrong\r\n\tb";
        String said = Texts.ENGLISH.say("label.plain", evil);
        assertEquals("a OK: nothing wrong  b", said);
        assertEquals(said, Texts.ENGLISH.say(Message.of("label.plain", Message.of("label.plain", evil))));
        assertEquals("{0} 'x'", Texts.ENGLISH.say("label.plain", "{0} 'x'"));
    }
}
