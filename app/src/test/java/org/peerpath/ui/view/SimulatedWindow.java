// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.time.Duration;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.SimulatedHost;
import org.peerpath.plan.run.SteeredMachine;
import org.peerpath.ui.wizard.Machines;
import org.peerpath.ui.wizard.RunModel;

/** A window on a simulated host, on which plans are carried out; everything else is the program. */
final class SimulatedWindow {
    static final String HOST = "gpu-node-07";
    static final Limits QUICK = new Limits(
            Duration.ofSeconds(5),
            Duration.ofSeconds(5),
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofMillis(50));

    private SimulatedWindow() {}

    static Stages open(SimulatedHost host, SteeredMachine machine, Journal journal) {
        Stages.startToolkit();
        RunModel.Tools tools = new RunModel.Tools(
                source -> new Machines.Reached(machine, () -> {}), journal, Pace.REAL, QUICK, "tester@here");
        Stages stages =
                Stages.openWorking(prompter -> source -> host.snapshot(), tools, 1000, 800, settings -> {}, HOST);
        stages.settled();
        return stages;
    }
}
