// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TableView;
import javafx.scene.control.TextArea;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.Clipboard;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.peerpath.host.SshAliases;
import org.peerpath.snapshot.Address;
import org.peerpath.snapshot.Attributes;
import org.peerpath.snapshot.CollectorScript;
import org.peerpath.snapshot.Fact;
import org.peerpath.snapshot.FunctionFacts;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.snapshot.file.Samples;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.HostEntry;

/** Adding hosts, what is known of them, and coming back to files. */
@Tag("ui")
class HostsAndFilesTest {
    private static final String HOST = "ssh://gpu-node-07";

    private final RootlessHost sources = new RootlessHost();
    private Stages stages;

    @BeforeEach
    void open() {
        stages = Stages.open(sources, 1440, 900, settings -> {}, "sample:hgx-b300-one-bad");
        stages.settled();
    }

    @AfterEach
    void close() {
        Stages.onWindow(() -> List.copyOf(Window.getWindows()).stream()
                .filter(window -> !window.equals(stages.stage))
                .forEach(Window::hide));
        stages.close();
    }

    private static <N extends Node> N anywhere(Class<N> type, String id) {
        AtomicReference<N> found = new AtomicReference<>();
        Stages.until("#" + id + " in a dialog", () -> {
            Window.getWindows().stream()
                    .map(window -> window.getScene().getRoot().lookup("#" + id))
                    .filter(type::isInstance)
                    .findFirst()
                    .ifPresent(node -> found.set(type.cast(node)));
            return found.get() != null;
        });
        return found.get();
    }

    private static Button button(String text) {
        AtomicReference<Button> found = new AtomicReference<>();
        Stages.until("a button " + text, () -> {
            Window.getWindows().stream()
                    .flatMap(window -> window.getScene().getRoot().lookupAll(".button").stream())
                    .filter(node -> node instanceof Button b && text.equals(b.getText()))
                    .findFirst()
                    .ifPresent(node -> found.set((Button) node));
            return found.get() != null;
        });
        return found.get();
    }

    private HostEntry host() {
        AtomicReference<HostEntry> entry = new AtomicReference<>();
        Stages.onWindow(() -> entry.set(stages.window.session().fleet().open(HOST)));
        ready(entry.get());
        return entry.get();
    }

    private static void ready(HostEntry entry) {
        Stages.until(
                "the host read and summed up",
                () -> entry.stateProperty().get() instanceof HostEntry.State.Ready
                        && entry.summaryProperty().get().isPresent());
    }

    private HostRow row(Predicate<HostRow> fits) {
        AtomicReference<HostRow> found = new AtomicReference<>();
        Stages.until("a row", () -> {
            stages.stage.getScene().getRoot().lookupAll(".host-row").stream()
                    .map(HostRow.class::cast)
                    .filter(fits)
                    .findFirst()
                    .ifPresent(found::set);
            return found.get() != null;
        });
        return found.get();
    }

    private void addHost(SshAliases.Listing listing) {
        Stages.onWindow(() -> AddHost.ask(stages.context(), stages.stage, () -> listing));
    }

    @Test
    void aHostIsPickedFromTheNamesOfTheSshConfiguration() {
        SshAliases.Listing listing = new SshAliases.Listing(
                List.of("bastion", "gpu-node-06", "gpu-node-07"), List.of(Path.of("/home/a/.ssh/conf.d/locked")));
        addHost(listing);
        ListView<?> list = anywhere(ListView.class, "host-names");
        Stages.until("three names", () -> list.getItems().size() == 3);
        Labeled unread = anywhere(Labeled.class, "host-names-unread");
        assertTrue(unread.isVisible() && unread.getText().contains("conf.d/locked"), unread.getText());
        TextField field = anywhere(TextField.class, "host-name");
        Stages.onWindow(() -> field.setText("GPU"));
        assertEquals(List.of("gpu-node-06", "gpu-node-07"), List.copyOf(list.getItems()));
        Stages.onWindow(() -> list.getSelectionModel().select(1));
        assertEquals("gpu-node-07", field.getText());
        assertEquals(2, list.getItems().size(), "picking does not filter");
        Button add = anywhere(Button.class, "host-add");
        assertFalse(add.isDisabled());
        Stages.onWindow(add::fire);
        Stages.until(
                "the host", () -> stages.window.session().fleet().find(HOST).isPresent());
        assertEquals(List.of(HOST), List.copyOf(stages.settings.hosts()));
    }

