// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AlarmsTest {
    private static final String CORRECTED =
            "[    9.000000] pcieport 0000:00:01.0: PCIe Bus Error: severity=Corrected, type=Data Link Layer";

    @Test
    void aStormOfOtherLinesPushesNothingOut() {
        Alarms alarms = new Alarms();
        alarms.line("[    8.000000] watchdog: BUG: soft lockup - CPU#3 stuck for 22s! [sh:1]");
        for (int i = 0; i < 100_000; i++) {
            alarms.line(CORRECTED);
        }
        assertEquals("run.alarm", alarms.first().orElseThrow().key());
        assertEquals("soft-lockup", alarms.first().orElseThrow().args().getFirst());
    }

    @Test
    void whatWasNeverReadCountsAsTrouble() {
        Alarms alarms = new Alarms();
        alarms.line(CORRECTED);
        assertTrue(alarms.first().isEmpty());
        alarms.lost(7);
        assertEquals("run.log-lost", alarms.first().orElseThrow().key());
    }

    /** A process, a file that it maps, a control group or a command line may be called like a line of trouble. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a.out[123]: segfault at 0 ip 000055d0 sp 00007ffd error 4 in %s[55d0+1000] likely on CPU 3 (core 3, socket 0)",
                "kernel BUG at[123]: segfault at 0 ip 000055d0 sp 00007ffd error 4 in %s[55d0+1000]",
                "traps: a.out[123] general protection fault ip:55d0 sp:7ffd error:0 in %s[55d0+1000]",
                "traps: a.out[123] trap divide error ip:55d0 sp:7ffd error:0 in %s[55d0+1000]",
                "a.out[123]: unhandled exception: DABT (lower EL), ESR 0x92000046, level 2 translation fault in %s[aa+1]",
                "oom-kill:constraint=CONSTRAINT_MEMCG,nodemask=(null),cpuset=/,oom_memcg=/user.slice/%s,task=a,pid=1,uid=1000",
                "Memory cgroup stats for /user.slice/%s:",
                "Tasks in /user.slice/%s are going to be killed due to memory.oom.group set",
                "Memory cgroup out of memory: Killed process 1 (%s) total-vm:1kB",
                "cgroup: fork rejected by pids controller in /user.slice/%s",
                "ptrace attach of \"a\"[1] was attempted by \"%s\"[2]",
                "audit: type=1400 audit(1.1:1): apparmor=\"DENIED\" profile=\"%s\"",
                "process '%s' started with executable stack",
            })
    void whatUsersNameIsNoTrouble(String frame) {
        for (String trouble : List.of(
                "watchdog: BUG: soft lockup - CPU#3 stuck for 22s!",
                "kernel BUG at mm/slub.c:1!",
                "NMI watchdog: Watchdog detected hard LOCKUP on cpu 3",
                "DMAR: VT-d detected Invalidation Time-out Error: SID 1700",
                "AMD-Vi: Completion-Wait loop timed out",
                "general protection fault, probably for non-canonical address 0x1: 0000 [#1]",
                "Kernel panic - not syncing: x")) {
            for (String before : List.of("[    8.000000] ", "4,1234,8000000,-;", "")) {
                Alarms alarms = new Alarms();
                alarms.line(before + frame.formatted(trouble));
                assertTrue(alarms.first().isEmpty(), frame.formatted(trouble));
                alarms.line(before + trouble);
                assertTrue(alarms.first().isPresent(), trouble);
            }
        }
    }
}
