// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.peerpath.advice.Labels;
import org.peerpath.iommu.HostModel;
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
        Scene scene = new Scene(host, reports, options, new Words(texts), measure, names);
        return new Layout(scene).draw(reports);
    }

    /** With the shipped fonts, and the names that the whole program uses. */
    public static Picture of(HostModel host, List<PathReport> reports, LayoutOptions options, Texts texts) {
        return of(host, reports, options, texts, Fonts.shipped(), new LabelNames(Labels.of(host), texts));
    }

    private Picture draw(List<PathReport> reports) {
        Forest forest = Forest.of(scene.host(), reports, scene.options());
        List<Sections.Section> sections = Sections.of(scene, forest.roots());
        List<List<Card>> cards = sections.stream().map(this::cards).toList();
        int across = Math.min(scene.lanes().across().size(), 8);
        double channel = across == 0 ? 0 : Metrics.LANE * (across - 1) + 2 * CHANNEL_PAD;
        double between = Metrics.CARD_GAP + channel + (across == 0 ? 0 : 6);
        List<List<Packing.Row>> rows =
                Packing.pack(cards, between, scene.options().aspect());
        double content = rows.stream()
                .flatMap(List::stream)
                .mapToDouble(Packing.Row::width)
                .max()
                .orElse(0);
        double margin = Metrics.MARGIN
                + (across > 0 && rows.stream().mapToInt(List::size).sum() > 1 ? Metrics.LANE * across : 0);
        double width = Math.max(NARROWEST, content + margin + Metrics.MARGIN);
        Caption caption = new Caption(scene, sheet, reports, forest.hidden());
        double y = caption.top(width, sections.isEmpty());
        int row = 0;
        for (int i = 0; i < sections.size(); i++) {
            heading(sections.get(i).heading(), i, margin, y, width - margin);
            y += Metrics.HEADING;
            for (Packing.Row line : rows.get(i)) {
                if (channel > 0) {
                    Rect box = new Rect(margin, y, content, channel);
                    sheet.box(Sheet.Layer.CARD, Sheet.mark("channel-" + row, Role.CHANNEL), box, 5);
                }
                Sheet.Channel way = new Sheet.Channel(
                        row,
                        y + CHANNEL_PAD,
                        across > 1
                                ? Metrics.LANE
                                        * (across - 1)
                                        / Math.max(1, scene.lanes().across().size() - 1)
                                : Metrics.LANE,
                        Metrics.MARGIN / 2 + 2,
                        scene.lanes().across());
                y += channel + (channel > 0 ? 6 : 0);
                place(line, margin, y, way);
                y += line.height() + Metrics.CARD_GAP;
                row++;
            }
            y += 2;
        }
        Ribbons.draw(scene, sheet);
        double height = caption.bottom(margin, y, width);
        List<Shape> shapes = new ArrayList<>();
        shapes.add(new Shape.Box(Sheet.mark("background", Role.BACKGROUND), new Rect(0, 0, width, height), 0));
        shapes.addAll(sheet.shapes());
        return new Picture(width, height, caption.title(), caption.description(), unique(shapes), standIns);
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
                Sheet.mark("heading-" + index, Role.TEXT_MUTED),
                x + 1,
                y + 11,
                room,
                text,
                Typeface.BOLD,
                11,
                Align.START);
    }

    /** Cards of one row are as tall as the tallest, unless they share a place. */
    private void place(Packing.Row row, double left, double top, Sheet.Channel way) {
        double x = left;
        for (Packing.Slot slot : row.slots()) {
            double y = top;
            for (Card card : slot.cards()) {
                double height = slot.cards().size() == 1 ? row.height() : card.height();
                card.place(x, y, slot.width(), height, way, sheet);
                y += card.height() + Metrics.CARD_GAP;
            }
            x += slot.width() + Metrics.CARD_GAP;
        }
    }

    /** An id stands once; a second shape of the same name gets a number. */
    private static List<Shape> unique(List<Shape> shapes) {
        Set<String> seen = new HashSet<>();
        List<Shape> out = new ArrayList<>();
        for (Shape shape : shapes) {
            Mark mark = shape.mark();
            String id = mark.id();
            int n = 2;
            while (!seen.add(id)) {
                id = mark.id() + "." + n++;
            }
            out.add(id.equals(mark.id()) ? shape : renamed(shape, id));
        }
        return out;
    }

    private static Shape renamed(Shape shape, String id) {
        Mark old = shape.mark();
        Mark mark = new Mark(id, old.role(), old.function(), old.path(), old.detail(), old.tip());
        return switch (shape) {
            case Shape.Box box -> new Shape.Box(mark, box.bounds(), box.radius());
            case Shape.Line line -> new Shape.Line(mark, line.points(), line.radius(), line.arrow(), line.faded());
            case Shape.Label l ->
                new Shape.Label(mark, l.x(), l.baseline(), l.width(), l.text(), l.face(), l.size(), l.align());
            case Shape.Chip c -> new Shape.Chip(mark, c.bounds(), c.text(), c.width(), c.size(), c.bit());
        };
    }
}
