// SPDX-License-Identifier: Apache-2.0
package org.peerpath.path;

import java.util.List;
import org.peerpath.model.HostModel;
import org.peerpath.pci.Acs;
import org.peerpath.pci.Ats;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** Sets ACS or ATS on a copy of a host, as the hardware would take it. */
public final class WhatIf {
    /** Bits 6:0; the enhanced controls keep their value. */
    private static final int STANDARD_CONTROLS = 0x7f;

    private WhatIf() {}

    /** A change that the function cannot take. */
    public static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final transient Message reason;

        RefusedException(Message reason) {
            super(reason.key() + " " + reason.args());
            this.reason = reason;
        }

        public Message reason() {
            return reason;
        }
    }

    /**
     * The host after these changes, in order.
     *
     * @throws RefusedException if a function is not there, or lacks the capability, or it was not read whether it has it
     */
    public static HostModel apply(HostModel host, List<Change> changes) throws RefusedException {
        HostModel changed = host;
        for (Change change : changes) {
            PciFunction function = changed.topology()
                    .find(change.function())
                    .orElseThrow(() -> new RefusedException(Message.of("whatif.no-function", change.function())));
            changed = changed.with(
                    switch (change) {
                        case Change.AcsControl(var address, int value) -> withAcs(function, value);
                        case Change.AtsEnable(var address, boolean on) -> withAts(function, on);
                    });
        }
        return changed;
    }

    private static PciFunction withAcs(PciFunction port, int value) throws RefusedException {
        Acs acs = required(port, port.acs(), "whatif.no-acs");
        int capability = required(port, acs.settable(), "whatif.no-acs");
        int kept = acs.control().asOptional().orElse(0) & ~STANDARD_CONTROLS;
        int taken = kept | (value & capability & STANDARD_CONTROLS);
        return port.withAcs(acs.withControl(taken));
    }

    private static PciFunction withAts(PciFunction function, boolean on) throws RefusedException {
        Ats ats = required(function, function.ats(), "whatif.no-ats");
        int control = required(function, ats.control(), "whatif.no-ats");
        return function.withAts(ats.withControl(on ? control | Ats.ENABLE : control & ~Ats.ENABLE));
    }

    private static <T> T required(PciFunction function, Fact<T> fact, String refusal) throws RefusedException {
        return switch (fact) {
            case Fact.Known<T>(T value) -> value;
            case Fact.Absent<T>() -> throw new RefusedException(Message.of(refusal, function.address()));
            case Fact.Unknown<T>(Message why) ->
                throw new RefusedException(Message.of("whatif.unread", function.address(), why));
        };
    }
}
