// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.peerpath.iommu.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.run.Journal;
import org.peerpath.snapshot.Samples;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.SameThread;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.base.Watch;
import org.peerpath.ui.model.Fleet;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;

/** A plan is saved where a person says, and what comes of it is told. */
class PlanFilesTest {
    @TempDir
    Path folder;

    private final List<String> suggested = new ArrayList<>();
    private final List<Message> told = new ArrayList<>();
    private final List<Message> problems = new ArrayList<>();

    /** A person who says where to save. */
    private Dialogs saying(Optional<Path> where) {
        return new Dialogs() {
            @Override
            public List<Path> askForFiles() {
                return List.of();
            }

            @Override
            public Optional<Path> askWhereToSave(String suggestedName) {
                suggested.add(suggestedName);
                return where;
            }

            @Override
            public void tell(Message news) {
                told.add(news);
            }

            @Override
            public void offer(Message news, Message action, Runnable chosen) {}

            @Override
            public void problem(Message what, Message why) {
                problems.add(why);
            }

            @Override
            public void copy(String text, Message what) {}
        };
    }

    private AppContext context(Optional<Path> where) {
        Dialogs dialogs = saying(where);
        SameThread executor = new SameThread();
        Fleet fleet = new Fleet(Samples::open, executor, Clock.systemUTC(), (entry, why) -> {});
        return new AppContext(
                fleet,
                new Session(fleet, executor, dialogs),
                new Language(Locale.ENGLISH),
                new Settings(),
                dialogs,
                executor,
                new Journal(folder.resolve("journal")),
                new Watch());
    }

    private static Plan plan() throws Exception {
        HostModel host = HostModel.of(Samples.open("hgx-b300-one-bad"));
        return Planner.plan(host, new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0));
    }

    @ParameterizedTest
    @EnumSource(PlanFiles.Form.class)
    void whatIsSavedIsWhatTheCommandLinePrints(PlanFiles.Form form) throws Exception {
        Path file = folder.resolve("plan");
        PlanFiles.save(context(Optional.of(file)), plan(), form);
        assertEquals(form.write(plan(), Texts.ENGLISH), Files.readString(file));
        assertTrue(suggested.getFirst().matches("[A-Za-z0-9._-]+\\.(txt|sh|yml|json)"), suggested.toString());
        assertEquals(List.of(file.toString()), told.getFirst().args());
        assertEquals(List.of(), problems);
    }

    @Test
    void whoThinksBetterOfItLeavesNothingBehind() throws Exception {
        PlanFiles.save(context(Optional.empty()), plan(), PlanFiles.Form.SCRIPT);
        assertEquals(List.of(), told);
        assertFalse(Files.exists(folder.resolve("plan")));
    }

    @Test
    void aFolderThatIsNotThereIsToldAsAProblem() throws Exception {
        PlanFiles.save(context(Optional.of(folder.resolve("not/there"))), plan(), PlanFiles.Form.TEXT);
        assertEquals(1, problems.size());
        assertEquals(List.of(), told);
    }
}
