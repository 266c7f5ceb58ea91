// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.Journal;
import org.peerpath.plan.run.Limits;
import org.peerpath.plan.run.Pace;
import org.peerpath.plan.run.SimulatedHost;
import org.peerpath.plan.run.SteeredMachine;
import org.peerpath.snapshot.evidence.Recognizer;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.model.Sources;
import org.peerpath.ui.wizard.Conduct;
import org.peerpath.ui.wizard.Machines;
import org.peerpath.ui.wizard.Page;
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
            Stages.onWindow(() -> stages.window.session().setUpProperty().set(Optional.of(SetUp.of(request))));
            until("the plan", () -> wizard().choice().sheetProperty().get().isPresent());
            if (page.compareTo(Page.CHECKS) > 0) {
                Stages.onWindow(() -> wizard().choice()
                        .sheetProperty()
                        .get()
                        .orElseThrow()
                        .plan()
                        .guards()
                        .forEach(wizard().choice().answered()::add));
            }
            Stages.onWindow(() -> {
                while (wizard().pages().pageProperty().get().compareTo(page) > 0) {
                    wizard().pages().back();
                }
                while (wizard().pages().pageProperty().get().compareTo(page) < 0) {
                    wizard().pages().next();
                }
            });
        }

        void asked() {
            until("the question", () -> wizard().conduct().stateProperty().get() instanceof Conduct.State.Asks);
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
                        () -> scene.wizard().conduct().stateProperty().get() instanceof Conduct.State.Silent);
            }),
            new Shot("wizard-verify", true, scene -> {
                scene.go(BIND, Page.CANARY);
                Stages.onWindow(scene.wizard()::start);
                scene.asked();
                Stages.onWindow(() -> scene.wizard().conduct().answer(true));
                scene.until(
                        "the end",
                        () -> scene.wizard().conduct().stateProperty().get() instanceof Conduct.State.Ended);
                scene.stages().find("#wizard-differences");
            }),
            new Shot("wizard-keep", true, scene -> {
                scene.go(BIND, Page.CANARY);
                Stages.onWindow(scene.wizard()::start);
                scene.asked();
                Stages.onWindow(() -> scene.wizard().conduct().answer(true));
                scene.until(
                        "the end",
                        () -> scene.wizard().conduct().stateProperty().get() instanceof Conduct.State.Ended);
                Stages.onWindow(scene.wizard().pages()::next);
            }));

    private WizardShots() {}

    static void take(Gallery gallery, Predicate<String> wanted) {
        SHOTS.stream().filter(shot -> wanted.test(shot.name())).forEach(shot -> take(gallery, shot));
    }

    private static void take(Gallery gallery, Shot shot) {
        SimulatedHost host = new SimulatedHost(7);
        SteeredMachine machine = new SteeredMachine(HOST, host);
        Conduct.Tools tools = new Conduct.Tools(
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
        stages.window.wizard().conduct().stop();
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
