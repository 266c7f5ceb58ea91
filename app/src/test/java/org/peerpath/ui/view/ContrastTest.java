// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import javafx.css.PseudoClass;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.control.Labeled;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.BackgroundFill;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.scene.paint.LinearGradient;
import javafx.scene.paint.Paint;
import javafx.scene.text.Text;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Shape;
import org.peerpath.path.Change;
import org.peerpath.path.Scenario;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.base.Settings;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;

/**
 * Every text in the window as it is drawn, in both themes, against what lies behind it: WCAG 2.2, 1.4.3 level AA. The
 * picture has its own test over its palettes; what is disabled is exempt there.
 */
@Tag("ui")
class ContrastTest {
    private static final double ENOUGH = 4.5;
    private static final double ENOUGH_FOR_LARGE = 3;
    private static final double LARGE = 24;
    private static final PseudoClass HOVER = PseudoClass.getPseudoClass("hover");
    private static final PathKey BAD = new PathKey(Address.of("0000:b8:00.0"), Address.of("0000:bb:00.0"));

    private final Set<String> tooFaint = new TreeSet<>();
    private int looked;

    @Test
    void everyTextStandsOutFromWhatLiesBehindIt() {
        Stages stages = Stages.open(
                new SampleSources(),
                1280,
                800,
                settings -> {},
                "sample:hgx-b300-vm",
                "sample:no-switch",
                "sample:hgx-b300-one-bad");
        stages.settled();
        Session session = stages.window.session();
        for (Settings.ThemeChoice theme : List.of(Settings.ThemeChoice.LIGHT, Settings.ThemeChoice.DARK)) {
            String name = theme.name().toLowerCase(Locale.ROOT);
            Stages.onWindow(() -> {
                stages.settings.themeProperty().set(theme);
                session.reset();
                session.ask(Scenario.VM);
                session.planProperty().set(Optional.of(new PlanWish(new PlanRequest(Goal.BIND_VFS, List.of(), 2))));
            });
            stages.find("#plan-headline");
            look(stages, name + " plan");
            for (String id : List.of("matrix", "groups", "findings", "hosts", "compare", "diagram")) {
                ToggleButton tab = stages.find(ToggleButton.class, "#tab-" + id);
                Stages.onWindow(tab::fire);
                look(stages, name + " " + id);
            }
            for (Selection selection : List.of(
                    Selection.of(BAD),
                    Selection.of(BAD.requester()),
                    Selection.of(Address.of("0000:b7:00.0")),
                    Selection.nothing())) {
                Stages.onWindow(() -> session.select(selection));
                look(stages, name + " " + selection);
            }
            Stages.onWindow(() -> session.change(new Change.AcsControl(Address.of("0000:b7:00.0"), 0x5d)));
            look(stages, name + " what-if");
            for (String action : List.of("palette", "help", "paste")) {
                Stages.onWindow(
                        () -> stages.stage.getScene().lookup("#" + action).setVisible(true));
                look(stages, name + " " + action);
                Stages.onWindow(
                        () -> stages.stage.getScene().lookup("#" + action).setVisible(false));
            }
            Stages.onWindow(() -> session.fleet().show(session.fleet().open("/nowhere/at-all.json")));
            stages.find("#state-why");
            look(stages, name + " failed");
            Stages.onWindow(() -> session.fleet()
                    .show(session.fleet().find("sample:hgx-b300-one-bad").orElseThrow()));
            stages.settled();
        }
        stages.close();
        assertTrue(looked > 1000, "texts looked at: " + looked);
        assertEquals(Set.of(), tooFaint);
    }

    private void look(Stages stages, String where) {
        Stages.frames(14);
        Stages.onWindow(() -> {
            Parent root = stages.stage.getScene().getRoot();
            texts(root).forEach(text -> judge(text, where));
            List<Node> pointed = root.lookupAll("*").stream()
                    .filter(node -> node instanceof Button || node instanceof ToggleButton)
                    .toList();
            pointed.forEach(node -> node.pseudoClassStateChanged(HOVER, true));
            root.applyCss();
            pointed.forEach(node -> texts((Parent) node).forEach(text -> judge(text, where + ", pointed at")));
            pointed.forEach(node -> node.pseudoClassStateChanged(HOVER, false));
        });
    }

    private static List<Text> texts(Parent root) {
        List<Text> texts = new ArrayList<>();
        for (Node node : root.getChildrenUnmodifiable()) {
            if (!node.isVisible()
                    || node.isDisabled()
                    || node.getOpacity() == 0
                    || node.getUserData() instanceof Shape) {
                continue;
            }
            if (node instanceof Text text && !text.getText().isBlank()) {
                texts.add(text);
            } else if (node instanceof Parent parent) {
                texts.addAll(texts(parent));
            }
        }
        return texts;
    }

    private void judge(Text text, String where) {
        Color ink = color(text.getFill()).orElse(Color.TRANSPARENT);
        Color behind = behind(text);
        double contrast = contrast(over(ink, behind), behind);
        looked++;
        if (contrast < (text.getFont().getSize() >= LARGE ? ENOUGH_FOR_LARGE : ENOUGH)) {
            tooFaint.add(String.format(
                    Locale.ROOT,
                    "%s: \"%s\" %s on %s: %.2f (%s)",
                    where,
                    text.getText(),
                    hex(ink),
                    hex(behind),
                    contrast,
                    styles(text)));
        }
    }

    private static String styles(Node node) {
        for (Node at = node; at != null; at = at.getParent()) {
            if (at instanceof Labeled) {
                return String.join(".", at.getStyleClass());
            }
        }
        return String.valueOf(node.getStyleClass());
    }

    /** All backgrounds from the nearest opaque one upwards, laid over each other. */
    private static Color behind(Node node) {
        List<Color> layers = new ArrayList<>();
        for (Node at = node.getParent(); at != null; at = at.getParent()) {
            if (at instanceof Region region && region.getBackground() != null) {
                List<BackgroundFill> fills = region.getBackground().getFills();
                Optional<Color> top = fills.isEmpty()
                        ? Optional.empty()
                        : color(fills.getLast().getFill());
                top.filter(color -> color.getOpacity() > 0).ifPresent(layers::add);
                if (top.filter(Color::isOpaque).isPresent()) {
                    break;
                }
            }
        }
        Color all = Color.WHITE;
        for (Color layer : layers.reversed()) {
            all = over(layer, all);
        }
        return all;
    }

    /** Of a hatched background the ground between the lines. */
    private static Optional<Color> color(Paint paint) {
        return switch (paint) {
            case Color color -> Optional.of(color);
            case LinearGradient gradient ->
                Optional.of(gradient.getStops().getFirst().getColor());
            default -> Optional.empty();
        };
    }

    private static Color over(Color top, Color below) {
        double a = top.getOpacity();
        return Color.color(
                top.getRed() * a + below.getRed() * (1 - a),
                top.getGreen() * a + below.getGreen() * (1 - a),
                top.getBlue() * a + below.getBlue() * (1 - a));
    }

    private static double contrast(Color one, Color other) {
        double a = luminance(one);
        double b = luminance(other);
        return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    private static double luminance(Color color) {
        return 0.2126 * linear(color.getRed()) + 0.7152 * linear(color.getGreen()) + 0.0722 * linear(color.getBlue());
    }

    private static double linear(double channel) {
        return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
    }

    private static String hex(Color color) {
        return color.toString().substring(2, 8);
    }
}
