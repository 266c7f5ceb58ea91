// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import java.util.function.Predicate;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.value.ObservableBooleanValue;
import javafx.beans.value.ObservableValue;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.Session;

/** What there is to do something with, for actions that make no sense without. */
final class States {
    private final Session session;

    States(Session session) {
        this.session = session;
    }

    /** Whether a host can be seen. */
    ObservableBooleanValue shown() {
        return Bindings.createBooleanBinding(
                () -> session.viewProperty().get().isPresent()
                        && !session.fleet().allProperty().get(),
                session.viewProperty(),
                session.fleet().allProperty());
    }

    /** Whether there is anything in view to search in. */
    ObservableBooleanValue searchable() {
        return Bindings.createBooleanBinding(
                () -> session.viewProperty().get().isPresent()
                        || session.fleet().allProperty().get(),
                session.viewProperty(),
                session.fleet().allProperty());
    }

    /** Whether a source is chosen, readable or not. */
    ObservableBooleanValue open() {
        return current(entry -> true);
    }

    /** Whether the source chosen is a host that can be read again. */
    ObservableBooleanValue live() {
        return current(HostEntry::isLive);
    }

    /** Whether the source chosen is being read. */
    ObservableBooleanValue reading() {
        ObservableValue<HostEntry.State> state = session.fleet()
                .currentProperty()
                .flatMap(entry -> entry.map(HostEntry::stateProperty).orElse(null));
        return Bindings.createBooleanBinding(() -> state.getValue() instanceof HostEntry.State.Reading, state);
    }

    /** Whether there is another source to compare with. */
    ObservableBooleanValue several() {
        return Bindings.size(session.fleet().entries()).greaterThan(1);
    }

    /** Whether a plan was asked for. */
    ObservableBooleanValue planned() {
        return Bindings.createBooleanBinding(() -> session.planProperty().get().isPresent(), session.planProperty());
    }

    /** Whether a what-if changes something. */
    ObservableBooleanValue changed() {
        return Bindings.createBooleanBinding(
                () -> !session.questionProperty().get().changes().isEmpty(), session.questionProperty());
    }

    private BooleanBinding current(Predicate<HostEntry> fits) {
        return Bindings.createBooleanBinding(
                () -> {
                    Optional<HostEntry> entry =
                            session.fleet().currentProperty().get();
                    return entry.filter(fits).isPresent();
                },
                session.fleet().currentProperty());
    }
}
