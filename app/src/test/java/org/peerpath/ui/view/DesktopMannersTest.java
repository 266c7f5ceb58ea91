// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.ContextMenu;
import javafx.scene.control.Labeled;
import javafx.scene.control.TableView;
import javafx.scene.control.TextField;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.Tooltip;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.layout.Region;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.peerpath.diagram.Shape;
import org.peerpath.path.Outcome;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.Selection;

/** Tooltips, menus, tables to take away, and finding things: what people expect of any program on a desktop. */
@Tag("ui")
class DesktopMannersTest {
    private Stages stages;

    @BeforeEach
    void open() {
        stages = Stages.open(new SampleSources(), 1280, 800, settings -> {}, "sample:hgx-b300-one-bad");
        stages.settled();
    }

    @AfterEach
    void close() {
        stages.close();
    }

    private Node drawn(Predicate<Shape> wanted) {
        AtomicReference<Node> found = new AtomicReference<>();
        Stages.until("the shape", () -> {
            stages.stage.getScene().lookup("#diagram-pane").lookupAll("*").stream()
                    .filter(node -> node.getUserData() instanceof Shape shape && wanted.test(shape))
                    .findFirst()
                    .ifPresent(found::set);
            return found.get() != null;
        });
        return found.get();
    }

    private static <W extends Window> W shown(Class<W> type) {
        AtomicReference<W> found = new AtomicReference<>();
        Stages.until("a " + type.getSimpleName(), () -> {
            Window.getWindows().stream()
                    .filter(window -> type.isInstance(window) && window.isShowing())
                    .map(type::cast)
                    .findFirst()
                    .ifPresent(found::set);
            return found.get() != null;
        });
        return found.get();
    }

    private void choose(String tab) {
        ToggleButton button = stages.find(ToggleButton.class, "#tab-" + tab);
        Stages.onWindow(button::fire);
        stages.find("#" + tab);
        Stages.frames(4);
    }

    private String copied(String button) {
        AtomicReference<String> text = new AtomicReference<>("");
        Button copy = stages.find(Button.class, "#" + button);
        assertFalse(copy.getAccessibleText().isBlank());
        Stages.onWindow(() -> {
            copy.fire();
            text.set(Clipboard.getSystemClipboard().getString());
        });
        return text.get();
    }

    @Test
    void whatIsPointedAtInThePictureSaysItsValue() {
        Node chip =
                drawn(shape -> shape instanceof Shape.Chip each && each.bit().isPresent());
        Shape shape = (Shape) chip.getUserData();
        Stages.onWindow(() -> Mouse.moves(chip));
        Tooltip tip = shown(Tooltip.class);
        assertTrue(tip.getText().startsWith(shape.mark().tip()), tip.getText());
        assertTrue(tip.getText().matches("(?s).*(on|off) \\(ACSCtl 0x[0-9a-f]{4}\\).*"), tip.getText());
        Stages.onWindow(() -> Mouse.leaves(stages.stage.getScene().lookup("#diagram-pane")));
        assertFalse(tip.isShowing(), "it goes with the pointer");
    }

    @Test
    void theMenuKeyOffersWhatCanBeDoneWithWhatIsSelected() {
        Address nic = stages.window
                .session()
                .viewProperty()
                .get()
                .orElseThrow()
                .nearest()
                .getFirst()
                .requester();
        Node pane = stages.find("#diagram-pane");
        Stages.onWindow(() -> {
            stages.window.session().select(Selection.of(nic));
            pane.requestFocus();
            pane.fireEvent(
                    new ContextMenuEvent(ContextMenuEvent.CONTEXT_MENU_REQUESTED, 100, 100, 100, 100, true, null));
        });
        ContextMenu menu = shown(ContextMenu.class);
        List<String> items =
                menu.getItems().stream().map(item -> item.getText()).toList();
        assertTrue(items.contains(Texts.ENGLISH.say("ui.menu.copy-address")), items.toString());
        assertTrue(items.contains(Texts.ENGLISH.say("ui.menu.explain")), items.toString());
        Stages.onWindow(menu::hide);
    }