    @Test
    void theScriptIsReadAndCopiedBeforeItRuns() {
        addHost(new SshAliases.Listing(List.of(), List.of()));
        Button show = button(Texts.ENGLISH.say("ui.script.show"));
        Stages.onWindow(show::fire);
        TextArea text = anywhere(TextArea.class, "script-text");
        assertEquals(CollectorScript.text(), text.getText());
        assertFalse(text.isEditable());
        assertTrue(anywhere(Labeled.class, "script-settings").getText().startsWith("PEERPATH_WATCH=1 "));
        assertEquals(0, sources.read.get(), "nothing has run");
        Button copy = anywhere(Button.class, "script-copy");
        Stages.onWindow(copy::fire);
        AtomicReference<String> copied = new AtomicReference<>("");
        Stages.onWindow(() -> copied.set(Clipboard.getSystemClipboard().getString()));
        assertEquals(CollectorScript.text(), copied.get());
        assertTrue(anywhere(TextField.class, "script-command").getText().startsWith("sudo sh "));
    }

    @Test
    void aHostReadWithoutRootSaysSoUntilItIsReadAsAdministrator() {
        HostEntry entry = host();
        HostRow row = row(each -> each.getTooltip().getText().startsWith(HOST));
        int unread = entry.summaryProperty().get().orElseThrow().withoutRoot();
        assertEquals(
                entry.hostProperty().get().orElseThrow().snapshot().functions().size(), unread);
        Stages.until("the badge", () -> badge(row).isVisible());
        assertEquals("without root", badge(row).getText());
        Stages.until(
                "the number in the tooltip",
                () -> row.getTooltip().getText().contains(Integer.toString(unread))
                        && row.getTooltip().getText().contains("Read as administrator"));
        Stages.onWindow(() -> stages.window.session().fleet().readAsAdministrator(entry));
        Stages.until("no badge", () -> !badge(row).isVisible());
        Stages.until("no word of it", () -> !row.getTooltip().getText().contains("Read as administrator"));
    }

    @Test
    void thePageOfAllHostsSaysWhatWasReadWithoutRoot() {
        HostEntry entry = host();
        fire("#tab-hosts");
        FleetTable table = stages.find(FleetTable.class, "#fleet-table");
        Stages.until("the reason in the table", () -> reasons(table).anyMatch(why -> why.contains("without root")));
        Stages.onWindow(() -> stages.window.session().fleet().readAsAdministrator(entry));
        Stages.until(
                "another reason",
                () -> table.getItems().size() == 1 && reasons(table).noneMatch(why -> why.contains("without root")));
    }

    private Stream<String> reasons(FleetTable table) {
        return table.getItems().stream()
                .map(stages.window.overview().pageProperty().get()::why);
    }

    private static Labeled badge(HostRow row) {
        return (Labeled) row.lookup(".badge");
    }

    @Test
    void reconnectingReadsOverANewConnection() {
        HostEntry entry = host();
        int before = sources.read.get();
        HostRow row = row(each -> each.getTooltip().getText().startsWith(HOST));
        String text = Texts.ENGLISH.say("ui.host.reconnect");
        MenuItem reconnect = row.getContextMenu().getItems().stream()
                .filter(item -> text.equals(item.getText()))
                .findFirst()
                .orElseThrow();
        Stages.onWindow(reconnect::fire);
        Stages.until("read again", () -> sources.read.get() == before + 1);
        ready(entry);
        assertEquals(1, sources.forgotten.get());
    }

