// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.Optional;
import java.util.function.BooleanSupplier;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.peerpath.plan.Goal;
import org.peerpath.text.Message;

/** Which page of the wizard a person is on, which ones come before and after it, and what keeps them from going on. */
public final class Pages {
    private final Choice choice;
    private final RunModel run;
    private final BooleanSupplier live;
    private final ReadOnlyObjectWrapper<Page> page = new ReadOnlyObjectWrapper<>(Page.GOAL);

    /** @param live whether the host can be reached, and was not only read from a file */
    Pages(Choice choice, RunModel run, BooleanSupplier live) {
        this.choice = choice;
        this.run = run;
        this.live = live;
    }

    public ReadOnlyObjectProperty<Page> pageProperty() {
        return page.getReadOnlyProperty();
    }

    /** Goes to a page whatever is in the way, as a run does. */
    void open(Page to) {
        page.set(to);
    }

    /** What keeps the person from going on from this page; empty if nothing does. */
    public Optional<Message> blocked() {
        return switch (page.get()) {
            case GOAL -> Optional.empty();
            case DEVICES -> choice.lacksDevices();
            case CHECKS, PLAN -> live.getAsBoolean() ? choice.unanswered() : choice.refused();
            case CANARY, APPLY ->
                switch (run.stateProperty().get()) {
                    case RunModel.State.Ended _ -> Optional.empty();
                    case RunModel.State.Idle _ -> Optional.of(Message.of("ui.wizard.blocked.run"));
                    case RunModel.State.Found _, RunModel.State.Broke _ ->
                        Optional.of(Message.of("ui.wizard.blocked.decide"));
                    default -> Optional.of(Message.of("ui.wizard.blocked.going"));
                };
            case VERIFY -> Optional.empty();
            case KEEP -> choice.unplanned();
        };
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
                    case PLAN ->
                        choice.nothingToDo() || !live.getAsBoolean()
                                ? Page.KEEP
                                : choice.triesOneFirst() ? Page.CANARY : Page.APPLY;
                    case CANARY, APPLY -> Page.VERIFY;
                    case VERIFY, KEEP -> Page.KEEP;
                });
    }

    /** What runs have changed is gone back on wherever it was. */
    private boolean choosesNics() {
        return choice.request().goal() != Goal.RESTORE;
    }

    /** Whether there is a way back from this page: not into what has begun. */
    public boolean canGoBack() {
        return page.get() != Page.GOAL && !hasBegun();
    }

    /** Whether something was carried out, or is being. */
    public boolean hasBegun() {
        return !(run.stateProperty().get() instanceof RunModel.State.Idle);
    }

    /** The page before this one, unless there is no way back. */
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
}