    @Test
    void aNicLeadsWithItsVerdict() {
        var view = stages.window.session().viewProperty().get().orElseThrow();
        Address bad = view.nearest().stream()
                .filter(report -> report.verdict() == Outcome.DETOUR)
                .findFirst()
                .orElseThrow()
                .requester();
        Stages.onWindow(() -> stages.window.session().select(Selection.of(bad)));
        Node banner = stages.find("#verdict-banner");
        String said = banner.lookupAll(".banner-title").stream()
                .map(node -> ((Labeled) node).getText())
                .findFirst()
                .orElse("");
        assertTrue(said.contains(Texts.ENGLISH.say("ui.verdict.long.detour")), said);
        assertTrue(banner.getStyleClass().contains("banner-detour"));
    }

    /** A picture taller than the window must not press the bars above it down. */
    @Test
    void theStateOfTheHostIsSeenOverATallPicture() {
        Stages.onWindow(() -> stages.settings.textScaleProperty().set(1.4));
        Labeled title = (Labeled) stages.find("#state").lookup(".state-title");
        Stages.until("the state", () -> title.getHeight() >= title.getFont().getSize());
        Region bar = (Region) stages.find("#state");
        assertTrue(
                bar.getHeight() >= stages.find(Button.class, "#state-findings").getHeight(), bar.toString());
    }

    @Test
    void theMatrixIsTakenAwayAsATable() {
        choose("matrix");
        stages.find(".matrix-cell");
        List<String> lines = copied("copy-matrix").lines().toList();
        assertEquals(9, lines.size(), "a head and eight NICs");
        assertEquals(9, lines.get(1).split("\t", -1).length);
        assertTrue(lines.stream().anyMatch(line -> line.contains("detour")), lines.toString());
    }

    @Test
    void groupsOfBridgesAreHiddenAtFirst() {
        choose("groups");
        TableView<?> table = (TableView<?>) stages.find("#groups").lookup(".table-view");
        Stages.until("rows", () -> !table.getItems().isEmpty());
        int some = table.getItems().size();
        ToggleButton all = stages.find(ToggleButton.class, "#groups-bridges");
        Stages.onWindow(all::fire);
        assertTrue(
                table.getItems().size() > some, some + " of " + table.getItems().size());
        assertEquals(table.getItems().size() + 1, copied("copy-groups").lines().count());
    }

    @Test
    void findingsOfOneKindFoldAndAreFiltered() {
        Stages.onWindow(() -> stages.window.session().fleet().open("sample:no-switch"));
        stages.settled();
        choose("findings");
        var findings =
                stages.window.session().viewProperty().get().orElseThrow().findings();
        long kinds = findings.stream()
                .map(finding -> finding.id() + " " + finding.severity())
                .distinct()
                .count();
        assertEquals(kinds, cards(), "one card a kind");
        TextField filter = stages.find(TextField.class, "#findings-filter");
        String id = findings.getFirst().id().id();
        Stages.onWindow(() -> filter.setText(id));
        assertEquals(1, cards());
        Stages.onWindow(() -> filter.setText("no such thing"));
        assertEquals(0, cards());
        Stages.onWindow(filter::clear);
        assertEquals(findings.size() + 1, copied("copy-findings").lines().count());
    }

    private int cards() {
        Node list = stages.find(".finding-list");
        int[] count = new int[1];
        Stages.onWindow(() -> count[0] = list.lookupAll(".finding").size());
        return count[0];
    }

    @Test
    void diagnosticsCarryVersionSystemAndSettingsAndNoName() {
        Stages.onWindow(() -> {
            stages.settings.hosts().add("ssh://secret-host");
            var machine = new Diagnostics.Machine(
                    Map.of("LANG", "ko_KR.UTF-8", "TOKEN", "hunter2", "GDK_SCALE", "2"), "/home/maria", "maria");
            String text = Diagnostics.text(stages.settings, Diagnostics.screens(), machine);
            assertTrue(text.contains("theme: LIGHT"), text);
            assertTrue(text.contains("LANG: ko_KR.UTF-8") && text.contains("GDK_SCALE: 2"), text);
            assertTrue(text.contains(System.getProperty("os.name")), text);
            assertTrue(text.contains("hosts kept: 1"), text);
            assertFalse(text.contains("secret-host") || text.contains("hunter2") || text.contains("maria"), text);
        });
    }
}
