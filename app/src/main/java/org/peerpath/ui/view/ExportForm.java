// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import javafx.scene.Node;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ComboBox;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import org.peerpath.diagram.LayoutOptions.Paths;
import org.peerpath.diagram.PathKey;
import org.peerpath.diagram.Theme;
import org.peerpath.path.Scenario;
import org.peerpath.report.ExportKind;
import org.peerpath.ui.model.ExportWish;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** The choices of an export. What makes no difference to a kind of file cannot be chosen for it. */
final class ExportForm extends VBox {
    private final AppContext context;
    private final Optional<PathKey> path;
    private final ComboBox<ExportKind> kind;
    private final ComboBox<Scenario> scenario;
    private final ComboBox<Theme> theme;
    private final ComboBox<Locale> language;
    private final ComboBox<Paths> paths;
    private final ComboBox<Integer> scale;
    private final CheckBox standOut;
    private final CheckBox folded;
    private final CheckBox hidden;
    private final CheckBox redacted;

    /**
     * A form with what is in view chosen.
     *
     * @param changed called after every choice
     */
    ExportForm(AppContext context, HostView view, boolean dark, Runnable changed) {
        super(10);
        this.context = context;
        this.path = context.session().selectionProperty().get().asPath();
        getStyleClass().add("export-form");
        kind = choice(
                "kind", List.of(ExportKind.values()), ExportKind.SVG, k -> context.say("ui.export.kind." + k.ending()));
        scenario = choice(
                "scenario", List.of(Scenario.values()), view.scenario(), s -> context.say("ui.scenario." + s.id()));
        theme = choice(
                "theme",
                List.of(Theme.values()),
                dark ? Theme.DARK : Theme.LIGHT,
                t -> context.say("ui.export.theme." + t.id()));
        language = choice(
                "language",
                List.of(Locale.ENGLISH, Locale.KOREAN),
                context.language().texts().locale().getLanguage().equals("ko") ? Locale.KOREAN : Locale.ENGLISH,
                l -> context.say("ui.export.language." + l.getLanguage()));
        List<Paths> which = path.isPresent() ? List.of(Paths.values()) : List.of(Paths.NEAREST, Paths.ALL);
        paths = choice(
                "paths",
                which,
                Paths.NEAREST,
                p -> context.say("ui.export.paths." + p.name().toLowerCase(Locale.ROOT)));
        scale = choice("scale", List.of(1, 2, 3, 4), 2, n -> context.say("ui.export.scale.times", n));
        String name = path.map(p -> context.say(
                        "ui.path.title",
                        view.labels().shortName(p.requester()),
                        view.labels().shortName(p.target())))
                .orElse("");
        standOut = check("stand-out", context.say("ui.export.stand-out", name));
        standOut.setSelected(path.isPresent());
        folded = check("folded", context.say("ui.export.folded"));
        hidden = check("hidden", context.say("ui.export.hidden"));
        redacted = check("redacted", context.say("ui.export.redacted"));
        getChildren()
                .addAll(
                        labelled("kind", kind),
                        labelled("scenario", scenario),
                        labelled("theme", theme),
                        labelled("language", language),
                        labelled("paths", paths),
                        labelled("scale", scale));
        if (path.isPresent()) {
            getChildren().add(standOut);
        }
        getChildren().addAll(folded, hidden, redacted);
        for (ComboBox<?> combo : List.of(kind, scenario, theme, language, paths, scale)) {
            combo.setOnAction(event -> chosen(changed));
        }
        for (CheckBox box : List.of(standOut, folded, hidden, redacted)) {
            box.setOnAction(event -> chosen(changed));
        }
        enable();
    }

    private void chosen(Runnable changed) {
        enable();
        changed.run();
    }

    private void enable() {
        boolean data = kind.getValue().isData();
        for (Node node : List.of(theme, language, paths, folded, hidden)) {
            node.setDisable(data);
        }
        standOut.setDisable(data || paths.getValue() == Paths.SELECTED);
        scale.setDisable(kind.getValue() != ExportKind.PNG);
    }

    /** What is chosen now. */
    ExportWish wish() {
        boolean named = paths.getValue() == Paths.SELECTED || standOut.isSelected();
        return new ExportWish(
                kind.getValue(),
                scenario.getValue(),
                theme.getValue(),
                language.getValue(),
                paths.getValue(),
                named ? path : Optional.empty(),
                folded.isSelected(),
                hidden.isSelected(),
                redacted.isSelected(),
                scale.getValue());
    }

    /** Puts the keyboard into the first choice. */
    void requestFirst() {
        kind.requestFocus();
    }

    private <T> ComboBox<T> choice(String id, List<T> values, T first, Function<T, String> text) {
        ComboBox<T> combo = new ComboBox<>();
        combo.setId("export-" + id);
        combo.getItems().setAll(values);
        combo.setValue(first);
        combo.setMaxWidth(Double.MAX_VALUE);
        combo.setConverter(new Shown<>(text));
        return combo;
    }

    private CheckBox check(String id, String text) {
        CheckBox box = new CheckBox(text);
        box.setId("export-" + id);
        box.setMnemonicParsing(false);
        box.setWrapText(true);
        return box;
    }

    private VBox labelled(String id, ComboBox<?> combo) {
        Label label = Ui.label(context.say("ui.export." + id), "muted", "small");
        label.setLabelFor(combo);
        combo.setAccessibleText(label.getText());
        return Ui.column(3, label, combo);
    }

    /** Values are only shown, never typed. */
    private static final class Shown<T> extends StringConverter<T> {
        private final Function<T, String> text;

        Shown(Function<T, String> text) {
            this.text = text;
        }

        @Override
        public String toString(@Nullable T value) {
            return value == null ? "" : text.apply(value);
        }

        @Override
        public T fromString(String typed) {
            throw new UnsupportedOperationException(typed);
        }
    }
}
