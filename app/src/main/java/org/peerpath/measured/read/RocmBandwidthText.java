// SPDX-License-Identifier: Apache-2.0
package org.peerpath.measured.read;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * rocm_bandwidth_test (ROCm/rocm_bandwidth_test rocm_bandwidth_test_report.cpp). Its device numbers count the processors
 * too; where no device list tells which they are, those without a copy in their own memory are.
 */
final class RocmBandwidthText implements TextFormat {
    private static final Pattern TITLE =
            Pattern.compile("(Unidirectional|Bidirectional) copy (?:peak|average) bandwidth GB/s");
    private static final Pattern DEVICE = Pattern.compile(
            "Device: (\\d{1,3}),\\s+.{1,200}?(?:,\\s+(GPU-\\S{1,64})?,?\\s+([0-9a-fA-F]{1,4}:[0-9a-fA-F]{1,2}\\.[0-7]))?");
    private static final Pattern HEAD = Pattern.compile("D/D(\\s+\\d{1,3})+");
    private static final Pattern SHORT_BUS = Pattern.compile("([0-9a-fA-F]{1,2}):([0-9a-fA-F]{1,2})\\.[0-7]");

    private record Cell(int row, int column, String text, Line line) {}

    private final Collected out;
    private final Set<Integer> processors = new HashSet<>();
    private final Set<Integer> listed = new HashSet<>();
    private final Map<Integer, BusId> gpus = new HashMap<>();
    private final List<Cell> cells = new ArrayList<>();
    private boolean figures;
    private boolean both;
    private boolean heading;
    private int columns = -1;
    private int run;

    RocmBandwidthText(Collected out) {
        this.out = out;
    }

    @Override
    public boolean take(Line line) {
        String text = line.text();
        Matcher title = TITLE.matcher(text);
        Matcher device = DEVICE.matcher(text);
        if (text.startsWith("RocmBandwidthTest Version")) {
            out.saw(Tool.ROCM_BANDWIDTH_TEST);
        } else if (title.matches()) {
            end();
            out.saw(Tool.ROCM_BANDWIDTH_TEST);
            figures = true;
            both = title.group(1).startsWith("Bi");
            run = out.nextRun();
        } else if (text.startsWith("Inter-Device") || text.equals("Data Path Validation")) {
            end();
            figures = false;
        } else if (device.matches() && !text.contains("pciBusID")) {
            int index = Integer.parseInt(device.group(1));
            listed.add(index);
            gpu(index, Optional.ofNullable(device.group(3)));
        } else if (HEAD.matcher(text).matches()) {
            columns = line.words().size() - 1;
            heading = true;
        } else {
            return row(line);
        }
        return true;
    }

    private void gpu(int index, Optional<String> bus) {
        Optional<Matcher> parts = bus.map(SHORT_BUS::matcher).filter(Matcher::matches);
        if (parts.isEmpty()) {
            processors.add(index);
            return;
        }
        // Without a domain: it is not printed.
        gpus.put(
                index,
                new BusId(
                        Optional.empty(),
                        Integer.parseInt(parts.get().group(1), 16),
                        Optional.of(Integer.parseInt(parts.get().group(2), 16))));
    }

    private boolean row(Line line) {
        List<String> words = line.wholeWords();
        if (!heading || words.size() < 2 || words.size() > columns + 1) {
            return false;
        }
        Optional<Integer> row = Numbers.index(words.getFirst());
        boolean all = words.stream().skip(1).allMatch(w -> w.equals("N/A") || Numbers.isDecimal(w));
        if (row.isEmpty() || row.get() >= columns || !all) {
            return false;
        }
        if (figures) {
            for (int column = 0; column + 1 < words.size(); column++) {
                cells.add(new Cell(row.get(), column, words.get(column + 1), line));
            }
            if (words.size() < columns + 1) {
                out.add(Tool.ROCM_BANDWIDTH_TEST, Observation.Kind.CUT_SHORT, line.number());
            }
        }
        return true;
    }

    @Override
    public void end() {
        Set<Integer> withoutOwn = new HashSet<>(processors);
        cells.stream()
                .filter(cell -> cell.row() == cell.column() && cell.text().equals("N/A") && listed.isEmpty())
                .forEach(cell -> withoutOwn.add(cell.row()));
        for (Cell cell : cells) {
            Numbers.decimal(cell.text())
                    .filter(value -> value > 0)
                    .ifPresent(value -> out.add(new Figure(
                            Tool.ROCM_BANDWIDTH_TEST,
                            (both ? "Bidirectional" : "Unidirectional") + " copy",
                            gpuOrHost(cell.row(), withoutOwn),
                            gpuOrHost(cell.column(), withoutOwn),
                            both,
                            value,
                            Optional.empty(),
                            DataCheck.UNSAID,
                            cell.row() == cell.column() ? EnumSet.of(Trait.LOCAL) : EnumSet.noneOf(Trait.class),
                            new Figure.Printed(cell.text(), "GB/s", cell.line().number(), run),
                            Figure.Network.UNSAID)));
        }
        cells.clear();
        heading = false;
    }

    private End gpuOrHost(int device, Set<Integer> hosts) {
        if (hosts.contains(device)) {
            return End.HOST;
        }
        int before = (int) hosts.stream().filter(host -> host < device).count();
        return new End.Gpu(Optional.of(device - before), Optional.ofNullable(gpus.get(device)));
    }
}
