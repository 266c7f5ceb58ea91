// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.scene.control.Button;
import javafx.scene.control.ScrollPane;
import javafx.scene.control.ToggleButton;
import javafx.scene.layout.VBox;
import org.controlsfx.control.textfield.CustomTextField;
import org.controlsfx.control.textfield.TextFields;
import org.peerpath.advice.Finding;
import org.peerpath.advice.FindingId;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Severity;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.Table;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** What is worth saying about the host, worst first; those of one kind fold into the first of them. */
final class FindingsView extends VBox {
    private final AppContext context;
    private final FindingCard cards;
    private final VBox list = Ui.styled(new VBox(), "finding-list");
    private final CustomTextField filter = (CustomTextField) TextFields.createClearableTextField();
    private final Map<Severity, ToggleButton> severities = new EnumMap<>(Severity.class);
    private final Set<FindingId> opened = new HashSet<>();

    FindingsView(AppContext context) {
        this.context = context;
        this.cards = new FindingCard(context);
        setId("findings");
        getStyleClass().add("page");
        filter.setId("findings-filter");
        filter.getStyleClass().add("search-field");
        filter.setPromptText(context.say("ui.findings.filter"));
        filter.setAccessibleText(context.say("ui.findings.filter"));
        filter.setPrefWidth(260);
        filter.textProperty().subscribe(text -> show());
        var bar = Ui.row(8, filter);
        for (Severity severity : List.of(Severity.ERROR, Severity.WARNING, Severity.INFO)) {
            bar.getChildren().add(severity(severity));
        }
        bar.getChildren().addAll(Ui.filler(), new TakeTable(context, "findings", this::table).buttons());
        ScrollPane scroll = Ui.styled(new ScrollPane(list), "quiet-scroll");
        scroll.setFitToWidth(true);
        getChildren().addAll(bar, Ui.grow(scroll));
        context.watch().on(context.session().viewProperty(), view -> show());
    }

    private ToggleButton severity(Severity severity) {
        ToggleButton button = new ToggleButton();
        button.setId("findings-" + severity.id());
        button.getStyleClass().add("quiet-toggle");
        button.setSelected(true);
        button.setMinWidth(USE_PREF_SIZE);
        Tips.set(button, context.say("ui.findings.severity.tip"));
        button.setOnAction(event -> show());
        severities.put(severity, button);
        return button;
    }

    private void show() {
        Optional<HostView> view = context.session().viewProperty().get();
        List<Finding> all = view.map(HostView::findings).orElse(List.of());
        severities.forEach((severity, button) -> button.setText(context.say(
                "ui.findings.severity",
                context.say("ui.severity." + severity.id()),
                all.stream().filter(finding -> finding.severity() == severity).count())));
        list.getChildren().clear();
        if (view.isEmpty()) {
            return;
        }
        List<Finding> wanted = wanted(view.get());
        if (wanted.isEmpty()) {
            list.getChildren()
                    .add(Ui.wrapped(
                            context.say(all.isEmpty() ? "ui.findings.none" : "ui.findings.none-shown"), "muted"));
        }
        kinds(wanted).forEach(kind -> show(view.get(), kind));
    }

    private List<Finding> wanted(HostView view) {
        Set<Severity> chosen = EnumSet.noneOf(Severity.class);
        severities.forEach((severity, button) -> {
            if (button.isSelected()) {
                chosen.add(severity);
            }
        });
        String typed = filter.getText().strip().toLowerCase(Locale.ROOT);
        return view.findings().stream()
                .filter(finding -> chosen.contains(finding.severity()))
                .filter(finding -> typed.isEmpty() || text(view, finding).contains(typed))
                .toList();
    }

    /** What a person may type to find it: its id, its words, and what its functions are called. */
    private String text(HostView view, Finding finding) {
        return Stream.of(
                        Stream.of(finding.id().id(), context.language().say(finding.message())),
                        finding.functions().stream().map(Address::toString),
                        finding.functions().stream().map(function -> name(view, function)))
                .flatMap(part -> part)
                .collect(Collectors.joining(" "))
                .toLowerCase(Locale.ROOT);
    }

    private String name(HostView view, Address function) {
        return context.language().say(view.labels().shortName(function));
    }

    /** Those of one id and severity together, where the first of them stood. */
    private static Collection<List<Finding>> kinds(List<Finding> findings) {
        record Kind(FindingId id, Severity severity) {}
        Map<Kind, List<Finding>> kinds = new LinkedHashMap<>();
        findings.forEach(
                finding -> kinds.computeIfAbsent(new Kind(finding.id(), finding.severity()), kind -> new ArrayList<>())
                        .add(finding));
        return kinds.values();
    }

    private void show(HostView view, List<Finding> kind) {
        FindingId id = kind.getFirst().id();
        boolean open = opened.contains(id);
        kind.stream()
                .limit(open ? kind.size() : 1)
                .forEach(finding -> list.getChildren().add(cards.of(view, finding)));
        if (kind.size() > 1) {
            Button more = Ui.linkButton(
                    open ? context.say("ui.findings.alike.hide") : context.say("ui.findings.alike", kind.size() - 1),
                    () -> {
                        if (!opened.remove(id)) {
                            opened.add(id);
                        }
                        show();
                        list.lookup("#alike-" + id.id()).requestFocus();
                    });
            more.setId("alike-" + id.id());
            list.getChildren().add(more);
        }
    }

    /** Those that are shown or folded away, not those that are filtered out. */
    private Table table() {
        return new Table(
                List.of(
                        context.say("ui.findings.severity.head"),
                        context.say("ui.findings.id"),
                        context.say("ui.findings.functions"),
                        context.say("ui.findings.message"),
                        context.say("ui.findings.remedy")),
                context.session().viewProperty().get().stream()
                        .flatMap(view -> wanted(view).stream())
                        .map(finding -> List.of(
                                context.say("ui.severity." + finding.severity().id()),
                                finding.id().id(),
                                finding.functions().stream()
                                        .map(Address::toString)
                                        .collect(Collectors.joining(" ")),
                                context.language().say(finding.message()),
                                context.language().say(finding.remedy())))
                        .toList());
    }
}
