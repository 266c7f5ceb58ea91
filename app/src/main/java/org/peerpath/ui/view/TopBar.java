// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.ProgressIndicator;
import javafx.scene.control.ToggleButton;
import javafx.scene.control.ToggleGroup;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import org.peerpath.path.Scenario;
import org.peerpath.snapshot.Snapshot;
import org.peerpath.ui.base.Watch;
import org.peerpath.ui.model.HostEntry;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
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
    private final Watch shownEntry = new Watch();

    TopBar(AppContext context, Actions actions) {
        this.context = context;
        this.session = context.session();
        getStyleClass().add("top-bar");
        progress.getStyleClass().add("small-progress");
        progress.setManaged(false);
        progress.setVisible(false);
        read.setMinWidth(0);
        host.setMinWidth(0);
        Label name = Ui.label(context.say("ui.app.name"), "app-name");
        name.setMinWidth(Region.USE_PREF_SIZE);
        HBox left = Ui.row(12, name, host, read, progress);
        left.setMinWidth(0);
        HBox right = Ui.row(8, buttons(actions));
        right.setMinWidth(Region.USE_PREF_SIZE);
        HBox segments = segments();
        segments.setMinWidth(Region.USE_PREF_SIZE);
        HBox bar = Ui.row(16, Ui.grow(left), segments, Ui.grow(right));
        left.setPrefWidth(0);
        right.setPrefWidth(0);
        right.setAlignment(Pos.CENTER_RIGHT);
        getChildren().add(bar);
        context.watch().on(session.viewProperty(), view -> describe());
        context.watch().on(session.fleet().currentProperty(), this::follow);
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

    private Node[] buttons(Actions actions) {
        ToggleButton whatIf = new ToggleButton(context.say("ui.action.what-if"));
        whatIf.setId("what-if");
        whatIf.getStyleClass().add("bar-button");
        Tips.set(whatIf, context.say("ui.whatif.tip"));
        whatIf.selectedProperty().bindBidirectional(session.whatIfProperty());
        Button refresh = ActionButtons.button(actions.get("refresh"), context);
        Button export = ActionButtons.button(actions.get("export"), context);
        Button setUp = ActionButtons.button(actions.get("set-up"), context);
        setUp.getStyleClass().setAll("button", "primary-button", "bar-primary");
        MenuButton more = new MenuButton();
        more.setId("menu");
        more.getStyleClass().addAll("bar-button", "menu-sign");
        more.setGraphic(Ui.icon(Icons.MENU));
        more.setAccessibleText(context.say("ui.menu"));
        more.getItems().setAll(ActionButtons.menu(actions, context));
        more.getItems().add(2, recent());
        return new Node[] {whatIf, refresh, export, setUp, more};
    }

    /** Files opened lately; there only while there are any. */
    private Menu recent() {
        Menu menu = new Menu(context.say("ui.menu.recent"));
        menu.setId("menu-recent");
        Runnable fill = () -> {
            menu.getItems().clear();
            for (String file : context.settings().recent()) {
                MenuItem item = new MenuItem(file);
                item.setMnemonicParsing(false);
                item.setOnAction(event -> {
                    context.settings().remember(file);
                    context.fleet().open(file);
                });
                menu.getItems().add(item);
            }
            menu.setVisible(!menu.getItems().isEmpty());
        };
        context.watch().changes(context.settings().recent(), fill);
        fill.run();
        return menu;
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
        // In a narrow window both give way to the buttons.
        whole.setText(host.getText() + "\n" + read.getText());
        host.setTooltip(entry.isPresent() ? whole : null);
        read.setTooltip(entry.isPresent() ? whole : null);
    }

    private String reading(HostView view) {
        Snapshot snapshot = view.read().snapshot();
        int functions = snapshot.functions().size();
        String how = context.say("ui.source." + snapshot.origin().kind().id());
        return snapshot.origin()
                .readAt()
                .map(at -> context.say("ui.top.read-at", time(at), how, functions))
                .orElseGet(() -> context.say("ui.top.read", how, functions));
    }

    private String time(Instant at) {
        return DateTimeFormatter.ofLocalizedTime(FormatStyle.SHORT)
                .withLocale(context.language().texts().locale())
                .withZone(ZoneId.systemDefault())
                .format(at);
    }
}
