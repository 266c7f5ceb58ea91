// SPDX-License-Identifier: Apache-2.0
package org.peerpath.advice.log;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** How lines become events: their ends, boots, call stacks, and what is told again. */
class LogReaderTest {
    private static final String XID = "NVRM: Xid (PCI:0000:1b:00): 79, pid=1";

    private static List<String> told(String log) {
        return Logs.read(log).events().stream()
                .map(e -> e.boot() + ":" + e.line() + " " + e.kind().id() + " x" + e.count())
                .toList();
    }

    // ---- Lines -----------------------------------------------------------------------------------------------------

    @Test
    void linesLongerThanTheBufferAreOneLineOfWhichTheBeginningCounts() {
        String longLine = XID + " " + "x".repeat(2_500_000);
        String late = "x".repeat(2_500_000) + XID;
        String log = "first\n" + longLine + "\n" + late + "\n" + XID.replace("79", "48") + "\n";
        LogFacts facts = Logs.read(log);
        assertEquals(4, facts.lines());
        assertEquals(log.length(), facts.bytes());
        assertEquals(List.of("0:2 xid x1", "0:4 xid x1"), told(log));
        assertEquals(301, facts.events().getFirst().text().length());
        assertTrue(facts.events().getFirst().text().endsWith("…"));
    }

    @Test
    void shownTextIsCutWhereItIsTooLong() {
        String exact = XID + "y".repeat(300 - XID.length());
        assertEquals(exact, Logs.read(exact).events().getFirst().text());
        assertEquals(exact + "…", Logs.read(exact + "y").events().getFirst().text());
    }

    @Test
    void linesAcrossTheEdgeOfTheBufferAreWhole() {
        for (int before : List.of(1_048_570, 1_048_575, 1_048_576, 1_048_577)) {
            String log = ("x".repeat(99) + "\n").repeat(before / 100) + "x".repeat(before % 100) + XID + "\r\n" + XID;
            assertEquals(
                    List.of("xid 2"),
                    Logs.read(log).events().stream()
                            .map(e -> e.kind().id() + " " + e.count())
                            .toList());
        }
    }

    @Test
    void aLineThatAMailProgramBrokeIsPutTogetherAgain() {
        String log = "AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x0001\n address=0xfee00000 flags=0x0]\n" + XID + "\n";
        assertEquals(List.of("0:2 amd-page-fault x1", "0:3 xid x1"), told(log));
    }

    @Test
    void aStormOfManyLinesIsToldOnce() {
        String many = IntStream.range(0, 700)
                .mapToObj(i -> "NVRM: Xid (PCI:0000:1b:00): 31, pid=" + i % 300 + "\n")
                .collect(Collectors.joining());
        assertEquals(List.of("0:1 xid x700"), told(many));
    }

    // ---- Boots -----------------------------------------------------------------------------------------------------

    private static String at(String seconds, String text) {
        return "[" + seconds + "] " + text + "\n";
    }

    @Test
    void aBootBeginsWithTheVersionOrWhereTimeFallsBack() {
        String version = at("    0.000000", "Linux version 7.0.0 (x)");
        assertEquals(
                List.of("0:2 xid x1", "1:4 xid x1"),
                told(version + at("  100.000000", XID) + version + at("  100.000000", XID)));
        assertEquals(List.of("0:1 xid x1", "1:2 xid x1"), told(at("  100.000000", XID) + at("    5.000000", XID)));
        assertEquals(
                List.of("0:1 xid x2"), told(at("  100.000000", XID) + at("   60.000000", XID)), "interleaved CPUs");
        assertEquals(List.of("0:1 xid x2"), told(at("  100.000000", XID) + at("   49.000000", XID)));
        assertEquals(List.of("0:1 xid x1", "1:2 xid x1"), told(at("  100.000000", XID) + at("   48.999999", XID)));
        assertEquals(
                List.of("0:2 xid x1"),
                told(version + at("  100.000000", XID)),
                "the first version begins no second boot");
    }

    @Test
    void theStacksOfOneBootAreNotThoseOfTheNext() {
        String lockup = at("  100.000000", "watchdog: BUG: soft lockup - CPU#3 stuck for 26s! [a:1]");
        String log = lockup
                + at("    0.000000", "Linux version 7.0.0 (x)")
                + at("    1.000000", "CPU: 3 PID: 1 Comm: a Not tainted")
                + at("    1.000001", " stray+0x1/0x2");
        assertEquals(List.of(List.of()), stacks(log));
    }

