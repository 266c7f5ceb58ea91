// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.MenuItem;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.advice.Evidence;
import org.peerpath.advice.Finding;
import org.peerpath.diagram.PathKey;
import org.peerpath.path.Outcome;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Message;
import org.peerpath.text.Severity;
import org.peerpath.ui.model.HostView;
import org.peerpath.ui.model.PlanWishes;
import org.peerpath.ui.model.Selection;
import org.peerpath.ui.model.Session;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;

/** Makes the card of one finding: what, what to do, where it leads, and the evidence on demand. */
final class FindingCard {
    private static final int MOST_LINKS = 12;

    private final AppContext context;
    private final Session session;

    FindingCard(AppContext context) {
        this.context = context;
        this.session = context.session();
    }

    Node of(HostView view, Finding finding) {
        Label severity = Ui.label(
                context.say("ui.severity." + finding.severity().id()),
                "severity",
                "severity-" + finding.severity().id());
        severity.setGraphic(Ui.icon(sign(finding.severity())));
        severity.setMinWidth(Region.USE_PREF_SIZE);
        HBox head = Ui.row(10, severity, Ui.label(finding.id().id(), "mono", "muted", "small"));
        VBox card = Ui.styled(
                Ui.column(
                        8,
                        head,
                        Ui.wrapped(context.language().say(finding.message()), "finding-message"),
                        Ui.wrapped(context.language().say(finding.remedy()), "body")),
                "card",
                "finding");
        if (!finding.functions().isEmpty()) {
            card.getChildren().add(links(view, finding.functions()));
        }
        new PlanWishes(view).of(finding).ifPresent(wish -> {
            Button plan = Ui.button(context.say("ui.offer.finding"), "bar-button");
            plan.setId("plan-for-" + finding.id().id());
            plan.setOnAction(event -> session.planProperty().set(Optional.of(wish)));
            card.getChildren().add(plan);
        });
        card.getChildren().add(more(finding));
        card.setMinHeight(Region.USE_PREF_SIZE);
        ThingMenu.on(card, () -> menu(finding));
        return card;
    }

    private List<MenuItem> menu(Finding finding) {
        List<MenuItem> items = new ArrayList<>();
        items.add(ThingMenu.item(
                context,
                "ui.findings.copy",
                () -> context.dialogs()
                        .copy(
                                finding.id().id() + ": " + context.language().say(finding.message()) + "\n"
                                        + context.language().say(finding.remedy()),
                                Message.of("ui.copied.finding"))));
        if (!finding.functions().isEmpty()) {
            items.addAll(new ThingMenu(context).of(finding.functions().getFirst()));
        }
        return items;
    }

    private Node links(HostView view, List<Address> functions) {
        FlowPane links = new FlowPane(12, 2);
        DiagramNames names = new DiagramNames(view, context.language().texts());
        functions.stream().limit(MOST_LINKS).forEach(address -> {
            Button link = Ui.linkButton(names.shortName(address), () -> session.select(meant(view, address)));
            link.setTooltip(Tips.of(address.toString()));
            links.getChildren().add(link);
        });
        if (functions.size() > MOST_LINKS) {
            links.getChildren().add(Ui.label(context.say("ui.findings.more", functions.size() - MOST_LINKS), "muted"));
        }
        return links;
    }

    /** A NIC's or GPU's finding is about its path; a port's about the port. */
    private static Selection meant(HostView view, Address address) {
        return view.nearest().stream()
                .filter(report -> report.requester().equals(address) && report.verdict() != Outcome.INSIDE_SWITCH)
                .findFirst()
                .map(report -> Selection.of(PathKey.of(report)))
                .orElseGet(() -> Selection.of(address));
    }

    private Node more(Finding finding) {
        VBox box = Ui.column(6);
        for (Evidence evidence : finding.evidence()) {
            box.getChildren().add(Ui.wrapped(context.language().say(evidence.text()), "mono", "small"));
        }
        for (String command : finding.commands()) {
            box.getChildren()
                    .add(Ui.row(
                            6,
                            Ui.signButton(
                                    Icons.COPY,
                                    context.say("ui.findings.copy-command"),
                                    () -> context.dialogs().copy(command, Message.of("ui.copied.command"))),
                            Ui.grow(Ui.wrapped(command, "mono", "small"))));
        }
        box.getChildren().add(Ui.wrapped(context.say("ui.findings.source", finding.source()), "muted", "small"));
        TitledPane pane = new TitledPane(
                context.say("ui.findings.evidence", finding.evidence().size()), box);
        pane.setExpanded(false);
        pane.setAnimated(false);
        pane.getStyleClass().add("folded");
        return pane;
    }

    private static String sign(Severity severity) {
        return switch (severity) {
            case ERROR -> Icons.ERROR;
            case WARNING -> Icons.WARNING;
            case INFO -> Icons.INFO;
        };
    }
}
