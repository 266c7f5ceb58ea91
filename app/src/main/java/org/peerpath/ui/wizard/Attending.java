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
    private final Conduct conduct;
    private final TaskExecutor executor;
    private final Set<Guard> answered;
    private volatile CompletableFuture<Boolean> answer = new CompletableFuture<>();
    private volatile boolean careful;
    private volatile boolean stopping;
    /** Since something went first, the person has not yet said to go on with the rest. */
    private boolean resting;

    private boolean agreed;

    Attending(Conduct conduct, TaskExecutor executor, Set<Guard> answered) {
        this.conduct = conduct;
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
        executor.onWindowThread(() -> conduct.told(entry));
    }

    /** The questions are answered on a page of their own, before anything begins; others than those were not. */
    @Override
    public boolean accepts(Plan plan, List<Guard> asked) {
        return answered.containsAll(asked);
    }

    /** After what went first the person is asked once, and before every step if they wish. */
    @Override
    public boolean allows(Step step) throws InterruptedException {
        boolean first = Runs.isOfTheFirst(step);
        if (!careful && (first || !resting || agreed)) {
            return true;
        }
        boolean yes = ask(new Conduct.State.Asks(step));
        agreed |= yes && !first;
        return yes;
    }

    @Override
    public boolean wantsToStop() {
        return stopping;
    }

    @Override
    public boolean waitsFor(Duration silent, List<String> log) {
        executor.onWindowThread(() -> conduct.is(new Conduct.State.Silent(silent)));
        return !stopping;
    }

    @Override
    public boolean goesOn(Message what) throws InterruptedException {
        return ask(new Conduct.State.AsksToGoOn(what));
    }

    private boolean ask(Conduct.State question) throws InterruptedException {
        CompletableFuture<Boolean> waiting = new CompletableFuture<>();
        answer = waiting;
        executor.onWindowThread(() -> conduct.is(question));
        try {
            return waiting.get();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            executor.onWindowThread(conduct::going);
        }
    }
}
