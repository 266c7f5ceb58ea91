// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Plan;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.Attendant;
import org.peerpath.plan.run.Entry;
import org.peerpath.plan.run.Runs;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor;

/** Stands between the thread of a run and the window: hands on what is told, waits for what is answered. */
final class Attending implements Attendant {
    private final RunModel run;
    private final TaskExecutor executor;
    private final Set<Guard> answered;
    private volatile CompletableFuture<Boolean> answer = new CompletableFuture<>();
    private volatile boolean careful;
    private volatile boolean stopping;
    /** Since something went first, the person has not yet said to go on with the rest. */
    private boolean resting;

    private boolean agreed;

    Attending(RunModel run, TaskExecutor executor, Set<Guard> answered) {
        this.run = run;
        this.executor = executor;
        this.answered = Set.copyOf(answered);
    }

    void careful(boolean on) {
        careful = on;
    }

    /** On the window's thread; an answer that nobody waits for is dropped. */
    void answer(boolean yes) {
        answer.complete(yes);
    }

    void stop() {
        stopping = true;
    }

    @Override
    public void told(Entry entry) {
        resting |= entry instanceof Entry.CanaryBegan;
        executor.onWindowThread(() -> run.told(entry));
    }

    /**
     * The questions are answered on a page of their own, before anything begins. Resuming and undoing begin from a run and
     * may raise others: the person is asked those together. What a host's name must be typed for is not answered so.
     */
    @Override
    public boolean accepts(Plan plan, List<Guard> asked) throws InterruptedException {
        List<Guard> open =
                asked.stream().filter(guard -> !answered.contains(guard)).toList();
        if (open.isEmpty()) {
            return true;
        }
        if (open.stream().anyMatch(guard -> guard.id().wantsHostName())) {
            return false;
        }
        Message all = open.getFirst().reason();
        for (Guard guard : open.subList(1, open.size())) {
            all = Message.of("guard.detail", all, guard.reason());
        }
        return ask(new RunModel.State.AsksToGoOn(all));
    }

    /** After what went first the person is asked once, and before every step if they wish. */
    @Override
    public boolean allows(Step step) throws InterruptedException {
        boolean first = Runs.isOfTheFirst(step);
        if (!careful && (first || !resting || agreed)) {
            return true;
        }
        boolean yes = ask(new RunModel.State.Asks(step));
        agreed |= yes && !first;
        return yes;
    }

    @Override
    public boolean wantsToStop() {
        return stopping;
    }

    @Override
    public boolean waitsFor(Duration silent, List<String> log) {
        executor.onWindowThread(() -> run.is(new RunModel.State.Silent(silent)));
        return !stopping;
    }

    @Override
    public boolean goesOn(Message what) throws InterruptedException {
        return ask(new RunModel.State.AsksToGoOn(what));
    }

    private boolean ask(RunModel.State question) throws InterruptedException {
        CompletableFuture<Boolean> waiting = new CompletableFuture<>();
        answer = waiting;
        executor.onWindowThread(() -> run.is(question));
        try {
            return waiting.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            executor.onWindowThread(run::going);
        }
    }
}
