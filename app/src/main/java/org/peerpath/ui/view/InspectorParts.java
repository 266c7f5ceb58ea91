// SPDX-License-Identifier: Apache-2.0
package org.peerpath.ui.view;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import javafx.geometry.HPos;
import javafx.geometry.Pos;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.control.TextArea;
import javafx.scene.control.TitledPane;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import org.peerpath.text.Message;
import org.peerpath.ui.inspect.Inspection;
import org.peerpath.ui.inspect.Inspection.Banner;
import org.peerpath.ui.inspect.Inspection.BitRow;
import org.peerpath.ui.inspect.Inspection.FactRow;
import org.peerpath.ui.inspect.Inspection.Part;
import org.peerpath.ui.model.SetUp;
import org.peerpath.ui.parts.AppContext;
import org.peerpath.ui.parts.Icons;
import org.peerpath.ui.parts.Tips;
import org.peerpath.ui.parts.Ui;
import org.peerpath.ui.parts.VerdictDot;

/** One node for each part of an inspection. */
final class InspectorParts {
    private final AppContext context;

    InspectorParts(AppContext context) {
        this.context = context;
    }

    static Node banner(Banner banner) {
        VBox box = Ui.column(3, Ui.wrapped(banner.title(), "banner-title"), Ui.wrapped(banner.text(), "banner-text"));
        box.setId("verdict-banner");
        box.setMinHeight(Region.USE_PREF_SIZE);
        return Ui.styled(box, "banner", "banner-" + banner.outcome().id());
    }

    Node of(Part part) {
        return switch (part) {
            case Inspection.Words words -> section(words.title(), Ui.wrapped(words.text(), "body"));
            case Inspection.Hops hops -> new HopTable(context, hops);
            case Inspection.Bits bits -> bits(bits);
            case Inspection.Facts facts -> section(facts.title(), facts(facts.rows()));
            case Inspection.Registers registers -> folded(registers.title(), () -> RegisterGrid.of(registers.rows()));
            case Inspection.HexBytes bytes -> folded(bytes.title(), () -> hex(bytes.dump()));
            case Inspection.Tries tries -> section(tries.title(), tries(tries.tries()));
            case Inspection.Offers offers -> offers(offers);
            case Inspection.Ways ways -> section(ways.title(), WaysFigure.of(ways.ways(), context));
        };
    }

    private static VBox section(String title, Node content) {
        VBox section = Ui.styled(new VBox(), "section");
        if (!title.isEmpty()) {
            section.getChildren().add(Ui.wrapped(title, "caption"));
        }
        section.getChildren().add(content);
        section.setMinHeight(Region.USE_PREF_SIZE);
        return section;
    }

    private Node bits(Inspection.Bits bits) {
        VBox rows = Ui.column(4);
        bits.rows().forEach(row -> rows.getChildren().add(bit(row)));
        VBox section = section(bits.title(), rows);
        HBox note = Ui.row(4, Ui.grow(Ui.wrapped(bits.note(), "muted", "small")));
        bits.command().ifPresent(command -> note.getChildren().add(copyCommand(command)));
        section.getChildren().add(note);
        return section;
    }

    private Node bit(BitRow row) {
        Label chip =
                Ui.label(row.bit().name(), "chip", "chip-" + row.state().name().toLowerCase(Locale.ROOT));
        chip.setMinWidth(Region.USE_PREF_SIZE);
        String name = row.state() == Inspection.BitState.ABSENT
                ? context.say("ui.bit.absent", row.name())
                : row.state() == Inspection.BitState.UNREAD ? context.say("ui.bit.unread", row.name()) : row.name();
        Label label = Ui.label(name, "bit-name");
        label.setMinWidth(0);
        HBox line = Ui.row(10, chip, label, Ui.filler());
        if (row.decides()) {
            Label decides = Ui.label(context.say("ui.bit.decides"), "decides");
            decides.setMinWidth(Region.USE_PREF_SIZE);
            line.getChildren().add(decides);
            line.getStyleClass().add("deciding");
            line.setId("deciding-bit");
        }
        line.getStyleClass().add("bit-row");
        String state = context.say("ui.bit.state." + row.state().name().toLowerCase(Locale.ROOT));
        line.setAccessibleText(row.name() + ": " + state);
        Tips.set(line, row.name() + ": " + state + "\n" + row.explanation());
        row.flip()
                .ifPresent(change -> line.setOnMouseClicked(event -> {
                    if (context.session().whatIfProperty().get()) {
                        context.session().change(change);
                    }
                }));
        return line;
    }

