// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

class ListsTest {
    /** A narrow place has room for one name and the number of the others. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "1 | a0 | a0",
                "2 | a0, a1 | a0 and 1 more",
                "4 | a0, a1, a2, a3 | a0 and 3 more",
                "5 | a0, a1, a2 and 2 more | a0 and 4 more",
                "9 | a0, a1, a2 and 6 more | a0 and 8 more"
            })
    void briefly(int entries, String whole, String brief) {
        Message list = Lists.of(IntStream.range(0, entries)
                .mapToObj(i -> Message.of("label.plain", "a" + i))
                .toList());
        assertEquals(whole, Texts.ENGLISH.say(list));
        assertEquals(brief, Texts.ENGLISH.say(Lists.brief(list)));
        Message around = Message.of("outcome.by", Message.of("outcome.by", "x", list), list);
        assertEquals("x (" + brief + ") (" + brief + ")", Texts.ENGLISH.say(Lists.brief(around)));
    }
}
