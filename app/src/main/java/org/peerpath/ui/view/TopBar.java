// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.ui.base.Listeners;
import org.peerpath.ui.model.FleetPage;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Dates;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** Which host, read when and how; under which assumption; and what can be done with it. */
final class TopBar extends StackPane {
    private final AppContext context;
    private final Session session;
    private final Label host = Ui.label("", "host-name");
    private final Label read = Ui.label("", "muted");
    private final Tooltip whole = Tips.of("");
    private final ProgressIndicator progress = new ProgressIndicator();
    private final ToggleGroup scenarios = new ToggleGroup();
    private final Listeners shownEntry = new Listeners();

    TopBar(AppContext context, Actions actions) {
        this.context = context;
        this.session = context.session();
        getStyleClass().add("top-bar");
        progress.getStyleClass().add("small-progress");
        progress.setManaged(false);
        progress.setVisible(false);
        read.setMinWidth(0);
        host.setMinWidth(0);
        HBox left = Ui.row(12, host, read, progress);
        left.setMinWidth(0);
        left.setPrefWidth(160);
        HBox segments = segments();
        segments.setMinWidth(Region.USE_PREF_SIZE);
        Overflow right = buttons(actions);
        getChildren().add(Ui.row(16, Ui.grow(left), segments, right));
        context.watch().on(session.viewProperty(), view -> describe());
        context.watch().on(session.fleet().currentProperty(), this::follow);
        context.watch().on(context.overview().pageProperty(), page -> describe());
        context.watch().on(context.overview().baselineProperty(), since -> describe());
        // What they do is done with one host.
        context.watch().on(session.fleet().allProperty(), all -> {
            right.setVisible(!all);
            right.setManaged(!all);
            describe();
        });
    }

    private HBox segments() {
        HBox segments = Ui.styled(Ui.row(0), "segments");
        for (Scenario scenario : Scenario.values()) {
            ToggleButton button = new ToggleButton(context.say("ui.scenario." + scenario.id()));
            button.setId("scenario-" + scenario.id());
            button.getStyleClass().add("segment");
            button.setToggleGroup(scenarios);
            button.setUserData(scenario);
            Tips.set(button, context.say("ui.scenario.tip." + scenario.id()));
            button.setOnAction(event -> {
                button.setSelected(true);
                session.ask(scenario);
            });
            segments.getChildren().add(button);
        }
        context.watch()
                .on(
                        session.questionProperty(),
                        question -> scenarios.getToggles().stream()
                                .filter(toggle -> toggle.getUserData() == question.scenario())
                                .forEach(scenarios::selectToggle));
        return segments;
    }

    private Overflow buttons(Actions actions) {
        ToggleButton whatIf = new ToggleButton(context.say("ui.action.what-if"));
        whatIf.setId("what-if");
        whatIf.getStyleClass().add("bar-button");
        Tips.set(whatIf, context.say("ui.whatif.tip"));
        whatIf.selectedProperty().bindBidirectional(session.whatIfProperty());
        Button refresh = ActionButtons.button(actions.get("refresh"), context);
        Button export = ActionButtons.button(actions.get("export"), context);
        Button setUp = ActionButtons.button(actions.get("set-up"), context);
        setUp.getStyleClass().setAll("button", "primary-button", "bar-primary");
        List<Region> row = List.of(whatIf, refresh, export, setUp);
        return new Overflow(row, List.of(export, refresh, whatIf, setUp), List.of(), 8, Pos.CENTER_RIGHT);
    }

    private void follow(Optional<HostEntry> entry) {
        entry.ifPresent(shown -> {
            shownEntry.close();
            shownEntry.on(shown.stateProperty(), state -> describe());
            shownEntry.on(shown.nameProperty(), name -> describe());
        });
        describe();
    }

    private void describe() {
        if (session.fleet().allProperty().get()) {
            describeAll();
        } else {
            describeOne();
        }
        // In a narrow window both give way to the buttons.
        whole.setText(host.getText() + "\n" + read.getText());
        boolean something = !host.getText().isEmpty();
        host.setTooltip(something ? whole : null);
        read.setTooltip(something ? whole : null);
    }

    private void describeAll() {
        FleetPage page = context.overview().pageProperty().get();
        host.setText(context.say("ui.tab.hosts"));
        int coming = context.overview().toCome();
        progress.setVisible(coming > 0);
        progress.setManaged(coming > 0);
        List<String> said = new ArrayList<>();
        said.add(context.say("ui.fleet.hosts", page.groups().hosts() + coming));
        page.read()
                .ifPresent(span -> said.add(
                        span.first().equals(span.last())
                                ? context.say("ui.fleet.read-at", Dates.say(span.first(), context.language()))
                                : context.say(
                                        "ui.fleet.read",
                                        Dates.say(span.first(), context.language()),
                                        Dates.brief(span.last(), span.first(), context.language()))));
        context.overview()
                .baselineProperty()
                .get()
                .ifPresent(since -> said.add(context.say("ui.fleet.baseline", since.name())));
        read.setText(String.join(" · ", said));
    }

    private void describeOne() {
        Optional<HostEntry> entry = session.fleet().currentProperty().get();
        host.setText(entry.map(e -> Sidebar.displayName(e, context)).orElse(""));
        boolean reading = entry.filter(e -> e.stateProperty().get() instanceof HostEntry.State.Reading)
                .isPresent();
        progress.setVisible(reading);
        progress.setManaged(reading);
        read.setText(
                reading
                        ? context.say("ui.top.reading")
                        : session.viewProperty().get().map(this::reading).orElse(""));
    }

    private String reading(HostView view) {
        Snapshot snapshot = view.read().snapshot();
        int functions = snapshot.functions().size();
        String how = context.say("ui.source." + snapshot.origin().kind().id());
        return snapshot.origin()
                .readAt()
                .map(at -> context.say("ui.top.read-at", Dates.say(at, context.language()), how, functions))
                .orElseGet(() -> context.say("ui.top.read", how, functions));
    }
}
