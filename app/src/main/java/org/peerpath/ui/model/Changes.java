// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;

/** The list of a what-if's changes: one at most for each register, and none that changes nothing. */
public final class Changes {
    private static final int STANDARD_CONTROLS = 0x7f;

    private Changes() {}

    /** The list with one more change; it takes the place of an earlier one for the same register. */
    static List<Change> with(Optional<HostModel> read, List<Change> changes, Change change) {
        List<Change> next = new ArrayList<>(changes);
        next.removeIf(earlier ->
                earlier.getClass() == change.getClass() && earlier.function().equals(change.function()));
        if (read.isEmpty() || !isAsRead(read.get(), change)) {
            next.add(change);
        }
        return next;
    }

    private static boolean isAsRead(HostModel read, Change change) {
        Optional<PciFunction> function = read.topology().find(change.function());
        return switch (change) {
            case Change.AcsControl(Address _, int value) ->
                function.flatMap(f -> f.acs().asOptional())
                        .flatMap(acs -> acs.control().asOptional())
                        .filter(control -> (control & STANDARD_CONTROLS) == value)
                        .isPresent();
            case Change.AtsEnable(Address _, boolean on) ->
                function.flatMap(f -> f.ats().asOptional())
                        .flatMap(ats -> ats.enabled().asOptional())
                        .filter(enabled -> enabled == on)
                        .isPresent();
        };
    }

    /** The change that flips one ACS control; empty where it is not implemented or was not read. */
    public static Optional<Change> flip(PciFunction function, AcsBit bit) {
        return function.acs()
                .asOptional()
                .filter(acs -> acs.implemented(bit).knownToBe(there -> there))
                .flatMap(acs -> acs.control().asOptional())
                .map(control -> new Change.AcsControl(function.address(), (control ^ bit.mask()) & STANDARD_CONTROLS));
    }

    /** The change that flips ATS Enable; empty where there is no ATS or it was not read. */
    public static Optional<Change> flipAts(PciFunction function) {
        return function.ats()
                .asOptional()
                .flatMap(ats -> ats.enabled().asOptional())
                .map(on -> new Change.AtsEnable(function.address(), !on));
    }
}
