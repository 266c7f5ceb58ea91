// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.Cases;
import org.peerpath.text.Texts;

/** Plans for the recorded eight-GPU machines. */
class CasesPlanTest {
    @TempDir
    private Path folder;

    @Test
    void whereDirectTranslatedIsOffEightPortsAreWrittenByMaskAndCanBePutBack() throws Exception {
        Plan plan = plan("b300-vm-no-dt");
        assertEquals(8, plan.toDo().size());
        for (Step step : plan.toDo()) {
            assertEquals(
                    List.of("setpci -s " + step.target() + " ECAP_ACS+6.w=0040:0040"),
                    step.operations().stream().map(Operation::shell).toList());
            assertEquals(
                    List.of("setpci -s " + step.target() + " ECAP_ACS+6.w=0000:0040"),
                    step.undo().stream().map(Operation::shell).toList());
        }
    }

    @Test
    void theGoodMachineIsLeftAlone() throws Exception {
        assertEquals(List.of(), plan("b300-vm-good").toDo());
    }

    @Test
    void theOddPortIsWrittenAlone() throws Exception {
        assertEquals(1, plan("b300-one-bad").toDo().size());
    }

    @Test
    void firmwareThatFreezesHostsIsRefusedAndItsSourceNamed() throws Exception {
        Plan plan = plan("b300-fw-bad");
        assertTrue(plan.refused());
        Guard guard = plan.guards().stream()
                .filter(one -> one.id() == GuardId.FIRMWARE_KNOWN_BAD)
                .findFirst()
                .orElseThrow();
        assertTrue(guard.source().contains("Elice"), guard.source());
    }

    @Test
    void blockedTranslationsAreAskedAbout() throws Exception {
        assertTrue(plan("b300-tb").guards().stream().anyMatch(guard -> guard.id() == GuardId.TRANSLATION_BLOCKING));
    }

    @Test
    void theScriptsDryRunOnTheRecordedMachineSaysWhatItWouldDo() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/sh")), "no POSIX shell");
        StandIns host = new StandIns(folder);
        Plan plan = plan("b300-vm-no-dt");
        Path script = folder.resolve("plan.sh");
        Files.writeString(script, ShellScript.of(plan, Texts.ENGLISH, true));
        StandIns.Result dry = host.run(List.of("/bin/sh", script.toString(), "--dry-run"), plan.host());
        assertEquals(0, dry.status(), dry.output());
        assertEquals(
                plan.toDo().stream()
                        .map(step -> "+ " + step.operations().getFirst().shell())
                        .toList(),
                dry.output().lines().filter(line -> line.startsWith("+ ")).toList());
        assertEquals("001d", host.get("register"));
    }

    private static Plan plan(String name) throws UnreadableSourceException {
        Plan plan = Planner.plan(HostModel.of(Cases.host(name)), new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0));
        return plan;
    }
}
