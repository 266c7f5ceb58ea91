// SPDX-License-Identifier: Apache-2.0
package org.peerpath.snapshot;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;

class NoteLogTest {
    private static List<String> said(NoteLog log) {
        return log.all().stream()
                .map(note -> note.place() + ":" + note.line() + " " + Texts.ENGLISH.say(note.what()))
                .toList();
    }

    /** Two hundred files that could not be read are one remark, and leave room for others. */
    @Test
    void theSameOfManyFilesIsOneRemarkWithACount() {
        NoteLog log = new NoteLog("case");
        for (int i = 0; i < 200; i++) {
            log.add(new Note("file" + i, 0, Message.of("read.empty")));
        }
        log.add(new Note("other", 0, Message.of("read.binary")));
        log.add(new Note("other", 3, Message.of("read.empty")));
        assertEquals(
                List.of(
                        "file0:0 " + Texts.ENGLISH.say("read.empty") + " (other files with the same remark: 199)",
                        "other:0 " + Texts.ENGLISH.say("read.binary"),
                        "other:3 " + Texts.ENGLISH.say("read.empty")),
                said(log));
    }
}
