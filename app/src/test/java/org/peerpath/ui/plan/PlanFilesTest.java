// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Texts;
import org.peerpath.ui.base.SameThread;
import org.peerpath.ui.model.Answers;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Contexts;

/** A plan is saved where a person says, and what comes of it is told. */
class PlanFilesTest {
    @TempDir
    Path folder;

    private AppContext context(Answers person) {
        return Contexts.of(new SameThread(), person, folder.resolve("journal"));
    }

    private static Plan plan() throws Exception {
        HostModel host = HostModel.of(Samples.open("hgx-b300-one-bad"));
        return Planner.plan(host, new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0));
    }

    @ParameterizedTest
    @EnumSource(PlanFiles.Form.class)
    void whatIsSavedIsWhatTheCommandLinePrints(PlanFiles.Form form) throws Exception {
        Path file = folder.resolve("plan");
        Answers person = new Answers(Optional.of(file));
        PlanFiles.save(context(person), plan(), form);
        assertEquals(form.write(plan(), Texts.ENGLISH), Files.readString(file));
        assertTrue(
                person.suggested().getFirst().matches("[A-Za-z0-9._-]+\\.(txt|sh|yml|json)"),
                person.suggested().toString());
        assertEquals(List.of(file.toString()), person.told().getFirst().args());
        assertEquals(List.of(), person.problems());
    }

    @Test
    void whoThinksBetterOfItLeavesNothingBehind() throws Exception {
        Answers person = new Answers();
        PlanFiles.save(context(person), plan(), PlanFiles.Form.SCRIPT);
        assertEquals(List.of(), person.told());
        assertFalse(Files.exists(folder.resolve("plan")));
    }

    @Test
    void aFolderThatIsNotThereIsToldAsAProblem() throws Exception {
        Answers person = new Answers(Optional.of(folder.resolve("not/there")));
        PlanFiles.save(context(person), plan(), PlanFiles.Form.TEXT);
        assertEquals(1, person.problems().size());
        assertEquals(List.of(), person.told());
    }
}
