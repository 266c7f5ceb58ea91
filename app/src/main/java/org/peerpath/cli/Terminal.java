// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import java.io.OutputStream;
import java.io.PrintWriter;
import org.peerpath.report.Ink;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

/**
 * Where commands print: data to {@code out}, messages to {@code err}.
 *
 * @param out standard output, for text
 * @param raw standard output, for data that is no text
 * @param err standard error
 * @param texts the user's language
 * @param ink whether to use colour
 */
record Terminal(PrintWriter out, OutputStream raw, PrintWriter err, Texts texts, Ink ink) {
    /** To the beginning of the line, and nothing on it. */
    private static final String WIPE = "\r\u001b[K";

    /** Prints data that already ends in a line break. */
    void print(String text) {
        out.print(text);
        out.flush();
    }

    void printLine(String text) {
        out.print(text);
        out.print('\n');
        out.flush();
    }

    /** Returns whether somebody watches standard error, so that progress may be shown there. */
    boolean watched() {
        return ink == Ink.ANSI;
    }

    /** Shows how far the command is, over what it showed before. */
    void progress(Message message) {
        err.print(WIPE + texts.say(message));
        err.flush();
    }

    /** Takes away what was last shown of how far the command is. */
    void wipeProgress() {
        if (watched()) {
            err.print(WIPE);
            err.flush();
        }
    }

    /** A message to the user, as Unix tools print theirs: the program's name first. */
    void complain(Message message) {
        wipeProgress();
        err.println("peerpath: " + texts.say(message));
        err.flush();
    }
}
