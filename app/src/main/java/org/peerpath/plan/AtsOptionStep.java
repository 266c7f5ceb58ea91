// SPDX-License-Identifier: Apache-2.0
package org.peerpath.plan;

import java.util.List;
import org.peerpath.model.HostModel;
import org.peerpath.path.Change;
import org.peerpath.pci.NvSetting;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;

/** Sets the firmware option with which a ConnectX shows its ATS capability after the next boot. */
final class AtsOptionStep implements UnreadStep {
    static final String OPTION = NvSetting.ATS_ENABLED;
    /** The tool's own words (mstflint mlxconfig, boolean parameters). */
    private static final String ON = "True(1)";

    private static final String OFF = "False(0)";

    /**
     * Returns the step for one card.
     *
     * @param tool NVIDIA's mlxconfig or mstflint's mstconfig
     */
    static Step.Builder of(Address nic, String tool) {
        String device = nic.toString();
        // Without -e the answer has the one column that matters here: the value at the next boot.
        Operation.Run query = Operation.Run.of(tool, "-d", device, "q", OPTION);
        return Step.of(
                        "ats-option:" + device,
                        Step.Kind.ATS_OPTION,
                        nic,
                        Message.of("plan.ats.purpose", device),
                        Message.of("plan.ats.risk", device))
                .before(Check.text(Message.of("plan.ats.check", device), query, OFF))
                .run(Operation.Run.of(tool, "-d", device, "-y", "set", OPTION + "=1"))
                .after(Check.text(Message.of("plan.ats.verify", device), query, ON))
                .undo(Operation.Run.of(tool, "-d", device, "-y", "set", OPTION + "=0"))
                .danger(Step.Danger.HIGH)
                .takesEffect(Step.Effect.REBOOT);
    }

    // ---- Answers ---------------------------------------------------------------------------------------------------

    @Override
    public Inverse.Part turn(Step inverse) {
        return Inverse.Part.GIVEN;
    }

    @Override
    public boolean writesConfigurationSpace() {
        return true;
    }

    @Override
    public boolean isUnproven() {
        return true;
    }

    @Override
    public boolean makes(Step step, Change change, HostModel read) {
        return change instanceof Change.AtsEnable(Address function, boolean on)
                && on
                && step.target()
                        .equals(read.topology().physicalFunction(function).orElse(function));
    }

    @Override
    public void restore(Restoration way, PastChanges.Thing thing, List<PastChanges.Change> changes) {
        way.back(changes, way.now(changes));
    }
}
