// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Addresses as text, and their order. */
class AddressTest {
    private static final Pattern FORM = Pattern.compile("([0-9a-fA-F]{4,8}:)?[0-9a-fA-F]{2}:[01][0-9a-fA-F]\\.[0-7]");

    @Test
    void everyFormIsRead() {
        assertEquals(Optional.of(new Address(0, 0x18, 0x1f, 7)), Address.parse("18:1f.7"));
        assertEquals(Optional.of(new Address(0xabcd, 0xEF, 0, 0)), Address.parse("ABCD:ef:00.0"));
        assertEquals(Optional.of(new Address(0x10000, 0, 1, 0)), Address.parse("10000:00:01.0"));
        assertEquals(Optional.of(new Address(-1, 0xff, 0x1f, 7)), Address.parse("ffffffff:ff:1f.7"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":",
                "18:00",
                "18:00.8",
                "18:20.0",
                "1g:00.0",
                "018:00:00.0",
                "123456789:18:00.0",
                "0000:18:00.0 ",
                "0000-18:00.0",
                "0000:18-00.0",
                "0000:18:00:0",
                "\u0660\u0660:00.0",
                "0000:\uff11\uff18:00.0",
                "-000:18:00.0",
                "+1:00.0",
                "pci0000:00"
            })
    void nothingElseIs(String text) {
        assertEquals(Optional.empty(), Address.parse(text));
    }

    @Test
    void readingAgreesWithThePatternOnNearMisses() {
        Random random = new Random(5);
        String alphabet = "0123456789abcdefABg:. ";
        int good = 0;
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder(i % 2 == 0 ? "0001:18:0a.3" : "f8:1f.7");
            for (int hits = random.nextInt(3); hits > 0; hits--) {
                int at = random.nextInt(text.length());
                text.setCharAt(at, alphabet.charAt(random.nextInt(alphabet.length())));
            }
            boolean expected = FORM.matcher(text).matches();
            assertEquals(expected, Address.parse(text.toString()).isPresent(), text.toString());
            good += expected ? 1 : 0;
        }
        assertTrue(good > 50_000 && good < 190_000, "the cases show both sides");
    }

    @Test
    void textAndBackIsTheSame() {
        Random random = new Random(6);
        for (int i = 0; i < 10_000; i++) {
            Address address = Address.ofRoutingId(random.nextInt() >>> random.nextInt(32), random.nextInt(0x10000));
            assertEquals(address, Address.of(address.toString()));
        }
    }

    @Test
    void orderIsByDomainAsUnsignedThenByRoutingId() {
        Address[] rising = {
            Address.of("0000:00:00.0"), Address.of("0000:00:00.1"), Address.of("0000:00:01.0"),
            Address.of("0000:ff:1f.7"), Address.of("0001:00:00.0"), Address.of("10000:00:00.0"),
            Address.of("ffffffff:00:00.0"),
        };
        for (int i = 0; i < rising.length; i++) {
            for (int j = 0; j < rising.length; j++) {
                assertEquals(Integer.compare(i, j), Integer.signum(rising[i].compareTo(rising[j])));
                assertEquals(i == j, rising[i].equals(rising[j]));
            }
        }
    }
}
