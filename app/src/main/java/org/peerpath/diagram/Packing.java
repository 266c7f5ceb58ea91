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

    /**
     * A whole picture's rows.
     *
     * @param sections the rows of each section
     * @param abreast how many sections stand side by side
     */
    record Packed(List<List<Row>> sections, int abreast) {
        /** Sections that stand side by side, line by line; the numbers are their places in the list. */
        List<List<Integer>> lines() {
            List<List<Integer>> lines = new ArrayList<>();
            for (int i = 0; i < sections.size(); i++) {
                if (i % abreast == 0) {
                    lines.add(new ArrayList<>());
                }
                lines.getLast().add(i);
            }
            return lines;
        }

        double width() {
            return lines().stream().mapToDouble(this::width).max().orElse(0);
        }

        private double width(List<Integer> line) {
            return line.stream().mapToDouble(i -> sectionWidth(sections.get(i))).sum()
                    + Metrics.SECTION_GAP * (line.size() - 1);
        }

        double height(double between) {
            return lines().stream()
                    .mapToDouble(line -> line.stream()
                            .mapToDouble(i -> sectionHeight(sections.get(i), between))
                            .max()
                            .orElse(0))
                    .sum();
        }
    }

    private Packing() {}

    static double sectionWidth(List<Row> rows) {
        return rows.stream().mapToDouble(Row::width).max().orElse(0);
    }

    private static double sectionHeight(List<Row> rows, double between) {
        return Metrics.HEADING
                + rows.stream().mapToDouble(row -> row.height() + between).sum();
    }

    /**
     * Packs cards.
     *
     * @param sections cards in their order
     * @param between height that each row costs besides its cards
     * @param aspect wanted width to height
     * @param room the width that should not be exceeded
     * @param sideBySide whether sections may stand beside each other
     */
    static Packed pack(List<List<Card>> sections, double between, double aspect, double room, boolean sideBySide) {
        Packed best = new Packed(List.of(), 1);
        double bestCost = Double.MAX_VALUE;
        int most = sideBySide ? Math.min(8, sections.size()) : 1;
        for (double width : widths(sections)) {
            List<List<Row>> rows =
                    sections.stream().map(cards -> rows(cards, width)).toList();
            for (int abreast = 1; abreast <= Math.max(1, most); abreast++) {
                Packed packed = new Packed(rows, abreast);
                double cost = cost(packed, between, aspect) + excess(packed, room);
                if (cost < bestCost - 1e-9) {
                    bestCost = cost;
                    best = packed;
                }
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

    /** How far from the wanted ratio, how much is empty, and a little for sections that do not stand on each other. */
    private static double cost(Packed packed, double between, double aspect) {
        double width = packed.width() + 1;
        double height = packed.height(between) + 1;
        double used = packed.sections().stream()
                .flatMap(List::stream)
                .flatMap(row -> row.slots().stream())
                .mapToDouble(slot -> slot.width() * slot.height())
                .sum();
        return Math.abs(Math.log(width / height / aspect))
                + 0.6 * (1 - used / (width * height))
                + (packed.abreast() > 1 ? 0.08 : 0);
    }

    /** What lies beyond the edge costs more than any shape. */
    private static double excess(Packed packed, double room) {
        return packed.width() <= room ? 0 : 10 + packed.width() / Math.max(1, room);
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
