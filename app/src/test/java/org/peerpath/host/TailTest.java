// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class TailTest {
    @Test
    void aChangedKeyIsSeenHoweverMuchFollowsAndWhereverBuffersEnd() {
        for (int before : new int[] {0, 1, 4050, 4070, 4095, 8180}) {
            String said = "x".repeat(before) + SshFailure.KEY_CHANGED.getFirst() + "b".repeat(25 * 1024);
            Tail tail = new Tail(new ByteArrayInputStream(said.getBytes(StandardCharsets.UTF_8)));
            tail.run();
            assertTrue(tail.saysKeyChanged(), "after " + before);
            assertFalse(tail.text().contains("REMOTE"), "it has scrolled out");
        }
        Tail quiet = new Tail(new ByteArrayInputStream("a banner".getBytes(StandardCharsets.UTF_8)));
        quiet.run();
        assertFalse(quiet.saysKeyChanged());
        assertEquals("a banner", quiet.text());
    }
}
