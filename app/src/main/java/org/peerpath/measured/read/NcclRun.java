// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The figures of one run of nccl-tests, until its summary tells whether they were verified. A run prints "Out of bounds
 * values : 0 OK" whether or not anything was compared, so that line alone proves nothing; and a run that never came to its
 * summary has not told all.
 */
final class NcclRun {
    /** One printed bandwidth and what stood in the column of wrong values beside it. */
    private record Cell(Figure figure, DataCheck beside) {}

    private final Collected out;
    private final int number;
    private final List<Cell> cells = new ArrayList<>();
    private Optional<Figure> average = Optional.empty();
    private Optional<Long> outOfBounds = Optional.empty();
    private final Set<String> hosts = new HashSet<>();
    private final Set<String> models = new HashSet<>();
    private int ranks;
    private int summaryLine;
    String collective = "";
    boolean validationOff;
    /** The old layout prints a largest error instead of a count. */
    boolean errors;

    NcclRun(Collected out) {
        this.out = out;
        this.number = out.nextRun();
    }

    boolean isEmpty() {
        return cells.isEmpty() && average.isEmpty() && outOfBounds.isEmpty();
    }

    boolean isSummed() {
        return average.isPresent() || outOfBounds.isPresent();
    }

    /**
     * Takes one half of a row.
     *
     * @param place {@code out-of-place} or {@code in-place}
     * @param algorithm the algbw column; empty where it was not printed
     * @param bus the busbw column
     * @param beside what the column of wrong values says
     */
    void half(long bytes, String place, Optional<String> algorithm, String bus, DataCheck beside, int line) {
        algorithm.ifPresent(
                text -> add(bytes, place, text, beside, line, EnumSet.of(Trait.COLLECTIVE, Trait.ALGORITHM)));
        add(bytes, place, bus, beside, line, EnumSet.of(Trait.COLLECTIVE));
    }

    private void add(long bytes, String place, String text, DataCheck beside, int line, Set<Trait> traits) {
        Numbers.decimal(text)
                .ifPresent(value -> cells.add(new Cell(
                        figure(
                                place,
                                value,
                                Optional.of(bytes),
                                traits,
                                new Figure.Printed(text, "GB/s", line, number)),
                        beside)));
    }

    void rank(String host, String model) {
        ranks++;
        hosts.add(host);
        models.add(model);
    }

    void average(String text, int line) {
        summaryLine = line;
        average = Numbers.decimal(text)
                .map(value -> figure(
                        "average",
                        value,
                        Optional.empty(),
                        EnumSet.of(Trait.COLLECTIVE, Trait.SUMMARY),
                        new Figure.Printed(text, "GB/s", line, number)));
    }

    void outOfBounds(long count, int line) {
        summaryLine = line;
        outOfBounds = Optional.of(count);
        if (count > 0) {
            out.add(Tool.NCCL_TESTS, Observation.Kind.WRONG_DATA, line, Long.toString(count));
        }
    }

    private static Figure figure(
            String place, double value, Optional<Long> bytes, Set<Trait> traits, Figure.Printed printed) {
        return new Figure(
                Tool.NCCL_TESTS,
                place,
                End.MANY,
                End.MANY,
                false,
                value,
                bytes,
                DataCheck.UNSAID,
                traits,
                printed,
                Figure.Network.UNSAID);
    }

    /** Gives the figures away; the run is over. */
    void finish() {
        if (isEmpty()) {
            return;
        }
        out.saw(Tool.NCCL_TESTS);
        if (ranks > 0) {
            out.ranks(
                    number,
                    new Ranks(
                            ranks,
                            hosts.size(),
                            models.size() == 1 ? models.iterator().next() : ""));
        }
        String name = collective.isEmpty() ? "" : collective + " ";
        cells.forEach(cell -> out.add(
                cell.figure().named((name + cell.figure().test()).strip()).with(verified(cell.beside()))));
        DataCheck all = cells.stream()
                .map(cell -> verified(cell.beside()))
                .reduce(DataCheck::and)
                .orElse(validationOff ? DataCheck.NOT_MADE : DataCheck.UNSAID);
        average.ifPresent(figure -> out.add(figure.named(name + "average").with(all)));
        boolean nothing = !cells.isEmpty() && all == DataCheck.NOT_MADE;
        if (nothing && outOfBounds.isPresent()) {
            out.add(Tool.NCCL_TESTS, Observation.Kind.UNCHECKED_OK, summaryLine);
        }
        cells.clear();
        average = Optional.empty();
        outOfBounds = Optional.empty();
    }

    private DataCheck verified(DataCheck beside) {
        if (beside == DataCheck.FAILED || (outOfBounds.orElse(0L) > 0 && beside != DataCheck.NOT_MADE)) {
            return DataCheck.FAILED;
        }
        if (validationOff || beside == DataCheck.NOT_MADE) {
            return DataCheck.NOT_MADE;
        }
        return isSummed() && beside == DataCheck.PASSED ? DataCheck.PASSED : DataCheck.UNSAID;
    }
}
