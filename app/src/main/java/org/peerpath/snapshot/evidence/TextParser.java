// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot.evidence;

import org.peerpath.snapshot.SourceKind;
import org.peerpath.snapshot.UnreadableSourceException;

/**
 * Understands one kind of text, line by line, wherever in a text it stands. Recognised by content: a parser takes the
 * lines that only its tool prints, and those that can follow them.
 */
interface TextParser {
    /** What a text is that consists of such lines. */
    SourceKind kind();

    /**
     * Takes a line, if it is one of its own at this place.
     *
     * @param number the line's number, from 1
     * @param line cleaned, without quoting
     */
    boolean take(int number, String line) throws UnreadableSourceException;

    /** Whether it is asked first about the line after one of its own; not if it takes what others may understand better. */
    default boolean leads() {
        return true;
    }

    /** Takes a line that no parser understands as the rest of the one it took before; mail programs break lines. */
    default boolean continues(int number, String line) throws UnreadableSourceException {
        return false;
    }

    /** A blank line, a prompt or the end: what follows need not belong to what came before. */
    default void pause() {}

    /** The end of this text, or of its section; another may follow. */
    default void end() throws UnreadableSourceException {}
}
