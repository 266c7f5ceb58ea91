// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.peerpath.advice.Labels;
import org.peerpath.model.HostModel;
import org.peerpath.path.PathReport;
import org.peerpath.snapshot.Address;
import org.peerpath.text.Texts;

/** Lays a host out. The same input gives the same picture, whatever the machine, its display and its language. */
public final class Layout {
    private static final double NARROWEST = 360;
    private static final double CHANNEL_PAD = 6;

    private final Scene scene;
    private final Sheet sheet;
    private final Map<Address, Address> standIns = new HashMap<>();
    private int row;

    private Layout(Scene scene) {
        this.scene = scene;
        this.sheet = new Sheet(scene.measure());
    }

    /**
     * Makes the picture of a host.
     *
     * @param reports the answers for its paths, all of one scenario
     * @param names what its functions are called
     */
    public static Picture of(
            HostModel host,
            List<PathReport> reports,
            LayoutOptions options,
            Texts texts,
            TextMeasure measure,
            Names names) {
        return lay(host, reports, options, texts, measure, names).picture(options.selected());
    }

    /**
     * Lays a host out, to make pictures of it in which one path or another stands out.
     *
     * @param reports the answers for its paths, all of one scenario
     * @param names what its functions are called
     */
    public static Drawing lay(
            HostModel host,
            List<PathReport> reports,
            LayoutOptions options,
            Texts texts,
            TextMeasure measure,
            Names names) {
        Scene scene = new Scene(host, reports, options, new Words(texts), measure, names);
        return new Layout(scene).draw(reports);
    }

    /** With the shipped fonts, and the names that the whole program uses. */
    public static Picture of(HostModel host, List<PathReport> reports, LayoutOptions options, Texts texts) {
        return of(host, reports, options, texts, Fonts.shipped(), new LabelNames(Labels.of(host), texts));
    }

    private Drawing draw(List<PathReport> reports) {
        Forest forest = Forest.of(scene.host(), reports, scene.options());
        List<Sections.Section> sections = Sections.of(scene, forest.roots());
        List<List<Card>> cards = sections.stream().map(this::cards).toList();
        int across = Math.min(scene.lanes().across().size(), 8);
        double channel = across == 0 ? 0 : Metrics.LANE * (across - 1) + 2 * CHANNEL_PAD;
        double between = Metrics.CARD_GAP + channel + (across == 0 ? 0 : 6);
        Packing.Packed packed = Packing.pack(
                cards, between, scene.options().aspect(), scene.options().room() - 2 * Metrics.MARGIN, across == 0);
        boolean manyRows = packed.sections().stream().mapToInt(List::size).sum() > 1;
        double margin = Metrics.MARGIN + (across > 0 && manyRows ? Metrics.LANE * across : 0);
        double width = Math.ceil(Math.max(NARROWEST, packed.width() + margin + Metrics.MARGIN));
        Caption caption = new Caption(scene, sheet, reports, forest.hidden());
        double y = caption.top(margin, width, sections.isEmpty());
        for (List<Integer> line : packed.lines()) {
            double x = margin;
            double bottom = y;
            for (int i : line) {
                List<Packing.Row> rows = packed.sections().get(i);
                double room = Math.max(Packing.sectionWidth(rows), width - x - Metrics.MARGIN);
                heading(sections.get(i).heading(), i, x, y, line.size() > 1 ? Packing.sectionWidth(rows) : room);
                bottom = Math.max(bottom, section(rows, x, y + Metrics.HEADING, packed.width(), channel));
                x += Packing.sectionWidth(rows) + Metrics.SECTION_GAP;
            }
            y = bottom + 2;
        }
        double height = Math.ceil(caption.bottom(margin, y, width));
        return new Drawing(
                scene, sheet, new Drawing.Frame(width, height, caption.title(), caption.description()), standIns);
    }

    /** Draws the rows of one section; returns where the next begins. */
    private double section(List<Packing.Row> rows, double x, double top, double width, double channel) {
        double y = top;
        List<Net.Lane> across = scene.lanes().across();
        double step = across.size() > 8 ? Metrics.LANE * 7 / (across.size() - 1) : Metrics.LANE;
        for (Packing.Row line : rows) {
            if (channel > 0) {
                sheet.box(
                        Sheet.Layer.CARD,
                        Sheet.mark("channel-" + row, Role.CHANNEL),
                        new Rect(x, y, width, channel),
                        5);
            }
            Sheet.Channel way = new Sheet.Channel(row, y + CHANNEL_PAD, step, Metrics.MARGIN / 2 + 2, across);
            y += channel + (channel > 0 ? 6 : 0);
            place(line, x, y, way);
            y += line.height() + Metrics.CARD_GAP;
            row++;
        }
        return y;
    }

    private List<Card> cards(Sections.Section section) {
        List<Card> cards = new ArrayList<>();
        List<List<Branch>> together = Sections.together(scene.host().topology(), section.trees());
        List<Branch> trees = together.stream()
                .filter(g -> g.getFirst().isBridge())
                .map(List::getFirst)
                .toList();
        for (Folding.Fold fold : Folding.of(scene, trees)) {
            cards.add(Card.of(scene, List.of(fold.drawn()), fold.alike().size()));
            standIns.putAll(fold.standIns());
        }
        together.stream().filter(g -> !g.getFirst().isBridge()).forEach(g -> cards.add(Card.of(scene, g, 1)));
        return cards;
    }

    private void heading(String text, int index, double x, double y, double room) {
        sheet.text(
                Sheet.mark("heading-" + index, Role.TEXT_MUTED, scene.words().say("diagram.tip.heading", text)),
                x + 1,
                y + 11,
                room,
                text,
                Typeface.BOLD,
                11,
                Align.START);
    }

    /** Cards of one row are as tall as the tallest, unless they share a place. */
    private void place(Packing.Row line, double left, double top, Sheet.Channel way) {
        double x = left;
        for (Packing.Slot slot : line.slots()) {
            double y = top;
            for (Card card : slot.cards()) {
                boolean stretched = slot.cards().size() == 1 && card.height() > 0.6 * line.height();
                double height = stretched ? line.height() : card.height();
                card.place(x, y, slot.width(), height, way, sheet);
                y += card.height() + Metrics.CARD_GAP;
            }
            x += slot.width() + Metrics.CARD_GAP;
        }
    }
}
