// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.layout.Pane;
import javafx.stage.Stage;
import javafx.stage.WindowEvent;
import org.peerpath.report.CaseFile;
import org.peerpath.snapshot.file.SnapshotFile;
import org.peerpath.text.Message;
import org.peerpath.text.Texts;
import org.peerpath.ui.model.HandoverWish;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Handing;
import org.peerpath.ui.parts.Saving;
import org.peerpath.ui.parts.Ui;

/** Larger tasks with dialogs of their own. */
final class Tasks implements WindowTasks {
    private final AppContext context;
    private final Stage stage;
    private final ThemeWatch themes;

    Tasks(AppContext context, Stage stage, ThemeWatch themes) {
        this.context = context;
        this.stage = stage;
        this.themes = themes;
    }

    @Override
    public void export() {
        root().ifPresent(root ->
                ExportView.open(context, root, themes.darkProperty().get()));
    }

    @Override
    public void ticket() {
        root().ifPresent(root ->
                TicketView.open(context, root, themes.darkProperty().get()));
    }

    @Override
    public void saveSnapshot() {
        view().ifPresent(view -> Saving.ask(
                context,
                FileNames.of(context, "json.gz"),
                out -> SnapshotFile.write(view.read().snapshot(), out, true)));
    }

    @Override
    public void saveCase() {
        Texts texts = context.language().texts();
        view().ifPresent(view -> Saving.ask(
                context,
                FileNames.of(context, "zip"),
                out -> CaseFile.write(
                        Reports.answer(view), Optional.empty(), Reports.trials(context, view), false, texts, out)));
    }

    @Override
    public void saveHandover() {
        Selection selection = context.session().selectionProperty().get();
        view().ifPresent(view -> Handing.over(
                context, view.read(), () -> HandoverWish.of(view.read(), selection), FileNames.of(context, "zip")));
    }

    @Override
    public void addHost() {
        AddHost.ask(context, stage);
    }

    @Override
    public void showScript() {
        ScriptDialog.show(context, stage, "");
    }

    @Override
    public void journal() {
        Texts texts = context.language().texts();
        text("journal", context.say("ui.action.journal"), () -> Reports.journal(context.journal(), texts));
    }

    @Override
    public void diagnose() {
        List<Path> files = context.dialogs().askForFiles();
        Texts texts = context.language().texts();
        if (!files.isEmpty()) {
            Optional<HostView> view = view();
            text(
                    "diagnosis",
                    context.say(
                            "ui.diagnose.title", files.getFirst().getFileName().toString()),
                    () -> Reports.diagnosis(files.getFirst(), view, texts));
        }
    }

    @Override
    public void guide() {
        String name = context.say("ui.guide.file");
        context.executor()
                .<String>run(
                        () -> guide(name),
                        text -> root().ifPresent(root -> TextSheet.show(
                                context, root, "guide", context.say("ui.action.guide"), Markdown.page(text), "")),
                        problem -> context.dialogs().tell(Message.of("ui.guide.missing", name)));
    }

    private static String guide(String name) throws IOException {
        try (InputStream in = Tasks.class.getResourceAsStream("/org/peerpath/guide/" + name)) {
            if (in == null) {
                throw new IOException(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void diagnostics() {
        List<String> screens = Diagnostics.screens();
        context.executor()
                .<String>run(
                        () -> Diagnostics.text(context.settings(), screens, Diagnostics.Machine.here()),
                        text -> {
                            context.dialogs().copy(text, Message.of("ui.copied.diagnostics"));
                            root().ifPresent(root -> TextSheet.show(
                                    context,
                                    root,
                                    "diagnostics",
                                    context.say("ui.action.diagnostics"),
                                    Ui.wrapped(text, "mono"),
                                    text));
                        },
                        problem -> context.dialogs()
                                .problem(
                                        Message.of("label.plain", context.say("ui.action.diagnostics")),
                                        Reports.why(problem)));
    }

    @Override
    public void about() {
        String text = Reports.about(context.language().texts());
        root().ifPresent(root ->
                TextSheet.show(context, root, "about", context.say("ui.app.name"), Ui.wrapped(text, "body"), text));
    }

    @Override
    public void quit() {
        stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST));
    }

    /** Makes a text in the background and shows it, or says why there is none. */
    private void text(String id, String title, Reports.Maker maker) {
        context.executor()
                .<String>run(
                        maker::make,
                        text -> root().ifPresent(root ->
                                TextSheet.show(context, root, id, title, Ui.wrapped(text, "mono"), text)),
                        problem -> context.dialogs().problem(Message.of("label.plain", title), Reports.why(problem)));
    }

    private Optional<HostView> view() {
        return context.session().viewProperty().get();
    }

    private Optional<Pane> root() {
        return stage.getScene().getRoot() instanceof Pane root ? Optional.of(root) : Optional.empty();
    }
}
