// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.util.Subscription;
import org.peerpath.measured.read.Readout;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.path.Scenario;
import org.peerpath.path.WhatIf;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.base.TaskExecutor.Running;

/**
 * What is in view and how: the host's {@link HostView}, the scenario, the what-if's changes, what is selected and what
 * the pointer is on. Every view reads it and none keeps a copy.
 */
public final class Session {
    private static final HostView.Question AS_IS = new HostView.Question(Scenario.AS_IS, List.of());

    private final Fleet fleet;
    private final TaskExecutor executor;
    private final Dialogs dialogs;
    private final Vms vms;
    private final ReadOnlyObjectWrapper<HostView.Question> question = new ReadOnlyObjectWrapper<>(AS_IS);
    private final ReadOnlyObjectWrapper<Optional<HostView>> view = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ObjectProperty<Selection> selection = new SimpleObjectProperty<>(Selection.nothing());
    private final ObjectProperty<Selection> hover = new SimpleObjectProperty<>(Selection.nothing());
    private final BooleanProperty whatIf = new SimpleBooleanProperty();
    private final ObjectProperty<Optional<PlanWish>> plan = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Optional<SetUp>> setUp = new SimpleObjectProperty<>(Optional.empty());
    private final ObjectProperty<Optional<LogPage>> log = new SimpleObjectProperty<>(Optional.empty());
    private final History<HostView.Question> questions = new History<>();
    private final History<Selection> places = new History<>();
    /** Whether the plan came from a what-if; it goes on speaking of what that asks now. */
    private boolean planFollows;

    private Running computing = Running.NONE;
    private Subscription watching = Subscription.EMPTY;

    public Session(Fleet fleet, TaskExecutor executor, Dialogs dialogs) {
        this.fleet = fleet;
        this.executor = executor;
        this.dialogs = dialogs;
        this.vms = new Vms(fleet, executor);
        fleet.currentProperty().subscribe((was, now) -> {
            watching.unsubscribe();
            watching = Subscription.EMPTY;
            computing.cancel();
            hostShown(now);
        });
        plan.subscribe(
                wish -> planFollows = wish.filter(w -> !w.tried().isEmpty()).isPresent());
    }

    /** The VMs of the host in view. */
    public Vms vms() {
        return vms;
    }

    public Fleet fleet() {
        return fleet;
    }

    public ReadOnlyObjectProperty<Optional<HostView>> viewProperty() {
        return view.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<HostView.Question> questionProperty() {
        return question.getReadOnlyProperty();
    }

    public ObjectProperty<Selection> selectionProperty() {
        return selection;
    }

    public ObjectProperty<Selection> hoverProperty() {
        return hover;
    }

    /** Whether a click on a chip flips it. */
    public BooleanProperty whatIfProperty() {
        return whatIf;
    }

    /** The plan a person wants to see; empty while none was asked for of this host. */
    public ObjectProperty<Optional<PlanWish>> planProperty() {
        return plan;
    }

    /** What a person asks to be led through; the wizard takes it from here. */
    public ObjectProperty<Optional<SetUp>> setUpProperty() {
        return setUp;
    }

    /** The log whose page is in view. */
    public ObjectProperty<Optional<LogPage>> logProperty() {
        return log;
    }

    public History<HostView.Question> questions() {
        return questions;
    }

    public History<Selection> places() {
        return places;
    }

    /** Selects, and remembers what was selected before. */
    public void select(Selection now) {
        if (!now.equals(selection.get())) {
            places.leave(selection.get());
            selection.set(now);
        }
    }

    public void back() {
        selection.set(places.undo(selection.get()));
    }

    public void forward() {
        selection.set(places.redo(selection.get()));
    }

    /** Asks the same under another assumption. */
    public void ask(Scenario scenario) {
        ask(new HostView.Question(scenario, question.get().changes()));
    }

    /** Adds one change to the what-if; one that undoes what was read stays in the list only while it says something. */
    public void change(Change change) {
        ask(new HostView.Question(
                question.get().scenario(),
                Changes.with(view.get().map(HostView::read), question.get().changes(), change)));
    }

    /** Takes all changes of the what-if back. */
    public void reset() {
        ask(new HostView.Question(question.get().scenario(), List.of()));
    }

    public void undo() {
        move(questions.undo(question.get()));
    }

    public void redo() {
        move(questions.redo(question.get()));
    }

    private void ask(HostView.Question next) {
        if (!next.equals(question.get())) {
            questions.leave(question.get());
            move(next);
        }
    }

    private void move(HostView.Question next) {
        if (!next.changes().isEmpty()) {
            whatIf.set(true);
        }
        question.set(next);
        keepPlanInStep(next);
        compute(next);
    }

    private void keepPlanInStep(HostView.Question asked) {
        Optional<PlanWish> wish =
                plan.get().filter(w -> planFollows && !w.tried().equals(asked.changes()));
        wish.ifPresent(was -> {
            plan.set(Optional.of(new PlanWish(was.request(), asked.changes())));
            planFollows = true;
        });
    }

    private void hostShown(Optional<HostEntry> entry) {
        questions.clear();
        places.clear();
        selection.set(Selection.nothing());
        hover.set(Selection.nothing());
        plan.set(Optional.empty());
        view.set(Optional.empty());
        question.set(new HostView.Question(question.get().scenario(), List.of()));
        entry.ifPresent(shown -> watching = shown.hostProperty()
                .subscribe(host -> compute(question.get()))
                .and(shown.measuredProperty().subscribe((was, now) -> compute(question.get()))));
    }

    /** Only the answer to the latest question counts: a running computation is cancelled by the next. */
    private void compute(HostView.Question asked) {
        Optional<HostModel> host = fleet.currentProperty()
                .get()
                .flatMap(entry -> entry.hostProperty().get());
        List<Readout> readouts = fleet.currentProperty()
                .get()
                .map(entry -> entry.measuredProperty().get())
                .orElse(List.of());
        computing.cancel();
        computing = host.map(read -> executor.<HostView>run(
                        () -> HostView.of(read, asked).measuring(readouts),
                        answer -> view.set(Optional.of(answer)),
                        this::refused))
                .orElse(Running.NONE);
    }

    private void refused(Exception problem) {
        Message why = problem instanceof WhatIf.RefusedException refused
                ? refused.reason()
                : Message.of("ui.host.unexpected");
        dialogs.problem(Message.of("ui.whatif.refused"), why);
        if (questions.canUndoProperty().get()) {
            move(questions.undo(question.get()));
        }
    }
}