    @Test
    void aFileOpenedLatelyIsInTheMenu(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("host_a.json");
        try (OutputStream out = Files.newOutputStream(file)) {
            SnapshotFile.write(Samples.open("no-switch"), out, false);
        }
        Menu menu = recent();
        assertFalse(menu.isVisible(), "no file yet");
        Stages.onWindow(() -> stages.settings.remember(file.toString()));
        assertTrue(menu.isVisible());
        assertEquals(
                List.of(file.toString()),
                menu.getItems().stream().map(MenuItem::getText).toList());
        Stages.onWindow(() -> menu.getItems().getFirst().fire());
        Stages.until(
                "the file in view",
                () -> stages.window
                        .session()
                        .fleet()
                        .currentProperty()
                        .get()
                        .filter(entry -> entry.source().equals(file.toString()))
                        .isPresent());
    }

    /** What is dropped at once may be of several hosts or of one; only the person knows. */
    @Test
    void filesOpenedAtOnceCanBeTakenAsOneHost(@TempDir Path folder) throws Exception {
        Path listing = Files.writeString(
                folder.resolve("lspci.txt"),
                "18:00.0 Infiniband controller [0207]: Mellanox Technologies Device [15b3:1023]\n");
        Path groups = Files.writeString(
                folder.resolve("groups.txt"),
                "IOMMU Group 77 18:00.0 Infiniband controller [0207]: Mellanox Technologies Device [15b3:1023]\n");
        Stages.onWindow(() -> Opening.files(stages.context(), List.of(listing, groups)));
        assertEquals(3, entries().size(), "each by itself");
        Stages.onWindow(button(Texts.ENGLISH.say("ui.open.together"))::fire);
        HostEntry together = entries().getLast();
        assertEquals("lspci.txt + groups.txt", together.nameProperty().get());
        assertEquals(2, entries().size());
        ready(together);
        Snapshot snapshot = together.hostProperty().get().orElseThrow().snapshot();
        FunctionFacts nic = Objects.requireNonNull(snapshot.functions().get(Address.of("0000:18:00.0")));
        assertEquals(Fact.known("77"), nic.text(Attributes.IOMMU_GROUP));
        assertTrue(nic.lspciText().size() + nic.attributes().size() > 1, "the listing's facts are there, too");
    }

    private List<HostEntry> entries() {
        return stages.window.session().fleet().entries();
    }

    private Menu recent() {
        return stages.find(MenuBar.class, "#menu-bar").getMenus().getFirst().getItems().stream()
                .filter(item -> "menu-recent".equals(item.getId()))
                .map(Menu.class::cast)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void whatDiffersIsMarkedOnThePictureUntilTheMarksAreTurnedOff() {
        assertEquals(0, marks());
        Stages.onWindow(() -> stages.window.session().fleet().add("sample:hgx-b300-vm"));
        HostEntry other =
                stages.window.session().fleet().find("sample:hgx-b300-vm").orElseThrow();
        Stages.onWindow(() -> stages.window.session().fleet().read(other));
        ready(other);
        fire("#tab-compare");
        TableView<?> table = stages.find(TableView.class, "#compare .table-view");
        Stages.until("what differs", () -> !table.getItems().isEmpty());
        fire("#tab-diagram");
        Stages.until("marks", () -> marks() > 0);
        fire("#tab-compare");
        fire("#compare-mark");
        fire("#tab-diagram");
        Stages.until("no marks", () -> marks() == 0);
    }

    private void fire(String selector) {
        ToggleButton button = stages.find(ToggleButton.class, selector);
        Stages.onWindow(button::fire);
    }

    private int marks() {
        return stages.stage.getScene().getRoot().lookupAll(".picture-change").size();
    }
}
