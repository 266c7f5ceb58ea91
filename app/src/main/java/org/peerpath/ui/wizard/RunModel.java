// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;
import org.peerpath.host.HostException;
import org.peerpath.model.HostModel;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Step;
import org.peerpath.plan.run.Entry;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.JournalException;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Machine;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.plan.run.RunState;
import org.peerpath.plan.run.Runs;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor;

/**
 * One run at a time, as the window follows it: the executor works on a thread of its own, what it tells and asks arrives here.
 * Used on the window's thread only.
 */
public final class RunModel {
    private static final Duration BEAT = Duration.ofSeconds(1);

    /** Where a run is. */
    public sealed interface State {
        /** Nothing was begun. */
        record Idle() implements State {}

        /** A run of the journal that something is left to do about. */
        record Found(RunState how, Optional<Message> why) implements State {}

        /**
         * The host is being worked on.
         *
         * @param stopping whether the person wants it to stop before the next step
         */
        record Going(boolean stopping) implements State {}

        /** Waits for the person before a step. */
        record Asks(Step step) implements State {}

        /** The host was away and is back, the step is done: whether to go on. */
        record AsksToGoOn(Message what) implements State {}

        /** The host does not answer, for so long. */
        record Silent(Duration since) implements State {}

        /**
         * It has come to an end for now.
         *
         * @param before the host before the run, also where it was undone later; where that was not kept, as it was when
         *     this began
         * @param after the host as it is now; empty where it could not be read
         */
        record Ended(Runs.Result result, Optional<HostModel> before, Optional<HostModel> after) implements State {}

        /** It could not be begun or followed. */
        record Broke(Message why) implements State {}

        /** Whether the host is being worked on. */
        default boolean isGoing() {
            return switch (this) {
                case Idle _, Found _, Ended _, Broke _ -> false;
                case Going _, Asks _, AsksToGoOn _, Silent _ -> true;
            };
        }
    }

    /**
     * What the second channel to the host says.
     *
     * @param silence how long ago it was heard
     * @param log what its kernel said since the run began
     */
    public record Pulse(Duration silence, List<String> log) {
        public Pulse {
            log = List.copyOf(log);
        }
    }

    /** What runs are made with. */
    public record Tools(Machines machines, Journal journal, Pace pace, Limits limits, String who) {}

    /** What to do with runs. */
    @FunctionalInterface
    interface Work {
        Runs.Result on(Runs runs) throws HostException, InterruptedException, JournalException;
    }

    private final TaskExecutor executor;
    private final Tools tools;
    private final ReadOnlyObjectWrapper<State> state = new ReadOnlyObjectWrapper<>(new State.Idle());
    private final ReadOnlyObjectWrapper<Optional<Pulse>> pulse = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ObservableList<Entry> entries = FXCollections.observableArrayList();
    private final BooleanProperty careful = new SimpleBooleanProperty();
    private String source = "";
    private String run = "";
    private Attending attending;

    public RunModel(TaskExecutor executor, Tools tools) {
        this.executor = executor;
        this.tools = tools;
        this.attending = new Attending(this, executor, Set.of());
        careful.subscribe(on -> attending.careful(on));
    }

    public ReadOnlyObjectProperty<State> stateProperty() {
        return state.getReadOnlyProperty();
    }

    /** The host's pulse while it is being worked on. */
    public ReadOnlyObjectProperty<Optional<Pulse>> pulseProperty() {
        return pulse.getReadOnlyProperty();
    }

    /** What was written into the journal of this run, as it is written. */
    public ObservableList<Entry> entries() {
        return entries;
    }

    /** Whether the person wants to be asked before every step that can do harm. */
    public BooleanProperty carefulProperty() {
        return careful;
    }

    /** The host, as the user calls it. */
    public String source() {
        return source;
    }

    /** The run's steps and how far they are. */
    public RunRecord record() {
        return new RunRecord(run, entries);
    }

    Tools tools() {
        return tools;
    }

    /** Looks at a run of the journal; nothing is done. */
    void show(RunRecord record) {
        source = record.source().orElse("");
        run = record.run();
        entries.setAll(record.entries());
        state.set(new State.Found(record.state(), record.why()));
    }

    /** Forgets the last run. */
    void clear() {
        run = "";
        entries.clear();
        pulse.set(Optional.empty());
        state.set(new State.Idle());
    }

    /**
     * Begins.
     *
     * @param host what the user calls it
     * @param answered the guards that the person has answered
     * @param hold how long a canary is held
     */
    void start(String host, Set<Guard> answered, Duration hold, Work work) {
        source = host;
        attending = new Attending(this, executor, answered);
        attending.careful(careful.get());
        state.set(new State.Going(false));
        Observation observation = new Observation();
        beat(observation);
        executor.<State>run(
                () -> observation.of(host, work, attending, hold), this::ended, problem -> ended(broke(problem)));
    }

    /** One run from the first word to the last, on a thread of its own. */
    private final class Observation {
        private volatile Optional<Observed> machine = Optional.empty();

        State of(String host, Work work, Attending person, Duration hold)
                throws HostException, InterruptedException, JournalException {
            try (Machines.Reached reached = tools.machines().reach(host)) {
                Observed observed = new Observed(reached.machine());
                machine = Optional.of(observed);
                Runs runs = new Runs(
                        observed,
                        tools.journal(),
                        person,
                        tools.pace(),
                        tools.limits().holding(hold),
                        tools.who());
                Runs.Result result = work.on(runs);
                Optional<Snapshot> before =
                        result.run().flatMap(tools.journal()::before).or(observed::first);
                return new State.Ended(result, before.map(HostModel::of), after(reached.machine(), result));
            }
        }

        private static Optional<HostModel> after(Machine machine, Runs.Result result) throws InterruptedException {
            if (result.state() == RunState.HOST_STOPPED) {
                return Optional.empty();
            }
            try {
                return Optional.of(HostModel.of(machine.read()));
            } catch (HostException e) {
                return Optional.empty();
            }
        }

        Optional<Pulse> pulse() {
            return machine.flatMap(Observed::pulse);
        }
    }

    private static State broke(Exception problem) {
        return new State.Broke(
                switch (problem) {
                    case HostException e -> e.reason();
                    case JournalException e -> e.reason();
                    default -> Message.of("label.plain", problem.toString());
                });
    }

    private void ended(State how) {
        if (how instanceof State.Ended ended) {
            ended.result().run().ifPresent(name -> run = name);
        }
        pulse.set(Optional.empty());
        state.set(how);
    }

    private void beat(Observation observation) {
        pulse.set(observation.pulse());
        executor.after(BEAT, () -> {
            if (state.get().isGoing()) {
                beat(observation);
            }
        });
    }

    /** The person has answered what was asked. */
    public void answer(boolean yes) {
        attending.answer(yes);
    }

    /** The person wants it to stop before the next step, or waits for the host no longer. */
    public void stop() {
        attending.stop();
        if (state.get() instanceof State.Going) {
            state.set(new State.Going(true));
        }
    }

    /** Called by the run's own thread, through the executor. */
    void told(Entry entry) {
        entries.add(entry);
        if (state.get() instanceof State.Silent) {
            going();
        }
    }

    void is(State now) {
        if (state.get().isGoing()) {
            state.set(now);
        }
    }

    void going() {
        is(new State.Going(attending.wantsToStop()));
    }
}
