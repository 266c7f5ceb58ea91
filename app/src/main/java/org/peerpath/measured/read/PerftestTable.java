// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The table of a perftest run. Its unit stands in its head: {@code Gb/sec} is 10^9 bits, {@code MB/sec} and (since 2022)
 * {@code MiB/sec} are 2^20 bytes. The message rate beside each figure must lead to the same bandwidth.
 */
final class PerftestTable {
    /** How far figure and message rate may differ: both are rounded, small figures more. */
    private static final double AGREEMENT = 0.02;

    private static final Pattern UNIT = Pattern.compile("BW average\\[(Gb/sec|MB/sec|MiB/sec)]");
    private static final int PLAIN_COLUMNS = 5;

    private Optional<String> unit = Optional.empty();
    private boolean begun;
    private boolean latency;
    private boolean serviceLevels;
    private boolean rows;
    private boolean cut;

    /**
     * One row.
     *
     * @param bytes message size
     * @param average the printed average
     * @param unit its unit
     * @param consistent whether the message rate agrees
     */
    record Row(long bytes, String average, String unit, double gigabytesPerSecond, boolean consistent, int line) {}

    static boolean isHead(String text) {
        return text.startsWith("#bytes")
                && (text.contains("BW average[") || text.contains("t_avg[usec]") || text.contains("#iterations"));
    }

    void head(String text) {
        Matcher found = UNIT.matcher(text);
        begun = true;
        latency = text.contains("usec]");
        serviceLevels = text.contains("#sl");
        unit = found.find() ? Optional.of(found.group(1)) : Optional.empty();
    }

    boolean isBegun() {
        return begun || rows;
    }

    boolean isLatency() {
        return latency;
    }

    boolean hasRows() {
        return rows;
    }

    /** Returns whether the last line given was a row that the file's end cut. */
    boolean wasCut() {
        return cut;
    }

    /**
     * Reads a line of the table; more than one row where a launcher joined them.
     *
     * @param titled whether the run named itself, so that rows without a head may be its own
     */
    List<Row> rows(Line line, boolean titled) {
        cut = false;
        if (latency || !(begun || titled)) {
            return List.of();
        }
        List<String> words = line.words();
        int average = serviceLevels ? 4 : 3;
        if (words.size() < 2 || !words.stream().limit(PLAIN_COLUMNS).allMatch(Numbers::isDecimal)) {
            return List.of();
        }
        if (words.size() < average + 2) {
            cut = line.cut();
            return List.of();
        }
        Optional<Long> bytes = Numbers.whole(words.getFirst());
        Optional<Double> value = Numbers.decimal(words.get(average));
        Optional<Double> rate = Numbers.decimal(words.get(average + 1));
        boolean counted = Numbers.whole(words.get(average - 2)).isPresent();
        if (bytes.isEmpty() || value.isEmpty() || rate.isEmpty() || !counted) {
            return List.of();
        }
        double byRate = rate.get() * 1e6 * bytes.get() / Numbers.GIGA;
        List<Row> found = new ArrayList<>();
        unit.or(() -> unitBy(value.get(), byRate)).ifPresent(known -> {
            double speed = gigabytes(value.get(), known);
            boolean agrees = line.cut() || close(speed, byRate, value.get(), rate.get());
            found.add(new Row(bytes.get(), words.get(average), known, speed, agrees, line.number()));
        });
        rows |= !found.isEmpty();
        return found;
    }

    /** Returns 10^9 bytes a second; perftest's own factors are 125000000 and 0x100000. */
    static double gigabytes(double value, String unit) {
        return unit.equals("Gb/sec") ? value / Numbers.BITS : value * Numbers.MEBI / Numbers.GIGA;
    }

    /** Returns the unit in which figure and message rate agree; empty where none does or both do. */
    static Optional<String> unitBy(double value, double byRate) {
        boolean bits = near(value / Numbers.BITS, byRate);
        boolean bytes = near(value * Numbers.MEBI / Numbers.GIGA, byRate);
        return bits == bytes ? Optional.empty() : Optional.of(bits ? "Gb/sec" : "MiB/sec");
    }

    private static boolean near(double one, double other) {
        return other > 0 && Math.abs(one - other) <= AGREEMENT * other;
    }

    /** Both are rounded: the figure to its second digit at worst, the rate to its sixth. */
    private static boolean close(double speed, double byRate, double value, double rate) {
        double rounding = AGREEMENT + (value > 0 ? 0.006 / value : 1) + (rate > 0 ? 1e-6 / rate : 1);
        return Math.abs(speed - byRate) <= rounding * Math.max(speed, byRate);
    }
}
