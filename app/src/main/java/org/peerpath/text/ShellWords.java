// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Words as a POSIX shell takes them: a name may hold blanks, quotes and worse (POSIX.1-2024, Shell Command Language 2.2). */
public final class ShellWords {
    private static final Pattern BARE = Pattern.compile("[A-Za-z0-9_./:=,+@%-]+");

    private ShellWords() {}

    /** One word in quotes, whatever is in it. */
    public static String quoted(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }

    /** The same for people to read: bare where no shell reads anything into it. */
    public static String readable(String word) {
        return BARE.matcher(word).matches() ? word : quoted(word);
    }

    /** A command for people to read: each word bare where no shell reads anything into it. */
    public static String readable(List<String> words) {
        return words.stream().map(ShellWords::readable).collect(Collectors.joining(" "));
    }
}
