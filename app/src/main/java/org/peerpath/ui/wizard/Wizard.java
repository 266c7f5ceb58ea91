// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableSet;
import javafx.util.Subscription;
import org.peerpath.iommu.HostModel;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Guard;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.Entry;
import org.peerpath.plan.run.RunRecord;
import org.peerpath.plan.run.Runs;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.plan.PlanSheet;

/**
 * Where a person is on the way from a goal to a changed host, what they have chosen and answered, and what keeps them from
 * going on. Used on the window's thread only.
 */
public final class Wizard {
    private static final PlanRequest USUAL = new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0);

    /** The host being set up, as it was read when that began, or after a run. */
    public record Subject(HostEntry entry, HostView view) {}

    private final Session session;
    private final Language language;
    private final TaskExecutor executor;
    private final Dialogs dialogs;
    private final Conduct conduct;
    private final ReadOnlyBooleanWrapper shown = new ReadOnlyBooleanWrapper();
    private final ReadOnlyObjectWrapper<Optional<Subject>> subject = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<Page> page = new ReadOnlyObjectWrapper<>(Page.GOAL);
    private final ReadOnlyObjectWrapper<PlanRequest> request = new ReadOnlyObjectWrapper<>(USUAL);
    private final ReadOnlyObjectWrapper<Optional<PlanSheet>> sheet = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final Unfinished unfinished;
    private final ObservableSet<Guard> answered = FXCollections.observableSet();
    private final ObjectProperty<Duration> hold;
    private Running planning = Running.NONE;
    private Subscription waiting = Subscription.EMPTY;

    /** A wizard that is closed. */
    public Wizard(Session session, Language language, TaskExecutor executor, Dialogs dialogs, Conduct.Tools tools) {
        this.session = session;
        this.language = language;
        this.executor = executor;
        this.dialogs = dialogs;
        this.conduct = new Conduct(executor, tools);
        this.hold = new SimpleObjectProperty<>(tools.limits().hold());
        session.setUpProperty()
                .subscribe((was, now) -> now.ifPresent(wanted -> {
                    session.setUpProperty().set(Optional.empty());
                    open(wanted);
                }));
        this.unfinished = new Unfinished(session, executor, dialogs, tools.journal(), this::offer);
        conduct.entries().addListener((javafx.collections.ListChangeListener<Entry>) change -> follow());
        conduct.stateProperty().subscribe((was, now) -> follow(was, now));
    }

    public Conduct conduct() {
        return conduct;
    }

    /** Whether its pages are in view. */
    public ReadOnlyBooleanProperty shownProperty() {
        return shown.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Optional<Subject>> subjectProperty() {
        return subject.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<Page> pageProperty() {
        return page.getReadOnlyProperty();
    }

    public ReadOnlyObjectProperty<PlanRequest> requestProperty() {
        return request.getReadOnlyProperty();
    }

    /** The plan for what is chosen; empty while it is being made. */
    public ReadOnlyObjectProperty<Optional<PlanSheet>> sheetProperty() {
        return sheet.getReadOnlyProperty();
    }

    /** A run on the host in view that something is left to do about. */
    public ReadOnlyObjectProperty<Optional<RunRecord>> unfinishedProperty() {
        return unfinished.runProperty();
    }

    /** The guards' questions that the person has answered. */
    public ObservableSet<Guard> answered() {
        return answered;
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
        if (conduct.stateProperty().get().isGoing()) {
            show();
            return;
        }
        if (entry.isEmpty() || view.isEmpty()) {
            return;
        }
        conduct.clear();
        answered.clear();
        subject.set(Optional.of(new Subject(entry.get(), view.get())));
        Optional<RunRecord> found = what.run()
                .flatMap(run ->
                        unfinishedProperty().get().filter(record -> record.run().equals(run)));
        if (found.isPresent()) {
            conduct.show(found.get());
            found.get().began().ifPresent(began -> request.set(began.request()));
            page.set(Page.APPLY);
        } else {
            request.set(what.request()
                    .orElseGet(() -> wishes().of(Goal.VM_GPUDIRECT, List.of()).request()));
            page.set(what.request().isPresent() ? Page.CHECKS : Page.GOAL);
        }
        plan();
        show();
    }

    /** Brings what was hidden back into view. */
    public void show() {
        shown.set(true);
    }

    /** Takes the pages out of view; a run goes on. */
    public void hide() {
        shown.set(false);
    }

    private void offer(RunRecord found) {
        if (!shown.get() && !conduct.stateProperty().get().isGoing()) {
            open(SetUp.of(found.run()));
        }
    }

    // ---- Choosing --------------------------------------------------------------------------------------------------

    private PlanWishes wishes() {
        return new PlanWishes(subject.get().orElseThrow().view());
    }

    /** Another goal; of all NICs those that are known not to serve it are taken out. */
    public void choose(Goal goal) {
        PlanWishes wishes = wishes();
        boolean virtual = goal == Goal.BIND_VFS || goal == Goal.UNBIND;
        List<Address> able = wishes.nics().stream()
                .filter(nic -> !virtual || !wishes.lacksVirtual(nic))
                .toList();
        boolean all = goal == Goal.RESTORE
                || able.isEmpty()
                || able.size() == wishes.nics().size();
        ask(wishes.of(goal, all ? List.of() : able).request());
    }

    /** Other NICs, none for all; or another number of virtual functions for each. */
    public void choose(List<Address> nics, int functions) {
        ask(new PlanRequest(request.get().goal(), nics, functions));
    }

    private void ask(PlanRequest wanted) {
        if (!wanted.equals(request.get())) {
            request.set(wanted);
            answered.clear();
            plan();
        }
    }

    /** Makes the plan, in the language of now. */
    public void plan() {
        planning.cancel();
        sheet.set(Optional.empty());
        Optional<Subject> of = subject.get();
        if (of.isEmpty()) {
            return;
        }
        HostView view = of.get().view();
        PlanWish wish = new PlanWish(request.get());
        var texts = language.texts();
        planning = executor.<PlanSheet>run(
                () -> PlanSheet.of(view, wish, conduct.tools().journal(), texts),
                made -> sheet.set(Optional.of(made)),
                problem ->
                        dialogs.problem(Message.of("ui.plan.failed"), Message.of("label.plain", problem.toString())));
    }

    /** Reads the host again and goes back to the checks. */
    public void readAgain() {
        Subject old = subject.get().orElseThrow();
        conduct.clear();
        answered.clear();
        page.set(Page.CHECKS);
        sheet.set(Optional.empty());
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
        plan();
    }

    // ---- Going on --------------------------------------------------------------------------------------------------

    /** What keeps the person from going on from this page; empty if nothing does. */
    public Optional<Message> blocked() {
        return switch (page.get()) {
            case GOAL -> Optional.empty();
            case DEVICES ->
                wishes().nics().isEmpty() ? Optional.of(Message.of("ui.wizard.blocked.no-nics")) : planned();
            case CHECKS -> planned().or(this::unanswered);
            case PLAN -> planned().or(this::unanswered).or(this::notLive);
            case CANARY, APPLY ->
                switch (conduct.stateProperty().get()) {
                    case Conduct.State.Ended _ -> Optional.empty();
                    case Conduct.State.Idle _ -> Optional.of(Message.of("ui.wizard.blocked.run"));
                    case Conduct.State.Found _, Conduct.State.Broke _ ->
                        Optional.of(Message.of("ui.wizard.blocked.decide"));
                    default -> Optional.of(Message.of("ui.wizard.blocked.going"));
                };
            case VERIFY -> Optional.empty();
            case KEEP -> planned();
        };
    }

    private Optional<Message> planned() {
        return sheet.get().isEmpty() ? Optional.of(Message.of("ui.wizard.blocked.planning")) : Optional.empty();
    }

    private Optional<Message> unanswered() {
        Plan plan = sheet.get().orElseThrow().plan();
        if (plan.refused()) {
            return Optional.of(Message.of("ui.wizard.blocked.refused"));
        }
        long open = plan.guards().stream()
                .filter(guard -> !answered.contains(guard))
                .count();
        return open == 0 || plan.toDo().isEmpty()
                ? Optional.empty()
                : Optional.of(Message.of("ui.wizard.blocked.answer", open));
    }

    private Optional<Message> notLive() {
        return subject.get().filter(of -> of.entry().isLive()).isPresent() || nothingToDo()
                ? Optional.empty()
                : Optional.of(Message.of("ui.wizard.blocked.file"));
    }

    private boolean nothingToDo() {
        return sheet.get().filter(made -> made.plan().toDo().isEmpty()).isPresent();
    }

    /** Whether one NIC and one VF go first in this plan. */
    public boolean triesOneFirst() {
        return sheet.get().filter(made -> Runs.triesOneFirst(made.plan())).isPresent();
    }

    /** The next page that has anything to say. */
    public void next() {
        if (blocked().isPresent()) {
            return;
        }
        page.set(
                switch (page.get()) {
                    case GOAL -> choosesNics() ? Page.DEVICES : Page.CHECKS;
                    case DEVICES -> Page.CHECKS;
                    case CHECKS -> Page.PLAN;
                    case PLAN -> nothingToDo() ? Page.KEEP : triesOneFirst() ? Page.CANARY : Page.APPLY;
                    case CANARY, APPLY -> Page.VERIFY;
                    case VERIFY, KEEP -> Page.KEEP;
                });
    }

    /** What runs have changed is gone back on wherever it was. */
    private boolean choosesNics() {
        return request.get().goal() != Goal.RESTORE;
    }

    /** Whether there is a way back from this page: not into what has begun. */
    public boolean canGoBack() {
        return page.get() != Page.GOAL && !hasBegun();
    }

    /** Whether something was carried out, or is being. */
    public boolean hasBegun() {
        return !(conduct.stateProperty().get() instanceof Conduct.State.Idle);
    }

    public void back() {
        if (canGoBack()) {
            page.set(
                    switch (page.get()) {
                        case GOAL, DEVICES -> Page.GOAL;
                        case CHECKS -> choosesNics() ? Page.DEVICES : Page.GOAL;
                        case PLAN -> Page.CHECKS;
                        case CANARY, APPLY, VERIFY, KEEP -> Page.PLAN;
                    });
        }
    }

    /** Goes back to a page of before, or forward as far as nothing is in the way. */
    public void go(Page wanted) {
        while (wanted.compareTo(page.get()) < 0 && canGoBack()) {
            back();
        }
        Page at = page.get();
        while (wanted.compareTo(at) > 0 && wanted.isBeforeTheRun() && blocked().isEmpty()) {
            next();
            at = page.get();
        }
    }

    // ---- Carrying out ----------------------------------------------------------------------------------------------

    /** Carries the plan out, as it was read on the page before. */
    public void start() {
        PlanSheet made = sheet.get().orElseThrow();
        if (unanswered().isPresent() || notLive().isPresent()) {
            return;
        }
        PlanRequest wanted = request.get();
        List<String> agreed = Runs.agreement(made.plan().toDo());
        run(none -> runs -> runs.apply(wanted, Optional.of(agreed)));
    }

    /** Goes on with the run in view. */
    public void resume() {
        run(name -> runs -> runs.resume(name));
    }

    /** Undoes the run in view. */
    public void undo() {
        run(name -> runs -> runs.undo(name));
    }

    private void run(Function<String, Conduct.Work> what) {
        String name = conduct.record().run();
        Subject of = subject.get().orElseThrow();
        unfinished.forget();
        conduct.start(of.entry().source(), answered, hold.get(), what.apply(name));
        if (page.get() != Page.CANARY) {
            page.set(Page.APPLY);
        }
    }

    /** Leaves an unfinished run as it is; it is not offered again. */
    public void leave() {
        String name = conduct.record().run();
        executor.<String>run(
                () -> {
                    conduct.tools().journal().leave(name, conduct.tools().pace().now());
                    return name;
                },
                done -> {
                    unfinished.forget();
                    conduct.clear();
                    hide();
                },
                problem -> dialogs.problem(Message.of("ui.wizard.not-left"), Unfinished.reason(problem)));
    }

    /** The page follows what the run is at. */
    private void follow() {
        if (!conduct.stateProperty().get().isGoing() || conduct.entries().isEmpty()) {
            return;
        }
        switch (conduct.entries().getLast()) {
            case Entry.CanaryBegan _ -> page.set(Page.CANARY);
            case Entry.Starting(var _, String step, var _) when !step.startsWith("canary/") -> page.set(Page.APPLY);
            default -> {}
        }
    }

    /** What is asked or has ended is shown, also if the pages were hidden. */
    private void follow(Conduct.State before, Conduct.State state) {
        switch (state) {
            case Conduct.State.Asks _, Conduct.State.AsksToGoOn _ -> {
                page.set(Page.APPLY);
                show();
            }
            case Conduct.State.Ended(Runs.Result result, var _, Optional<HostModel> after) -> {
                Subject of = subject.get().orElseThrow();
                after.ifPresent(host -> session.fleet().adopt(of.entry(), host));
                page.set(result.run().isEmpty() ? Page.APPLY : Page.VERIFY);
                show();
            }
            case Conduct.State.Broke _ -> show();
            case Conduct.State.Silent _ -> {
                if (!(before instanceof Conduct.State.Silent)) {
                    show();
                }
            }
            case Conduct.State.Idle _, Conduct.State.Found _, Conduct.State.Going _ -> {}
        }
    }
}
