// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.ListChangeListener;
import javafx.util.Subscription;
import org.peerpath.model.HostModel;
import org.peerpath.plan.run.Entry;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.plan.run.Runs;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.model.Errand;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.SetUp;

/**
 * A person's way from a goal to a changed host: the host, what they have chosen, the page they are on, and the run that
 * carries it out. Used on the window's thread only.
 */
public final class Wizard {
    /** The host being set up, as it was read when that began, or after a run. */
    public record Subject(HostEntry entry, HostView view) {}

    private final Session session;
    private final TaskExecutor executor;
    private final Dialogs dialogs;
    private final RunModel run;
    private final RunModel measuring;
    private final ReadOnlyBooleanWrapper shown = new ReadOnlyBooleanWrapper();
    private final ReadOnlyObjectWrapper<Optional<Subject>> subject = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final Unfinished unfinished;
    private final Choice choice;
    private final Pages pages;
    private final ObjectProperty<Duration> hold;
    private Subscription waiting = Subscription.EMPTY;

    /** A wizard that is closed. */
    public Wizard(Session session, Language language, TaskExecutor executor, Dialogs dialogs, RunModel.Tools tools) {
        this.session = session;
        this.executor = executor;
        this.dialogs = dialogs;
        this.run = new RunModel(executor, tools);
        this.measuring = new RunModel(executor, tools);
        this.choice = new Choice(language, executor, dialogs, tools.journal());
        this.pages = new Pages(choice, run, this::isLive);
        this.hold = new SimpleObjectProperty<>(tools.limits().hold());
        session.setUpProperty()
                .subscribe((was, now) -> now.ifPresent(wanted -> {
                    session.setUpProperty().set(Optional.empty());
                    open(wanted);
                }));
        this.unfinished = new Unfinished(session, executor, dialogs, tools.journal(), this::offer);
        session.viewProperty().subscribe((was, now) -> now.ifPresent(this::tried));
        run.entries().addListener((ListChangeListener<Entry>) change -> follow());
        run.stateProperty().subscribe((was, now) -> follow(was, now));
    }

    public RunModel run() {
        return run;
    }

    /** A measurement, while one is carried out; the host's lock keeps it apart from runs. */
    RunModel measuring() {
        return measuring;
    }

    /** Returns whether a host is being worked on. */
    public boolean isBusy() {
        return run.stateProperty().get().isGoing()
                || measuring.stateProperty().get().isGoing();
    }

    public Choice choice() {
        return choice;
    }

