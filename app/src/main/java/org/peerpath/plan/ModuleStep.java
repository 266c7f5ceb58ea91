// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import java.util.Optional;
import org.peerpath.model.HostModel;
import org.peerpath.snapshot.HostFiles;
import org.peerpath.text.Message;

/** Loads vfio-pci where the kernel does not have it yet: an override that names an unknown driver binds nothing. */
final class ModuleStep implements UnreadStep {
    private static final String VFIO = "vfio-pci";

    /** Returns the step that must come before these, if they bind something and the driver is not known to be there. */
    static Optional<Step> before(List<Step> steps, HostModel host) {
        Optional<Step> binds = steps.stream()
                .filter(step -> step.givesToVfio() && step.state() == Step.State.TO_DO)
                .findFirst();
        boolean there = host.snapshot().hostEntries(HostFiles.PCI_DRIVERS).knownToBe(names -> names.contains(VFIO));
        return there ? Optional.empty() : binds.map(ModuleStep::load);
    }

    /** Taking a module out again helps nobody and can hurt others, so there is no undo. */
    private static Step load(Step first) {
        String folder = "/" + HostFiles.PCI_DRIVERS + "/" + VFIO;
        Operation.Run read = Operation.Run.of("ls", "-d", folder);
        return Step.of(
                        "module:" + VFIO,
                        Step.Kind.MODULE,
                        first.target(),
                        Message.of("plan.module.purpose", VFIO),
                        Message.of("plan.module.risk"))
                .before(Check.text(Message.of("plan.module.absent", VFIO), read, ""))
                .run(Operation.Run.of("modprobe", VFIO))
                .after(Check.text(Message.of("plan.module.check", VFIO), read, folder))
                .build();
    }

    // ---- Answers ---------------------------------------------------------------------------------------------------

    @Override
    public Inverse.Part turn(Step inverse) {
        return Inverse.Part.GIVEN;
    }

    /** It stays. */
    @Override
    public void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {}
}
