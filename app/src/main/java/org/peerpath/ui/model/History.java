// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayDeque;
import java.util.Deque;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/** Steps that can be taken back, and those taken back that can be done again. */
public final class History<T> {
    private static final int MOST = 200;

    private final Deque<T> undo = new ArrayDeque<>();
    private final Deque<T> redo = new ArrayDeque<>();
    private final ReadOnlyBooleanWrapper canUndo = new ReadOnlyBooleanWrapper();
    private final ReadOnlyBooleanWrapper canRedo = new ReadOnlyBooleanWrapper();

    /** Remembers what is about to be left; what was taken back before can no longer be done again. */
    public void leave(T state) {
        undo.push(state);
        if (undo.size() > MOST) {
            undo.removeLast();
        }
        redo.clear();
        update();
    }

    /** The state before, given the present one; the present one if there is none before. */
    public T undo(T present) {
        return move(undo, redo, present);
    }

    /** The state taken back last. */
    public T redo(T present) {
        return move(redo, undo, present);
    }

    public void clear() {
        undo.clear();
        redo.clear();
        update();
    }

    public ReadOnlyBooleanProperty canUndoProperty() {
        return canUndo.getReadOnlyProperty();
    }

    public ReadOnlyBooleanProperty canRedoProperty() {
        return canRedo.getReadOnlyProperty();
    }

    private T move(Deque<T> from, Deque<T> to, T present) {
        if (from.isEmpty()) {
            return present;
        }
        T state = from.pop();
        to.push(present);
        update();
        return state;
    }

    private void update() {
        canUndo.set(!undo.isEmpty());
        canRedo.set(!redo.isEmpty());
    }
}
