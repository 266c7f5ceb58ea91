// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

/** Words as a POSIX shell needs them: a name may hold blanks, quotes and worse. */
public final class ShellWords {
    private ShellWords() {}

    public static String quoted(String word) {
        return word.matches("[A-Za-z0-9_@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
