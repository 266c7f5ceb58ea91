// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.peerpath.path.Scenario;
import org.peerpath.pci.AcsBit;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.ui.base.AnyOrder;
import org.peerpath.ui.base.SameThread;

/** Answers that arrive late, out of order or not at all: what is in view is always the answer to what is asked now. */
class StaleAnswersTest {
    private static final List<String> SAMPLES = List.of("hgx-b300-vm", "hgx-b300-one-bad", "no-switch");
    private static final List<Scenario> SCENARIOS = List.of(Scenario.values());
    private static final Address PORT = Address.of("0000:b7:00.0");

    private static Fleet fleet(org.peerpath.ui.base.TaskExecutor executor, Sources sources) {
        return new Fleet(sources, executor, Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), (entry, why) -> {});
    }

    @Test
    void theAnswerForAHostThatWasClosedIsDropped() {
        AnyOrder executor = new AnyOrder(1);
        Fleet fleet = fleet(executor, source -> Samples.open(source.substring(Samples.PREFIX.length())));
        Session session = new Session(fleet, executor, new Answers());
        HostEntry entry = fleet.open("sample:no-switch");
        executor.finishOne();
        assertEquals(1, executor.pending(), "the view is being computed");
        fleet.remove(entry);
        executor.finishAll();
        assertEquals(Optional.empty(), session.viewProperty().get());
    }

    /** Anything a person can do, in any order, while work finishes in any other. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
    void whatIsInViewIsWhatWasAskedLast(long seed) {
        Random random = new Random(seed);
        AnyOrder executor = new AnyOrder(seed);
        Fleet fleet = fleet(executor, source -> Samples.open(source.substring(Samples.PREFIX.length())));
        Session session = new Session(fleet, executor, new Answers());
        var _ = new Summaries(session, executor);
        for (int i = 0; i < 40; i++) {
            step(random, fleet, session);
            if (random.nextInt(3) == 0) {
                executor.finishOne();
            }
        }
        executor.finishAll();
        Optional<HostEntry> current = fleet.currentProperty().get();
        assertEquals(
                current.flatMap(entry -> entry.hostProperty().get()),
                session.viewProperty().get().map(HostView::read));
        session.viewProperty().get().ifPresent(view -> {
            assertEquals(session.questionProperty().get().scenario(), view.scenario());
            assertEquals(session.questionProperty().get().changes(), view.changes());
        });
        for (HostEntry entry : fleet.entries()) {
            assertFalse(entry.stateProperty().get() instanceof HostEntry.State.Reading, entry.source());
            assertEquals(
                    entry.hostProperty().get().isPresent(),
                    entry.summaryProperty().get().isPresent(),
                    entry.source());
        }
    }

    private static void step(Random random, Fleet fleet, Session session) {
        List<HostEntry> entries = List.copyOf(fleet.entries());
        Optional<HostEntry> any =
                entries.isEmpty() ? Optional.empty() : Optional.of(entries.get(random.nextInt(entries.size())));
        switch (random.nextInt(8)) {
            case 0, 1 -> fleet.open(Samples.PREFIX + SAMPLES.get(random.nextInt(SAMPLES.size())));
            case 2 -> any.ifPresent(fleet::remove);
            case 3 -> any.ifPresent(fleet::show);
            case 4 -> any.ifPresent(fleet::read);
            case 5 -> any.ifPresent(fleet::cancel);
            case 6 -> session.ask(SCENARIOS.get(random.nextInt(SCENARIOS.size())));
            default ->
                session.viewProperty()
                        .get()
                        .flatMap(view -> view.host().topology().find(PORT))
                        .flatMap(port -> Changes.flip(port, AcsBit.DT))
                        .ifPresent(session::change);
        }
    }

    /** A source so large or so strange that the program itself breaks must not leave the window on "Reading". */
    @ParameterizedTest
    @ValueSource(
            classes = {
                StackOverflowError.class,
                OutOfMemoryError.class,
                AssertionError.class,
                NoClassDefFoundError.class
            })
    void anErrorWhileReadingIsToldAsAFailure(Class<? extends Error> kind) {
        SameThread executor = new SameThread();
        Fleet fleet = fleet(executor, source -> {
            throw kind.cast(made(kind));
        });
        HostEntry entry = fleet.open("big.json");
        assertInstanceOf(HostEntry.State.Failed.class, entry.stateProperty().get());
        assertTrue(
                ((HostEntry.State.Failed) entry.stateProperty().get()).details().contains(kind.getSimpleName()));
    }

    private static Error made(Class<? extends Error> kind) {
        try {
            return kind.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new LinkageError(kind.getName(), e);
        }
    }

    @Test
    void aPlanFromAWhatIfStaysInStepWithIt() {
        SameThread executor = new SameThread();
        Fleet fleet = fleet(executor, source -> Samples.open(source.substring(Samples.PREFIX.length())));
        Session session = new Session(fleet, executor, new Answers());
        fleet.open("sample:hgx-b300-one-bad");
        session.ask(Scenario.VM);
        session.change(Changes.flip(
                        session.viewProperty()
                                .get()
                                .orElseThrow()
                                .host()
                                .topology()
                                .get(PORT),
                        AcsBit.DT)
                .orElseThrow());
        session.planProperty()
                .set(Optional.of(new PlanWishes(session.viewProperty().get().orElseThrow()).tried()));
        assertEquals(1, tried(session));
        session.undo();
        assertEquals(0, tried(session), "nothing is tried any more");
        session.redo();
        assertEquals(1, tried(session), "and it is again");
    }

    private static int tried(Session session) {
        return session.planProperty().get().orElseThrow().tried().size();
    }
}
