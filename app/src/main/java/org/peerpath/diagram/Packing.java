// SPDX-License-Identifier: Apache-2.0
package org.peerpath.diagram;

import java.util.ArrayList;
import java.util.List;

/** Puts cards into rows, section by section, so that the whole comes near a wanted ratio of width to height. */
final class Packing {
    /** Cards in one place of a row, one above the other. */
    record Slot(List<Card> cards) {
        double width() {
            return cards.stream().mapToDouble(Block::width).max().orElse(0);
        }

        double height() {
            return cards.stream().mapToDouble(Block::height).sum() + Metrics.CARD_GAP * (cards.size() - 1);
        }
    }

    /** A row of one section. */
    record Row(List<Slot> slots) {
        double width() {
            return slots.stream().mapToDouble(Slot::width).sum() + Metrics.CARD_GAP * (slots.size() - 1);
        }

        double height() {
            return slots.stream().mapToDouble(Slot::height).max().orElse(0);
        }
    }

    private Packing() {}

    /**
     * The rows of each section.
     *
     * @param sections cards in their order
     * @param between height that each row costs besides its cards
     * @param aspect wanted width to height
     */
    static List<List<Row>> pack(List<List<Card>> sections, double between, double aspect) {
        List<List<Row>> best = List.of();
        double bestCost = Double.MAX_VALUE;
        for (double width : widths(sections)) {
            List<List<Row>> rows =
                    sections.stream().map(cards -> rows(cards, width)).toList();
            double cost = cost(rows, between, aspect);
            if (cost < bestCost - 1e-9) {
                bestCost = cost;
                best = rows;
            }
        }
        return best;
    }

    /** Every width at which a first row of some section is exactly full; few enough to try all, thinned out if not. */
    private static List<Double> widths(List<List<Card>> sections) {
        List<Double> widths = new ArrayList<>();
        for (List<Card> cards : sections) {
            double width = -Metrics.CARD_GAP;
            for (Card card : cards) {
                width += card.width() + Metrics.CARD_GAP;
                widths.add(width);
            }
        }
        double widest = sections.stream()
                .flatMap(List::stream)
                .mapToDouble(Block::width)
                .max()
                .orElse(0);
        List<Double> usable = widths.stream()
                .filter(w -> w >= widest - 1e-9)
                .sorted()
                .distinct()
                .toList();
        int step = Math.max(1, usable.size() / 60);
        List<Double> some = new ArrayList<>();
        for (int i = 0; i < usable.size(); i += step) {
            some.add(usable.get(i));
        }
        return some.isEmpty() ? List.of(widest) : some;
    }

    private static double cost(List<List<Row>> sections, double between, double aspect) {
        double width = 1;
        double height = 1;
        double empty = 0;
        double area = 1;
        for (List<Row> rows : sections) {
            for (Row row : rows) {
                width = Math.max(width, row.width());
                height += row.height() + between;
            }
        }
        for (List<Row> rows : sections) {
            for (Row row : rows) {
                double used = row.slots().stream()
                        .mapToDouble(s -> s.width() * s.height())
                        .sum();
                area += width * row.height();
                empty += width * row.height() - used;
            }
        }
        return Math.abs(Math.log(width / height / aspect)) + 0.6 * empty / area;
    }

    /** Row by row; a card that fits below the one before it, within the row's height, goes there. */
    private static List<Row> rows(List<Card> cards, double width) {
        List<Row> rows = new ArrayList<>();
        List<List<Card>> slots = new ArrayList<>();
        double used = 0;
        double tall = 0;
        for (Card card : cards) {
            List<Card> last = slots.isEmpty() ? List.of() : slots.getLast();
            if (!last.isEmpty() && fitsBelow(last, card, tall)) {
                last.add(card);
                continue;
            }
            if (!slots.isEmpty() && used + Metrics.CARD_GAP + card.width() > width + 1e-6) {
                rows.add(row(slots));
                slots = new ArrayList<>();
                used = 0;
                tall = 0;
            }
            used += (slots.isEmpty() ? 0 : Metrics.CARD_GAP) + card.width();
            tall = Math.max(tall, card.height());
            slots.add(new ArrayList<>(List.of(card)));
        }
        if (!slots.isEmpty()) {
            rows.add(row(slots));
        }
        return rows;
    }

    private static boolean fitsBelow(List<Card> slot, Card card, double tall) {
        Slot there = new Slot(slot);
        return !card.isPassedAcross()
                && card.width() <= there.width() + 1
                && there.height() + Metrics.CARD_GAP + card.height() <= tall + 1;
    }

    private static Row row(List<List<Card>> slots) {
        return new Row(slots.stream().map(s -> new Slot(List.copyOf(s))).toList());
    }
}
