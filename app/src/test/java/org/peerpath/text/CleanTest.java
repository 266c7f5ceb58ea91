// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CleanTest {
    @Test
    void plainTextIsReturnedAsItIs() {
        String plain = "0000:17:00.0 PCI bridge";
        assertSame(plain, Clean.line(plain));
        assertSame(plain, Clean.text(plain));
    }

    @ParameterizedTest
    @CsvSource(
            value = {
                "a\\e[31mred\\e[0mb|aredb",
                "a\\e]0;title\\ab|ab",
                "a\\e]8;;http://x\\e\\\\link\\e]8;;\\e\\\\b|alinkb",
                "a\\e(Bb|ab",
                "a\\ecb|ab",
                "a\\u009b2Jb|ab",
                "a\\e[|a",
                "a\\e|a",
                "a\\e]never ended|anever ended",
                "a\\0b|ab",
                "a\\u202eb\\u2066c\\u200bd\\ufeff|abcd",
                "\\ud800x|x",
                "a\\tb\\r\\nc|a b c"
            },
            delimiter = '|')
    void whatOnlyATerminalWouldActOnGoes(String raw, String clean) {
        assertEquals(clean, Clean.line(unescape(raw)));
    }

    @Test
    void textKeepsItsLines() {
        assertEquals("a\n\tb\nc\nd", Clean.text("a\r\n\tb\rc\nd\0"));
        assertEquals("그래픽 카드 é", Clean.text("그래픽 카드 é".getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void anEscapeStringNeverSwallowsTheNextLine() {
        assertEquals("ab\nc", Clean.text("a\u001b]b\nc\u0007"));
    }

    @Test
    void aHugeLineIsCut() {
        assertEquals(Clean.LONGEST_LINE + 1, Clean.line("x".repeat(10_000_000)).length());
    }

    @Test
    void nothingThatControlsATerminalEverRemains() {
        Random random = new Random(7);
        for (int round = 0; round < 20_000; round++) {
            StringBuilder raw = new StringBuilder();
            for (int i = 0; i < 24; i++) {
                raw.append((char) (random.nextInt(3) == 0 ? random.nextInt(0x10000) : random.nextInt(0xa0)));
            }
            String clean = Clean.line(raw.toString());
            assertTrue(clean.codePoints().noneMatch(Character::isISOControl), () -> "round of seed 7: " + raw);
            assertEquals(clean, Clean.line(clean), "cleaning what is clean changes nothing");
        }
    }

    private static String unescape(String raw) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < raw.length(); i++) {
            char c = raw.charAt(i);
            if (c != '\\') {
                out.append(c);
                continue;
            }
            c = raw.charAt(++i);
            switch (c) {
                case 'e' -> out.append('\u001b');
                case 'a' -> out.append('\u0007');
                case '0' -> out.append('\0');
                case 't' -> out.append('\t');
                case 'r' -> out.append('\r');
                case 'n' -> out.append('\n');
                case 'u' -> {
                    out.append((char) Integer.parseInt(raw.substring(i + 1, i + 5), 16));
                    i += 4;
                }
                default -> out.append(c);
            }
        }
        return out.toString();
    }
}
