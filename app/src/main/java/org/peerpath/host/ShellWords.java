// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

/** Words for a POSIX shell. */
final class ShellWords {
    private ShellWords() {}

    /** One word that stays as it is, whatever is in it. */
    static String quote(String word) {
        return "'" + word.replace("'", "'\\''") + "'";
    }
}
