// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.PasswordField;
import javafx.scene.control.TextField;
import javafx.scene.input.KeyCode;
import javafx.stage.Window;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.Host;
import org.peerpath.host.HostException;
import org.peerpath.host.HostStage;
import org.peerpath.host.Prompter;
import org.peerpath.host.SshHost;
import org.peerpath.host.SshName;
import org.peerpath.host.SshSettings;
import org.peerpath.host.Sshd;
import org.peerpath.text.Texts;
import org.peerpath.ui.RealSources;
import org.peerpath.ui.model.HostEntry;
import org.testfx.api.FxRobot;

/** A host added as one would type it after ssh: the server's key is vouched for, the password given in a dialog. */
@Tag("ui")
class AddHostOverSshTest {
    @TempDir
    Path folder;

    private final FxRobot robot = new FxRobot();

    /** Reaches the test's own server whatever its name. */
    private record OwnServer(Path config, Path tree) implements RealSources.Reach {
        @Override
        public Host host(String source, Prompter prompter, Consumer<HostStage> stage) throws HostException {
            SshSettings settings =
                    new SshSettings("ssh", Optional.of(config), Duration.ofSeconds(20), Duration.ofSeconds(5), 3);
            return new SshHost(SshName.parse(source), settings, prompter, stage);
        }

        @Override
        public String recordedTree(String source) {
            return tree.toString();
        }
    }

    @Test
    void passwordAndUnknownKeyAreAskedInDialogs() throws Exception {
        Sshd.assumeInstalled();
        Sshd.assumeRoot();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        Path tree = folder.resolve("tree");
        Path function = Files.createDirectories(tree.resolve("sys/bus/pci/devices/0000:00:00.0"));
        Files.writeString(function.resolve("vendor"), "0x15b3\n");
        Files.write(function.resolve("config"), new byte[4096]);
        try (Sshd sshd =
                Sshd.start(folder, Sshd.Variant.USUAL.with("PasswordAuthentication yes", "PubkeyAuthentication no"))) {
            Path config = sshd.clientConfig(folder.resolve("key"), false);
            AtomicReference<RealSources> sources = new AtomicReference<>();
            Stages stages = Stages.openAsking(
                    prompter -> {
                        sources.set(new RealSources(prompter, Clock.systemUTC(), new OwnServer(config, tree)));
                        return sources.get();
                    },
                    1280,
                    800,
                    settings -> {},
                    "sample:hgx-b300-one-bad");
            try {
                stages.settled();
                add(stages);
                String fingerprint = Sshd.output(
                                "ssh-keygen",
                                "-lf",
                                folder.resolve("host_key.pub").toString())
                        .split(" ")[1];
                Node shown = anywhere(
                        Labeled.class,
                        label -> label.getText() != null && label.getText().contains("SHA256:"));
                assertTrue(((Labeled) shown).getText().contains(fingerprint), ((Labeled) shown).getText());
                press("ui.ask.trust");
                PasswordField secret = anywhere(PasswordField.class, field -> "secret".equals(field.getId()));
                Stages.onWindow(() -> secret.setText(Sshd.PASSWORD));
                press("ui.ask.answer");
                HostEntry entry =
                        stages.window.session().fleet().find("ssh://target").orElseThrow();
                read(entry);
                assertEquals(
                        1,
                        entry.hostProperty()
                                .get()
                                .orElseThrow()
                                .snapshot()
                                .functions()
                                .size());
                assertEquals(List.of("ssh://target"), List.copyOf(stages.settings.hosts()));
                AtomicReference<String> diagnostics = new AtomicReference<>("");
                Stages.onWindow(() -> diagnostics.set(
                        Diagnostics.text(stages.settings, Diagnostics.screens(), Diagnostics.Machine.here())));
                assertFalse(diagnostics.get().contains(Sshd.PASSWORD), "what was typed is kept nowhere");
                Stages.onWindow(() -> stages.window.session().fleet().read(entry));
                read(entry);
                Stages.onWindow(() -> stages.window.session().fleet().remove(entry));
                assertEquals(
                        List.of(), List.copyOf(stages.settings.hosts()), "it does not come back at the next start");
            } finally {
                Stages.onWindow(() -> List.copyOf(Window.getWindows()).stream()
                        .filter(window -> !window.equals(stages.stage))
                        .forEach(Window::hide));
                sources.get().close();
                stages.close();
            }
        }
    }

    private void add(Stages stages) {
        Stages.onWindow(() -> stages.stage.getScene().lookup("#diagram-pane").requestFocus());
        robot.press(KeyCode.CONTROL).type(KeyCode.N).release(KeyCode.CONTROL);
        TextField name = anywhere(TextField.class, field -> "host-name".equals(field.getId()));
        // The platform without a screen gives keys to the first window only.
        Stages.onWindow(() -> name.setText("target"));
        press("ui.add-host.add");
    }

    /** Waits for the reading; where sudo is installed and asks too, the person goes on without root. */
    private static void read(HostEntry entry) {
        String cancel = Texts.ENGLISH.say("ui.cancel");
        Stages.until("the host read", () -> {
            List.copyOf(Window.getWindows()).stream()
                    .map(window -> window.getScene().getRoot())
                    .filter(root -> root.lookup("#secret") != null)
                    .flatMap(root -> root.lookupAll(".button").stream())
                    .filter(node -> node instanceof Button button && cancel.equals(button.getText()))
                    .findFirst()
                    .ifPresent(node -> ((Button) node).fire());
            return entry.stateProperty().get() instanceof HostEntry.State.Ready
                    && entry.hostProperty().get().isPresent();
        });
    }

    private static void press(String key) {
        String text = Texts.ENGLISH.say(key);
        Button button = anywhere(Button.class, each -> text.equals(each.getText()));
        Stages.onWindow(button::fire);
    }

    private interface Fits<N> {
        boolean fits(N node);
    }

    /** The first node of a kind in any window that fits. */
    private static <N extends Node> N anywhere(Class<N> type, Fits<N> fits) {
        AtomicReference<N> found = new AtomicReference<>();
        Stages.until("a " + type.getSimpleName() + " in a dialog", () -> {
            for (Window window : Window.getWindows()) {
                for (Node node : window.getScene().getRoot().lookupAll("*")) {
                    if (type.isInstance(node) && fits.fits(type.cast(node))) {
                        found.set(type.cast(node));
                    }
                }
            }
            return found.get() != null;
        });
        return found.get();
    }
}
