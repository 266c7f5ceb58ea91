// SPDX-License-Identifier: Apache-2.0
package org.peerpath.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What apply and journal refuse before they reach any host; that they work is shown on the lab. */
class ApplyCommandTest {
    @TempDir
    Path folder;

    @Test
    void plansAreCarriedOutOnHostsOnly() throws Exception {
        Path plan = folder.resolve("plan.json");
        CommandLineRun made =
                CommandLineRun.of("plan", "sample:hgx-b300-one-bad", "--goal", "vm-gpudirect", "--as", "json");
        Files.writeString(plan, made.out());
        for (String source : new String[] {"sample:hgx-b300-one-bad", plan.toString()}) {
            CommandLineRun run = CommandLineRun.of("apply", plan.toString(), "--on", source);
            assertEquals(2, run.status(), run.err());
            assertTrue(run.err().contains("is not a host"), run.err());
        }
    }

    @Test
    void whatIsNoPlanIsNamed() throws Exception {
        Path file = folder.resolve("x.json");
        for (String content : new String[] {
            "",
            "{",
            "[]",
            "{\"schema\":\"peerpath.check/1\"}",
            "\u0000\u0001",
            "{\"schema\":\"peerpath.plan/1\",\"goal\":\"rm -rf\"}",
            "{\"schema\":\"peerpath.plan/1\",\"goal\":\"bind-vfs\",\"nics\":[\"; reboot\"]}"
        }) {
            Files.writeString(file, content);
            CommandLineRun run = CommandLineRun.of("apply", file.toString(), "--on", "nobody.invalid");
            assertEquals(4, run.status(), content + run.err());
            assertTrue(run.err().contains("x.json is not a plan"), run.err());
        }
        assertEquals(
                4,
                CommandLineRun.of("apply", folder.resolve("none").toString(), "--on", "local")
                        .status());
    }

    @Test
    void aPlanNamesWhatItIsFor() {
        CommandLineRun made = CommandLineRun.of(
                "plan",
                "sample:hgx-b300-one-bad",
                "--goal",
                "bind-vfs",
                "--nic",
                "0000:b8:00.0",
                "--vfs",
                "2",
                "--as",
                "json");
        assertEquals("0000:b8:00.0", made.json().path("nics").path(0).asString());
        assertEquals(2, made.json().path("virtualFunctions").asInt());
    }

    @Test
    void theWayBackIsFoundInTheJournal() {
        CommandLineRun all = CommandLineRun.of("plan", "sample:hgx-b300-one-bad", "--goal", "restore");
        assertEquals(0, all.status(), all.err());
        assertTrue(all.out().contains("nothing to do"), all.out());
        CommandLineRun one = CommandLineRun.of(
                "plan", "sample:hgx-b300-one-bad", "--goal", "restore", "--run", "20261130T010203Z-x", "--as", "json");
        assertEquals(5, one.status(), one.out());
        assertEquals(
                "journal-unknown", one.json().path("guards").path(0).path("id").asString());
        assertEquals("20261130T010203Z-x", one.json().path("run").asString());
        CommandLineRun other =
                CommandLineRun.of("plan", "sample:hgx-b300-one-bad", "--goal", "unbind", "--run", "20261130T010203Z-x");
        assertEquals(2, other.status(), other.err());
    }

    @Test
    void aJournalThatIsNotThereIsNamed() {
        CommandLineRun list = CommandLineRun.of("journal");
        assertEquals(0, list.status(), list.err());
        assertEquals("no runs yet\n", list.out());
        CommandLineRun one = CommandLineRun.of("journal", "20261130T010203Z-x", "--undo");
        assertEquals(4, one.status());
        assertTrue(one.err().contains("no run called 20261130T010203Z-x"), one.err());
        assertEquals(2, CommandLineRun.of("journal", "x", "--undo", "--resume").status());
    }
}
