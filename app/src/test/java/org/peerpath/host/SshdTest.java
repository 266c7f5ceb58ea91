// SPDX-License-Identifier: Apache-2.0
package org.peerpath.host;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The tests' server on a machine that has a user of the same name. */
class SshdTest {
    @Test
    void theTestsUserTakesThePlaceOfTheMachines() {
        String root = "root:x:0:0::/root:/bin/sh";
        String ours = Sshd.USER + ":x:20777:20777::/tmp/home:/bin/sh";
        assertEquals(
                List.of(root, ours),
                Sshd.with(
                        List.of(Sshd.USER + ":x:1005:1005::/home/x:/bin/false", root, "other:x:20777:1::/:/bin/sh"),
                        ours));
        String hash = Sshd.USER + ":$6$new:19000::::::";
        assertEquals(
                List.of("root:*:19000::::::", hash),
                Sshd.with(List.of("root:*:19000::::::", Sshd.USER + ":$6$old:18000::::::"), hash));
    }
}
