// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.base;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.InvalidationListener;
import javafx.beans.Observable;
import javafx.beans.value.ObservableValue;
import javafx.util.Subscription;

/** What a set of views listens to, so that all of it can be let go when they are built anew in another language. */
public final class Listeners {
    private final List<Subscription> subscriptions = new ArrayList<>();

    /** Calls now and at every change. */
    public <T> void on(ObservableValue<T> value, Consumer<? super T> changed) {
        subscriptions.add(value.subscribe(changed));
    }

    /** Calls at every change of a list or the like, not now. */
    public void changes(Observable observable, Runnable changed) {
        InvalidationListener listener = o -> changed.run();
        observable.addListener(listener);
        subscriptions.add(() -> observable.removeListener(listener));
    }

    /** Lets everything go. */
    public void close() {
        subscriptions.forEach(Subscription::unsubscribe);
        subscriptions.clear();
    }
}
