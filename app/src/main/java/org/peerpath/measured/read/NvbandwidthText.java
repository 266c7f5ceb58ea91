// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The text of nvbandwidth (NVIDIA/nvbandwidth output.cpp). */
final class NvbandwidthText implements TextFormat {
    private static final Pattern DEVICE =
            Pattern.compile("Device (\\d{1,4}): .{1,200}?(?:\\(([0-9a-fA-F]{8}:[0-9a-fA-F]{2}:[0-9a-fA-F]{2})\\))?");
    private static final Pattern RUNNING = Pattern.compile("Running (\\w{1,100})\\.");
    private static final Pattern DESCRIPTION =
            Pattern.compile("((?:memcpy|memory|multicast|device)\\b.{0,100}\\((?:GB/s|ns|us)\\))");
    private static final Pattern SUM = Pattern.compile("(SUM|MIN|MAX|AVG)\\s+(\\w{1,100})\\s+(\\S{1,40})");
    private static final Pattern WAIVED = Pattern.compile("Waiv(?:ed:?|ing)\\s*(\\w{0,100})\\.?");
    private static final Pattern WRONG = Pattern.compile("Invalid value when checking the pattern at.*");

    private final Collected out;
    private final Map<Integer, BusId> gpus = new HashMap<>();
    private final List<Figure> pending = new ArrayList<>();
    private Optional<NvbandwidthMatrix> matrix = Optional.empty();
    private String running = "";
    private int columns = -1;
    private int run;
    private int unnamedWaived;
    private int unnamedWaivedAt;
    private boolean wrong;

    NvbandwidthText(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(Line line) {
        String text = line.text();
        Matcher device = DEVICE.matcher(text);
        Matcher starts = RUNNING.matcher(text);
        Matcher description = DESCRIPTION.matcher(text);
        Matcher waived = WAIVED.matcher(text);
        if (text.startsWith("nvbandwidth Version:")) {
            out.saw(Tool.NVBANDWIDTH);
        } else if (starts.matches()) {
            finish();
            out.saw(Tool.NVBANDWIDTH);
            running = starts.group(1);
            wrong = false;
        } else if (description.matches() && (text.contains("(row)") || text.contains("(column)"))) {
            finish();
            matrix = Optional.of(new NvbandwidthMatrix(running, description.group(1)));
            run = out.nextRun();
            columns = -1;
        } else if (device.matches()) {
            String bus = device.group(2);
            if (bus != null) {
                BusId.parse(bus).ifPresent(id -> gpus.put(Integer.valueOf(device.group(1)), id));
            }
        } else if (waived.matches()) {
            waived(waived.group(1), line);
        } else if (WRONG.matcher(text).matches()) {
            wrong = true;
            out.add(Tool.NVBANDWIDTH, Observation.Kind.WRONG_DATA, line.number(), "?");
        } else {
            return sum(line) || row(line);
        }
        return true;
    }

    @Override
    public void end() {
        finish();
        if (unnamedWaived > 0) {
            out.add(
                    Tool.NVBANDWIDTH,
                    Observation.Kind.WAIVED_UNNAMED,
                    unnamedWaivedAt,
                    Integer.toString(unnamedWaived));
        }
    }

    private void waived(String name, Line line) {
        finish();
        out.saw(Tool.NVBANDWIDTH);
        String test = name.isEmpty() ? running : name;
        running = "";
        if (test.isEmpty()) {
            unnamedWaived++;
            unnamedWaivedAt = line.number();
        } else {
            out.add(Tool.NVBANDWIDTH, Observation.Kind.WAIVED, line.number(), test);
        }
    }

    private boolean sum(Line line) {
        Matcher sum = SUM.matcher(line.text());
        if (!sum.matches() || matrix.isEmpty()) {
            return false;
        }
        boolean total = sum.group(1).equals("SUM");
        Optional<Double> value = Numbers.decimal(sum.group(3));
        NvbandwidthMatrix named = matrix.get().named(running.isEmpty() ? sum.group(2) : running);
        matrix = Optional.of(named);
        if (total && value.isPresent() && named.isBandwidth() && !line.cut()) {
            out.add(new Figure(
                    Tool.NVBANDWIDTH,
                    sum.group(2),
                    End.MANY,
                    End.MANY,
                    false,
                    value.get(),
                    Optional.empty(),
                    check(),
                    java.util.Set.of(Trait.SUMMARY),
                    new Figure.Printed(sum.group(3), "GB/s", line.number(), run),
                    Figure.Network.UNSAID));
        }
        flush();
        return true;
    }

    private boolean row(Line line) {
        if (matrix.isEmpty()) {
            return false;
        }
        List<String> words = line.wholeWords();
        if (columns < 0) {
            boolean head = !words.isEmpty()
                    && words.stream().allMatch(w -> Numbers.index(w).isPresent());
            columns = head ? words.size() : columns;
            return head;
        }
        if (words.isEmpty() || Numbers.index(words.getFirst()).isEmpty() || words.size() > columns + 1) {
            return false;
        }
        int row = Numbers.index(words.getFirst()).get();
        for (int column = 0; column + 1 < words.size(); column++) {
            cell(row, column, words.get(column + 1), line);
        }
        if (words.size() < columns + 1) {
            out.add(Tool.NVBANDWIDTH, Observation.Kind.CUT_SHORT, line.number());
        }
        return true;
    }

    private void cell(int row, int column, String value, Line line) {
        NvbandwidthMatrix of = matrix.orElseThrow();
        Optional<Double> number = Numbers.decimal(value);
        // Older versions print 0.00 where there is no pair, newer ones N/A.
        if (of.isBandwidth() && number.isPresent() && number.get() > 0) {
            pending.add(new Figure(
                    Tool.NVBANDWIDTH,
                    of.test(),
                    of.requester(row, column, gpus),
                    of.target(column, gpus),
                    of.both(),
                    number.get(),
                    Optional.empty(),
                    DataCheck.UNSAID,
                    of.traits(row, column),
                    new Figure.Printed(value, "GB/s", line.number(), run),
                    Figure.Network.UNSAID));
        }
    }

    /** nvbandwidth compares unless told not to and says nothing when all is well. */
    private DataCheck check() {
        return wrong ? DataCheck.FAILED : DataCheck.UNSAID;
    }

    private void flush() {
        String test = matrix.map(NvbandwidthMatrix::test).orElse("");
        pending.forEach(figure -> out.add(figure.named(test).with(check())));
        pending.clear();
    }

    private void finish() {
        flush();
        matrix = Optional.empty();
        columns = -1;
    }
}
