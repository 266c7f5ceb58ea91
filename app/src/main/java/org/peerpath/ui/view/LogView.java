// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import javafx.geometry.Insets;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.input.KeyCode;
import javafx.scene.input.KeyEvent;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import org.peerpath.advice.log.Conclusion;
import org.peerpath.advice.log.LogEvent;
import org.peerpath.report.DiagnosisText;
import org.peerpath.text.Message;
import org.peerpath.ui.model.LogPage;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** What a log tells that was opened, dropped or pasted: the first cause on top, the same as {@code peerpath diagnose}. */
final class LogView extends StackPane {
    private static final int LINES = 6;
    private static final int SUSPECTS = 12;

    private final AppContext context;
    private final VBox page = Ui.column(14);
    private final Label title = Ui.wrapped("", "inspector-title");
    private final Button close;

    LogView(AppContext context) {
        this.context = context;
        setId("log");
        getStyleClass().add("shade");
        setVisible(false);
        managedProperty().bind(visibleProperty());
        page.setId("log-page");
        ScrollPane scroll = new ScrollPane(page);
        scroll.getStyleClass().add("quiet-scroll");
        scroll.setFitToWidth(true);
        close = Ui.button(context.say("ui.log.close"), "primary-button");
        close.setId("log-close");
        close.setOnAction(event -> close());
        HBox buttons = Ui.row(8, close);
        buttons.setAlignment(Pos.CENTER_RIGHT);
        VBox box = Ui.styled(Ui.column(10, title, Ui.grow(scroll), buttons), "palette", "paste-box");
        box.setMaxSize(860, 680);
        StackPane.setMargin(box, new Insets(40));
        getChildren().add(box);
        addEventFilter(KeyEvent.KEY_PRESSED, event -> {
            if (event.getCode() == KeyCode.ESCAPE) {
                close();
                event.consume();
            }
        });
        setOnMousePressed(event -> {
            if (event.getTarget() == this) {
                close();
            }
        });
        context.watch().on(context.session().logProperty(), this::show);
    }

    private void close() {
        context.session().logProperty().set(Optional.empty());
    }

    private void show(Optional<LogPage> log) {
        setVisible(log.isPresent());
        page.getChildren().clear();
        if (log.isPresent()) {
            fill(log.get());
            close.requestFocus();
        }
    }

    private void fill(LogPage log) {
        var facts = log.diagnosis().facts();
        title.setText(context.say("log.title", log.name(), facts.lines(), facts.boots()));
        if (log.diagnosis().conclusions().isEmpty()) {
            page.getChildren().add(Ui.wrapped(say(DiagnosisText.quiet(facts)), "body"));
        }
        int boot = -1;
        for (Conclusion conclusion : log.diagnosis().conclusions()) {
            if (facts.boots() > 1 && conclusion.first().boot() != boot) {
                boot = conclusion.first().boot();
                page.getChildren()
                        .add(Ui.wrapped(context.say("log.boot", Integer.toString(boot + 1)), "finding-message"));
            }
            page.getChildren().add(block(conclusion, log));
        }
    }

    private VBox block(Conclusion conclusion, LogPage log) {
        VBox block = Ui.column(
                3,
                Ui.wrapped(
                        say(conclusion.place().message()) + ": "
                                + say(conclusion.signature().message()) + " ("
                                + say(conclusion.confidence().message()) + ")",
                        "finding-message"));
        conclusion.circumstance().ifPresent(message -> line(block, say(message), "body"));
        conclusion.before().stream()
                .limit(LINES)
                .forEach(event -> line(block, say(DiagnosisText.before(event, conclusion.first())), "mono"));
        conclusion.evidence().stream().limit(LINES).forEach(event -> line(block, told(event), "mono"));
        conclusion.suspects().stream().limit(SUSPECTS).forEach(suspect -> {
            String name = log.labels()
                    .map(labels -> " " + say(labels.shortName(suspect.function())))
                    .orElse("");
            line(block, suspect.function() + name + ": " + say(suspect.why()), "body");
        });
        line(block, "→ " + say(conclusion.advice()), "body");
        block.setMinHeight(Region.USE_PREF_SIZE);
        return block;
    }

    private static void line(VBox block, String text, String style) {
        block.getChildren().add(Ui.wrapped(text, style));
    }

    private String told(LogEvent event) {
        return say(DiagnosisText.line(event));
    }

    private String say(Message message) {
        return context.language().texts().say(message);
    }
}
