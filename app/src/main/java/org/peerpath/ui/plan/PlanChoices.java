// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.CheckMenuItem;
import javafx.scene.control.ComboBox;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SeparatorMenuItem;
import javafx.scene.control.Spinner;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.util.StringConverter;
import org.jspecify.annotations.Nullable;
import org.peerpath.path.Change;
import org.peerpath.plan.Goal;
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** What a plan is asked for, to be changed in place: the goal, the NICs, how many virtual functions. */
final class PlanChoices extends FlowPane {
    private static final int MOST_FUNCTIONS = 512;
    /** All three beside each other. */
    private static final double ONE_ROW = 640;

    private final AppContext context;
    private final ComboBox<Goal> goal = new ComboBox<>();
    private final MenuButton nics = new MenuButton();
    private final Spinner<Integer> functions = new Spinner<>(0, MOST_FUNCTIONS, 0);
    private final HBox functionsBox;
    private boolean showing;

    PlanChoices(AppContext context) {
        super(14, 8);
        setPrefWrapLength(ONE_ROW);
        this.context = context;
        goal.setId("plan-goal");
        goal.getItems().setAll(Goal.values());
        goal.setConverter(new GoalNames());
        goal.valueProperty().subscribe(chosen -> changed());
        nics.setId("plan-nics");
        nics.getStyleClass().add("bar-button");
        nics.setMnemonicParsing(false);
        functions.setId("plan-functions");
        functions.setEditable(true);
        functions.setPrefWidth(88);
        functions.valueProperty().subscribe(count -> changed());
        functionsBox = named("ui.plan.functions", functions);
        Tips.set(functions, context.say("ui.plan.functions.tip"));
        getChildren().setAll(named("ui.plan.goal", goal), named("ui.plan.nics", nics), functionsBox);
        functionsBox.managedProperty().bind(functionsBox.visibleProperty());
    }

    private HBox named(String key, Node control) {
        control.setAccessibleText(context.say(key));
        HBox box = Ui.row(8, Ui.label(context.say(key), "muted"), control);
        box.setMinWidth(Region.USE_PREF_SIZE);
        box.getStyleClass().add("plan-choice");
        return box;
    }

    /** Shows a wish without asking for it again. */
    void show(HostView view, PlanWish wish) {
        showing = true;
        PlanRequest request = wish.request();
        goal.setValue(request.goal());
        functions.getValueFactory().setValue(request.virtualFunctions());
        functionsBox.setVisible(takesFunctions(request.goal()));
        offer(view, request);
        showing = false;
    }

    private static boolean takesFunctions(Goal goal) {
        return goal == Goal.BIND_VFS || goal == Goal.VM_GPUDIRECT;
    }

    private void offer(HostView view, PlanRequest request) {
        List<Address> all = new PlanWishes(view).nics();
        nics.getItems().clear();
        MenuItem every = new MenuItem(context.say("ui.plan.nics.all", all.size()));
        every.setOnAction(event -> ask(request.goal(), List.of(), request.virtualFunctions()));
        nics.getItems().addAll(every, new SeparatorMenuItem());
        for (Address nic : all) {
            CheckMenuItem item = new CheckMenuItem(name(view, nic));
            item.setMnemonicParsing(false);
            item.setSelected(request.nics().isEmpty() || request.nics().contains(nic));
            item.setOnAction(event -> toggle(request, all, nic, item.isSelected()));
            nics.getItems().add(item);
        }
        nics.setText(
                request.nics().isEmpty()
                        ? context.say("ui.plan.nics.all", all.size())
                        : request.nics().size() == 1
                                ? name(view, request.nics().getFirst())
                                : context.say(
                                        "ui.plan.nics.some", request.nics().size(), all.size()));
    }

    private String name(HostView view, Address nic) {
        return context.language().say(view.labels().shortName(nic));
    }

    /** Taking the last away would mean all of them, so it stays. */
    private void toggle(PlanRequest request, List<Address> all, Address nic, boolean on) {
        List<Address> next = new ArrayList<>(request.nics().isEmpty() ? all : request.nics());
        next.remove(nic);
        if (on) {
            next.add(nic);
        }
        List<Address> chosen = all.stream().filter(next::contains).toList();
        ask(
                request.goal(),
                chosen.isEmpty() ? List.of(nic) : chosen.size() == all.size() ? List.of() : chosen,
                request.virtualFunctions());
    }

    private void changed() {
        Optional<PlanWish> wish = context.session().planProperty().get();
        if (!showing && wish.isPresent() && goal.getValue() != null && functions.getValue() != null) {
            ask(
                    goal.getValue(),
                    wish.get().request().nics(),
                    takesFunctions(goal.getValue()) ? functions.getValue() : 0);
        }
    }

    private void ask(Goal chosen, List<Address> which, int count) {
        List<Change> tried =
                context.session().planProperty().get().map(PlanWish::tried).orElse(List.of());
        context.session().planProperty().set(Optional.of(new PlanWish(new PlanRequest(chosen, which, count), tried)));
    }

    /** Goals by what they are for. */
    private final class GoalNames extends StringConverter<Goal> {
        @Override
        public String toString(@Nullable Goal shown) {
            return shown == null ? "" : context.say("ui.plan.goal." + shown.id());
        }

        @Override
        public Goal fromString(String name) {
            throw new UnsupportedOperationException(name);
        }
    }
}