    /** Whether its pages are in view. */
    public ReadOnlyBooleanProperty shownProperty() {
        return shown.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Subject>> subjectProperty() {
        return subject.getReadOnlyProperty();
    }

    /** Whether the host can be reached and changed, and was not only read from a file. */
    boolean isLive() {
        return subject.get().filter(of -> of.entry().isLive()).isPresent();
    }

    /** The way through its pages. */
    public Pages pages() {
        return pages;
    }

    /** A run on the host in view that something is left to do about. */
    public ReadOnlyObjectProperty<Optional<RunRecord>> unfinishedProperty() {
        return unfinished.runProperty();
    }

    /** How long what goes first is held and watched. */
    public ObjectProperty<Duration> holdProperty() {
        return hold;
    }

    // ---- Opening and closing ---------------------------------------------------------------------------------------

    /** While a run is going it is that which is shown, whatever was asked for. */
    private void open(SetUp what) {
        Optional<HostEntry> entry = session.fleet().currentProperty().get();
        Optional<HostView> view = session.viewProperty().get();
        if (run.stateProperty().get().isGoing()) {
            show();
            return;
        }
        if (entry.isEmpty() || view.isEmpty()) {
            return;
        }
        run.clear();
        subject.set(Optional.of(new Subject(entry.get(), view.get())));
        Optional<RunRecord> found = what.run()
                .flatMap(run ->
                        unfinishedProperty().get().filter(record -> record.run().equals(run)));
        if (found.isPresent()) {
            run.show(found.get());
            pages.open(Page.APPLY);
        } else {
            pages.open(what.errand().isPresent() ? Page.CHECKS : Page.GOAL);
        }
        choice.begin(
                view.get(), found.flatMap(Wizard::errand).or(what::errand).orElseGet(() -> Choice.usual(view.get())));
        show();
    }

    /** Another what-if about the host in hand; while something is carried out the plan stays as it was agreed to. */
    @SuppressWarnings("ReferenceEquality") // the very reading: an equal one may be a later one
    private void tried(HostView now) {
        boolean same =
                subject.get().filter(of -> of.view().read() == now.read()).isPresent();
        if (same && run.stateProperty().get() instanceof RunModel.State.Idle) {
            choice.tried(now.changes());
        }
    }

    /** Brings what was hidden back into view. */
    public void show() {
        shown.set(true);
    }

    /** Takes the pages out of view; a run goes on. */
    public void hide() {
        shown.set(false);
    }

    /** What a run was to do. */
    private static Optional<Errand> errand(RunRecord record) {
        return record.trial()
                .<Errand>map(trial -> new Errand.Try(trial.setting().nic()))
                .or(() -> record.began().map(began -> new Errand.Reach(began.request())));
    }

    private void offer(RunRecord found) {
        if (!shown.get() && !run.stateProperty().get().isGoing()) {
            open(SetUp.of(found.run()));
        }
    }

    /** Reads the host again and goes back to the checks. */
    public void readAgain() {
        Subject old = subject.get().orElseThrow();
        run.clear();
        choice.outdated();
        pages.open(Page.CHECKS);
        waiting.unsubscribe();
        waiting = session.viewProperty()
                .subscribe((was, now) -> now.ifPresent(view -> planAnew(old.entry(), view)))
                .and(old.entry().stateProperty().subscribe((was, now) -> {
                    if (now instanceof HostEntry.State.Failed || now instanceof HostEntry.State.Gone) {
                        planAnew(old.entry(), old.view());
                    }
                }));
        session.fleet().read(old.entry());
    }

    private void planAnew(HostEntry entry, HostView view) {
        waiting.unsubscribe();
        subject.set(Optional.of(new Subject(entry, view)));
        choice.begin(view, choice.errandProperty().get());
    }

    // ---- Carrying out ----------------------------------------------------------------------------------------------

    /** Carries the plan out, as it was read on the page before. */
    public void start() {
        if (choice.unanswered().isPresent() || !isLive()) {
            return;
        }
        RunModel.Work work = choice.work();
        run(none -> work);
    }

    /** Goes on with the run in view. */
    public void resume() {
        run(name -> runs -> runs.resume(name));
    }

    /** Undoes the run in view. */
    public void undo() {
        run(name -> runs -> runs.undo(name));
    }

    private void run(Function<String, RunModel.Work> what) {
        String name = run.record().run();
        Subject of = subject.get().orElseThrow();
        unfinished.forget();
        run.start(of.entry().source(), choice.answered(), hold.get(), what.apply(name));
        if (pages.pageProperty().get() != Page.CANARY) {
            pages.open(Page.APPLY);
        }
    }

    /** Leaves an unfinished run as it is; it is not offered again. */
    public void leave() {
        String name = run.record().run();
        executor.<String>run(
                () -> {
                    run.tools().journal().leave(name, run.tools().pace().now());
                    return name;
                },
                done -> {
                    unfinished.forget();
                    run.clear();
                    hide();
                },
                problem -> dialogs.problem(Message.of("ui.wizard.not-left"), Unfinished.reason(problem)));
    }

    /** The page follows what the run is at. */
    private void follow() {
        if (!run.stateProperty().get().isGoing() || run.entries().isEmpty()) {
            return;
        }
        switch (run.entries().getLast()) {
            case Entry.CanaryBegan _ -> pages.open(Page.CANARY);
            case Entry.Starting(var _, String step, var _) when !step.startsWith("canary/") -> pages.open(Page.APPLY);
            default -> {}
        }
    }

    /** What is asked or has ended is shown, also if the pages were hidden. */
    private void follow(RunModel.State before, RunModel.State state) {
        switch (state) {
            case RunModel.State.Asks _, RunModel.State.AsksToGoOn _ -> {
                pages.open(Page.APPLY);
                show();
            }
            case RunModel.State.Ended(Runs.Result result, var _, Optional<HostModel> after) -> {
                Subject of = subject.get().orElseThrow();
                after.ifPresent(host -> session.fleet().adopt(of.entry(), host));
                pages.open(result.run().isEmpty() ? Page.APPLY : Page.VERIFY);
                show();
            }
            case RunModel.State.Broke _ -> show();
            case RunModel.State.Silent _ -> {
                if (!(before instanceof RunModel.State.Silent)) {
                    show();
                }
            }
            case RunModel.State.Idle _, RunModel.State.Found _, RunModel.State.Going _ -> {}
        }
    }
}
