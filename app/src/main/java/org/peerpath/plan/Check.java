// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.regex.Pattern;
import org.peerpath.text.Message;

/**
 * A question to a host that changes nothing, and the answer it must give: one line of ASCII. Another is refused by
 * {@link NotAllowedException}.
 *
 * @param what what is asked, in words
 * @param read how it is asked
 * @param expected what its output must be, or one word of it; empty: it must print nothing; for a register, hexadecimal digits as
 *     setpci prints them
 * @param mask which bits of a hexadecimal answer count; 0 where the answer is text
 */
public record Check(Message what, Operation.Run read, String expected, int mask) {
    private static final Pattern HEXADECIMAL = Pattern.compile("[0-9a-fA-F]{1,8}");
    private static final Pattern BLANKS = Pattern.compile("\\s+");
    /** What hosts answer is one line of ASCII; scripts hold it as a word. */
    private static final Pattern EXPECTED = Pattern.compile("[ -~]{0,500}");

    public Check {
        if (!read.changesNothing()) {
            throw new NotAllowedException(read.shell());
        }
        if (!(mask == 0 ? EXPECTED : HEXADECIMAL).matcher(expected).matches()) {
            throw new NotAllowedException(expected);
        }
    }

    static Check text(Message what, Operation.Run read, String expected) {
        return new Check(what, read, expected, 0);
    }

    static Check register(Message what, Operation.Run read, int expected, int mask) {
        return new Check(what, read, String.format("%04x", expected & mask), mask);
    }

    /**
     * Whether an answer is the expected one. A text is met by the whole answer or by one word of it, several words by the
     * same in a row; a path by the end of a word, since links of sysfs are relative.
     *
     * @param status the exit status of the read
     * @param output what it printed
     */
    public boolean met(int status, String output) {
        String said = output.strip();
        if (mask != 0) {
            return status == 0
                    && HEXADECIMAL.matcher(said).matches()
                    && (Integer.parseUnsignedInt(said, 16) & mask) == Integer.parseUnsignedInt(expected, 16);
        }
        if (expected.isEmpty()) {
            return said.isEmpty();
        }
        String words = " " + BLANKS.matcher(said).replaceAll(" ") + " ";
        return status == 0
                && (said.equals(expected)
                        || words.contains(" " + expected + " ")
                        || (expected.startsWith("/")
                                && BLANKS.splitAsStream(said).anyMatch(word -> word.endsWith(expected))));
    }
}
