// SPDX-License-Identifier: Apache-2.0
package org.peerpath.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShellWordsTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "two words",
                "it's",
                "$(id)",
                "`id`",
                "a\nb",
                "--flag=*",
                "\\",
                "\"",
                "!x",
                "~",
                "한글"
            })
    void aShellGivesTheWordBack(String word) throws IOException {
        for (String quoted : new String[] {ShellWords.quoted(word), ShellWords.readable(word)}) {
            Process shell = new ProcessBuilder("sh", "-c", "printf '%s' " + quoted).start();
            assertEquals(word, new String(shell.getInputStream().readAllBytes(), StandardCharsets.UTF_8), quoted);
        }
    }

    @Test
    void whatNeedsNoQuotesIsReadWithoutThem() {
        assertEquals("/sys/bus/pci/drivers/vfio-pci/bind", ShellWords.readable("/sys/bus/pci/drivers/vfio-pci/bind"));
        assertEquals("'a b'", ShellWords.readable("a b"));
        assertEquals("''", ShellWords.readable(""));
    }
}
