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
import org.peerpath.plan.PlanRequest;
import org.peerpath.snapshot.Address;
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
    private final List<CheckBox> boxes = new ArrayList<>();
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
            grid.addRow(grid.getRowCount(), box, address, functions, now);
        }
        return grid;
    }

    /** One of several. */
    private ButtonBase also(boolean chosen) {
        CheckBox box = new CheckBox();
        box.setSelected(chosen);
        box.setOnAction(event -> chosen(box));
        boxes.add(box);
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
        List<Address> chosen = new ArrayList<>();
        for (int i = 0; i < all.size(); i++) {
            if (boxes.get(i).isSelected()) {
                chosen.add(all.get(i));
            }
        }
        if (chosen.isEmpty()) {
            last.setSelected(true);
            return;
        }
        Choice choice = wizard.choice();
        choice.choose(
                chosen.size() == all.size() ? List.of() : chosen,
                choice.request().virtualFunctions());
    }
}
