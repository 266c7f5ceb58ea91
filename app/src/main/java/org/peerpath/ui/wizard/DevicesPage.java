// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.wizard;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.CheckBox;
import javafx.scene.control.Label;
import javafx.scene.control.RadioButton;
import javafx.scene.control.Spinner;
import javafx.scene.control.ToggleGroup;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import org.peerpath.path.PathReport;
import org.peerpath.plan.Goal;
import org.peerpath.plan.LeftOut;
import org.peerpath.plan.PlanRequest;
import org.peerpath.plan.run.Runs;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.ui.inspect.PathWords;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;

/** Which NICs, each with what it reaches now, and how many virtual functions each is to have. */
final class DevicesPage extends VBox {
    private static final int MOST_FUNCTIONS = 512;

    private final AppContext context;
    private final Wizard wizard;
    private final HostView view;
    private final List<Address> all;
    private final List<Row> rows = new ArrayList<>();
    private final ToggleGroup one = new ToggleGroup();

    DevicesPage(AppContext context, Wizard wizard) {
        super(14);
        this.context = context;
        this.wizard = wizard;
        this.view = wizard.subjectProperty().get().orElseThrow().view();
        this.all = new PlanWishes(view).nics();
        PlanRequest request = wizard.choice().request();
        boolean counts = request.goal() == Goal.BIND_VFS || request.goal() == Goal.VM_GPUDIRECT;
        if (counts && !wizard.choice().isTrial()) {
            getChildren().add(functions(request));
        }
        getChildren().add(devices(request));
    }

    private Node functions(PlanRequest request) {
        Spinner<Integer> functions = new Spinner<>(0, MOST_FUNCTIONS, request.virtualFunctions());
        functions.setId("wizard-functions");
        functions.setEditable(true);
        functions.setPrefWidth(96);
        functions.setAccessibleText(context.say("ui.plan.functions"));
        functions
                .valueProperty()
                .subscribe((was, count) ->
                        wizard.choice().choose(wizard.choice().request().nics(), count));
        HBox row = Ui.row(
                10,
                Ui.label(context.say("ui.plan.functions"), "body"),
                functions,
                Ui.grow(Ui.wrapped(context.say("ui.plan.functions.tip"), "muted", "small")));
        return Ui.styled(row, "card");
    }

    private Node devices(PlanRequest request) {
        GridPane grid = Ui.styled(new GridPane(), "card");
        grid.setHgap(18);
        grid.setVgap(8);
        for (Address nic : all) {
            boolean chosen = request.nics().isEmpty() || request.nics().contains(nic);
            ButtonBase box = wizard.choice().isTrial() ? only(nic, chosen) : also(chosen);
            box.setText(context.language().say(view.labels().shortName(nic)));
            box.setMnemonicParsing(false);
            box.setId("nic-" + nic.toString().replaceAll("[^0-9a-f]", "-"));
            box.setMinWidth(USE_PREF_SIZE);
            Optional<PathReport> path = view.nearest().stream()
                    .filter(report -> report.requester().equals(nic))
                    .findFirst();
            Node now = path.map(this::verdict).orElseGet(() -> Ui.label(context.say("ui.wizard.no-nearest"), "muted"));
            Label address = Ui.label(nic.toString(), "mono", "muted");
            Label functions = Ui.label(virtual(nic), "muted");
            GridPane.setHgrow(now, Priority.ALWAYS);
            address.setMinWidth(USE_PREF_SIZE);
            functions.setMinWidth(USE_PREF_SIZE);
            Label why = Ui.wrapped("", "muted", "small");
            why.setId("why-" + box.getId());
            why.managedProperty().bind(why.visibleProperty());
            why.setVisible(false);
            int row = grid.getRowCount();
            grid.addRow(row, box, address, functions, now);
            grid.add(why, 1, row + 1, 3, 1);
            rows.add(new Row(nic, box, why));
        }
        if (wizard.choice().isTrial()) {
            rows.forEach(row -> row.able(Runs.unfitForTrial(view.read(), row.nic()), context));
        } else {
            context.watch().on(wizard.choice().unableProperty(), this::able);
        }
        return grid;
    }

    /** A NIC, what it is chosen with, and why it cannot be. */
    private record Row(Address nic, ButtonBase box, Label why) {
        void able(Optional<Message> reason, AppContext context) {
            box.setDisable(reason.isPresent());
            why.setVisible(reason.isPresent());
            why.setText(
                    reason.map(it -> Ui.sentence(context.language().say(it))).orElse(""));
        }

        boolean isChosen() {
            return box instanceof CheckBox check && check.isSelected();
        }
    }

    /** Only those that can take part are ticked; each of the others says why not. */
    private void able(List<LeftOut> unable) {
        List<Address> asked = wizard.choice().request().nics();
        for (Row row : rows) {
            Optional<Message> reason = unable.stream()
                    .filter(left -> left.functions().contains(row.nic()))
                    .map(LeftOut::reason)
                    .findFirst();
            row.able(reason, context);
            if (row.box() instanceof CheckBox check) {
                check.setSelected(reason.isEmpty() && (asked.isEmpty() || asked.contains(row.nic())));
            }
        }
    }

    /** One of several. */
    private ButtonBase also(boolean chosen) {
        CheckBox box = new CheckBox();
        box.setSelected(chosen);
        box.setOnAction(event -> chosen(box));
        return box;
    }

    /** The one and no other. */
    private ButtonBase only(Address nic, boolean chosen) {
        RadioButton box = new RadioButton();
        box.setToggleGroup(one);
        box.setSelected(chosen);
        box.setOnAction(event -> wizard.choice().tryOut(nic));
        return box;
    }

    private Node verdict(PathReport report) {
        PathWords words = new PathWords(view, context.language().texts());
        return Ui.row(
                8,
                new VerdictDot(report.verdict().id()),
                Ui.label(words.title(report) + ": " + words.shortVerdict(report.verdict()), "body"));
    }

    private String virtual(Address nic) {
        if (new PlanWishes(view).lacksVirtual(nic)) {
            return context.say("ui.wizard.no-sriov");
        }
        return view.read()
                        .topology()
                        .find(nic)
                        .filter(found -> found.sriov().asOptional().isPresent())
                        .isPresent()
                ? context.say(
                        "ui.wizard.vfs",
                        view.read().topology().virtualFunctions(nic).size())
                : context.say("ui.wizard.vfs-unread");
    }

    /** None would mean all of them, so the last stays. */
    private void chosen(CheckBox last) {
        List<Address> chosen = rows.stream().filter(Row::isChosen).map(Row::nic).toList();
        long able = rows.stream().filter(row -> !row.box().isDisabled()).count();
        if (chosen.isEmpty()) {
            last.setSelected(true);
            return;
        }
        Choice choice = wizard.choice();
        choice.choose(
                chosen.size() == able ? List.of() : chosen, choice.request().virtualFunctions());
    }
}
