// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.peerpath.acs.AcsRegister;
import org.peerpath.acs.PortSetting;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.pci.Acs;
import org.peerpath.pci.AcsBit;
import org.peerpath.pci.PciFunction;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Fact;
import org.peerpath.text.Message;

/** Sets bits of a port's ACS Control register, by value and mask, so that no other bit is touched (facts H.2, H.3). */
final class AcsControlStep implements StepKind {
    private static final String FACT = "ACSCtl";
    private static final int STANDARD_CONTROLS = 0x7f;

    /**
     * Returns the write at one port.
     *
     * @param changed the bits that must flip; 0 where the port is already so
     */
    static Step of(AcsRegister register, int now, int changed) {
        Operation.Run read = new Operation.Run(register.read());
        Address port = register.port();
        int wanted = now ^ changed;
        return Step.of(
                        "acs:" + port,
                        Step.Kind.ACS_CONTROL,
                        port,
                        purpose(port, changed & wanted, changed & now),
                        Message.of("plan.acs.risk", port))
                .before(Check.register(Message.of("plan.acs.check", port), read, now, 0xffff))
                .run(writes(register, wanted, changed))
                .after(Check.register(
                        Message.of("plan.acs.verify", port), read, wanted, changed == 0 ? 0xffff : changed))
                .undo(writes(register, now, changed))
                // As whole as before the step: a bit that somebody has written since is not ours to judge.
                .undoneOnlyIf(List.of(Check.register(Message.of("plan.acs.verify", port), read, wanted, 0xffff)))
                .danger(Step.Danger.MEDIUM)
                .alreadySoIf(changed == 0)
                .build();
    }

    /** A write of no bits is none. */
    private static List<Operation> writes(AcsRegister register, int value, int changed) {
        return changed == 0 ? List.of() : List.of(new Operation.Run(register.write(value, changed)));
    }

    private static Message purpose(Address port, int set, int cleared) {
        if (cleared == 0) {
            return set == 0
                    ? Message.of("plan.acs.purpose.so", port)
                    : Message.of("plan.acs.purpose.set", port, bits(set));
        }
        return set == 0
                ? Message.of("plan.acs.purpose.clear", port, bits(cleared))
                : Message.of("plan.acs.purpose", port, bits(set), bits(cleared));
    }

    private static String bits(int mask) {
        List<String> names = new ArrayList<>();
        for (AcsBit bit : AcsBit.values()) {
            if ((mask & bit.mask()) != 0) {
                names.add(bit.name());
            }
        }
        return String.join(" ", names);
    }

    // ---- Answers ---------------------------------------------------------------------------------------------------

    @Override
    public List<String> restsOn() {
        return List.of(FACT);
    }

    @Override
    public boolean changes(Step step, String where, String fact, Set<Address> virtualFunctions) {
        return where.equals(step.target().toString()) && fact.equals(FACT);
    }

    @Override
    public Inverse.Part turn(Step inverse) {
        return Inverse.Part.PORTS;
    }

    @Override
    public boolean writesConfigurationSpace() {
        return true;
    }

    @Override
    public boolean routes() {
        return true;
    }

    /** Every bit that the change flips is flipped the same way by what the step verifies. */
    @Override
    public boolean makes(Step step, Change change, HostModel read) {
        return change instanceof Change.AcsControl(Address port, int value)
                && step.target().equals(port)
                && sets(step, control(read, port), value);
    }

    private static boolean sets(Step step, Optional<Integer> now, int value) {
        if (now.isEmpty() || step.verification().isEmpty()) {
            return false;
        }
        int flipped = (value ^ now.get()) & STANDARD_CONTROLS;
        Check check = step.verification().getFirst();
        return (flipped & ~check.mask()) == 0 && ((value ^ hexadecimal(check)) & flipped) == 0;
    }

    private static Optional<Integer> control(HostModel host, Address port) {
        return host.topology()
                .find(port)
                .map(PciFunction::acs)
                .flatMap(Fact::asOptional)
                .flatMap(acs -> acs.control().asOptional());
    }

    /** Only the bits that runs have written, in one write. */
    @Override
    public void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {
        Address port = thing.target();
        Fact<Acs> acs = way.host().topology().find(port).map(PciFunction::acs).orElseGet(Fact::absent);
        Fact<Integer> read = acs.flatMap(Acs::control);
        if (!read.isKnown()) {
            way.guards().refuse(GuardId.PORT_UNREAD, List.of(port));
            return;
        }
        int now = read.asOptional().orElseThrow();
        int first = hexadecimal(changes.getFirst().step().prechecks().getFirst());
        int left = first;
        int touched = 0;
        for (PastChanges.Change change : changes) {
            Check after = change.step().verification().getFirst();
            left = (left & ~after.mask()) | hexadecimal(after);
            touched |= after.mask();
        }
        int changed = (now ^ first) & touched;
        if (changed != 0 && ((now ^ left) & touched) != 0) {
            way.guards().refuse(GuardId.CHANGED_SINCE, List.of(port));
            return;
        }
        AcsRegister register = AcsRegister.of(port, acs.asOptional().orElseThrow());
        way.sets(PortSetting.flipping(register, now, changed), changes.getLast().place());
        way.add(AcsControlStep.of(register, now, changed), changes.getLast().place());
    }

    private static int hexadecimal(Check check) {
        return Integer.parseUnsignedInt(check.expected(), 16);
    }
}
