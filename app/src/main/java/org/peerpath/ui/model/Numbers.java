// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts texts that hold numbers, such as names of hosts and versions, into the order of those numbers. */
final class Numbers {
    private static final Pattern DIGITS = Pattern.compile("\\d+");
    private static final int WIDE = 12;

    private Numbers() {}

    /** Returns the text with every number in it padded, so that gpu9 stands before gpu10. */
    static String padded(String text) {
        return DIGITS.matcher(text)
                .replaceAll(number -> Matcher.quoteReplacement(
                        "0".repeat(Math.max(0, WIDE - number.group().length())) + number.group()));
    }
}
