// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.parts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.handover.KitMaker;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.text.Message;
import org.peerpath.ui.base.AnyOrder;
import org.peerpath.ui.model.Answers;
import org.peerpath.ui.model.HandoverWish;
import org.peerpath.ui.model.Selection;

/** A kit is made of what somebody pointed at, and the window does not wait for it. */
class HandingTest {
    private final AnyOrder executor = new AnyOrder(1);
    private final HostModel host;

    @TempDir
    Path folder;

    HandingTest() throws Exception {
        host = HostModel.of(Samples.open("hgx-b300-vm"));
    }

    private AppContext context(Answers person) {
        return Contexts.of(executor, person, folder.resolve("journal"));
    }

    @Test
    void pairsAreFoundAwayFromTheWindow() throws Exception {
        Path file = folder.resolve("kit.zip");
        Answers person = new Answers(Optional.of(file));
        AtomicInteger asked = new AtomicInteger();
        Handing.over(
                context(person),
                host,
                () -> {
                    asked.incrementAndGet();
                    return HandoverWish.of(host, Selection.nothing());
                },
                "kit.zip");
        assertEquals(0, asked.get(), "on the thread of the click");
        assertEquals(List.of(), person.suggested());
        executor.finishAll();
        assertEquals(1, asked.get());
        assertEquals(List.of("kit.zip"), person.suggested());
        assertEquals(List.of(), person.problems());
        assertTrue(Files.size(file) > 0);
    }

    @Test
    void noPairsAreAProblemAndNoFile() {
        Path file = folder.resolve("kit.zip");
        Answers person = new Answers(Optional.of(file));
        Handing.over(context(person), host, List::of, "kit.zip");
        executor.finishAll();
        assertEquals(List.of(Message.of("ui.handover.no-pairs")), person.problems());
        assertEquals(List.of(), person.suggested());
        assertFalse(Files.exists(file));
    }

    @Test
    void aPairThatNoKitIsForIsRefusedForItsReason() {
        Answers person = new Answers(Optional.of(folder.resolve("kit.zip")));
        List<KitMaker.Wanted> far = HandoverWish.of(host, Selection.nothing());
        KitMaker.Wanted crossed =
                new KitMaker.Wanted(far.getFirst().nic(), far.getLast().gpu());
        Handing.over(context(person), host, () -> List.of(crossed), "kit.zip");
        executor.finishAll();
        assertEquals(1, person.problems().size());
        assertTrue(
                person.problems().getFirst().key().startsWith("handover.refused."),
                person.problems().toString());
        assertEquals(List.of(), person.suggested());
    }
}
