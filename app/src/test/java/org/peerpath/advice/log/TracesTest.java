// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Whose call stack it is, and which of several is kept. */
class TracesTest {
    private static final String THREE = """
            [  100.000000] watchdog: BUG: soft lockup - CPU#3 stuck for 26s! [a:1]
            [  100.000001] CPU: 3 PID: 1 Comm: a Not tainted
            [  100.000002]  first_a+0x1/0x2
            [  100.000003]  first_b+0x1/0x2
            """;
    private static final String FOUR = """
            [  101.000000] watchdog: BUG: soft lockup - CPU#4 stuck for 26s! [b:2]
            [  101.000001] CPU: 4 PID: 2 Comm: b Not tainted
            [  101.000002]  other+0x1/0x2
            """;

    private static List<List<String>> stacks(String log) {
        return Logs.read(log).events().stream().map(LogEvent::stack).toList();
    }

    @Test
    void theFirstStackIsKeptAndAnothersIsNotLost() {
        String again = THREE.replace("first", "second").replace("100.0", "130.0");
        assertEquals(List.of(List.of("first_a", "first_b"), List.of("other")), stacks(THREE + again + FOUR));
        assertEquals(List.of(List.of("first_a", "first_b"), List.of("other")), stacks(THREE + FOUR + again));
    }

    @Test
    void anEventThatWasToldWithoutAStackTakesTheNextOne() {
        String bare = "[   99.000000] watchdog: BUG: soft lockup - CPU#3 stuck for 26s! [a:1]\n";
        assertEquals(List.of(List.of("first_a", "first_b")), stacks(bare + THREE));
    }

    @Test
    void linesThatSayWhoPrintedThemFindTheirOwner() {
        String mixed = """
                [  100.000000][  C3] watchdog: BUG: soft lockup - CPU#3 stuck for 26s! [a:1]
                [  100.000001][  C4] watchdog: BUG: soft lockup - CPU#4 stuck for 26s! [b:2]
                [  100.000002][  C3]  of_three+0x1/0x2
                [  100.000003][  C4]  of_four+0x1/0x2
                [  100.000004][  C3]  again_three+0x1/0x2
                """;
        assertEquals(List.of(List.of("of_three", "again_three"), List.of("of_four")), stacks(mixed));
    }

    @Test
    void framesFarFromAnyEventBelongToNone() {
        String quiet = "[  100.100000] usb 1-1: nothing\n".repeat(500);
        assertEquals(List.of(List.of("first_a", "first_b")), stacks(THREE + quiet + "[  101.000000]  stray+0x1/0x2\n"));
    }
}