    private Node facts(List<FactRow> rows) {
        GridPane grid = new GridPane();
        grid.setHgap(12);
        grid.setVgap(6);
        ColumnConstraints names = new ColumnConstraints();
        names.setMinWidth(112);
        names.setMaxWidth(112);
        names.setHalignment(HPos.LEFT);
        ColumnConstraints values = new ColumnConstraints();
        values.setHgrow(Priority.ALWAYS);
        values.setFillWidth(true);
        grid.getColumnConstraints().setAll(names, values);
        int at = 0;
        for (FactRow row : rows) {
            Label name = Ui.wrapped(row.label(), "muted");
            GridPane.setValignment(name, VPos.TOP);
            grid.addRow(at++, name, value(row));
        }
        return grid;
    }

    private Node value(FactRow row) {
        Node value;
        if (row.link().isPresent()) {
            Button link = Ui.linkButton(
                    row.value(), () -> context.session().select(row.link().get()));
            link.setWrapText(true);
            link.setMinHeight(Region.USE_PREF_SIZE);
            link.setAccessibleText(row.label() + ": " + row.value());
            value = link;
        } else {
            value = Ui.wrapped(Ui.breakable(row.value()), row.unknown() ? "unknown" : "body");
            value.setAccessibleText(row.value());
        }
        HBox line = Ui.row(2, Ui.grow(value));
        line.setAlignment(Pos.TOP_LEFT);
        row.outcome().ifPresent(outcome -> {
            line.setSpacing(7);
            line.setAlignment(Pos.CENTER_LEFT);
            line.getChildren().addFirst(new VerdictDot(outcome.id()));
        });
        line.getStyleClass().add("fact-value");
        line.setMinWidth(0);
        List<String> tip = new ArrayList<>();
        row.source().ifPresent(source -> tip.add(context.say("ui.inspect.read-from", source)));
        row.command().ifPresent(command -> {
            tip.add(command);
            line.getChildren().add(copyCommand(command));
        });
        if (!tip.isEmpty()) {
            Tips.set(value, String.join("\n", tip));
        }
        return line;
    }

    private Button copyCommand(String command) {
        Button button = Ui.signButton(
                Icons.TERMINAL,
                context.say("ui.inspect.copy-shows", command),
                () -> context.dialogs().copy(command, Message.of("ui.copied.command")));
        button.setMinWidth(Region.USE_PREF_SIZE);
        return button;
    }

    private Node tries(List<Inspection.Try> tries) {
        VBox box = Ui.column(8);
        for (Inspection.Try one : tries) {
            Button button = Ui.button(one.label(), "bar-button");
            button.setMaxWidth(Double.MAX_VALUE);
            button.setWrapText(true);
            button.setMinHeight(Region.USE_PREF_SIZE);
            button.setId("try-" + box.getChildren().size());
            button.setOnAction(event -> context.session().change(one.change()));
            box.getChildren().add(Ui.column(3, button, Ui.wrapped(one.result(), "muted", "small")));
        }
        return box;
    }

    private Node offers(Inspection.Offers offers) {
        VBox box = Ui.column(8);
        for (Inspection.Offer offer : offers.offers()) {
            Button button = Ui.button(offer.label(), box.getChildren().isEmpty() ? "primary-button" : "bar-button");
            button.setMaxWidth(Double.MAX_VALUE);
            button.setWrapText(true);
            button.setMinHeight(Region.USE_PREF_SIZE);
            button.setId("offer-" + box.getChildren().size());
            button.setOnAction(event -> context.session().setUpProperty().set(Optional.of(SetUp.of(offer.errand()))));
            VBox ways = Ui.column(2, button);
            offer.sheet().ifPresent(wish -> {
                Button sheet = Ui.linkButton(
                        context.say("ui.offer.sheet"),
                        () -> context.session().planProperty().set(Optional.of(wish)));
                sheet.setId("sheet-" + box.getChildren().size());
                ways.getChildren().add(sheet);
            });
            box.getChildren().add(ways);
        }
        box.getChildren().add(Ui.wrapped(offers.note(), "muted", "small"));
        return section(offers.title(), box);
    }

    /** What is folded away is made only when it is asked for: registers are many. */
    private static Node folded(String title, Supplier<Node> content) {
        TitledPane pane = new TitledPane();
        pane.setText(title);
        pane.expandedProperty().subscribe((was, open) -> {
            if (open && pane.getContent() == null) {
                pane.setContent(content.get());
            }
        });
        pane.setExpanded(false);
        pane.setAnimated(false);
        pane.getStyleClass().add("folded");
        return pane;
    }

    private static Node hex(String dump) {
        TextArea area = new TextArea(dump);
        area.setEditable(false);
        area.getStyleClass().add("hex");
        area.setPrefRowCount(16);
        return area;
    }
}
