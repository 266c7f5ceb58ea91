// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.plan;

import java.util.Optional;
import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.host.Hosts;
import org.peerpath.text.Message;
import org.peerpath.text.ShellWords;
import org.peerpath.ui.base.TaskExecutor.Running;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWish;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;

/** A plan as a sheet to read, copy and take away. Nothing is written on any host from here. */
public final class PlanPage extends ScrollPane {
    private final AppContext context;
    private final PlanChoices choices;
    private final VBox content = Ui.styled(new VBox(), "plan-sheet");
    private final VBox sheet = Ui.styled(new VBox(), "plan-body");
    private Running work = Running.NONE;
    private Optional<PlanSheet> shown = Optional.empty();

    public PlanPage(AppContext context) {
        this.context = context;
        this.choices = new PlanChoices(context);
        TakeAway takeAway = new TakeAway(context, () -> shown.map(PlanSheet::plan));
        Button carryOut = Ui.button(context.say("ui.plan.carry-out"), "primary-button");
        carryOut.setId("plan-carry-out");
        carryOut.setMinWidth(Region.USE_PREF_SIZE);
        carryOut.setOnAction(event -> carryOut());
        setId("plan");
        getStyleClass().addAll("quiet-scroll", "page");
        setFitToWidth(true);
        HBox top = Ui.row(14, Ui.grow(choices), takeAway, carryOut);
        top.setAlignment(Pos.TOP_LEFT);
        content.getChildren().setAll(top, sheet);
        setContent(content);
        context.watch().on(context.session().planProperty(), wish -> compute());
        context.watch().on(context.session().viewProperty(), view -> compute());
    }

    /** The wizard asks and checks before anything is done. */
    private void carryOut() {
        context.session()
                .planProperty()
                .get()
                .ifPresent(wish -> context.session().setUpProperty().set(Optional.of(SetUp.of(wish.request()))));
    }

    private void compute() {
        work.cancel();
        Optional<HostView> view = context.session().viewProperty().get();
        Optional<PlanWish> wish = context.session().planProperty().get();
        if (view.isEmpty() || wish.isEmpty()) {
            shown = Optional.empty();
            sheet.getChildren().clear();
            return;
        }
        choices.show(view.get(), wish.get());
        var texts = context.language().texts();
        work = context.executor()
                .<PlanSheet>run(
                        () -> PlanSheet.of(view.get(), wish.get(), context.journal(), texts),
                        this::show,
                        problem -> context.dialogs()
                                .problem(Message.of("ui.plan.failed"), Message.of("label.plain", problem.toString())));
    }

    private void show(PlanSheet plan) {
        shown = Optional.of(plan);
        sheet.getChildren().setAll(banner(plan));
        boolean far = !plan.guards().isEmpty() || !plan.tried().isEmpty();
        if (far && !plan.steps().isEmpty()) {
            sheet.getChildren().add(new StepOutline(context, plan.steps()));
        }
        if (!plan.tried().isEmpty()) {
            sheet.getChildren().add(new TriedList(context, plan.tried()));
        }
        if (!plan.guards().isEmpty()) {
            section("ui.plan.section.guards", new GuardList(context, plan.guards()));
        }
        if (!plan.steps().isEmpty()) {
            section("ui.plan.section.steps", new StepList(context, plan.steps()));
        }
        if (!plan.done().isEmpty()) {
            sheet.getChildren()
                    .add(Ui.folded(
                            context.say("ui.plan.section.done", plan.done().size()),
                            new StepList(context, plan.done())));
        }
        if (!plan.keep().isEmpty()) {
            TitledPane keep = Ui.folded(context.say("ui.plan.section.keep"), new KeepList(context, plan.keep()));
            keep.setId("plan-keep");
            sheet.getChildren().add(keep);
        }
        sheet.getChildren().add(Ui.wrapped(context.say("ui.plan.by-command", command(plan)), "mono", "muted", "small"));
    }

    private void section(String key, Node node) {
        sheet.getChildren().addAll(Ui.label(context.say(key), "caption"), node);
    }

    private Node banner(PlanSheet plan) {
        String look = switch (plan.standing()) {
            case NOTHING_TO_DO, CLEAR -> "banner-inside-switch";
            case ASKS, WAITING -> "banner-detour";
            case REFUSED -> "banner-blocked";
        };
        Label title = Ui.wrapped(plan.headline(), "banner-title");
        title.setId("plan-headline");
        VBox banner = Ui.styled(
                Ui.column(3, title, Ui.wrapped(context.say("plan.writes-nothing"), "banner-text")), "banner", look);
        banner.setMinHeight(Region.USE_PREF_SIZE);
        return banner;
    }

    /** The same on a terminal. */
    private String command(PlanSheet plan) {
        var request = plan.plan().request();
        StringBuilder command = new StringBuilder("peerpath plan ")
                .append(context.fleet()
                        .currentProperty()
                        .get()
                        .map(entry -> ShellWords.readable(entry.source()))
                        .orElse(Hosts.LOCAL))
                .append(" --goal ")
                .append(request.goal().id());
        request.nics().forEach(nic -> command.append(" --nic ").append(nic));
        if (request.virtualFunctions() > 0) {
            command.append(" --vfs ").append(request.virtualFunctions());
        }
        return command.toString();
    }
}
