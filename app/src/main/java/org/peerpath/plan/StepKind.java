// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Set;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.pci.Topology;
import org.peerpath.snapshot.Address;

/**
 * What one kind of step answers about its steps. Whoever plans, carries out, undoes or shows steps asks here and never
 * looks at the kind itself, so that a new kind is one file and one line in {@link Step.Kind}.
 */
interface StepKind {
    /** Returns the facts of the step's function that must have been read before the step is carried out. */
    List<String> restsOn();

    /**
     * Returns whether a fact may differ after the step: what the step sets, and what the kernel changes with it.
     *
     * @param where the address of the function whose fact it is
     * @param fact a name that {@link #restsOn} or a reading of the host uses
     * @param virtualFunctions those that the step's function has before or after the step
     */
    boolean changes(Step step, String where, String fact, Set<Address> virtualFunctions);

    /** Returns when a step has its turn among those that take a run back. */
    Inverse.Part turn(Step inverse);

    /** Plans the way back behind these changes of one function. */
    void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes);

    /** Returns whether the other kinds need to know what becomes of this one when a way back is planned. */
    default boolean isRestoredFirst() {
        return false;
    }

    /** Returns whether it writes to configuration space, which a locked-down kernel forbids. */
    default boolean writesConfigurationSpace() {
        return false;
    }

    /** Returns whether it changes something that goes when its virtual function does. */
    default boolean isLostWithItsFunction() {
        return false;
    }

    /** Returns whether it decides where requests turn, and nothing else. */
    default boolean routes() {
        return false;
    }

    /** Returns whether no hardware has ever carried it out for this project. */
    default boolean isUnproven() {
        return false;
    }

    /** Returns what to try on one function before a plan with this step is carried out as a whole. */
    default Trial trial(Step step) {
        return Trial.NONE;
    }

    /** Returns whether the step gives its function to VFIO. */
    default boolean givesToVfio(Step step) {
        return false;
    }

    /** Returns whether undoing the step gives its function to VFIO. */
    default boolean undoGivesToVfio(Step step) {
        return false;
    }

    /** Returns the functions that undoing the step takes from whoever uses them. */
    default List<Address> takenByUndo(Step step, Topology topology) {
        return List.of();
    }

    /** Returns the checks that hold where the step need not be done, or not again. */
    default List<Check> soWhen(Step step, List<Step> plan) {
        return step.verification();
    }

    /** Returns the checks that hold where the step need not be undone, or not again. */
    default List<Check> undoneWhen(Step step, List<Step> plan) {
        return step.prechecks();
    }

    /** Returns whether the step makes a change that a what-if has tried. */
    default boolean makes(Step step, Change change, HostModel read) {
        return false;
    }

    /** What is tried on one function first, where a step could stop the host. */
    enum Trial {
        /** The step cannot stop the host at once. */
        NONE,
        /** One new virtual function of the step's NIC, bound and removed again. */
        ONE_NEW_FUNCTION,
        /** The step itself, undone again. */
        ITSELF
    }
}
