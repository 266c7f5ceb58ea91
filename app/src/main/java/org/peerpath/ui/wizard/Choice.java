// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.List;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.collections.FXCollections;
import javafx.collections.ObservableSet;
import org.peerpath.path.Change;
import org.peerpath.plan.Goal;
import org.peerpath.plan.Guard;
import org.peerpath.plan.LeftOut;
import org.peerpath.plan.Plan;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.Planner;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Runs;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.base.Dialogs;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.base.TaskExecutor;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.model.Errand;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.plan.PlanSheet;

/** What a person has chosen to have done on a host, the plan for it, and which of its questions they have answered. */
public final class Choice {
    private final Language language;
    private final TaskExecutor executor;
    private final Dialogs dialogs;
    private final Journal journal;
    private final ReadOnlyObjectWrapper<Errand> errand =
            new ReadOnlyObjectWrapper<>(new Errand.Reach(new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0)));
    private final ReadOnlyObjectWrapper<Optional<PlanSheet>> sheet = new ReadOnlyObjectWrapper<>(Optional.empty());
    private final ReadOnlyObjectWrapper<List<LeftOut>> unable = new ReadOnlyObjectWrapper<>(List.of());
    private final ObservableSet<Guard> answered = FXCollections.observableSet();
    private Optional<HostView> view = Optional.empty();
    private List<Change> tried = List.of();
    private Running planning = Running.NONE;

    Choice(Language language, TaskExecutor executor, Dialogs dialogs, Journal journal) {
        this.language = language;
        this.executor = executor;
        this.dialogs = dialogs;
        this.journal = journal;
    }

    public ReadOnlyObjectProperty<Errand> errandProperty() {
        return errand.getReadOnlyProperty();
    }

    /** What is asked of the planner. */
    public PlanRequest request() {
        return errand.get().request();
    }

    /** Whether a firmware is only to be tried. */
    public boolean isTrial() {
        return errand.get() instanceof Errand.Try;
    }

    /** The plan for what is chosen; empty while it is being made. */
    public ReadOnlyObjectProperty<Optional<PlanSheet>> sheetProperty() {
        return sheet.getReadOnlyProperty();
    }

    /** The NICs that cannot take part in the goal, each with the reason; known as soon as the plan is. */
    public ReadOnlyObjectProperty<List<LeftOut>> unableProperty() {
        return unable.getReadOnlyProperty();
    }

    /** The plan, as far as it is made. */
    Optional<Plan> planned() {
        return sheet.get().map(PlanSheet::plan);
    }

    /** The guards' questions that the person has answered. */
    public ObservableSet<Guard> answered() {
        return answered;
    }

    // ---- Choosing --------------------------------------------------------------------------------------------------

    /** Another host, or the same read anew: answers are asked for again. */
    void begin(HostView of, Errand wanted) {
        view = Optional.of(of);
        tried = of.changes();
        errand.set(wanted);
        answered.clear();
        unable.set(List.of());
        plan();
    }

    /** The what-if asks something else now; the plan stays, and so do the answers. */
    void tried(List<Change> changes) {
        if (view.isPresent() && !changes.equals(tried)) {
            tried = List.copyOf(changes);
            plan();
        }
    }

    /** What was read of the host is no longer so. */
    void outdated() {
        planning.cancel();
        sheet.set(Optional.empty());
        answered.clear();
    }

    private PlanWishes wishes() {
        return new PlanWishes(view.orElseThrow());
    }

    /** What to ask for where nobody has chosen yet. */
    static Errand usual(HostView of) {
        return new Errand.Reach(
                new PlanWishes(of).of(Goal.VM_GPUDIRECT, List.of()).request());
    }

    /** Another goal; of all NICs those that are known not to serve it are taken out. */
    public void choose(Goal goal) {
        boolean virtual = goal == Goal.BIND_VFS || goal == Goal.UNBIND;
        List<Address> able = virtual ? able() : wishes().nics();
        boolean all = goal == Goal.RESTORE
                || able.isEmpty()
                || able.size() == wishes().nics().size();
        ask(new Errand.Reach(wishes().of(goal, all ? List.of() : able).request()));
    }

    /** Other NICs, none for all; or another number of virtual functions for each. */
    public void choose(List<Address> nics, int functions) {
        ask(new Errand.Reach(new PlanRequest(request().goal(), nics, functions)));
    }

    /** Only tries a NIC's firmware. */
    public void tryOut(Address nic) {
        ask(new Errand.Try(nic));
    }

    /** The NICs that are not known to be without virtual functions. */
    private List<Address> able() {
        PlanWishes wishes = wishes();
        return wishes.nics().stream().filter(nic -> !wishes.lacksVirtual(nic)).toList();
    }

    /** The NIC to try first, where nobody has chosen one: one that can be tried as the host is, if there is one. */
    Optional<Address> first() {
        List<Address> able = able();
        return able.stream()
                .filter(nic ->
                        Runs.unfitForTrial(view.orElseThrow().read(), nic).isEmpty())
                .findFirst()
                .or(() -> able.stream().findFirst());
    }

    private void ask(Errand wanted) {
        if (!wanted.equals(errand.get())) {
            if (wanted.request().goal() != request().goal()) {
                unable.set(List.of());
            }
            errand.set(wanted);
            answered.clear();
            plan();
        }
    }

    /** A plan, and who cannot take part in its goal. */
    private record Made(PlanSheet sheet, List<LeftOut> unable) {
        Made {
            unable = List.copyOf(unable);
        }
    }

    /** Makes the plan, in the language of now. */
    public void plan() {
        planning.cancel();
        sheet.set(Optional.empty());
        if (view.isEmpty()) {
            return;
        }
        HostView of = view.get();
        Errand wanted = errand.get();
        List<Change> changes = tried;
        var texts = language.texts();
        planning = executor.<Made>run(
                () -> switch (wanted) {
                    case Errand.Reach(PlanRequest request) ->
                        new Made(
                                PlanSheet.of(of, new PlanWish(request, changes), journal, texts),
                                Planner.unable(of.read(), request));
                    case Errand.Try(Address nic) ->
                        new Made(PlanSheet.of(of, Runs.trial(of.read(), nic), texts), List.of());
                },
                made -> {
                    unable.set(made.unable());
                    sheet.set(Optional.of(made.sheet()));
                },
                problem ->
                        dialogs.problem(Message.of("ui.plan.failed"), Message.of("label.plain", problem.toString())));
    }

    // ---- What keeps from going on ----------------------------------------------------------------------------------

    /** Why no devices are chosen that this could be done with; empty if they are. */
    Optional<Message> lacksDevices() {
        if (wishes().nics().isEmpty()) {
            return Optional.of(Message.of("ui.wizard.blocked.no-nics"));
        }
        return unfit().or(this::unplanned);
    }

    private Optional<Message> unfit() {
        return errand.get() instanceof Errand.Try(Address nic)
                ? Runs.unfitForTrial(view.orElseThrow().read(), nic)
                : Optional.empty();
    }

    Optional<Message> unplanned() {
        return sheet.get().isEmpty() ? Optional.of(Message.of("ui.wizard.blocked.planning")) : Optional.empty();
    }

    /** What is refused, whoever answers the questions. */
    Optional<Message> refused() {
        return planned()
                .map(plan -> plan.refused()
                        ? Optional.of(Message.of("ui.wizard.blocked.refused"))
                        : Optional.<Message>empty())
                .orElseGet(this::unplanned);
    }

    /** What is refused, or still to be answered. */
    Optional<Message> unanswered() {
        if (refused().isPresent()) {
            return refused();
        }
        Plan plan = planned().orElseThrow();
        long open = plan.guards().stream()
                .filter(guard -> !answered.contains(guard))
                .count();
        return open == 0 || plan.toDo().isEmpty() ? unfit() : Optional.of(Message.of("ui.wizard.blocked.answer", open));
    }

    boolean nothingToDo() {
        return planned().filter(made -> made.toDo().isEmpty()).isPresent();
    }

    /** Whether one NIC and one VF go first in this plan, or are all of it. */
    boolean triesOneFirst() {
        return isTrial() || planned().filter(Runs::triesOneFirst).isPresent();
    }

    /** What is carried out: the plan as it was read, nothing else. */
    RunModel.Work work() {
        Optional<List<String>> agreed = planned().map(made -> Runs.agreement(made.toDo()));
        return switch (errand.get()) {
            case Errand.Reach(PlanRequest request) ->
                runs -> runs.apply(request, agreed, planned().map(Plan::identity));
            case Errand.Try(Address nic) -> runs -> runs.verifyFirmware(nic, agreed);
        };
    }
}
