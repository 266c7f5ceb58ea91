// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import javafx.event.Event;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.control.ToggleButton;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyCombination;
import javafx.scene.input.KeyEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.peerpath.diagram.PathKey;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.base.Action;
import org.peerpath.ui.model.Selection;

/** Everything can be reached without a mouse. */
@Tag("ui")
class KeysTest {
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));

    private Stages stages;

    @BeforeEach
    void open() {
        stages = Stages.open(
                new SampleSources(), 1000, 800, settings -> {}, "sample:hgx-b300-vm", "sample:hgx-b300-one-bad");
        stages.settled();
        Stages.onWindow(() -> stages.window.session().select(Selection.of(BAD)));
        stages.find("#deciding-bit");
        Stages.frames(12);
    }

    @AfterEach
    void close() {
        stages.close();
    }

    private Scene scene() {
        return stages.stage.getScene();
    }

    private List<Action> actions() {
        return ((MainView) scene().getRoot()).actions().all();
    }

    @Test
    void everyActionHasItsOwnKeyOrNoneAndStandsInThePalette() {
        Stages.onWindow(() -> Objects.requireNonNull(
                        scene().getAccelerators().get(KeyCombination.valueOf("Shortcut+K")), "the palette's key")
                .run());
        ListView<?> list = stages.find(ListView.class, "#palette-list");
        Set<Object> offered = new HashSet<>();
        Stages.onWindow(() -> offered.addAll(list.getItems()));
        Set<String> keys = new HashSet<>();
        for (Action action : actions()) {
            action.keys().ifPresent(key -> {
                assertTrue(keys.add(key), () -> "two actions share " + key);
                assertTrue(scene().getAccelerators().containsKey(KeyCombination.valueOf(key)), action.id());
            });
            assertEquals(action.enabled().get(), offered.contains(action), action.id());
        }
        assertTrue(keys.size() > 20, keys.toString());
    }

    @Test
    void tabReachesAllThatTakesTheFocus() {
        Set<Node> reached = new LinkedHashSet<>();
        List<Node> all = new ArrayList<>();
        Stages.onWindow(() -> {
            focusable(scene().getRoot(), all);
            all.getFirst().requestFocus();
            for (int i = 0; i < 3 * all.size(); i++) {
                reached.add(scene().getFocusOwner());
                type(KeyCode.TAB);
            }
            // Of toggles that go together Tab reaches the chosen one, from which the arrows go to the others.
            for (Node node : List.copyOf(reached)) {
                if (node instanceof ToggleButton toggle && toggle.getToggleGroup() != null) {
                    toggle.requestFocus();
                    toggle.getToggleGroup().getToggles().forEach(other -> {
                        reached.add(scene().getFocusOwner());
                        type(KeyCode.RIGHT);
                    });
                }
            }
        });
        assertTrue(all.size() > 30, "hardly anything takes the focus: " + all.size());
        assertEquals(
                List.of(),
                all.stream()
                        .filter(node -> !reached.contains(node))
                        .map(KeysTest::name)
                        .toList());
    }

    @Test
    void whatTakesTheFocusHasANameForScreenReaders() {
        List<Node> all = new ArrayList<>();
        Stages.onWindow(() -> focusable(scene().getRoot(), all));
        assertEquals(
                List.of(),
                all.stream()
                        .filter(node -> !(node instanceof Labeled labeled
                                        && labeled.getText() != null
                                        && !labeled.getText().isBlank())
                                && (node.getAccessibleText() == null
                                        || node.getAccessibleText().isBlank()))
                        .map(KeysTest::name)
                        .toList());
    }

    private void type(KeyCode key) {
        for (var kind : List.of(KeyEvent.KEY_PRESSED, KeyEvent.KEY_RELEASED)) {
            Event.fireEvent(scene().getFocusOwner(), new KeyEvent(kind, "", "", key, false, false, false, false));
        }
    }

    private static String name(Node node) {
        return node.getId() + " " + node.getStyleClass();
    }

    /** What is there, can be used and takes the focus by keys. */
    private static void focusable(Node node, List<Node> all) {
        if (!node.isVisible() || node.isDisabled()) {
            return;
        }
        if (node.isFocusTraversable()) {
            all.add(node);
        }
        if (node instanceof Parent parent) {
            parent.getChildrenUnmodifiable().forEach(child -> focusable(child, all));
        }
    }
}
