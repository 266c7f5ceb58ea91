// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.TitledPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCombination;
import javafx.stage.Window;
import org.peerpath.diagram.PathKey;
import org.peerpath.host.Hosts;
import org.peerpath.host.SshAliases;
import org.peerpath.measured.read.MeasurementReader;
import org.peerpath.measured.read.Outputs;
import org.peerpath.measured.read.Readout;
import org.peerpath.path.Change;
import org.peerpath.path.Scenario;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.UnreadableSourceException;
import org.peerpath.testing.Cases;
import org.peerpath.text.Message;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;

/** Pictures of the main window's views and dialogs. */
final class WindowShots {
    private static final String ODD = "sample:hgx-b300-one-bad";
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));
    private static final Address PORT = Address.of("0000:b7:00.0");

    /**
     * One of them.
     *
     * @param last whether it leaves the window in a state that the next one cannot begin from
     */
    private record Shot(String name, boolean last, Consumer<Stages> prepare) {
        static Shot of(String name, Consumer<Stages> prepare) {
            return new Shot(name, false, prepare);
        }

        static Shot last(String name, Consumer<Stages> prepare) {
            return new Shot(name, true, prepare);
        }
    }

    private static final List<Shot> SHOTS = List.of(
            Shot.of("diagram", s -> {}),
            Shot.of("path", s -> select(s, Selection.of(BAD))),
            Shot.of("path-below", s -> {
                select(s, Selection.of(BAD));
                scrollToTheEnd(s);
            }),
            Shot.of("port", s -> select(s, Selection.of(PORT))),
            Shot.of("port-registers", s -> {
                select(s, Selection.of(PORT));
                unfold(s);
                scrollToTheEnd(s);
            }),
            Shot.of("nic", s -> select(s, Selection.of(BAD.requester()))),
            Shot.of("group", s -> {
                tab(s, "groups");
                select(s, new Selection.OfGroup("87"));
            }),
            Shot.of("matrix", s -> {
                select(s, Selection.of(BAD));
                tab(s, "matrix");
            }),
            Shot.of("matrix-gpu", s -> {
                tab(s, "matrix");
                ToggleButton kind = s.find(ToggleButton.class, "#matrix-gpu_gpu");
                Stages.onWindow(kind::fire);
            }),
            Shot.of("groups", s -> tab(s, "groups")),
            Shot.of("findings", s -> tab(s, "findings")),
            Shot.of("compare", s -> tab(s, "compare")),
            Shot.of("hosts", s -> tab(s, "hosts")),
            Shot.of("no-switch", s -> show(s, "sample:no-switch")),
            Shot.of("broadcom", s -> show(s, "sample:broadcom-baremetal-acs-on")),
            Shot.of("without-root", s -> show(s, "ssh://gpu-node-07")),
            Shot.of("plan", s -> plan(s, Goal.VM_GPUDIRECT, List.of(BAD.requester()), 0)),
            Shot.of("plan-bind", s -> plan(s, Goal.BIND_VFS, List.of(), 4)),
            Shot.of("failed", s -> {
                HostEntry entry = show(s, "local");
                Stages.until("the failure", () -> entry.stateProperty().get() instanceof HostEntry.State.Failed);
            }),
            Shot.last("what-if", s -> {
                select(s, Selection.of(BAD));
                Stages.onWindow(() -> {
                    session(s).whatIfProperty().set(true);
                    session(s).change(new Change.AcsControl(PORT, 0x5d));
                });
            }),
            Shot.last("measured", s -> {
                measure(s, "mlx5_0", "1B:00", 780, Outputs.PASSED);
                measure(s, "mlx5_1", "3B:00", 774, "");
                measure(s, "mlx5_5", "BB:00", 384.8, Outputs.PASSED);
                select(s, Selection.of(BAD));
                Stages.until(
                        "the figures",
                        () -> session(s)
                                .viewProperty()
                                .get()
                                .flatMap(HostView::measured)
                                .filter(all -> all.readouts().size() == 3)
                                .isPresent());
                s.idle();
            }),
            Shot.last("folded", s -> toggle(s, "#diagram-fold")),
            Shot.last("all-devices", s -> toggle(s, "#diagram-hidden")),
            Shot.last("paste", s -> {
                press(s, "Shortcut+Shift+V");
                TextArea area = s.find(TextArea.class, "#paste-text");
                Stages.onWindow(() -> area.setText("0x1d"));
            }),
            Shot.last("palette", s -> {
                press(s, "Shortcut+K");
                s.find("#palette-field");
            }),
            Shot.last("help", s -> press(s, "F1")),
            Shot.last("export", s -> {
                select(s, Selection.of(BAD));
                press(s, "Shortcut+E");
                s.find("#export-picture");
            }),
            Shot.last("search", s -> {
                TextField field = s.find(TextField.class, "#search");
                Stages.onWindow(() -> {
                    field.requestFocus();
                    field.setText("mlx5_5");
                });
                s.find(".picture-mark");
            }),
            Shot.last("script", s -> Stages.onWindow(() -> ScriptDialog.show(s.context(), s.stage, "gpu-node-07"))),
            Shot.last("add-host", s -> {
                SshAliases.Listing listing = new SshAliases.Listing(
                        List.of(
                                "bastion",
                                "gpu-node-05",
                                "gpu-node-06",
                                "gpu-node-07",
                                "rack-12-gpu-node-with-a-long-name"),
                        List.of(Path.of("/home/admin/.ssh/conf.d/locked")));
                Stages.onWindow(() -> AddHost.ask(s.context(), s.stage, () -> listing));
                Stages.frames(6);
            }),
            Shot.last("state-good", s -> state(s, "b300-vm-good", Scenario.VM)),
            Shot.last("state-one-bad", s -> state(s, "b300-one-bad", Scenario.VM)),
            Shot.last("state-fw-bad", s -> state(s, "b300-fw-bad", Scenario.VM)),
            Shot.last("state-gpu-ff", s -> state(s, "field/hosts/gpu-ff", Scenario.AS_IS)),
            Shot.last("state-link-down", s -> state(s, "field/hosts/link-down", Scenario.AS_IS)),
            Shot.last(
                    "nothing",
                    s -> Stages.onWindow(() -> List.copyOf(session(s).fleet().entries())
                            .forEach(session(s).fleet()::remove))));

    private WindowShots() {}

    static void take(Gallery gallery, Predicate<String> wanted) {
        Optional<Stages> open = Optional.empty();
        for (Shot shot : SHOTS) {
            if (wanted.test(shot.name())) {
                Stages stages = open.orElseGet(() -> open(gallery.dress()));
                afresh(stages);
                shot.prepare().accept(stages);
                stages.idle();
                gallery.picture(stages, shot.name());
                if (shot.last()) {
                    close(stages);
                }
                open = shot.last() ? Optional.empty() : Optional.of(stages);
            }
        }
        open.ifPresent(WindowShots::close);
    }

    private static Stages open(Gallery.Dress dress) {
        RootlessHost hosts = new RootlessHost();
        Stages stages = Stages.open(
                source -> {
                    if (source.equals(Hosts.LOCAL)) {
                        throw new UnreadableSourceException(Message.of("read.access-denied"));
                    }
                    return hosts.read(source);
                },
                1000,
                800,
                settings -> {
                    dress.put(settings);
                    settings.names().put("ssh://gpu-node-07", "gpu-node-07");
                },
                "sample:hgx-b300-vm",
                "sample:broadcom-baremetal-acs-on",
                "sample:no-switch",
                "ssh://gpu-node-07",
                ODD);
        Stages.until(
                "the hosts",
                () -> session(stages).fleet().entries().stream()
                        .allMatch(entry -> entry.summaryProperty().get().isPresent()));
        return stages;
    }

    /** Showing a host forgets what was selected, tried and planned for it. */
    private static void afresh(Stages stages) {
        show(stages, "sample:hgx-b300-vm");
        tab(stages, "diagram");
        show(stages, ODD);
        Stages.onWindow(() -> session(stages).ask(Scenario.VM));
        stages.untilView("the host in view", view -> view.scenario() == Scenario.VM && !view.isWhatIf());
        stages.settled();
    }

    private static void close(Stages stages) {
        Stages.onWindow(() -> List.copyOf(Window.getWindows()).stream()
                .filter(window -> !window.equals(stages.stage))
                .forEach(Window::hide));
        stages.close();
    }

    private static Session session(Stages stages) {
        return stages.window.session();
    }

    private static HostEntry show(Stages stages, String source) {
        HostEntry[] shown = new HostEntry[1];
        Stages.onWindow(() -> {
            shown[0] = session(stages)
                    .fleet()
                    .find(source)
                    .orElseGet(() -> session(stages).fleet().open(source));
            session(stages).fleet().show(shown[0]);
        });
        stages.idle();
        return shown[0];
    }

    /** Another host, as it stands in the window when it is opened. */
    private static void state(Stages stages, String host, Scenario scenario) {
        HostEntry shown = show(stages, Cases.path(host + ".tar.gz").toString());
        Stages.onWindow(() -> session(stages).ask(scenario));
        Stages.until(
                host,
                () -> shown.summaryProperty().get().isPresent()
                        && session(stages)
                                .viewProperty()
                                .get()
                                .filter(view -> view.scenario() == scenario
                                        && view.host()
                                                .snapshot()
                                                .origin()
                                                .source()
                                                .contains(host))
                                .isPresent());
        stages.settled();
    }

    private static void select(Stages stages, Selection selection) {
        Stages.onWindow(() -> session(stages).select(selection));
        stages.idle();
    }

    private static ScrollPane inspector(Stages stages) {
        return stages.find(ScrollPane.class, "#inspector");
    }

    /** The picture is taken in another scene, whose height decides how far the end is. */
    private static void scrollToTheEnd(Stages stages) {
        ScrollPane inspector = inspector(stages);
        Stages.frames(12);
        Stages.onWindow(() -> inspector.setVvalue(1));
    }

    private static void unfold(Stages stages) {
        ScrollPane inspector = inspector(stages);
        Stages.frames(12);
        Stages.onWindow(() -> inspector.getContent().lookupAll(".folded").stream()
                .map(TitledPane.class::cast)
                .skip(2)
                .forEach(pane -> pane.setExpanded(true)));
    }

    private static void plan(Stages stages, Goal goal, List<Address> nics, int functions) {
        Stages.onWindow(() ->
                session(stages).planProperty().set(Optional.of(new PlanWish(new PlanRequest(goal, nics, functions)))));
        stages.find("#plan-headline");
    }

    private static void press(Stages stages, String key) {
        Stages.onWindow(() -> Objects.requireNonNull(
                        stages.stage.getScene().getAccelerators().get(KeyCombination.valueOf(key)), key)
                .run());
    }

    private static void toggle(Stages stages, String selector) {
        ToggleButton button = stages.find(ToggleButton.class, selector);
        Stages.onWindow(button::fire);
        stages.idle();
    }

    /** A run of one pair, 1 MiB a message. */
    private static void measure(Stages stages, String device, String bus, double gigabits, String tail) {
        String run = Outputs.between(device, bus, gigabits, tail);
        try {
            Readout readout = MeasurementReader.read(
                    new ByteArrayInputStream(run.getBytes(StandardCharsets.UTF_8)), device + ".txt");
            HostEntry entry = session(stages).fleet().currentProperty().get().orElseThrow();
            Stages.onWindow(() -> entry.measure(List.of(readout)));
        } catch (UnreadableSourceException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void tab(Stages stages, String id) {
        ToggleButton tab = stages.find(ToggleButton.class, "#tab-" + id);
        Stages.onWindow(tab::fire);
    }
}
