// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import javafx.application.Platform;
import javafx.scene.control.Button;
import javafx.scene.control.ButtonBar.ButtonData;
import javafx.scene.control.ButtonType;
import javafx.scene.control.Dialog;
import javafx.scene.control.Label;
import javafx.scene.control.PasswordField;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.peerpath.host.Prompter;
import org.peerpath.host.Secret;
import org.peerpath.ui.base.Language;
import org.peerpath.ui.parts.Ui;

/**
 * Asks what ssh and sudo ask in dialogs, one after the other: several hosts may ask at once. A question whose host no
 * longer waits is closed.
 */
public final class FxPrompter implements Prompter {
    private final ReentrantLock oneAtATime = new ReentrantLock();
    private Optional<Stage> owner = Optional.empty();
    private Optional<Language> language = Optional.empty();

    /** Tells where dialogs belong; before that every question is refused. */
    void attach(Stage stage, Language spoken) {
        owner = Optional.of(stage);
        language = Optional.of(spoken);
    }

    @Override
    public Optional<Secret> ask(Question question) throws InterruptedException {
        return inTurn(() -> askNow(question), Optional.empty());
    }

    @Override
    public boolean vouchFor(UnknownKey key) throws InterruptedException {
        return inTurn(() -> vouchNow(key), false);
    }

    private <T> T inTurn(Supplier<Dialog<T>> made, T refused) throws InterruptedException {
        if (owner.isEmpty()) {
            return refused;
        }
        oneAtATime.lockInterruptibly();
        CompletableFuture<T> answer = new CompletableFuture<>();
        CompletableFuture<Dialog<T>> shown = new CompletableFuture<>();
        try {
            Platform.runLater(() -> {
                Dialog<T> dialog = made.get();
                owner.ifPresent(dialog::initOwner);
                dialog.setOnHidden(event -> answer.complete(dialog.getResult() == null ? refused : dialog.getResult()));
                shown.complete(dialog);
                dialog.show();
            });
            return answer.get();
        } catch (InterruptedException e) {
            var _ = shown.thenAccept(dialog -> Platform.runLater(dialog::close));
            throw e;
        } catch (ExecutionException e) {
            return refused;
        } finally {
            oneAtATime.unlock();
        }
    }

    private Dialog<Optional<Secret>> askNow(Question question) {
        PasswordField field = new PasswordField();
        field.setId("secret");
        field.setAccessibleText(question.text());
        VBox content = Ui.column(
                10, Ui.wrapped(say("ui.ask." + PromptKinds.id(question.kind()), question.host()), "state-title"));
        if (question.refused() > 0) {
            Label wrong = Ui.wrapped(
                    say("ui.ask.refused." + PromptKinds.id(question.kind()), question.host(), question.refused() + 1),
                    "state-why");
            wrong.setId("secret-refused");
            content.getChildren().add(wrong);
        }
        content.getChildren()
                .addAll(Ui.wrapped(question.text(), "mono"), field, Ui.wrapped(say("ui.ask.kept"), "muted", "small"));
        Dialog<Optional<Secret>> dialog = dialog(content, "ui.ask.answer");
        dialog.setResultConverter(
                button -> isYes(button) ? Optional.of(Secret.of(field.getText().toCharArray())) : Optional.empty());
        dialog.setOnShown(event -> field.requestFocus());
        return dialog;
    }

    private Dialog<Boolean> vouchNow(UnknownKey key) {
        VBox content = Ui.column(
                10,
                Ui.wrapped(say("ui.ask.new-host", key.host()), "state-title"),
                Ui.wrapped(say("ui.ask.new-host.compare", key.keyType()), "body"),
                Ui.wrapped(key.fingerprint(), "mono"));
        Dialog<Boolean> dialog = dialog(content, "ui.ask.trust");
        dialog.setResultConverter(FxPrompter::isYes);
        // Enter must not vouch for a key that nobody has looked at.
        preferNo(dialog);
        return dialog;
    }

    private <T> Dialog<T> dialog(VBox content, String yesKey) {
        Dialog<T> dialog = new Dialog<>();
        dialog.setTitle(say("ui.app.name"));
        content.setPrefWidth(420);
        dialog.getDialogPane().setContent(content);
        dialog.getDialogPane()
                .getButtonTypes()
                .setAll(
                        new ButtonType(say(yesKey), ButtonData.YES),
                        new ButtonType(say("ui.cancel"), ButtonData.CANCEL_CLOSE));
        owner.ifPresent(stage ->
                dialog.getDialogPane().getStylesheets().setAll(stage.getScene().getStylesheets()));
        return dialog;
    }

    private static void preferNo(Dialog<?> dialog) {
        for (ButtonType type : dialog.getDialogPane().getButtonTypes()) {
            if (dialog.getDialogPane().lookupButton(type) instanceof Button button) {
                boolean yes = type.getButtonData() == ButtonData.YES;
                button.setDefaultButton(!yes);
                if (!yes) {
                    dialog.setOnShown(event -> button.requestFocus());
                }
            }
        }
    }

    private static boolean isYes(ButtonType button) {
        return button != null && button.getButtonData() == ButtonData.YES;
    }

    private String say(String key, Object... args) {
        return language.map(spoken -> spoken.say(key, args)).orElse("");
    }
}
