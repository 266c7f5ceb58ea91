// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.text.Message;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.inspect.Inspection;
import org.peerpath.ui.inspect.Inspections;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Gradually;
import org.peerpath.ui.parts.Ui;

/** Says what is selected: plain words, the way hop by hop, registers, bytes. */
final class InspectorView extends ScrollPane {
    private final AppContext context;
    private final Session session;
    private final VBox content = Ui.styled(new VBox(), "inspector-content");
    private Running work = Running.NONE;
    private Optional<Selection> shown = Optional.empty();
    private Optional<Gradually> filling = Optional.empty();

    InspectorView(AppContext context) {
        this.context = context;
        this.session = context.session();
        setId("inspector");
        getStyleClass().addAll("inspector", "quiet-scroll");
        setFitToWidth(true);
        setHbarPolicy(ScrollBarPolicy.NEVER);
        setContent(content);
        context.watch().on(session.viewProperty(), view -> inspect());
        context.watch().on(session.selectionProperty(), selection -> inspect());
    }

    private void inspect() {
        work.cancel();
        Optional<HostView> view = session.viewProperty().get();
        if (view.isEmpty()) {
            filling.ifPresent(Gradually::stop);
            content.getChildren().clear();
            return;
        }
        Selection selection = session.selectionProperty().get();
        var texts = context.language().texts();
        work = context.executor()
                .<Inspection>run(
                        () -> Inspections.of(view.get(), selection, texts),
                        inspection -> show(inspection, selection),
                        problem -> context.dialogs()
                                .problem(
                                        Message.of("ui.inspect.failed"),
                                        Message.of("label.plain", problem.toString())));
    }

    private void show(Inspection inspection, Selection selection) {
        boolean moved = !shown.equals(Optional.of(selection));
        shown = Optional.of(selection);
        content.getStyleClass().removeIf(style -> style.startsWith("outcome-"));
        inspection
                .banner()
                .ifPresent(banner -> content.getStyleClass()
                        .add("outcome-" + banner.outcome().id()));
        InspectorParts parts = new InspectorParts(context);
        List<Runnable> pieces = new ArrayList<>();
        pieces.add(() -> {
            content.getChildren().setAll(head(inspection));
            inspection.banner().ifPresent(banner -> content.getChildren().add(InspectorParts.banner(banner)));
        });
        inspection
                .parts()
                .forEach(part -> pieces.add(() -> content.getChildren().add(parts.of(part))));
        pieces.add(() -> content.getChildren().add(foot(inspection)));
        filling.ifPresent(Gradually::stop);
        filling = Optional.of(Gradually.run(pieces));
        if (moved) {
            setVvalue(0);
        }
    }

    private VBox head(Inspection inspection) {
        VBox head = Ui.column(2, Ui.styled(Ui.wrapped(inspection.title(), "inspector-title"), "selectable"));
        head.getChildren().getFirst().setId("inspector-title");
        if (!inspection.subtitle().isEmpty()) {
            head.getChildren().add(Ui.wrapped(inspection.subtitle(), "muted", "small"));
        }
        head.setMinHeight(Region.USE_PREF_SIZE);
        return head;
    }

    private VBox foot(Inspection inspection) {
        VBox foot = Ui.column(
                4,
                Ui.linkButton(
                        context.say("ui.inspect.copy-text"),
                        () -> context.dialogs().copy(inspection.asText(), Message.of("ui.copied.text"))));
        session.selectionProperty()
                .get()
                .asPath()
                .ifPresent(path -> foot.getChildren().add(Ui.linkButton(context.say("ui.inspect.copy-command"), () -> {
                    String source = context.fleet()
                            .currentProperty()
                            .get()
                            .map(entry -> entry.source())
                            .orElse("");
                    context.dialogs()
                            .copy(
                                    TerminalCommands.explain(
                                            source,
                                            path,
                                            session.questionProperty().get().scenario()),
                                    Message.of("ui.copied.command"));
                })));
        return foot;
    }
}
