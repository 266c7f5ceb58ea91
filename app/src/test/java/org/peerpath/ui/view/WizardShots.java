// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.Pane;
import org.peerpath.measured.read.Outputs;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.SimulatedHost;
import org.peerpath.plan.run.SteeredMachine;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.ui.model.Sources;
import org.peerpath.ui.wizard.Machines;
import org.peerpath.ui.wizard.Page;
import org.peerpath.ui.wizard.RunModel;
import org.peerpath.ui.wizard.Wizard;

/** Pictures of every page of the wizard: those before a run over a shipped sample, those of a run over a simulated host. */
final class WizardShots {
    private static final String HOST = "gpu-node-07";
    private static final Sources SAMPLE = source -> Recognizer.open("sample:hgx-b300-one-bad");

    /** Who took part. */
    private record Scene(Stages stages, SteeredMachine machine) {
        Wizard wizard() {
            return stages.window.wizard();
        }

        void until(String what, BooleanSupplier holds) {
            Stages.until(what, holds);
        }

        void go(PlanRequest request, Page page) {
            stages.setUp(request, page);
        }

        void asked() {
            until("the question", () -> wizard().run().stateProperty().get() instanceof RunModel.State.Asks);
        }
    }

    private record Shot(String name, boolean simulated, Consumer<Scene> prepare) {}

    private static final PlanRequest VM = new PlanRequest(Goal.VM_GPUDIRECT, List.of(), 0);
    private static final PlanRequest BIND = new PlanRequest(Goal.BIND_VFS, List.of(), 2);

    private static final List<Shot> SHOTS = List.of(
            new Shot("wizard-goal", false, scene -> scene.go(VM, Page.GOAL)),
            new Shot("wizard-devices", false, scene -> scene.go(VM, Page.DEVICES)),
            new Shot("wizard-checks", false, scene -> scene.go(VM, Page.CHECKS)),
            new Shot(
                    "wizard-refused",
                    false,
                    scene -> scene.go(new PlanRequest(Goal.BIND_VFS, List.of(), 400), Page.CHECKS)),
            new Shot("wizard-plan", false, scene -> scene.go(VM, Page.PLAN)),
            new Shot("wizard-apply", false, scene -> {
                scene.go(VM, Page.PLAN);
                Stages.onWindow(scene.wizard().pages()::next);
            }),
            new Shot("wizard-canary", true, scene -> scene.go(BIND, Page.CANARY)),
            new Shot("wizard-asks", true, scene -> {
                scene.go(BIND, Page.CANARY);
                Stages.onWindow(scene.wizard()::start);
                scene.asked();
            }),
            new Shot("wizard-silent", true, scene -> {
                scene.machine().freezeAt(command -> command.contains("drivers_probe"));
                scene.machine().say("[  812.400113] vfio-pci 0000:04:00.1: enabling device (0000 -> 0002)");
                scene.go(BIND, Page.CANARY);
                Stages.onWindow(scene.wizard()::start);
                scene.until(
                        "the silence",
                        () -> scene.wizard().run().stateProperty().get() instanceof RunModel.State.Silent);
            }),
            new Shot("wizard-verify", true, scene -> {
                carriedOut(scene);
                scene.stages().find("#wizard-differences");
            }),
            new Shot("wizard-keep", true, scene -> {
                carriedOut(scene);
                Stages.onWindow(scene.wizard().pages()::next);
            }),
            new Shot("wizard-measure", true, WizardShots::measure),
            new Shot("wizard-handover", true, scene -> {
                measure(scene);
                TitledPane pair = scene.stages().find(TitledPane.class, "#measure-0");
                Stages.onWindow(() -> pair.setExpanded(false));
                Stages.frames(3);
                ScrollPane place = scene.stages().find(ScrollPane.class, "#wizard-place");
                Stages.onWindow(() -> place.setVvalue(1));
            }));

    /** The last page after a run, with a figure of its first pair. */
    private static void measure(Scene scene) {
        scene.go(BIND, Page.CANARY);
        Stages.onWindow(scene.wizard()::start);
        scene.asked();
        Stages.onWindow(() -> scene.wizard().run().answer(true));
        scene.until("the end", () -> scene.wizard().run().stateProperty().get() instanceof RunModel.State.Ended);
        Stages.onWindow(scene.wizard().pages()::next);
        TitledPane pair = scene.stages().find(TitledPane.class, "#measure-0");
        Stages.onWindow(() -> {
            pair.setAnimated(false);
            pair.setExpanded(true);
        });
        Stages.frames(3);
        TextArea text = scene.stages().find(TextArea.class, "#measure-text-0");
        Button take = scene.stages().find(Button.class, "#measure-take-0");
        Stages.onWindow(() -> {
            text.setText(Outputs.header("RDMA_Write BW Test", "mlx5_0", "Ethernet")
                    + Outputs.GBITS
                    + "\n 1048576    5000             391.02             390.40               0.046539\n"
                    + "VALIDATION: PASSED (server) - 5000 chunks, 5242880000 bytes\n");
            take.fire();
        });
        Pane said = scene.stages().find(Pane.class, "#measure-said-0");
        scene.until("the figure", () -> !said.getChildren().isEmpty());
        Stages.frames(3);
        ScrollPane place = scene.stages().find(ScrollPane.class, "#wizard-place");
        Stages.onWindow(() -> {
            double content = place.getContent().getBoundsInLocal().getHeight();
            double view = place.getViewportBounds().getHeight();
            double bottom = place.getContent()
                    .sceneToLocal(said.localToScene(said.getBoundsInLocal()))
                    .getMaxY();
            place.setVvalue((bottom + 60 - view) / (content - view));
        });
    }

    private WizardShots() {}

    private static void carriedOut(Scene scene) {
        scene.go(BIND, Page.CANARY);
        Stages.onWindow(scene.wizard()::start);
        scene.asked();
        Stages.onWindow(() -> scene.wizard().run().answer(true));
        scene.until("the end", () -> scene.wizard().run().stateProperty().get() instanceof RunModel.State.Ended);
    }

    static void take(Gallery gallery, Predicate<String> wanted) {
        SHOTS.stream().filter(shot -> wanted.test(shot.name())).forEach(shot -> take(gallery, shot));
    }

    private static void take(Gallery gallery, Shot shot) {
        SimulatedHost host = new SimulatedHost(7);
        SteeredMachine machine = new SteeredMachine(HOST, host);
        RunModel.Tools tools = new RunModel.Tools(
                source -> new Machines.Reached(machine, () -> {}),
                new Journal(emptyFolder()),
                Pace.REAL,
                new Limits(
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofMillis(300)),
                "tester@here");
        Stages stages = Stages.openWorking(
                prompter -> shot.simulated() ? source -> host.snapshot() : SAMPLE,
                tools,
                1000,
                800,
                settings -> {
                    gallery.dress().put(settings);
                    settings.names().put(HOST, HOST);
                },
                HOST);
        stages.settled();
        shot.prepare().accept(new Scene(stages, machine));
        Stages.frames(8);
        gallery.picture(stages, shot.name());
        stages.window.wizard().run().stop();
        stages.close();
    }

    private static Path emptyFolder() {
        try {
            Path folder = Files.createTempDirectory("peerpath-shots");
            folder.toFile().deleteOnExit();
            return folder.resolve("runs");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