    @Test
    void aDumpInPartsIsPutInOrderByItsTimes() {
        String log = "Panic#1 Part2\n" + at("   20.000000", XID) + "Panic#1 Part1\n"
                + at("   90.000000", XID.replace("79", "31"));
        LogFacts facts = Logs.read("Panic#1 Part1\n" + at("   90.000000", XID) + "Panic#1 Part2\n"
                + at("   20.000000", XID.replace("79", "31")));
        assertEquals(1, facts.boots());
        assertEquals(List.of("31", "79"), details(facts));
        assertEquals(List.of("79", "31"), details(Logs.read(log)));
    }

    private static List<String> details(LogFacts facts) {
        return facts.events().stream().map(e -> e.detail().orElse("")).toList();
    }

    // ---- Call stacks -----------------------------------------------------------------------------------------------

    private static List<List<String>> stacks(String log) {
        return Logs.read(log).events().stream().map(LogEvent::stack).toList();
    }

    private static String lockup(int cpu) {
        return at("  100.000000", "watchdog: BUG: soft lockup - CPU#" + cpu + " stuck for 26s! [a:1]");
    }

    private static String header(int cpu) {
        return at("  100.000001", "CPU: " + cpu + " PID: 1 Comm: a Not tainted");
    }

    private static String frame(String name) {
        return at("  100.000002", " " + name + "+0x1/0x2");
    }

    @Test
    void aHeaderSaysWhoseStackFollows() {
        String log = lockup(3)
                + lockup(4)
                + header(3)
                + frame("three")
                + header(4)
                + frame("four")
                + header(9)
                + frame("nine");
        assertEquals(List.of(List.of("three"), List.of("four", "nine")), stacks(log), "of no CPU told of: the last");
        String backtrace = lockup(3) + lockup(4) + at("  100.000001", "NMI backtrace for cpu 3") + frame("three");
        assertEquals(List.of(List.of("three"), List.of()), stacks(backtrace));
    }

    @Test
    void afterItsEndNothingBelongsToAStack() {
        String log = lockup(3)
                + frame("three")
                + at("  100.000003", "---[ end trace 0000000000000000 ]---")
                + frame("stray");
        assertEquals(List.of(List.of("three")), stacks(log));
    }

    @Test
    void aStackMayFollowFourHundredLinesLaterAndEveryHeaderBeginsThemAnew() {
        String other = at("  100.000001", "usb 1-1: nothing");
        assertEquals(List.of(List.of("late")), stacks(lockup(3) + other.repeat(399) + frame("late")));
        assertEquals(List.of(List.of()), stacks(lockup(3) + other.repeat(400) + frame("late")));
        assertEquals(
                List.of(List.of("late")),
                stacks(lockup(3) + other.repeat(300) + header(3) + other.repeat(300) + frame("late")));
        assertEquals(
                List.of(List.of()),
                stacks(lockup(3) + other.repeat(400) + header(3) + frame("late")),
                "a header alone is no event");
    }

    @Test
    void unreliableFramesAndLinesThatOnlyLookLikeThemAreLeftOut() {
        String log = lockup(3)
                + at("  100.000001", " ? unsure+0x1/0x2")
                + at("  100.000001", "RIP: 0010:first+0x1/0x2")
                + at("  100.000001", "usb 1-1: read +0x12 of it")
                + at("  100.000001", "pc : second+0x1/0x2");
        assertEquals(List.of(List.of("first", "second")), stacks(log));
    }

    @Test
    void stacksAreKeptToSixtyFourFrames() {
        String log =
                lockup(3) + IntStream.range(0, 70).mapToObj(i -> frame("f" + i)).collect(Collectors.joining());
        assertEquals(64, stacks(log).getFirst().size());
    }

    @Test
    void whatIsToldAgainHasTheFirstLinesText() {
        LogFacts facts = Logs.read(at("    1.000000", XID) + at("    2.000000", XID));
        assertEquals("[ 1.000000] " + XID, facts.events().getFirst().text().replaceAll(" +", " "));
        assertFalse(facts.more());
    }
}
